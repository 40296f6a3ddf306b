import fc from 'fast-check'
import { at, given, type Call, type RegistrationBody } from './calls.ts'
import {
  account,
  eitherWay,
  index,
  key,
  maybe,
  operation,
  pointer,
  rarely,
  sometimes,
  tag,
} from './operation.ts'
import { isOpen, type ModelRegistration } from './state.ts'
import { chosen, PROBE, type World } from './world.ts'

/** Which of the world's names and numbers a body says; whether it has a field that there is not. */
type Choices = { [K in Exclude<keyof RegistrationBody, 'colour'>]?: number | undefined } & {
  colour?: boolean
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

const bodyIn = (world: World, choices: Choices): RegistrationBody =>
  given({
    courseId: choices.courseId === PROBE ? undefined : chosen(world.courseId, choices.courseId),
    courseName: chosen(world.courseName, choices.courseName),
    courseExternalId: chosen(world.courseExternalId, choices.courseExternalId),
    userId: chosen(world.userId, choices.userId),
    userExternalId: chosen(world.userExternalId, choices.userExternalId),
    userEmail: chosen(world.email, choices.userEmail)?.toUpperCase(),
    externalId: chosen(world.externalId, choices.externalId),
    colour: choices.colour ? 'green' : undefined,
  })

const create = (account: number, body: RegistrationBody) =>
  ({ operation: 'createRegistration', account, body }) satisfies Call
const batch = (account: number, body: readonly RegistrationBody[]) =>
  ({ operation: 'createRegistrationBatch', account, body }) satisfies Call

/** A registration that is closed, else one that can be, each with an external id. */
function closable({ state: { registrations } }: World, index: number): ModelRegistration | undefined {
  const named = registrations.filter(({ externalId }) => externalId !== '')
  const closed = named.filter(({ status }) => !isOpen(status))
  const candidates = closed.length > 0 ? closed : named
  return candidates[index % candidates.length]
}

export const registrationOperations = [
  operation(16, 'create', { account, body, strict: sometimes, validateOnly: rarely, key }).as(
    (world, { account, body, ...how }) => ({ ...create(account, bodyIn(world, body)), ...how }),
  ),

  operation(3, 'batch', {
    account,
    items: fc.array(body, { minLength: 1, maxLength: 4 }),
    strict: sometimes,
    validateOnly: sometimes,
    key,
  }).as((world, { account, items, ...how }) => {
    const bodies = items.map((item) => bodyIn(world, item))
    return { ...batch(account, bodies), ...how }
  }),

  /** The same request again, under the same key: most of what idempotency is about. */
  operation(6, 'again', {
    account: fc.nat({ max: 1 }),
    key: fc.nat({ max: 1 }),
    courseId: fc.nat({ max: 1 }),
    inBatch: fc.boolean(),
  }).as((world, { account, key, courseId, inBatch }) => {
    const body = bodyIn(world, { courseId, userId: inBatch ? 1 : 0 })
    return { ...(inBatch ? batch(account, [body]) : create(account, body)), key }
  }),

  operation(16, 'move', {
    verb: fc.constantFrom('approve', 'complete', 'complete', 'withdraw'),
    account,
    pointer: eitherWay,
    ifMatch: tag,
    score: maybe(fc.constantFrom<unknown>(80, 80, 92.5, 92.5, null, 'many')),
    success: maybe(fc.constantFrom<unknown>(true, false, 'True', 'FALSE', 'true', 'perhaps')),
  }).as((world, { verb, account, pointer, ifMatch, ...result }) => {
    const body = given(result)
    return {
      ...at(world.registration(pointer), `${verb}Registration`),
      account,
      ...(verb === 'complete' && Object.keys(body).length > 0 ? { body } : {}),
      ifMatch,
    }
  }),

  operation(6, 'read', { account, pointer, ifNoneMatch: tag }).as((world, { pointer, ...call }) => ({
    ...call,
    ...at(world.registration(pointer), 'getRegistration'),
  })),

  operation(4, 'course', {
    account,
    index: fc.oneof(fc.constant(0), index),
    ifNoneMatch: tag,
  }).as((world, { index, ...call }) => ({
    ...call,
    operation: 'getVisibleCourse',
    target: { id: world.courseId(index) },
  })),
  /** Those of other sequences have other names. */
  operation(2, 'courses', {
    account,
    name: fc.nat({ max: 2 }),
    number: maybe(fc.nat({ max: 2 }), 3),
    active: maybe(fc.boolean(), 3),
    published: maybe(fc.boolean(), 3),
    limit: maybe(fc.constant(1)),
    walk: fc.boolean(),
  }).as((world, { account, walk, name, number, ...query }) => ({
    operation: 'listVisibleCourses',
    account,
    walk,
    query: given({
      ...query,
      name: world.courseName(name),
      externalId: chosen(world.courseExternalId, number),
    }),
  })),

  operation(3, 'part', {
    part: fc.constantFrom('History', 'History', 'History', 'Notification'),
    account,
    index,
  }).as((world, { part, account, index }) => ({
    operation: `getRegistration${part}`,
    account,
    target: { id: world.registrationId(index) },
  })),

  operation(5, 'list', {
    account,
    course: maybe(fc.nat({ max: 6 })),
    user: maybe(index),
    status: maybe(fc.constantFrom('Not Started', 'Approved', 'Completed', 'Withdrawn')),
    limit: maybe(fc.constantFrom(1, 2, 3, 5000, -1)),
    offset: maybe(fc.constantFrom(0, 1, 2)),
    countExact: sometimes,
    walk: sometimes,
    changedAfter: maybe(index, 4),
  }).as((world, { account, countExact, walk, course, user, changedAfter, ...query }) => ({
    operation: 'listRegistrations',
    account,
    countExact,
    walk,
    query: given({
      ...query,
      course_id: chosen(world.courseId, course),
      user_id: chosen(world.userId, user),
      updated_after: chosen((k) => world.registrationAt(k)?.updatedDate, changedAfter),
    }),
  })),

  /** Takes an external id a second time once its holder is withdrawn or completed (R9): step by step towards that. */
  operation(4, 'reuse', {
    account,
    verb: fc.constantFrom('withdraw', 'withdraw', 'complete'),
    inBatch: sometimes,
    course: fc.nat({ max: 1 }),
    user: fc.nat({ max: 5 }),
    index,
  }).as((world, { account, verb, inBatch, course, user, index }) => {
    const holder = closable(world, index)
    if (!holder) return create(0, bodyIn(world, { courseId: 0, userId: 0, externalId: index }))
    if (isOpen(holder.status)) return { operation: `${verb}Registration`, account, target: { id: holder.id } }
    const plain = bodyIn(world, { courseId: course, userId: user })
    const body = { ...plain, externalId: holder.externalId }
    return inBatch ? batch(account, [body, plain]) : create(account, body)
  }),

  /** Repeats a batch whose user has left the reach of the account (A4, R10): step by step towards that. */
  operation(4, 'lost', {}).as((world) => {
    const { state } = world
    const again = { ...batch(1, [bodyIn(world, { courseId: 0, userId: 1 })]), key: 0 }
    const made = state.registrations.find(
      ({ user, courseId }) => user.id === world.userId(1) && courseId === world.courseId(0),
    )
    const [groupId] = made?.user.groupIds ?? []
    if (!made || groupId === undefined) return again
    return { operation: 'deleteGroupMember', target: { id: groupId, userId: made.user.id } }
  }),

  /** Opens a closed registration beside an open one (R8): step by step towards that. */
  operation(3, 'reopen', { account, external: fc.boolean(), index }).as(
    (world, { account, external, index }) => {
      const { state } = world
      const closed = state.registrations.filter(({ status }) => !isOpen(status))
      const beside = closed.filter(({ user, courseId }) => !user.deleted && state.hasOpen(user, courseId))
      const chosen = beside[index % beside.length] ?? closed[index % closed.length]
      if (!chosen)
        return { operation: 'withdrawRegistration', account, target: { id: world.registrationId(index) } }
      const { id, externalId, courseId, user } = chosen
      if (!beside.includes(chosen)) return create(0, { courseId, userId: user.id })
      const target = external && externalId !== '' ? { externalId } : { id }
      return { ...at(target, 'approveRegistration'), account }
    },
  ),
]
