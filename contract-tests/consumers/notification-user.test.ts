import { eventually } from '../../testing/eventually.ts'
import { anEvent } from '../../testing/notification/messages.ts'
import { scene } from '../../testing/notification/scene.ts'
import { eventId, messageArrives } from '../../testing/pact/messages.ts'
import { pactBetween } from '../../testing/pact/pact-file.ts'
import { integer, many, MOMENT, regex } from '../../testing/pact/shapes.ts'

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
