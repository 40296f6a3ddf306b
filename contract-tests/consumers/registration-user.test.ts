import { UserService } from '../../services/registration/src/clients/user-service.ts'
import { registrationPortal } from '../../testing/registration/portal.ts'
import { Unavailable } from '../../services/shared/errors.ts'
import { eventually } from '../../testing/eventually.ts'
import { EXAMPLES, from } from '../../testing/pact/examples.ts'
import { ask, REASONS, TRACE, TRACED, type Question } from '../../testing/pact/internal.ts'
import { eventId, messageArrives } from '../../testing/pact/messages.ts'
import type { Given } from '../../testing/pact/interaction.ts'
import { pactBetween } from '../../testing/pact/pact-file.ts'
import { DATE, integer, many, MOMENT, nullValue, regex, string } from '../../testing/pact/shapes.ts'

const userService = (options: { url: string; token: string }) => {
  const users = new UserService(options)
  return { users, verify: users.verify }
}
type Service = ReturnType<typeof userService>

const pact = pactBetween('registration', 'user')
const exchange = (question: Question<Service>) => ask(pact, userService, question)

const RESOLVE = '/internal/users/resolve/'
const VERIFY = '/internal/credentials/verify/'
const USER = {
  id: integer(1007),
  version: integer(4),
  externalId: string('hr-20931'),
  email: string('ada@example.org'),
  firstName: string('Ada'),
  lastName: string('Byron'),
  loginName: string('ada'),
  groupIds: many(integer(12)),
  expirationDate: regex(`^$|${DATE}`, '2030-01-01T00:00:00Z'),
}
const RESOLVED = {
  id: 1007,
  version: 4,
  externalId: 'hr-20931',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Byron',
  groupIds: [12],
  expiresAt: new Date('2030-01-01'),
}
const A_USER: Given = ['a user', { expirationDate: '2030-01-01T00:00:00Z' }]

describe('registration asks user who is meant', () => {
  it.each(['userId', 'userExternalId', 'userEmail'] as const)('by %s (R2, A7, B5)', (parameter) =>
    exchange({
      description: `resolveUsers answers 200: by ${parameter}`,
      given: [A_USER],
      request: { path: RESOLVE, headers: TRACED, body: [{ [parameter]: from(parameter), strict: false }] },
      response: { status: 200, body: [{ code: 'resolved', resolvedBy: parameter, user: USER }] },
      async test({ users }) {
        const [answer] = await users.resolve([{ [parameter]: EXAMPLES[parameter] }], false, TRACE)
        expect(answer).toMatchObject({ code: 'resolved', by: parameter, user: RESOLVED })
      },
    }),
  )

  it('for many at once, and hears of each why nobody is (R3)', () => {
    const reasons = [{ code: 'user-not-found' }, { code: 'user-ambiguous' }, { code: 'identifiers-disagree' }]
    return exchange({
      description: 'resolveUsers answers 200: for three of whom none is found',
      given: [A_USER, ['two users with one e-mail address']],
      request: {
        path: RESOLVE,
        body: [
          { userEmail: 'nobody@nowhere.example', strict: true },
          { userEmail: from('userEmail'), strict: true },
          { userId: from('userId'), userExternalId: 'nobody', strict: true },
        ],
      },
      response: { status: 200, body: reasons },
      async test({ users }) {
        const queries = [
          { userEmail: 'nobody@nowhere.example' },
          { userEmail: EXAMPLES.userEmail },
          { userId: EXAMPLES.userId, userExternalId: 'nobody' },
        ]
        expect(await users.resolve(queries, true, TRACE)).toEqual(reasons)
      },
    })
  })
})

const CREDENTIAL = { keyId: EXAMPLES.keyId, secret: EXAMPLES.secret }
const KNOWN = { keyId: from('keyId'), secret: from('secret') }

