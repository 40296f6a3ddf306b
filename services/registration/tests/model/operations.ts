import fc from 'fast-check'
import { NORTH, NORTH_SCHOOL, ROOT, SOUTH } from '../kit/portal.ts'
import type { Call, CourseBody, RegistrationBody, Tag, Target, UserBody } from './calls.ts'
import type { Model } from './model.ts'

/** What a sequence has so far, and the names that are its own. */
export interface World {
  readonly run: number
  readonly model: Model
  /** The last ETag that each registration was answered with. */
  readonly tags: ReadonlyMap<number, Tag>
}

/** A step of a sequence. It names records by position, so it means something in every world, and becomes a call there. */
export interface Operation {
  readonly name: string
  readonly choices: object
  readonly in: (world: World) => Call
}

export const ACCOUNTS = 4
export const COURSES = 5
/** In every group and never changed: shows whether the registration side has heard of a changed user. */
export const PROBE = COURSES

const NO_SUCH_ID = 9_000_000_000
const GROUPS = [ROOT, NORTH, NORTH_SCHOOL, SOUTH]

export const courseId = ({ run }: World, k: number) => (k > PROBE ? NO_SUCH_ID + k : 1_000_000 + run * 10 + k)
export const courseName = ({ run }: World, k: number) => `Course ${run}-${k}`
export const loginName = ({ run }: World, k: number) => `login-${run}-${k}`
export const email = ({ run }: World, k: number) => `user-${k}@run-${run}.example.org`
export const userExternalId = ({ run }: World, k: number) => `U-${run}-${k}`
const courseExternalId = ({ run }: World, k: number) => `C-${run}-${k}`
/** Literal segments of paths are external ids like any other (B7). */
const externalId = ({ run }: World, k: number) => `${['x', 'batch/', 'history ', 'ü%'][k % 4]}${run}-${k}`
const userId = ({ model }: World, k: number) => model.users[k % (model.users.length + 1)]?.id ?? NO_SUCH_ID
const registrationId = ({ model }: World, k: number) =>
  model.registrations[model.registrations.length - 1 - (k % (model.registrations.length + 1))]?.id ??
  NO_SUCH_ID

const index = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 11 }))
const account = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constant(2) },
  { weight: 1, arbitrary: fc.constant(3) },
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) => fc.option(arbitrary, { nil: undefined, freq })
const rarely = fc.nat({ max: 9 }).map((n) => n === 9)
const sometimes = fc.nat({ max: 3 }).map((n) => n === 3)
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.nat({ max: 1 }) },
)

interface Choices {
  courseId?: number | undefined
  courseName?: number | undefined
  courseExternalId?: number | undefined
  userId?: number | undefined
  userExternalId?: number | undefined
  userEmail?: number | undefined
  externalId?: number | undefined
  colour?: boolean | undefined
}

const byIds = fc.record({
  courseId: fc.oneof(fc.constant(0), fc.nat({ max: 4 })),
  userId: fc.oneof(fc.constant(0), fc.nat({ max: 5 })),
  externalId: maybe(fc.nat({ max: 3 })),
})
const byAnything = fc.record({
  courseId: maybe(fc.nat({ max: 7 })),
  courseName: maybe(fc.nat({ max: 3 }), 3),
  courseExternalId: maybe(fc.nat({ max: 3 }), 3),
  userId: maybe(fc.nat({ max: 9 })),
  userExternalId: maybe(fc.nat({ max: 6 }), 3),
  userEmail: maybe(fc.nat({ max: 4 }), 3),
  externalId: maybe(fc.nat({ max: 3 })),
  colour: rarely,
})
const body: fc.Arbitrary<Choices> = fc.oneof(byIds, byAnything)

