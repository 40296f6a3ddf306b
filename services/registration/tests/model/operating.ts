import { anyText, ok, page, Refused, unlessKnown, type Expected } from './answers.ts'
import type { Call, CourseBody } from './calls.ts'
import type { Grant, ModelAccount, ModelCourse, State } from './state.ts'

const idOf = ({ target }: Call) => target?.id as number

/** O4: whatever a course was, its registrations follow. */
export function putCourse(state: State, call: Call, _seen: unknown, now: string): Expected {
  const id = idOf(call)
  const body = call.body as CourseBody
  const known = state.liveCourse(id)
  state.courses.set(id, { ...body, id, deleted: false })
  touch(state, id, now)
  return ok(known ? 200 : 201, { id, ...body }, known ? {} : { location: `/admin/courses/${id}/` })
}

function liveCourse(state: State, call: Call): ModelCourse {
  const course = state.liveCourse(idOf(call))
  if (!course) throw new Refused('not-found')
  return course
}

export const getCourse = (state: State, call: Call): Expected =>
  ok(200, presentCourse(liveCourse(state, call)))

export function presentCourse({ id, name, externalId, groupIds, ...flags }: ModelCourse) {
  const { active, published, requiresRegistration, eventBased } = flags
  return { id, name, externalId, groupIds, active, published, requiresRegistration, eventBased }
}

/** B8: the same, for those who reach the course (A4). */
export function getVisibleCourse(state: State, call: Call): Expected {
  const groups = state.registrationGroups(state.caller(call))
  const course = liveCourse(state, call)
  if (!groups.some((id) => course.groupIds.includes(id))) throw new Refused('course-out-of-reach')
  return unlessKnown(call, presentCourse(course))
}

export function listVisibleCourses(state: State, call: Call): Expected {
  const groups = state.registrationGroups(state.caller(call))
  const { name, externalId, active, published } = call.query ?? {}
  const wanted = Object.entries({ deleted: false, name, externalId, active, published })
  const all = [...state.courses.values()]
    .filter((course) => groups.some((id) => course.groupIds.includes(id)))
    .filter((course) =>
      wanted.every(([field, value]) => value === undefined || Reflect.get(course, field) === value),
    )
    .sort((a, b) => a.id - b.id)
    .map(presentCourse)
  return page(call, all)
}

export function deleteCourse(state: State, call: Call, _seen: unknown, now: string): Expected {
  const course = liveCourse(state, call)
  course.deleted = true
  touch(state, course.id, now)
  return ok(204)
}

function touch(state: State, courseId: number, now: string): void {
  for (const one of state.registrations) if (one.courseId === courseId) one.updatedDate = now
}

const changeMember =
  (how: 'add' | 'delete') =>
  (state: State, call: Call): Expected => {
    const groupId = idOf(call)
    const user = state.user({ id: call.target?.userId })
    if (!user || !state.groups.has(groupId)) throw new Refused('not-found')
    if (user.groupIds.has(groupId) === (how === 'add')) return ok(204)
    user.groupIds[how](groupId)
    user.updatedDate = undefined
    state.changedUser = user
    return ok(204)
  }
export const putGroupMember = changeMember('add')
export const deleteGroupMember = changeMember('delete')

const presentGroup = ({ groups }: State, id: number) => ({
  id,
  name: `group ${id}`,
  parentId: groups.get(id),
})

/** O1 */
export function putGroup(state: State, call: Call): Expected {
  const id = idOf(call)
  const { parentId } = call.body as { parentId: number | null }
  if (parentId !== null && state.liesIn(parentId, id)) throw new Refused('group-cycle')
  if (parentId !== null && !state.groups.has(parentId)) throw new Refused('parent-not-found')
  const known = state.groups.has(id)
  state.groups.set(id, parentId)
  state.changedReach = true
  return ok(known ? 200 : 201, presentGroup(state, id), known ? {} : { location: `/admin/groups/${id}/` })
}

function existingGroup(state: State, call: Call): number {
  const id = idOf(call)
  if (!state.groups.has(id)) throw new Refused('not-found')
  return id
}

export const getGroup = (state: State, call: Call): Expected =>
  ok(200, presentGroup(state, existingGroup(state, call)))

export function deleteGroup(state: State, call: Call): Expected {
  const id = existingGroup(state, call)
  const inUse =
    [...state.groups.values()].includes(id) ||
    state.users.some((user) => !user.deleted && user.groupIds.has(id)) ||
    state.accounts.some(({ grants }) => grants.some(({ groupId }) => groupId === id))
  if (inUse) throw new Refused('group-in-use')
  state.groups.delete(id)
  state.changedReach = true
  return ok(204)
}

const presentAccount = ({ id, name, grants }: ModelAccount) => ({
  id,
  name,
  grants,
  // A6: by default that of the first grant.
  homeGroupId: grants[0]?.groupId ?? null,
  requestsPerMinute: null,
})

function accountOf({ accounts }: State, call: Call): ModelAccount {
  const account = accounts.find(({ id }) => id === idOf(call))
  if (!account) throw new Refused('not-found')
  return account
}

/** A2b: what the account reaches from now on. */
export function putServiceAccount(state: State, call: Call): Expected {
  const { grants } = call.body as { grants: readonly Grant[] }
  const missing = grants.some(({ groupId }) => !state.groups.has(groupId))
  if (missing) throw new Refused('group-not-found', anyText)
  const account = accountOf(state, call)
  account.grants = grants
  state.changedReach = true
  return ok(200, presentAccount(account))
}

export const getServiceAccount = (state: State, call: Call): Expected =>
  ok(200, presentAccount(accountOf(state, call)))