describe('registration asks user whose a credential is', () => {
  const IN_ONE_GROUP = many(integer(1))
  const account = (requestsPerMinute: unknown, courses: unknown, batches: unknown) => ({
    valid: true,
    account: {
      accountId: integer(3),
      name: string('HR sync'),
      homeGroupId: integer(1),
      requestsPerMinute,
      reach: {
        courseAttendanceManager: courses,
        batchRegistrationManager: batches,
        userAdministrator: IN_ONE_GROUP,
      },
    },
  })
  const request = { path: VERIFY, body: KNOWN }

  it('and what it reaches (A2b)', () =>
    exchange({
      description: 'verifyCredential answers 200: the account',
      given: [['an account', { requestsPerMinute: 120 }]],
      request,
      response: { status: 200, body: account(integer(120), IN_ONE_GROUP, IN_ONE_GROUP) },
      async test({ verify }) {
        const account = await verify(CREDENTIAL)
        expect(account).toMatchObject({ id: 3, name: 'HR sync', homeGroupId: 1, requestsPerMinute: 120 })
        const reached = Object.values(account?.scope ?? {}).map((scope) => scope.ids())
        expect(reached).toEqual([[1], [1], [1]])
      },
    }))

  it('that holds one role and has no limit of its own (A3)', () =>
    exchange({
      description: 'verifyCredential answers 200: an account with one role',
      given: [['an account', { roles: ['User administrator'] }]],
      request,
      response: { status: 200, body: account(nullValue(), [], []) },
      async test({ verify }) {
        const account = await verify(CREDENTIAL)
        expect(account?.requestsPerMinute).toBeNull()
        expect(account?.scope.courseAttendanceManager.isEmpty).toBe(true)
      },
    }))

  it('that nobody has (A1)', () =>
    exchange({
      description: 'verifyCredential answers 200: not valid',
      request: { ...request, body: CREDENTIAL },
      response: { status: 200, body: { valid: false } },
      test: async ({ verify }) => expect(await verify(CREDENTIAL)).toBeUndefined(),
    }))
})

describe('registration can not be told by user', () => {
  const OPERATIONS = {
    resolveUsers: {
      path: RESOLVE,
      body: [{ userId: EXAMPLES.userId, strict: false }],
      asked: ({ users }: Service) => users.resolve([{ userId: EXAMPLES.userId }], false, TRACE),
    },
    verifyCredential: { path: VERIFY, body: KNOWN, asked: ({ verify }: Service) => verify(CREDENTIAL) },
  }

  describe.each(Object.entries(OPERATIONS))('by %s', (id, { path, body, asked }) => {
    it.each(REASONS)('because $because', (reason) =>
      exchange({
        ...reason,
        description: `${id} answers ${reason.response.status}`,
        given: [['an account'], ...reason.given],
        request: { path, body },
        test: (service) => expect(asked(service)).rejects.toBeInstanceOf(Unavailable),
      }),
    )
  })
})

describe('registration hears from user (user.changed.v1)', () => {
  /** The first user of a portal, who is in the group with id 1. */
  const FIRST = 1
  const portal = registrationPortal()
  let asRegistered: () => Promise<{ status: number; body: any }>
  beforeAll(async () => {
    const { id } = await portal.aUser({ groupIds: [FIRST] })
    const course = await portal.aCourse({ groupIds: [FIRST] })
    expect(id).toBe(FIRST)
    const { api } = await portal.anAccount()
    const { body } = await api.post('/registrations/', { userId: id, courseId: course.id })
    asRegistered = () => api.get(`/registrations/${body.id}/`)
  })

  const payload = (version: number, deleted: boolean) => ({
    eventId: eventId(),
    occurredAt: regex(MOMENT, '2024-01-15T14:58:41.123Z'),
    userId: integer(FIRST),
    version: integer(version),
    externalId: string('hr-20931'),
    groupIds: many(integer(FIRST)),
    deleted,
  })

  it('that somebody has changed, and shows it on registrations', () =>
    messageArrives(pact, portal.rabbitmqUrl, {
      type: 'user.changed.v1',
      description: 'somebody has changed',
      given: ['a user has changed'],
      payload: payload(100, false),
      follows: () =>
        eventually(async () =>
          expect((await asRegistered()).body).toMatchObject({ userExternalId: 'hr-20931' }),
        ),
    }))

  it('that somebody was deleted, and shows the registrations no longer (R16)', () =>
    messageArrives(pact, portal.rabbitmqUrl, {
      type: 'user.changed.v1',
      description: 'somebody was deleted',
      given: ['a user was deleted'],
      payload: payload(101, true),
      follows: () => eventually(async () => expect((await asRegistered()).status).toBe(404)),
    }))
})
