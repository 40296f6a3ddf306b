import { eventually } from '../../testing/eventually.ts'
import { anEvent } from '../../testing/notification/messages.ts'
import { scene } from '../../testing/notification/scene.ts'
import { webhookScene } from '../../testing/notification/webhooks.ts'
import { eventId, messageArrives } from '../../testing/pact/messages.ts'
import { pactBetween } from '../../testing/pact/pact-file.ts'
import { expectBody } from '../../testing/portal.ts'
import { boolean, integer, many, MOMENT, regex, string } from '../../testing/pact/shapes.ts'

const pact = pactBetween('notification', 'registration')
const pactWithUser = pactBetween('notification', 'user')
const notification = scene()
const { system, aSubscriber, aCourse, aUser } = webhookScene()

/** The other services know of what the message is about, which happened long ago. */
const known = (registrationId: number, userEmail: string) =>
  notification.directory.add(
    anEvent({ registrationId, userId: 1007, userEmail, userPreferredLanguage: 'de' }),
  )

const payload = (id: string, externalId: unknown, registrationId: number, userEmail: string) => ({
  eventId: eventId(id),
  occurredAt: regex(MOMENT, '2024-01-15T14:58:41.123Z'),
  registrationId: integer(registrationId),
  courseId: integer(210),
  courseName: string('Fire safety'),
  userId: integer(1007),
  userEmail: regex('^\\S+@\\S+$', userEmail),
  userFirstName: string('Ada'),
  userLastName: string('Byron'),
  userPreferredLanguage: string('de'),
  userExternalId: string('hr-20931'),
  createdDate: regex(MOMENT, '2024-01-15T14:58:41.123Z'),
  externalId,
})

describe('registration.created.v1 makes the notification service send an e-mail (template 222, R21)', () => {
  it('with an external id', () => {
    known(48151, 'ada@example.org')
    return messageArrives(pact, notification.config.rabbitmqUrl, {
      type: 'registration.created.v1',
      description: 'a user was registered',
      given: ['a registration was created'],
      payload: payload(
        '0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a11',
        string('enrolment-2291'),
        48151,
        'ada@example.org',
      ),
      follows: async () => {
        await notification.running.becomes(48151, { status: 'sent' })
        const [taken] = await notification.mailServer.receivedFor('ada@example.org')
        expect(taken?.mail.text).toContain('Fire safety')
        expect(taken?.mail.text).toContain('Guten Tag Ada,')
      },
    })
  })

  it('without an external id (S6)', () => {
    known(48152, 'grace@example.org')
    return messageArrives(pact, notification.config.rabbitmqUrl, {
      type: 'registration.created.v1',
      description: 'a user was registered, without an external id',
      given: ['a registration was created', { externalId: '' }],
      payload: payload('0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a12', '', 48152, 'grace@example.org'),
      follows: () => notification.running.becomes(48152, { status: 'sent' }),
    })
  })
})

describe('registration.changed.v1 makes the notification service call webhooks (W1, W3)', () => {
  let [courseId, userId] = [0, 0]
  beforeAll(async () => void ([courseId, userId] = [await aCourse(), (await aUser()).id]))

  const moved = {
    'with a score': { status: 'Completed', type: 'registration.completed', score: 87.5, success: true },
    'without a completion': { status: 'Approved', type: 'registration.approved', score: null, success: null },
  } as const
  it.each(Object.entries(moved))('%s', async (name, { status, type, score, success }) => {
    const { receiver } = await aSubscriber([type])
    const id = `0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a${success ? 15 : 16}`
    const at = regex(MOMENT, '2024-01-15T14:58:41.123Z')
    await messageArrives(pact, system.rabbitmqUrl, {
      type: 'registration.changed.v1',
      description: `a registration was moved, ${name}`,
      given: ['a registration was moved', success ? { status, score, success } : { status }],
      payload: {
        eventId: eventId(id),
        occurredAt: at,
        registrationId: integer(48151),
        version: integer(2),
        courseId: integer(courseId),
        courseName: string('Fire safety'),
        userId: integer(userId),
        userExternalId: string('hr-20931'),
        externalId: string('enrolment-2291'),
        createdDate: at,
        registrationDate: at,
        completionDate: success ? at : null,
        statusName: status,
        previousStatus: 'Not Started',
        score,
        success,
      },
      follows: () =>
        eventually(() =>
          expect(receiver.received).toMatchObject([
            {
              headers: { 'webhook-id': id },
              event: { type, data: { id: 48151, version: 2, statusName: status, score, success } },
            },
          ]),
        ),
    })
  })
})

it('user.erased.v1 makes the notification service call webhooks (W2, O18)', async () => {
  const { receiver } = await aSubscriber(['user.erased'])
  const { id: userId } = await aUser()
  expectBody(await system.operator.post(`/admin/users/${userId}/erase/`, { reason: 'request 17' }), 202)
  const id = '0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a19'
  await messageArrives(pactWithUser, system.rabbitmqUrl, {
    type: 'user.erased.v1',
    description: 'a user was erased',
    given: ['a user was erased'],
    payload: {
      eventId: eventId(id),
      occurredAt: regex(MOMENT, '2024-01-15T14:58:41.123Z'),
      userId: integer(userId),
      groupIds: many(integer(1)),
    },
    // The message of the user itself may arrive as well.
    follows: () =>
      eventually(() =>
        expect(receiver.received).toContainEqual(
          expect.objectContaining({
            headers: expect.objectContaining({ 'webhook-id': id }),
            event: expect.objectContaining({
              type: 'user.erased',
              data: expect.objectContaining({ id: userId, email: `erased-${userId}@erased.invalid` }),
            }),
          }),
        ),
      ),
  })
})

describe('user.changed.v1 makes the notification service call webhooks (W2, W3)', () => {
  let userId = 0
  beforeAll(async () => void (userId = (await aUser()).id))

  const changed = {
    'a user has changed': { type: 'user.created', id: '0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a17', version: 1 },
    'a user was deleted': { type: 'user.deleted', id: '0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a18', version: 2 },
  } as const
  it.each(Object.entries(changed))('%s', async (state, { type, id, version }) => {
    const { receiver } = await aSubscriber([type])
    await messageArrives(pactWithUser, system.rabbitmqUrl, {
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
