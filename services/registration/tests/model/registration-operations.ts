import fc from 'fast-check'
import type { RegistrationBody } from './calls.ts'
import { account, index, key, maybe, operation, pointer, rarely, sometimes, tag } from './operation.ts'
import { isOpen, type ModelRegistration } from './records.ts'
import {
  courseExternalId,
  courseId,
  courseName,
  email,
  externalId,
  keyIn,
  pointingAt,
  PROBE,
  registrationAt,
  registrationId,
  registrationIn,
  registrationTag,
  userExternalId,
  userId,
  type World,
} from './world.ts'

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

const batchAgain = operation(
  'batchAgain',
  fc.record({ account: fc.nat({ max: 1 }), key: fc.nat({ max: 1 }), courseId: fc.nat({ max: 1 }) }),
  (world, { account, key, courseId: k }) => ({
    kind: 'batch',
    account,
    items: [bodyIn(world, { courseId: k, userId: 1 })],
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
    target: fc.record({ external: fc.boolean(), index }),
    ifMatch: tag,
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
    ifMatch: registrationTag(world, registrationIn(world, target), ifMatch),
  }),
)

const read = operation(
  'read',
  fc.record({ account, target: pointer, ifNoneMatch: tag }),
  (world, { account, target, ifNoneMatch }) => ({
    kind: 'read',
    account,
    target: registrationIn(world, target),
    ifNoneMatch: registrationTag(world, registrationIn(world, target), ifNoneMatch),
  }),
)

const part = operation(
  'part',
  fc.record({ kind: fc.constantFrom('history', 'history', 'history', 'notification'), account, index }),
  (world, { kind, account, index }) => ({ kind, account, id: registrationId(world, index) }),
)

function changedAfterIn(world: World, index: number | undefined): { updated_after?: string } {
  const registration = index === undefined ? undefined : registrationAt(world, index)
  return registration ? { updated_after: registration.updatedDate } : {}
}

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
    walk: sometimes,
    changedAfter: maybe(index, 4),
  }),
  (world, { account, course, user, status, limit, offset, count, walk, changedAfter }) => ({
    kind: 'list',
    account,
    query: {
      ...(course === undefined ? {} : { course_id: courseId(world, course) }),
      ...(user === undefined ? {} : { user_id: userId(world, user) }),
      ...(status === undefined ? {} : { status }),
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
      ...changedAfterIn(world, changedAfter),
    },
    count,
    walk,
  }),
)

/** A registration that is closed, else one that can be, each with an external id. */
function closable({ state: { registrations } }: World, index: number): ModelRegistration | undefined {
  const named = registrations.filter(({ externalId }) => externalId !== '')
  const closed = named.filter(({ status }) => !isOpen(status))
  const candidates = closed.length > 0 ? closed : named
  return candidates[index % candidates.length]
}

const anyCreate = { account: 0, strict: false, validateOnly: false, key: undefined }

/** Takes an external id a second time once its holder is withdrawn or completed (R9): step by step towards that. */
const reuse = operation(
  'reuse',
  fc.record({
    account,
    kind: fc.constantFrom('withdraw', 'withdraw', 'complete'),
    batch: sometimes,
    courseId: fc.nat({ max: 1 }),
    userId: fc.nat({ max: 5 }),
    index,
  }),
  (world, { account, kind, batch, courseId: course, userId: user, index }) => {
    const holder = closable(world, index)
    if (!holder) {
      const body = bodyIn(world, { courseId: 0, userId: 0, externalId: index })
      return { ...anyCreate, kind: 'create', body }
    }
    if (isOpen(holder.status))
      return { kind, account, target: { id: holder.id }, body: undefined, ifMatch: undefined }
    const body = { ...bodyIn(world, { courseId: course, userId: user }), externalId: holder.externalId }
    const plain = { courseId: body.courseId ?? 0, userId: body.userId ?? 0 }
    return batch
      ? { ...anyCreate, kind: 'batch', account, items: [body, plain] }
      : { ...anyCreate, kind: 'create', account, body }
  },
)

/** Opens a closed registration beside an open one (R8): step by step towards that. */
const reopen = operation(
  'reopen',
  fc.record({ account, external: fc.boolean(), index }),
  (world, { account, external, index }) => {
    const { registrations } = world.state
    const closed = registrations.filter(({ status }) => !isOpen(status))
    const beside = closed.filter((one) =>
      registrations.some(
        ({ user, courseId, status }) =>
          user === one.user && courseId === one.courseId && isOpen(status) && !user.deleted,
      ),
    )
    const chosen = beside[index % beside.length] ?? closed[index % closed.length]
    if (!chosen) {
      const target = { id: registrationId(world, index) }
      return { kind: 'withdraw', account, target, body: undefined, ifMatch: undefined }
    }
    if (beside.includes(chosen)) {
      const target = pointingAt(chosen, external)
      return { kind: 'approve', account, target, body: undefined, ifMatch: undefined }
    }
    const body = { courseId: chosen.courseId, userId: chosen.user.id }
    return { ...anyCreate, kind: 'create', body }
  },
)

export const registrationOperations = [
  { weight: 16, arbitrary: create },
  { weight: 3, arbitrary: again },
  { weight: 3, arbitrary: batch },
  { weight: 3, arbitrary: batchAgain },
  { weight: 4, arbitrary: reuse },
  { weight: 3, arbitrary: reopen },
  { weight: 16, arbitrary: move },
  { weight: 6, arbitrary: read },
  { weight: 3, arbitrary: part },
  { weight: 5, arbitrary: list },
]
