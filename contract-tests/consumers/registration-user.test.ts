import { registrationPortal } from '../../testing/registration/portal.ts'
import { eventually } from '../../testing/eventually.ts'
import { eventId, messageArrives } from '../../testing/pact/messages.ts'
import { pactBetween } from '../../testing/pact/pact-file.ts'
import { boolean, integer, many, MOMENT, regex, string } from '../../testing/pact/shapes.ts'

const pact = pactBetween('registration', 'user')

/** The id of the first user and of the first group. */
const FIRST = 1
const portal = registrationPortal()

describe('user.changed.v1 in the registration service', () => {
  let getRegistration: () => Promise<{ status: number; body: any }>
  beforeAll(async () => {
    const { id } = await portal.aUser({ groupIds: [FIRST] })
    const course = await portal.aCourse({ groupIds: [FIRST] })
    expect(id).toBe(FIRST)
    const { api } = await portal.anAccount()
    const { body } = await api.post('/registrations/', { userId: id, courseId: course.id })
    getRegistration = () => api.get(`/registrations/${body.id}/`)
  })

  const payload = (version: number, deleted: boolean) => ({
    eventId: eventId(),
    occurredAt: regex(MOMENT, '2024-01-15T14:58:41.123Z'),
    userId: integer(FIRST),
    version: integer(version),
    externalId: string('hr-20931'),
    groupIds: many(integer(FIRST)),
    deleted,
    isNew: boolean(false),
  })

  it('about a changed user updates the registrations of the user', () =>
    messageArrives(pact, portal.rabbitmqUrl, {
      type: 'user.changed.v1',
      description: 'a user has changed',
      given: ['a user has changed'],
      payload: payload(100, false),
      follows: () =>
        eventually(async () =>
          expect((await getRegistration()).body).toMatchObject({ userExternalId: 'hr-20931' }),
        ),
    }))

  it('about a deleted user hides the registrations of the user (R16)', () =>
    messageArrives(pact, portal.rabbitmqUrl, {
      type: 'user.changed.v1',
      description: 'a user was deleted',
      given: ['a user was deleted'],
      payload: payload(101, true),
      follows: () => eventually(async () => expect((await getRegistration()).status).toBe(404)),
    }))
})
