import type { Client } from '../../../services/shared/tests/kit/client.ts'
import type { Arrivals } from '../arrivals.ts'
import { isOutcome, OUTCOMES, type Mailing } from '../mailing.ts'
import type { Parameters, Returned, State } from '../provider.ts'
import { aCourse, COURSE, courseOf, courseStates, type Catalogue } from './courses.ts'
import {
  administrator,
  anAccount,
  aUser,
  CREDENTIAL,
  credentialOf,
  cursorIn,
  directoryStates,
  ENVELOPE,
  envelopeOf,
  fresh,
  must,
  type Directory,
} from './directory.ts'
import { surroundingStates, type Surroundings } from './surroundings.ts'

export interface RegistrationWorld extends Directory, Catalogue, Surroundings {
  /** Anybody's view of the registration service. */
  readonly registrations: Client
  readonly mailing: Pick<Mailing, 'expect' | 'reached' | 'release'>
  readonly events: Arrivals
  readonly userService: { cut(): void; heal(): void }
}

const MOVES: Readonly<Record<string, string>> = {
  Approved: 'approve',
  Completed: 'complete',
  Withdrawn: 'withdraw',
}
const STATUSES = ['Not Started', ...Object.keys(MOVES)]

interface Made {
  readonly id: number
  readonly externalId: string
  readonly createdDate: string
  /** Of the request that created it. */
  readonly requestId: string
  readonly course: Awaited<ReturnType<typeof aCourse>>
  readonly user: Awaited<ReturnType<typeof aUser>>
}

/** A new registration of a new user for a new course, moved as the parameters say. */
async function aRegistration(world: RegistrationWorld, given: Parameters = {}): Promise<Made> {
  const [course, user] = await Promise.all([aCourse(world), aUser(world)])
  const { mail } = given
  if (mail !== undefined && !isOutcome(mail)) throw new Error(`mail is one of ${OUTCOMES.join(', ')}`)
  if (mail !== undefined) world.mailing.expect(user.email, mail)
  const { externalId = `enrolment-${fresh()}` } = given
  const body = { courseId: course.id, userId: user.id, externalId }
  const credential = await administrator(world)
  const created = await world.registrations.post('/registrations/', body, credential)
  const { id, createdDate } = must<Made>(created)
  await move(world, id, given)
  if (mail !== undefined) await world.mailing.reached(id, mail)
  const requestId = created.headers.get('x-request-id') ?? ''
  return { id, externalId: String(externalId), createdDate, requestId, course, user }
}

async function move(world: RegistrationWorld, id: number, given: Parameters): Promise<void> {
  const { status, statuses = status === undefined ? [] : [status], score, success } = given
  for (const to of statuses as string[]) {
    if (!STATUSES.includes(to)) throw new Error(`a status is one of ${STATUSES.join(', ')}`)
    if (to === 'Not Started') continue
    const body = to === 'Completed' ? { score, success } : undefined
    const path = `/registrations/${id}/${MOVES[to]}/`
    must(await world.registrations.post(path, body, await administrator(world)))
  }
}

const registrationOf = ({ id, externalId, course, user }: Made): Returned => ({
  registrationId: id,
  registrationExternalId: externalId,
  ...courseOf(course),
  userId: user.id,
  userExternalId: user.externalId,
  userEmail: user.email,
})

/** What the message about it has to tell. */
const toldOf = ({ id, externalId, createdDate, requestId, course, user }: Made): Returned => ({
  occurredAt: createdDate,
  registrationId: id,
  courseId: course.id,
  courseName: course.name,
  userId: user.id,
  userEmail: user.email,
  userFirstName: user.firstName,
  userLastName: user.lastName,
  createdDate,
  externalId,
  ...envelopeOf(requestId),
})

