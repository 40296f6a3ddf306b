import type { User, UserUpdateInput } from '@rollcall/client'
import type { SyncResult } from '../plan.ts'
import { isExpired } from '../user.ts'
import { endAt } from './leavers.ts'
import { loginNameOfLeaver, temporaryLoginName } from './login-names.ts'
import type { PlannedUsers } from './planned-users.ts'
import { changedMeanwhile, type UserResults } from './results.ts'
import type { ChangeOutcome } from './service.ts'
import type { UserSync } from './user-sync.ts'

/** Carries a plan out: first login names become free, then the rows are written, and then people leave. */
export async function* execute(
  planned: PlannedUsers,
  results: UserResults,
  sync: UserSync,
): AsyncGenerator<SyncResult> {
  const { service } = sync
  const { rows, remove, loginNames } = planned
  yield* service.forEach(loginNames.leavers, async (user) => {
    const outcome = await leave(user, sync, { loginName: loginNameOfLeaver(user) })
    return results.ofLeaver(user, outcome)
  })
  yield* giveTemporaryNames(planned, sync)
  let isUnclear = false
  for await (const sent of service.write(rows)) {
    const result = results.ofRow(sent)
    isUnclear ||= !result.ok && sent.item.userId === undefined
    yield result
  }
  // The service would have created this person a moment ago.
  if (isUnclear && remove.length > 0) throw new Error(CHANGED_MEANWHILE)
  const gone = new Set(loginNames.leavers)
  const others = remove.filter((user) => !gone.has(user))
  yield* service.forEach(others, async (user) => results.ofLeaver(user, await leave(user, sync)))
}

const CHANGED_MEANWHILE =
  'A user could not be created who could be a moment ago, so no user is removed. Run the same command again.'

/** Ends an account. The date of a leaver who has left before stays. */
function leave(
  user: User,
  { service, options, now }: UserSync,
  fields: UserUpdateInput = {},
): Promise<ChangeOutcome> {
  if (options.leavers === 'delete') return service.delete(user)
  const expiry = isExpired(user, now) ? {} : { expirationDate: endAt(now) }
  return service.update(user, { ...expiry, ...fields })
}

/** So that people can exchange their login names. Only failures are results: their rows follow. */
async function* giveTemporaryNames(
  { loginNames }: PlannedUsers,
  { members, service }: UserSync,
): AsyncGenerator<SyncResult> {
  const users = loginNames.exchanging.flatMap(({ userId }) => members.users.get(String(userId)) ?? [])
  const renamed = service.forEach(users, async (user) => ({
    user,
    outcome: await service.update(user, { loginName: temporaryLoginName(user.id) }),
  }))
  for await (const { user, outcome } of renamed)
    if (outcome === 'changed-meanwhile') yield changedMeanwhile(user)
}
