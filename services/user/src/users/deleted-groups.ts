import { NotFound } from '../../../platform/errors.ts'
import { newTrace, type Trace } from '../../../platform/observability/trace.ts'
import type { Groups } from '../groups/repository.ts'
import type { Users } from './repository.ts'
import { withoutDeletedGroups, type User } from './rules.ts'

interface Deps {
  readonly users: Pick<Users, 'change'>
  readonly groups: Pick<Groups, 'protectFromDeletion'>
}

/** What a write has stored. */
export type WrittenUser = Pick<User, 'id' | 'groupIds' | 'deleted'>

/**
 * Undoes writes that put users into groups which were deleted between the check and the write: no account
 * could see these users. To be called after every write of groups. A process that ends before that leaves it
 * to the relay, which calls it before the event of the write counts as published.
 *
 * @returns the deleted groups; the deletion of any other one, if it was in progress, is cancelled
 */
export async function undoInDeletedGroups(
  { users, groups }: Deps,
  written: readonly WrittenUser[],
  trace: Trace = newTrace(),
): Promise<readonly number[]> {
  const present = written.filter(({ deleted }) => !deleted)
  const joined = new Set(present.flatMap(({ groupIds }) => groupIds))
  if (joined.size === 0) return []
  const deleted = await groups.protectFromDeletion([...joined])
  if (deleted.length === 0) return []
  for (const user of present) {
    if (!user.groupIds.some((id) => deleted.includes(id))) continue
    const undo = (current: User, now: Date) => withoutDeletedGroups(current, user, deleted, now)
    await users.change(user.id, trace, undo).catch((error: unknown) => {
      // Another process has undone it.
      if (!(error instanceof NotFound)) throw error
    })
  }
  return deleted
}
