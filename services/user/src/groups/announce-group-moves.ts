import { newTrace } from '../../../shared/trace.ts'
import type { RegistrationAnnouncer } from '../clients/registration-service.ts'
import type { UserMetrics } from '../metrics.ts'
import type { Users } from '../users/repository.ts'
import type { Groups } from './repository.ts'

/** How often {@link announceGroupMoves} runs. Costs one indexed query when no group has moved. */
export const ANNOUNCE_GROUP_MOVES_MS = 5_000
/**
 * `touchMembers` reads the members in pages, by user id. MongoDB gets that order by merging the index ranges of up to 200 groups;
 * for more groups it sorts all their members in memory for each page.
 */
const GROUPS_PER_QUERY = 200

interface Deps {
  readonly groups: Pick<Groups, 'tree' | 'listMoved' | 'markAnnounced'>
  readonly users: Pick<Users, 'touchMembers'>
  readonly registrations: RegistrationAnnouncer
  readonly metrics: UserMetrics
}

/**
 * Finds the groups that have a new parent, and sets a new `updatedDate` on the users in these groups and on the registrations for
 * courses in them, subgroups included, so that callers who poll for changes find what has become visible to them. Visibility itself
 * follows the tree at once. If the process crashes, the next run announces again each group that is not marked as announced.
 *
 * @param stopping when aborted, the run ends after the current batch of groups
 */
export async function announceGroupMoves(
  { groups, users, registrations, metrics }: Deps,
  stopping: AbortSignal,
): Promise<void> {
  const moves = await groups.listMoved()
  metrics.groupMovesWaiting.set(moves.length)
  for (const move of moves) {
    const groupIds = (await groups.tree()).withSubgroups([move.id])
    for (let start = 0; start < groupIds.length; start += GROUPS_PER_QUERY) {
      if (stopping.aborted) return
      const batch = groupIds.slice(start, start + GROUPS_PER_QUERY)
      // Users who have changed since the group moved have a new date already.
      const touched = await users.touchMembers(batch, move.movedAt, newTrace())
      await registrations.announceCoursesOf(batch)
      metrics.movedUsersAnnounced.inc(touched)
      metrics.movedGroupsAnnounced.inc(batch.length)
    }
    // Not marked if the group has moved again meanwhile.
    await groups.markAnnounced(move)
    metrics.groupMovesWaiting.dec()
  }
}
