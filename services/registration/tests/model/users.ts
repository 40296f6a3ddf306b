import type { Schemas } from '../../../shared/contract/schema.ts'
import {
  anyText,
  freshId,
  ok,
  page,
  preferring,
  Refused,
  requireTag,
  unlessKnown,
  type Expected,
} from './answers.ts'
import type { Call, UserBody } from './calls.ts'
import type { ModelUser, State } from './state.ts'

const REQUIRED = ['email', 'firstName', 'lastName', 'loginName']
const OPTIONAL = ['address', 'address2', 'city', 'country', 'expirationDate', 'externalId', 'state', 'zip']
const ANSWERS = ['ovFormWithInput12', 'workSettingsOtherSpecify', 'workSettingsPrivateIndustryExcept']
const NOTHING_SAID = Object.fromEntries([...REQUIRED, ...OPTIONAL, ...ANSWERS].map((field) => [field, '']))

/** What an answer shows of a user that the model can't know. */
type SeenUser = Pick<Schemas['User'], 'id' | 'createdDate' | 'updatedDate'>

/** A6, R11, R15 */
export function createUser(state: State, call: Call, seen: SeenUser): Expected {
  const account = state.caller(call)
  const body = call.body as UserBody
  requireFields(body)
  if (REQUIRED.some((field) => body[field] === undefined)) throw new Refused('invalid-request')
  const groupId = call.query?.groupId ?? account.grants[0]?.groupId
  if (groupId === undefined || !state.userGroups(account).includes(groupId))
    throw new Refused('group-out-of-reach')
  const fields = { ...NOTHING_SAID, ...body }
  return state.once(call, { groupId, ...body }, () => {
    requireFree(state, 0, fields)
    const user: ModelUser = {
      id: call.validateOnly ? 0 : freshId(seen, state.users),
      fields,
      groupIds: new Set([groupId]),
      deleted: false,
      createdDate: seen.createdDate,
      updatedDate: seen.createdDate,
    }
    const [shown, headers, location] = [presentUser(user), preferring(call), `/users/${user.id}/`]
    if (!call.validateOnly) state.users.push(user)
    return {
      answer: call.validateOnly ? ok(200, shown, headers) : ok(201, shown, { ...headers, location }),
      mayNotReplay: () => (state.administers(account, user) ? undefined : 'user-out-of-reach'),
    }
  })
}

export const getUser = (state: State, call: Call, seen: SeenUser): Expected =>
  unlessKnown(call, presentUser(reachable(state, call), seen))

/** R17, S6 */
export function updateUser(state: State, call: Call, seen: SeenUser): Expected {
  state.caller(call)
  const body = call.body as UserBody
  requireFields(body)
  const user = reachable(state, call)
  if (call.ifMatch) requireTag(call.ifMatch, presentUser(user))
  const fields = { ...user.fields, ...body }
  if (JSON.stringify(fields) === JSON.stringify(user.fields)) return ok(200, presentUser(user, seen))
  requireFree(state, user.id, fields)
  user.fields = fields
  state.changedUser = user
  user.updatedDate = [user.updatedDate ?? '', seen.updatedDate].sort().at(-1)
  return ok(200, presentUser(user))
}

export const replaceUserByExternalId = updateUser
export const patchUserByExternalId = updateUser

export function deleteUser(state: State, call: Call): Expected {
  const user = reachable(state, call)
  requireTag(call.ifMatch, presentUser(user))
  user.deleted = true
  state.changedUser = user
  return ok(204)
}

/** R14, R16 */
export function listUsers(state: State, call: Call): Expected {
  const scope = state.userGroups(state.caller(call))
  const { groupId, includeDeleted } = call.query ?? {}
  const groups = scope.filter((id) => groupId === undefined || state.liesIn(id, groupId))
  const all = state.users
    .filter(({ groupIds }) => groups.some((id) => groupIds.has(id)))
    .filter(({ deleted }) => includeDeleted || !deleted)
    .map((user) => ({
      ...presentUser(user),
      // A membership or a deletion moves the date without an answer that shows it.
      updatedDate: anyText,
      ...(user.deleted ? { deleted: true } : {}),
    }))
  return page(call, all)
}

/** A4, R16 */
function reachable(state: State, call: Call): ModelUser {
  const account = state.caller(call)
  const user = state.user(call.target)
  if (!user) throw new Refused('not-found')
  if (!state.administers(account, user)) throw new Refused('user-out-of-reach')
  return user
}

/** R17, R19, of the values that sequences send. */
function requireFields(body: UserBody): void {
  if (REQUIRED.some((field) => body[field] === '')) throw new Refused('invalid-request')
  if (body['country'] === 'XX') throw new Refused('invalid-request')
}

/** R15 */
function requireFree(state: State, id: number, { loginName, externalId }: UserBody): void {
  const others = state.users.filter((user) => user.id !== id && !user.deleted)
  const wanted = loginName?.toLowerCase()
  if (others.some(({ fields }) => fields['loginName']?.toLowerCase() === wanted))
    throw new Refused('login-name-taken')
  if (externalId && others.some(({ fields }) => fields['externalId'] === externalId))
    throw new Refused('user-external-id-taken')
}

/** `seen` shows the date of the last change where that is not known. */
export function presentUser(user: ModelUser, seen?: SeenUser): Record<string, unknown> {
  user.updatedDate ??= seen?.updatedDate
  const { id, fields, createdDate, updatedDate } = user
  return { id, ...fields, createdDate, updatedDate }
}
