import type { components } from '../../../services/platform/contract/generated/openapi.ts'
import { expectBody, ROOT } from '../../portal.ts'
import type { Parameters, StateValues, State, States } from '../state.ts'
import type { World } from '../world.ts'
import { anAccount, aUser, cursorIn, directoryStates, etagOf, fresh, freshId, NO_ID } from './directory.ts'

type Course = components['schemas']['Course']

const MOVES: Readonly<Record<string, string>> = {
  Approved: 'approve',
  Completed: 'complete',
  Withdrawn: 'withdraw',
}
const STATUSES = ['Not Started', ...Object.keys(MOVES)]

/** A course with its own names, for every user in the portal unless `fields` says otherwise. */
async function aCourse({ operator }: World, fields: Parameters = {}) {
  const id = freshId()
  const course = { name: `Course ${id}`, externalId: `C-${id}`, groupIds: [ROOT], ...fields }
  return expectBody(await operator.put(`/admin/courses/${id}/`, course), 201) as Course
}

const courseOf = ({ id, name, externalId }: Course): StateValues => ({
  courseId: id,
  courseName: name,
  courseExternalId: externalId,
})

/** A new registration of a new user for a new course, moved as the parameters say. */
async function aRegistration(world: World, given: Parameters = {}) {
  const [course, user] = await Promise.all([aCourse(world), aUser(world)])
  const { mail, externalId = `enrolment-${fresh()}` } = given
  if (mail !== undefined) world.expectMail(user.email, mail)
  const id = await register(world, course.id, user.id, String(externalId))
  await move(world, id, given)
  if (mail !== undefined) await world.mailIs(id, mail)
  return { id, externalId: String(externalId), course, user }
}

async function register(world: World, courseId: number, userId: number, externalId = '') {
  const response = await world.administrator.post('/registrations/', { courseId, userId, externalId })
  return expectBody(response, 201).id as number
}

async function move(world: World, id: number, given: Parameters): Promise<void> {
  const { status, statuses = status === undefined ? [] : [status], score, success } = given
  for (const to of statuses as string[]) {
    if (!STATUSES.includes(to)) throw new Error(`a status is one of ${STATUSES.join(', ')}`)
    if (to === 'Not Started') continue
    const body = to === 'Completed' ? { score, success } : undefined
    const path = `/registrations/${id}/${MOVES[to]}/`
    expectBody(await world.administrator.post(path, body), 200)
  }
}

type Made = Awaited<ReturnType<typeof aRegistration>>
const registrationOf = ({ id, externalId, course, user }: Made): StateValues => ({
  registrationId: id,
  registrationExternalId: externalId,
  ...courseOf(course),
  userId: user.id,
  userExternalId: user.externalId,
  userEmail: user.email,
})

/** An account that has sent a create with an Idempotency-Key. */
const keyed = (path: string, bodyOf: (one: object) => object): State => ({
  async setUp(world) {
    const [account, course, user] = await Promise.all([anAccount(world), aCourse(world), aUser(world)])
    const idempotencyKey = `key-${fresh()}`
    const ids = { courseId: course.id, userId: user.id }
    const headers = { ...account.headers, 'idempotency-key': idempotencyKey }
    const { status } = await world.withoutCredential.post(path, bodyOf(ids), headers)
    if (status >= 300) throw new Error(`the state could not be set up: ${status}`)
    return { ...account.returned, idempotencyKey, ...ids }
  },
})

/** Every state that a pact with the registration service may ask for. */
export const registrationStates: States = {
  ...directoryStates,
  'a course': {
    parameters: [
      ...['name', 'externalId', 'groupIds'],
      ...['active', 'published', 'requiresRegistration', 'eventBased'],
    ],
    setUp: async (world, given) => courseOf(await aCourse(world, given)),
  },
  'no such course': {
    setUp: () => ({
      courseId: NO_ID,
      courseName: `No course ${fresh()}`,
      courseExternalId: `none-${fresh()}`,
    }),
  },
  'a registration': {
    parameters: ['externalId', 'status', 'statuses', 'score', 'success', 'mail'],
    async setUp(world, given) {
      const made = await aRegistration(world, given)
      const registrationEtag = await etagOf(world, `/registrations/${made.id}/`)
      return { ...registrationOf(made), registrationEtag }
    },
    tearDown: ({ releaseMails }) => releaseMails(),
  },
  'an imported registration': {
    async setUp(world) {
      const [course, user] = await Promise.all([aCourse(world), aUser(world)])
      const externalId = `imported-${fresh()}`
      const [createdDate, completionDate] = ['2019-03-01T08:00:00Z', '2019-03-28T16:30:00Z']
      const item = { courseId: course.id, userId: user.id, externalId, statusName: 'Completed' }
      const path = '/admin/registrations/import/'
      const [result] = expectBody(
        await world.operator.post(path, [{ ...item, createdDate, completionDate }]),
        200,
      )
      return registrationOf({ id: result.registration.id, externalId, course, user })
    },
  },
  'two registrations for one course': {
    async setUp(world) {
      const { course } = await aRegistration(world)
      await register(world, course.id, (await aUser(world)).id)
      const page = await world.administrator.get(`/registrations/?course_id=${course.id}&limit=1`)
      expectBody(page, 200)
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
      const { id } = await aRegistration(world, given)
      await world.messages['registration.created.v1'].select(({ registrationId }) => registrationId === id)
    },
  },
  'a registration was moved': {
    parameters: ['externalId', 'status', 'score', 'success'],
    async setUp(world, given) {
      const { id } = await aRegistration(world, { status: 'Approved', ...given })
      await world.messages['registration.changed.v1'].select(({ registrationId }) => registrationId === id)
    },
  },
  'an account that has created a registration with an Idempotency-Key': keyed(
    '/registrations/',
    (one) => one,
  ),
  'an account that has created a batch of registrations with an Idempotency-Key': keyed(
    '/registrations/batch/',
    (one) => [one],
  ),
}
