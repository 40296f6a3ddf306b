import type { Call } from './calls.ts'
import { anyText, ok, Refused, type Expected } from './records.ts'
import { presentUser } from './rules.ts'
import type { State } from './state.ts'

/** R12–R14 */
export function listRegistrations(state: State, call: Call): Expected {
  const account = state.registrar(call)
  const { walk, countExact, query = {} } = call
  const { limit = 100, offset = 0, course_id, user_id, status, updated_after } = query
  if (limit < 0 || offset < 0) throw new Refused('invalid-request')
  const all = state.registrations
    .filter((one) => state.counts(one) && state.sees(account, one))
    .filter(({ courseId }) => course_id === undefined || courseId === course_id)
    .filter(({ user }) => user_id === undefined || user.id === user_id)
    .filter((one) => status === undefined || one.status === status)
    .filter(({ updatedDate }) => updated_after === undefined || updatedDate > updated_after)
    .sort((a, b) => a.id - b.id)
    .map((one) => state.present(one))
  const counted = { 'preference-applied': 'count=exact', 'x-total-count': String(all.length) }
  return ok(200, walk ? all.slice(offset) : all.slice(offset, offset + limit), {
    vary: 'Prefer',
    ...(!walk && all.length > offset + limit ? { link: 'next' } : {}),
    ...(countExact ? counted : {}),
  })
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
