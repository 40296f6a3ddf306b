import { beginTrace } from '../../../shared/trace.ts'
import type { MovedCourses } from '../clients/registration-service.ts'
import type { UserMetrics } from '../metrics.ts'
import type { Users } from '../users/repository.ts'
import type { Groups } from './repository.ts'

/** How often {@link announceMoved} runs. Costs one indexed query when no group has moved. */
export const ANNOUNCE_MOVED_MS = 5_000
/** MongoDB merges the ranges of so many groups in the order of the users. */
const GROUPS_AT_ONCE = 200

interface Deps {
  readonly groups: Pick<Groups, 'tree' | 'listMoved' | 'markAnnounced'>
  readonly users: Pick<Users, 'touchMembers'>
  readonly movedCourses: MovedCourses
  readonly metrics: UserMetrics
}

/**
 * Gives the users of moved groups and the registrations for their courses a new date, so that callers who poll for changes find
 * what has become visible to them. What an account sees does not depend on this. After a crash the group is announced again.
 *
 * @param stopping ends the run after the groups that are being announced
 */
export async function announceMoved(
  { groups, users, movedCourses, metrics }: Deps,
  stopping: AbortSignal,
): Promise<void> {
  const moves = await groups.listMoved()
  metrics.groupMovesWaiting.set(moves.length)
  for (const moved of moves) {
    const all = (await groups.tree()).withSubgroups([moved.id])
    for (let i = 0; i < all.length; i += GROUPS_AT_ONCE) {
      if (stopping.aborted) return
      const some = all.slice(i, i + GROUPS_AT_ONCE)
      const touched = await users.touchMembers(some, moved.movedAt, beginTrace(undefined, undefined))
      await movedCourses.announce(some)
      metrics.movedUsersAnnounced.inc(touched)
      metrics.movedGroupsAnnounced.inc(some.length)
    }
    await groups.markAnnounced(moved)
    metrics.groupMovesWaiting.dec()
  }
}