function bodyIn(world: World, choices: Choices): RegistrationBody {
  const { courseId: id, courseName: name, courseExternalId: number, userEmail } = choices
  return {
    ...(id === undefined || id === PROBE ? {} : { courseId: courseId(world, id) }),
    ...(name === undefined ? {} : { courseName: courseName(world, name) }),
    ...(number === undefined ? {} : { courseExternalId: courseExternalId(world, number) }),
    ...(choices.userId === undefined ? {} : { userId: userId(world, choices.userId) }),
    ...(choices.userExternalId === undefined
      ? {}
      : { userExternalId: userExternalId(world, choices.userExternalId) }),
    ...(userEmail === undefined ? {} : { userEmail: email(world, userEmail).toUpperCase() }),
    ...(choices.externalId === undefined ? {} : { externalId: externalId(world, choices.externalId) }),
    ...(choices.colour ? { colour: 'green' } : {}),
  }
}

const keyIn = ({ run }: World, k: number | undefined) => (k === undefined ? undefined : `key-${run}-${k}`)

/** By id, or by external id. */
const target = fc.record({ external: sometimes, index })
const registrationIn = (world: World, { external, index }: { external: boolean; index: number }): Target =>
  external ? { externalId: externalId(world, index % 4) } : { id: registrationId(world, index) }
const userIn = (world: World, { external, index }: { external: boolean; index: number }): Target =>
  external ? { externalId: userExternalId(world, index % 7) } : { id: userId(world, index) }

/** A tag of a registration, maybe of another state or of another registration. */
const tagIn = (world: World, index: number | undefined): Tag | undefined =>
  index === undefined ? undefined : world.tags.get(registrationId(world, index))

function operation<C extends object>(
  name: string,
  choices: fc.Arbitrary<C>,
  call: (world: World, choices: C) => Call,
): fc.Arbitrary<Operation> {
  return choices.map((choices) => ({ name, choices, in: (world) => call(world, choices) }))
}

const create = operation(
  'create',
  fc.record({ account, body, strict: sometimes, validateOnly: rarely, key }),
  (world, { key, body, ...rest }) => ({
    kind: 'create',
    ...rest,
    body: bodyIn(world, body),
    key: keyIn(world, key),
  }),
)

const batch = operation(
  'batch',
  fc.record({
    account,
    items: fc.array(body, { minLength: 1, maxLength: 4 }),
    strict: sometimes,
    validateOnly: sometimes,
    key,
  }),
  (world, { key, items, ...rest }) => ({
    kind: 'batch',
    ...rest,
    items: items.map((item) => bodyIn(world, item)),
    key: keyIn(world, key),
  }),
)

/** The same request again, under the same key: most of what idempotency is about. */
const again = operation(
  'again',
  fc.record({ account: fc.nat({ max: 1 }), key: fc.nat({ max: 1 }), courseId: fc.nat({ max: 1 }) }),
  (world, { account, key, courseId: k }) => ({
    kind: 'create',
    account,
    body: bodyIn(world, { courseId: k, userId: 0 }),
    strict: false,
    validateOnly: false,
    key: keyIn(world, key),
  }),
)

const move = operation(
  'move',
  fc.record({
    kind: fc.constantFrom('approve', 'complete', 'complete', 'withdraw'),
    account,
    target,
    ifMatch: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: index }),
    score: maybe(fc.constantFrom<unknown>(80, 80, 92.5, 92.5, null, 'many')),
    success: maybe(fc.constantFrom<unknown>(true, false, 'True', 'FALSE', 'true', 'perhaps')),
  }),
  (world, { kind, account, target, ifMatch, score, success }) => ({
    kind,
    account,
    target: registrationIn(world, target),
    body:
      kind === 'complete' && (score !== undefined || success !== undefined)
        ? { ...(score === undefined ? {} : { score }), ...(success === undefined ? {} : { success }) }
        : undefined,
    ifMatch: tagIn(world, ifMatch),
  }),
)

const read = operation(
  'read',
  fc.record({ account, target, ifNoneMatch: maybe(index) }),
  (world, { account, target, ifNoneMatch }) => ({
    kind: 'read',
    account,
    target: registrationIn(world, target),
    ifNoneMatch: tagIn(world, ifNoneMatch),
  }),
)

