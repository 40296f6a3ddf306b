import type { CreateUser, DeleteUser, Read, Target, UpdateUser } from './calls.ts'
import { once } from './creating.ts'
import { ok, Refused, REQUIRED_OF_USERS, USER_FIELDS, type Expected, type ModelUser } from './records.ts'
import { freshId, presentUser, requireFreeUser, requireTag, requireUserFields } from './rules.ts'
import type { State } from './state.ts'

/** What an answer shows of a user that the model can't know. */
export interface SeenUser {
  readonly id: number
  readonly createdDate: string
  readonly updatedDate: string
}

/** A6, R11, R15 */
export function createUser(state: State, call: CreateUser, seen: SeenUser): Expected {
  const account = state.administrator(call.account)
  requireUserFields(call.body)
  if (REQUIRED_OF_USERS.some((field) => call.body[field] === undefined)) throw new Refused('invalid-request')
  const groupId = call.groupId ?? account.grants[0]?.groupId
  if (groupId === undefined || !state.userGroups(account).includes(groupId)) throw new Refused('forbidden')
  const fields = { ...Object.fromEntries(USER_FIELDS.map((field) => [field, ''])), ...call.body }
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
  return once(state, call, { groupId, ...call.body }, () => {
    requireFreeUser(state.users, 0, fields)
    const user = build(freshId(seen, state.users))
    state.users.push(user)
    const answer = ok(201, presentUser(user), { location: `/users/${user.id}/`, vary: 'Prefer' })
    return { answer, mayReplay: () => state.administers(account, user) }
  })
}

export function getUser(state: State, { account, target, ifNoneMatch }: Read, seen: unknown): Expected {
  const shown = presentUser(reachable(state, account, target), seen)
  return ifNoneMatch?.shown === JSON.stringify(shown) ? ok(304, undefined) : ok(200, shown)
}

/** R17, S6 */
export function updateUser(state: State, call: UpdateUser, seen: SeenUser): Expected {
  state.administrator(call.account)
  requireUserFields(call.body)
  const user = reachable(state, call.account, call.target)
  if (call.ifMatch) requireTag(call.ifMatch, presentUser(user))
  const fields = { ...user.fields, ...call.body }
  if (JSON.stringify(fields) === JSON.stringify(user.fields)) return ok(200, presentUser(user, seen))
  requireFreeUser(state.users, user.id, fields)
  user.fields = fields
  state.changedUser = user
  user.updatedDate = [user.updatedDate ?? '', seen.updatedDate].sort().at(-1)
  return ok(200, presentUser(user))
}

export function deleteUser(state: State, { account, target, ifMatch }: DeleteUser): Expected {
  const user = reachable(state, account, target)
  if (ifMatch) requireTag(ifMatch, presentUser(user))
  user.deleted = true
  state.changedUser = user
  return ok(204, undefined)
}

/** A4, R16 */
function reachable(state: State, position: number, target: Target): ModelUser {
  const account = state.administrator(position)
  const user = state.user(target)
  if (!user) throw new Refused('not-found')
  if (!state.administers(account, user)) throw new Refused('forbidden')
  return user
}