const NAMES = {
  ...COURSE,
  userId: 'the user',
  userExternalId: 'external id of the user',
  userEmail: 'e-mail address of the user',
}
const REGISTRATION = {
  registrationId: 'its id',
  registrationExternalId: "its id in the caller's system",
  ...NAMES,
}
const TOLD = {
  occurredAt: 'when it was created',
  registrationId: REGISTRATION.registrationId,
  courseId: COURSE.courseId,
  courseName: COURSE.courseName,
  userId: NAMES.userId,
  userEmail: NAMES.userEmail,
  userFirstName: 'first name of the user',
  userLastName: 'last name of the user',
  createdDate: 'when it was created',
  externalId: "its id in the caller's system",
  ...ENVELOPE,
}
const MOVED = {
  externalId: 'an id of its own',
  status: `moved to it, one of ${STATUSES.map((status) => `\`${status}\``).join(', ')}; by default \`Not Started\``,
  statuses: 'moved to each of them, one after the other',
  score: 'score of the completion, by default none',
  success: 'success of the completion, by default not said',
  mail: `what has become of the e-mail, one of ${OUTCOMES.map((outcome) => `\`${outcome}\``).join(', ')}; by default not waited for`,
}

const recordStates: readonly State<RegistrationWorld>[] = [
  {
    name: 'a registration',
    description: 'A registration of a user for a course, both in the group of the whole portal.',
    parameters: MOVED,
    returns: { ...REGISTRATION, registrationEtag: 'the `ETag` that a read gives' },
    async setUp(world, given) {
      const made = await aRegistration(world, given)
      const read = await world.registrations.get(`/registrations/${made.id}/`, await administrator(world))
      return { ...registrationOf(made), registrationEtag: read.headers.get('etag') ?? '' }
    },
    tearDown: ({ mailing }) => mailing.release(),
  },
  {
    name: 'two registrations for one course',
    description: 'Two users are registered for the same course.',
    returns: { ...COURSE, nextCursor: 'the cursor of the second page of one' },
    async setUp(world) {
      const { course } = await aRegistration(world)
      const user = await aUser(world)
      const credential = await administrator(world)
      const body = { courseId: course.id, userId: user.id, externalId: `enrolment-${fresh()}` }
      must(await world.registrations.post('/registrations/', body, credential))
      const page = await world.registrations.get(`/registrations/?course_id=${course.id}&limit=1`, credential)
      must(page)
      return { ...courseOf(course), nextCursor: cursorIn(page) }
    },
  },
  {
    name: 'no such registration',
    description: 'No registration has this id and this external id.',
    returns: { registrationId: 'an id', registrationExternalId: 'an external id' },
    setUp: () => ({
      registrationId: 9_007_199_254_740_991,
      registrationExternalId: `none-${fresh()}`,
    }),
  },
  {
    name: 'a withdrawn registration beside an open one',
    description: 'Of the same user for the same course: to move the withdrawn one would open a second one.',
    returns: REGISTRATION,
    async setUp(world) {
      const withdrawn = await aRegistration(world, { status: 'Withdrawn' })
      const body = { courseId: withdrawn.course.id, userId: withdrawn.user.id }
      must(await world.registrations.post('/registrations/', body, await administrator(world)))
      return registrationOf(withdrawn)
    },
  },
  {
    name: 'a registration was created',
    description: 'A user was registered for a course; the message tells of it.',
    parameters: { externalId: MOVED.externalId },
    returns: TOLD,
    async setUp(world, given) {
      const made = await aRegistration(world, given)
      await world.events.choose(({ registrationId }) => registrationId === made.id)
      return toldOf(made)
    },
  },
  {
    name: 'the contract was read',
    description: 'A caller has the contract, with its `ETag`.',
    returns: { contractEtag: 'the `ETag`' },
    async setUp({ registrations }) {
      const { headers } = await registrations.get('/openapi.json')
      return { contractEtag: headers.get('etag') ?? '' }
    },
  },
  {
    name: 'the user service is away',
    description: 'No credential that is new can be checked, and no user be found.',
    setUp: ({ userService }) => userService.cut(),
    tearDown: ({ userService }) => userService.heal(),
  },
]

const KEYED = {
  ...CREDENTIAL,
  idempotencyKey: 'the key that was sent',
  courseId: 'the course',
  userId: 'the user',
}

/** An account that is about to send a create with an Idempotency-Key, and what it sends. */
async function aKeyedCaller(world: RegistrationWorld) {
  const [account, course, user] = await Promise.all([anAccount(world), aCourse(world), aUser(world)])
  const idempotencyKey = `key-${fresh()}`
  return {
    body: { courseId: course.id, userId: user.id },
    headers: { ...account.headers, 'idempotency-key': idempotencyKey },
    returned: { ...credentialOf(account), idempotencyKey, courseId: course.id, userId: user.id },
  }
}

type Sends = (world: RegistrationWorld, body: object, headers: Readonly<Record<string, string>>) => unknown
const keyedState = (name: string, description: string, send: Sends): State<RegistrationWorld> => ({
  name,
  description,
  returns: KEYED,
  async setUp(world) {
    const { body, headers, returned } = await aKeyedCaller(world)
    await send(world, body, headers)
    return returned
  },
  tearDown: ({ fault }) => fault.mend(),
})

const idempotencyStates: readonly State<RegistrationWorld>[] = [
  keyedState(
    'an account that has created a registration with an Idempotency-Key',
    'The body was exactly `{courseId, userId}`.',
    async ({ registrations }, body, headers) =>
      must(await registrations.post('/registrations/', body, headers)),
  ),
  keyedState(
    'an account that has created a batch of registrations with an Idempotency-Key',
    'The body was exactly `[{courseId, userId}]`.',
    async ({ registrations }, body, headers) =>
      must(await registrations.post('/registrations/batch/', [body], headers)),
  ),
  keyedState(
    'an account whose batch with an Idempotency-Key is still being handled',
    'The body was exactly `[{courseId, userId}]`; there is no answer yet.',
    async ({ registrations, fault }, body, headers) => {
      const held = fault.hold('add')
      void registrations.post('/registrations/batch/', [body], headers)
      await held
    },
  ),
]

/** Every state that a pact with the registration service may ask for. */
export const registrationStates: readonly State<RegistrationWorld>[] = [
  ...directoryStates,
  ...courseStates,
  ...recordStates,
  ...idempotencyStates,
  ...surroundingStates,
]