const history = operation('history', fc.record({ account, index }), (world, { account, index }) => ({
  kind: 'history',
  account,
  id: registrationId(world, index),
}))

const list = operation(
  'list',
  fc.record({
    account,
    course: maybe(fc.nat({ max: 6 })),
    user: maybe(index),
    status: maybe(fc.constantFrom('Not Started', 'Approved', 'Completed', 'Withdrawn')),
    limit: maybe(fc.constantFrom(1, 2, 3, 5000, -1)),
    offset: maybe(fc.constantFrom(0, 1, 2)),
    count: sometimes,
  }),
  (world, { account, course, user, status, limit, offset, count }) => ({
    kind: 'list',
    account,
    query: {
      ...(course === undefined ? {} : { course_id: courseId(world, course) }),
      ...(user === undefined ? {} : { user_id: userId(world, user) }),
      ...(status === undefined ? {} : { status }),
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    },
    count,
  }),
)

const userFields = {
  login: fc.nat({ max: 8 }),
  upper: fc.boolean(),
  email: fc.nat({ max: 3 }),
  external: maybe(fc.nat({ max: 5 })),
  country: maybe(fc.constantFrom('NL', 'US', '', 'XX')),
}

interface UserChoices {
  login?: number | undefined
  upper: boolean
  email?: number | undefined
  external?: number | undefined
  country?: string | undefined
  expires?: string | undefined
  lastName?: string | undefined
}

