import type { Answer, Client } from '../../../services/shared/tests/kit/client.ts'
import { must } from '../../../services/shared/tests/kit/portal.ts'
import type { Arrivals } from '../arrivals.ts'
import { isOutcome, OUTCOMES, type Mailing } from '../mailing.ts'
import type { Parameters, Returned, State, States } from '../provider.ts'
import { aCourse, courseOf, courseStates, type Catalogue } from './courses.ts'
import {
  administrator,
  anAccount,
  aUser,
  cursorIn,
  directoryStates,
  envelopeOf,
  fresh,
  NO_ID,
  type Directory,
} from './directory.ts'
import { surroundingStates, type Surroundings } from './surroundings.ts'

export interface RegistrationWorld extends Directory, Catalogue, Surroundings {
  /** Anybody's view of the registration service. */
  readonly registrations: Client
  readonly mailing: Pick<Mailing, 'expect' | 'reached' | 'release'>
  readonly events: Arrivals
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
  readonly course: Awaited<ReturnType<typeof aCourse>>
  readonly user: Awaited<ReturnType<typeof aUser>>
  /** The answer to the request that created it. */
  readonly answer: Answer
}

/** A new registration of a new user for a new course, moved as the parameters say. */
async function aRegistration(world: RegistrationWorld, given: Parameters = {}): Promise<Made> {
  const [course, user] = await Promise.all([aCourse(world), aUser(world)])
  const { mail, externalId = `enrolment-${fresh()}` } = given
  if (mail !== undefined && !isOutcome(mail)) throw new Error(`mail is one of ${OUTCOMES.join(', ')}`)
  if (mail !== undefined) world.mailing.expect(user.email, mail)
  const answer = await register(world, course.id, user.id, String(externalId))
  const { id, createdDate } = answer.body
  await move(world, id, given)
  if (mail !== undefined) await world.mailing.reached(id, mail)
  return { id, externalId: String(externalId), createdDate, course, user, answer }
}

async function register(world: RegistrationWorld, courseId: number, userId: number, externalId = '') {
  const body = { courseId, userId, externalId }
  const answer = await world.registrations.post('/registrations/', body, await administrator(world))
  must(answer, 201)
  return answer
}

async function move(world: RegistrationWorld, id: number, given: Parameters): Promise<void> {
  const { status, statuses = status === undefined ? [] : [status], score, success } = given
  for (const to of statuses as string[]) {
    if (!STATUSES.includes(to)) throw new Error(`a status is one of ${STATUSES.join(', ')}`)
    if (to === 'Not Started') continue
    const body = to === 'Completed' ? { score, success } : undefined
    const path = `/registrations/${id}/${MOVES[to]}/`
    must(await world.registrations.post(path, body, await administrator(world)), 200)
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

const recordStates: States<RegistrationWorld> = {
  'a registration': {
    parameters: ['externalId', 'status', 'statuses', 'score', 'success', 'mail'],
    async setUp(world, given) {
      const made = await aRegistration(world, given)
      const read = await world.registrations.get(`/registrations/${made.id}/`, await administrator(world))
      return { ...registrationOf(made), registrationEtag: read.headers.get('etag') ?? '' }
    },
    tearDown: ({ mailing }) => mailing.release(),
  },
  'two registrations for one course': {
    async setUp(world) {
      const { course } = await aRegistration(world)
      await register(world, course.id, (await aUser(world)).id)
      const path = `/registrations/?course_id=${course.id}&limit=1`
      const page = await world.registrations.get(path, await administrator(world))
      must(page, 200)
      return { ...courseOf(course), nextCursor: cursorIn(page) }
    },
  },
  'no such registration': {
    setUp: () => ({ registrationId: NO_ID, registrationExternalId: `none-${fresh()}` }),
  },
  'a withdrawn registration beside an open one': {
    async setUp(world) {
      const withdrawn = await aRegistration(world, { status: 'Withdrawn' })
      await register(world, withdrawn.course.id, withdrawn.user.id)
      return registrationOf(withdrawn)
    },
  },
  'a registration was created': {
    parameters: ['externalId'],
    async setUp(world, given) {
      const { id, externalId, createdDate, course, user, answer } = await aRegistration(world, given)
      await world.events.choose(({ registrationId }) => registrationId === id)
      return {
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
        ...envelopeOf(answer),
      }
    },
  },
}

/** An account that has sent a create with an Idempotency-Key. */
const keyed = (path: string, bodyOf: (one: object) => object): State<RegistrationWorld> => ({
  async setUp(world) {
    const [account, course, user] = await Promise.all([anAccount(world), aCourse(world), aUser(world)])
    const idempotencyKey = `key-${fresh()}`
    const ids = { courseId: course.id, userId: user.id }
    const headers = { ...account.headers, 'idempotency-key': idempotencyKey }
    const { status } = await world.registrations.post(path, bodyOf(ids), headers)
    if (status >= 300) throw new Error(`the state could not be set up: ${status}`)
    return { ...account.returned, idempotencyKey, ...ids }
  },
})

/** Every state that a pact with the registration service may ask for. */
export const registrationStates: States<RegistrationWorld> = {
  ...directoryStates,
  ...courseStates,
  ...recordStates,
  'an account that has created a registration with an Idempotency-Key': keyed(
    '/registrations/',
    (one) => one,
  ),
  'an account that has created a batch of registrations with an Idempotency-Key': keyed(
    '/registrations/batch/',
    (one) => [one],
  ),
  ...surroundingStates,
}
