import { eventually } from '../../testing/eventually.ts'
import { anEvent } from '../../testing/notification/messages.ts'
import { scene } from '../../testing/notification/scene.ts'
import { webhookScene } from '../../testing/notification/webhooks.ts'
import { eventId, messageArrives } from '../../testing/pact/messages.ts'
import { pactBetween } from '../../testing/pact/pact-file.ts'
import { boolean, integer, many, MOMENT, regex, string } from '../../testing/pact/shapes.ts'

const pact = pactBetween('notification', 'user')
const notification = scene()

it('user.erased.v1, consumed by the notification service, removes the address from e-mails (O18)', async () => {
  const { running, publisher, config } = notification
  const { registrationId } = await publisher.publish(anEvent({ userId: 1007 }))
  await running.becomes(registrationId, { status: 'sent' })
  await messageArrives(pact, config.rabbitmqUrl, {
    type: 'user.erased.v1',
    description: 'a user was erased',
    given: ['a user was erased'],
    payload: {
      eventId: eventId(),
      occurredAt: regex(MOMENT, '2024-01-15T14:58:41.123Z'),
      userId: integer(1007),
      groupIds: many(integer(12)),
      withRegistrations: false,
    },
    follows: () =>
      eventually(async () =>
        expect(await running.deliveries(registrationId)).toMatchObject([
          { to: 'erased-1007@erased.invalid' },
        ]),
      ),
  })
})

describe('user.changed.v1, consumed by the notification service, calls the webhook of the change (W2, W3)', () => {
  const { system, aSubscriber, aUser } = webhookScene()
  let userId = 0
  beforeAll(async () => void (userId = (await aUser()).id))

  const changed = {
    'a user has changed': { type: 'user.created', id: '0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a17', version: 1 },
    'a user was deleted': { type: 'user.deleted', id: '0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a18', version: 2 },
  } as const
  it.each(Object.entries(changed))('%s', async (state, { type, id, version }) => {
    const { receiver } = await aSubscriber([type])
    await messageArrives(pact, system.rabbitmqUrl, {
      type: 'user.changed.v1',
      description: state,
      given: [state],
      payload: {
        eventId: eventId(id),
        occurredAt: regex(MOMENT, '2024-01-15T14:58:41.123Z'),
        userId: integer(userId),
        version: integer(version),
        externalId: string('hr-20931'),
        groupIds: many(integer(1)),
        deleted: type === 'user.deleted',
        // A user who is deleted at once may still be new.
        isNew: type === 'user.created' ? true : boolean(false),
      },
      // The message of the user itself may arrive as well.
      follows: () =>
        eventually(() =>
          expect(receiver.received).toContainEqual(
            expect.objectContaining({
              headers: expect.objectContaining({ 'webhook-id': id }),
              event: expect.objectContaining({ type, data: expect.objectContaining({ id: userId }) }),
            }),
          ),
        ),
    })
  })
})