function userBody(world: World, choices: UserChoices): UserBody {
  const { login, upper, email: address, external, country, expires, lastName } = choices
  const name = loginName(world, login ?? 0)
  return {
    ...(address === undefined ? {} : { email: email(world, address) }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(login === undefined ? {} : { loginName: upper ? name.toUpperCase() : name }),
    ...(external === undefined ? {} : { externalId: external === 6 ? '' : userExternalId(world, external) }),
    ...(country === undefined ? {} : { country }),
    ...(expires === undefined ? {} : { expirationDate: expires }),
  }
}

const createUser = operation(
  'createUser',
  fc.record({
    account,
    ...userFields,
    groupId: maybe(fc.constantFrom(...GROUPS)),
    validateOnly: rarely,
    key,
  }),
  (world, { account, groupId, validateOnly, key, ...fields }) => ({
    kind: 'createUser',
    account,
    body: { firstName: 'Ada', lastName: 'Byron', ...userBody(world, fields) },
    groupId,
    validateOnly,
    key: keyIn(world, key),
  }),
)

const updateUser = operation(
  'updateUser',
  fc.record({
    account,
    target,
    login: maybe(fc.nat({ max: 8 })),
    upper: fc.boolean(),
    email: maybe(fc.nat({ max: 3 })),
    external: maybe(fc.nat({ max: 6 })),
    country: maybe(fc.constantFrom('NL', 'US', '', 'XX')),
    expires: maybe(
      fc.constantFrom('', '2001-01-01T00:00:00Z', '2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'),
    ),
    lastName: maybe(fc.constantFrom('King', 'King', 'King', '')),
  }),
  (world, { account, target, ...fields }) => ({
    kind: 'updateUser',
    account,
    target: userIn(world, target),
    body: userBody(world, fields),
  }),
)

const getUser = operation('getUser', fc.record({ account, target }), (world, { account, target }) => ({
  kind: 'getUser',
  account,
  target: userIn(world, target),
}))

const deleteUser = operation('deleteUser', fc.record({ account, target }), (world, { account, target }) => ({
  kind: 'deleteUser',
  account,
  target: userIn(world, target),
}))

const listUsers = operation(
  'listUsers',
  fc.record({ account, groupId: maybe(fc.constantFrom(...GROUPS)), includeDeleted: fc.boolean() }),
  (_world, choices) => ({ kind: 'listUsers', ...choices }),
)

const usually = fc.nat({ max: 6 }).map((n) => n !== 6)
const putCourse = operation(
  'putCourse',
  fc.record({
    index: fc.nat({ max: COURSES - 1 }),
    name: fc.nat({ max: 2 }),
    number: maybe(fc.nat({ max: 2 })),
    groupIds: fc.oneof(fc.constant([NORTH]), fc.subarray(GROUPS)),
    active: usually,
    published: usually,
    requiresRegistration: usually,
    eventBased: rarely,
  }),
  (world, { index, name, number, ...flags }) => ({
    kind: 'putCourse',
    id: courseId(world, index),
    body: {
      ...flags,
      name: courseName(world, name),
      externalId: number === undefined ? '' : courseExternalId(world, number),
    },
  }),
)

const deleteCourse = operation(
  'deleteCourse',
  fc.record({ index: fc.nat({ max: COURSES - 1 }) }),
  (world, { index }) => ({ kind: 'deleteCourse', id: courseId(world, index) }),
)

const member = operation(
  'member',
  fc.record({
    kind: fc.constantFrom('putMember', 'deleteMember'),
    groupId: fc.constantFrom(...GROUPS),
    index,
  }),
  (world, { kind, groupId, index }) => ({ kind, groupId, userId: userId(world, index) }),
)

const anOperation = fc.oneof(
  { weight: 16, arbitrary: create },
  { weight: 3, arbitrary: again },
  { weight: 3, arbitrary: batch },
  { weight: 16, arbitrary: move },
  { weight: 4, arbitrary: read },
  { weight: 2, arbitrary: history },
  { weight: 4, arbitrary: list },
  { weight: 3, arbitrary: createUser },
  { weight: 4, arbitrary: updateUser },
  { weight: 2, arbitrary: getUser },
  { weight: 1, arbitrary: deleteUser },
  { weight: 2, arbitrary: listUsers },
  { weight: 3, arbitrary: putCourse },
  { weight: 1, arbitrary: deleteCourse },
  { weight: 3, arbitrary: member },
)

/** At least 20 operations. Shrinking leaves operations out (null) one by one, whatever the length. */
export const sequences = fc.array(fc.option(anOperation, { freq: 1_000 }), { minLength: 21, maxLength: 32 })

const ORDINARY: CourseBody = {
  name: '',
  externalId: '',
  groupIds: [NORTH],
  active: true,
  published: true,
  requiresRegistration: true,
  eventBased: false,
}

const INELIGIBLE: readonly Partial<CourseBody>[] = [
  { active: false },
  { published: false },
  { requiresRegistration: false },
  { eventBased: true },
]

/** The courses that every sequence starts from; some share a name or a number. */
export function firstCourses(world: World): Call[] {
  const courses: Partial<CourseBody>[] = [
    { name: courseName(world, 0), externalId: courseExternalId(world, 0) },
    { name: courseName(world, 1), groupIds: [NORTH_SCHOOL, SOUTH] },
    { name: courseName(world, 1), groupIds: [SOUTH] },
    { name: courseName(world, 2), externalId: courseExternalId(world, 1), ...INELIGIBLE[world.run % 4] },
    { name: courseName(world, 1), externalId: courseExternalId(world, 1) },
    { name: `Probe ${world.run}`, groupIds: GROUPS },
  ]
  return courses.map((fields, k) => ({
    kind: 'putCourse',
    id: courseId(world, k),
    body: { ...ORDINARY, ...fields },
  }))
}

/** The users that every sequence starts from; two share an address. */
export function firstUsers(world: World): Call[] {
  return [NORTH, NORTH_SCHOOL, SOUTH, NORTH].map((groupId, k) => ({
    kind: 'createUser',
    account: 0,
    body: {
      firstName: 'Ada',
      lastName: 'Byron',
      loginName: loginName(world, k),
      email: email(world, k % 3),
      externalId: userExternalId(world, k),
    },
    groupId,
    validateOnly: false,
    key: undefined,
  }))
}
