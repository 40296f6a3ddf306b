import type { Call, UserBody } from './calls.ts'
import {
  anyText,
  ok,
  Refused,
  REQUIRED_OF_USERS,
  USER_FIELDS,
  type Expected,
  type ModelUser,
} from './records.ts'
import { freshId, once, presentUser, requireFreeUser, requireTag, requireUserFields } from './rules.ts'
import type { State } from './state.ts'

/** What an answer shows of a user that the model can't know. */
export interface SeenUser {
  readonly id: number
  readonly createdDate: string
  readonly updatedDate: string
}

/** A6, R11, R15 */
export function createUser(state: State, call: Call, seen: SeenUser): Expected {
  const account = state.administrator(call)
  const body = call.body as UserBody
  requireUserFields(body)
  if (REQUIRED_OF_USERS.some((field) => body[field] === undefined)) throw new Refused('invalid-request')
  const groupId = call.query?.groupId ?? account.grants[0]?.groupId
  if (groupId === undefined || !state.userGroups(account).includes(groupId))
    throw new Refused('group-out-of-reach')
  const fields = { ...Object.fromEntries(USER_FIELDS.map((field) => [field, ''])), ...body }
  const build = (id: number): ModelUser => ({
    id,
    fields,
    groupIds: new Set([groupId]),
    deleted: false,
    createdDate: seen.createdDate,
    updatedDate: seen.createdDate,
  })
  if (call.validateOnly) {
    requireFreeUser(state.users, 0, fields)
    return ok(200, presentUser(build(0)), { 'preference-applied': 'validate-only', vary: 'Prefer' })
  }
  return once(state, call, { groupId, ...body }, () => {
    requireFreeUser(state.users, 0, fields)
    const user = build(freshId(seen, state.users))
    state.users.push(user)
    const answer = ok(201, presentUser(user), { location: `/users/${user.id}/`, vary: 'Prefer' })
    return {
      answer,
      mayNotReplay: () => (state.administers(account, user) ? undefined : 'user-out-of-reach'),
    }
  })
}

export function getUser(state: State, call: Call, seen: unknown): Expected {
  const shown = presentUser(reachable(state, call), seen)
  return call.ifNoneMatch?.shown === JSON.stringify(shown) ? ok(304, undefined) : ok(200, shown)
}

/** R17, S6 */
export function updateUser(state: State, call: Call, seen: SeenUser): Expected {
  state.administrator(call)
  const body = call.body as UserBody
  requireUserFields(body)
  const user = reachable(state, call)
  if (call.ifMatch) requireTag(call.ifMatch, presentUser(user))
  const fields = { ...user.fields, ...body }
  if (JSON.stringify(fields) === JSON.stringify(user.fields)) return ok(200, presentUser(user, seen))
  requireFreeUser(state.users, user.id, fields)
  user.fields = fields
  state.changedUser = user
  user.updatedDate = [user.updatedDate ?? '', seen.updatedDate].sort().at(-1)
  return ok(200, presentUser(user))
}

export const replaceUserByExternalId = updateUser
export const patchUserByExternalId = updateUser

export function deleteUser(state: State, call: Call): Expected {
  const user = reachable(state, call)
  if (call.ifMatch) requireTag(call.ifMatch, presentUser(user))
  user.deleted = true
  state.changedUser = user
  return ok(204, undefined)
}

/** A4, R16 */
function reachable(state: State, call: Call): ModelUser {
  const account = state.administrator(call)
  const user = state.user(call.target)
  if (!user) throw new Refused('not-found')
  if (!state.administers(account, user)) throw new Refused('user-out-of-reach')
  return user
}

/** R14, R16 */
export function listUsers(state: State, call: Call): Expected {
  const reach = state.userGroups(state.administrator(call))
  const { walk, query = {} } = call
  const { groupId, includeDeleted, limit = 100 } = query
  const groups = reach.filter((id) => groupId === undefined || state.liesIn(id, groupId))
  const all = state.users
    .filter(({ groupIds }) => groups.some((id) => groupIds.has(id)))
    .filter(({ deleted }) => includeDeleted || !deleted)
    .map((user) => ({
      ...presentUser(user),
      // A membership or a deletion moves the date without an answer that shows it.
      updatedDate: anyText,
      ...(user.deleted ? { deleted: true } : {}),
    }))
  return ok(200, walk ? all : all.slice(0, limit), {
    vary: 'Prefer',
    ...(!walk && all.length > limit ? { link: 'next' } : {}),
  })
}
