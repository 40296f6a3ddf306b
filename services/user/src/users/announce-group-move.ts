import type { JobStep } from '../../../platform/store/long-job.ts'
import { announceMovedCourses } from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'
import { newTrace } from '../../../platform/observability/trace.ts'
import type { UserMetrics } from '../metrics.ts'
import type { Users } from './repository.ts'
import type { AnnouncementProgress, GroupRecord } from '../groups/record.ts'
import type { Groups } from '../groups/repository.ts'

/**
 * `touchMembers` reads the members in pages, by user id. MongoDB gets that order by merging the index ranges
 * of up to 200 groups; for more groups it sorts all their members in memory for each page.
 */
const GROUPS_PER_QUERY = 200
/** A step ends after this time, so that it is done long before its lease expires. */
const MAX_STEP_MS = 2_000
const BEGIN: AnnouncementProgress = { afterGroupId: 0, kind: 'users', afterId: 0 }

interface Deps {
  readonly groups: Pick<Groups, 'tree'>
  readonly users: Pick<Users, 'touchMembers'>
  readonly registrationService: InternalService<'registration'>
  readonly metrics: UserMetrics
  readonly stepSize: number
}

/**
 * A step of the job that announces a moved group: sets a new `updatedDate` on users in the group and on
 * registrations for courses in it, subgroups included, so that callers who poll for changes find what has
 * become visible to them. Visibility itself follows the tree at once.
 */
export const announceGroupMove =
  ({ groups, users, registrationService, metrics, stepSize }: Deps) =>
  async (
    { _id, movedAt }: GroupRecord,
    progress: AnnouncementProgress = BEGIN,
  ): Promise<JobStep<AnnouncementProgress>> => {
    if (!movedAt) throw new Error(`group ${_id} is to be announced and has not moved`)
    const groupIds = (await groups.tree()).withSubgroups([_id])
    const endsAt = performance.now() + MAX_STEP_MS
    let { afterGroupId, kind, afterId } = progress
    for (let records = 0; records < stepSize && performance.now() < endsAt;) {
      const first = groupIds.findIndex((id) => id > afterGroupId)
      if (first < 0) return { progress: BEGIN, next: 'done' }
      const batch = groupIds.slice(first, first + GROUPS_PER_QUERY)
      const range = { afterId, limit: stepSize }
      const step =
        kind === 'users'
          ? // Users who have changed since the group moved have a new date already.
            await users.touchMembers(batch, movedAt, range, newTrace())
          : await announceMovedCourses(registrationService, {
              body: { groupIds: batch, movedAt: movedAt.toISOString(), after: afterId },
            })
      records += step.records
      if (kind === 'users') metrics.movedUsersAnnounced.inc(step.records)
      afterId = step.done ? 0 : step.after
      if (!step.done) continue
      if (kind === 'courses') {
        afterGroupId = batch.at(-1) as number
        metrics.movedGroupsAnnounced.inc(batch.length)
      }
      kind = kind === 'users' ? 'courses' : 'users'
    }
    return { progress: { afterGroupId, kind, afterId }, next: 'step' }
  }
