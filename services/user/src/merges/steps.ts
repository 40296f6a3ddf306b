import { InvalidRequest, NotFound } from '../../../platform/errors.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import {
  mergeDeliveries,
  mergeRegistrations,
  planRegistrationMerge,
} from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'
import type { JobStep } from '../../../platform/store/long-job.ts'
import type { Groups } from '../groups/repository.ts'
import { jobsByService, type JobsByService, type JobsByServiceOptions } from '../person-jobs/jobs.ts'
import type { PersonJobProgress } from '../person-jobs/record.ts'
import type { WorkingService } from '../person-jobs/rules.ts'
import { undoInDeletedGroups } from '../users/deleted-groups.ts'
import type { Users } from '../users/repository.ts'
import { joinGroupsOf, markMerged, type User } from '../users/rules.ts'
import { AFTER_USER, finalUpdate } from './passes.ts'
import type { MergeRecord } from './record.ts'
import type { Merges } from './repository.ts'
import { stopReason } from './rules.ts'

export type MergeJobs = JobsByService<MergeRecord, PersonJobProgress>

export interface MergeDeps {
  readonly users: Pick<Users, 'find' | 'change' | 'endMerge' | 'redirectMerged'>
  readonly groups: Pick<Groups, 'protectFromDeletion'>
  readonly registrationService: InternalService<'registration'>
  readonly notificationService: InternalService<'notification'>
  readonly merges: Pick<Merges, 'writeReceipt' | 'stop'>
  readonly clock: Clock
}

type Options = MergeDeps & Pick<JobsByServiceOptions<MergeRecord, PersonJobProgress>, 'model' | 'longJob'>

/** The jobs that merge: this service first, so that nothing new is registered for the account that goes. */
export const createMergeJobs = ({ model, longJob, ...deps }: Options): MergeJobs =>
  jobsByService({
    name: 'merge',
    model,
    longJob,
    clock: deps.clock,
    step: (service) => stepIn(service, deps),
    finalUpdate: (service, record) => finalUpdate(service, record, deps.clock.now()),
    wakes: { user: AFTER_USER },
  })

const BEGIN: PersonJobProgress = { records: 0, after: 0 }

/** The two accounts as they are. */
interface Present {
  readonly from: User
  readonly into: User
}

const stepIn =
  (service: WorkingService, deps: MergeDeps) =>
  async (record: MergeRecord, progress = BEGIN): Promise<JobStep<PersonJobProgress>> => {
    const { users, merges, clock } = deps
    const { _id: fromId, intoId } = record
    const from = await users.find(fromId)
    if (!from) throw new Error(`user ${fromId}, who is merged, does not exist`)
    const into = await accountLeft(users, from.mergedInto ?? intoId)
    const reason = stopReason(from, into)
    if (reason || !into) {
      // After the first pass the merge is finished: the second one finds what came late.
      if (record.work[service].passes > 0) return { progress, next: 'done' }
      await users.endMerge(fromId, record.trace)
      await merges.stop(fromId, reason ?? 'into-erased', clock.now())
      return { progress, next: 'done' }
    }
    const step = await STEPS[service](deps, { record, from, into }, progress)
    if (step.next === 'done') {
      const { records, counted = 0 } = step.progress
      await merges.writeReceipt(fromId, { service, records: Math.max(records, counted), at: clock.now() })
    }
    return step
  }

/** That account, or the one that it was merged into itself after the first pass. */
async function accountLeft(users: MergeDeps['users'], id: number): Promise<User | undefined> {
  const user = await users.find(id)
  return user?.mergedInto === undefined ? user : await users.find(user.mergedInto)
}

type Step = (
  deps: MergeDeps,
  merge: Present & { readonly record: MergeRecord },
  progress: PersonJobProgress,
) => Promise<JobStep<PersonJobProgress>>

const STEPS: Readonly<Record<WorkingService, Step>> = {
  /**
   * The account that goes first: this write decides. If that account is deleted before, nothing has to be
   * undone; afterwards its groups stay as they are until the account that is left has joined them.
   */
  async user({ users, groups, merges, clock }, { record, from, into }, progress) {
    const { _id: fromId, intoId, trace } = record
    const merge = (user: User, now: Date) => markMerged(user, into, now)
    try {
      const gone = from.mergedInto === undefined ? (await users.change(fromId, trace, merge)).user : from
      // A group that neither of them is in can be deleted.
      const deleted = await groups.protectFromDeletion(gone.groupIds)
      const groupIds = gone.groupIds.filter((id) => !deleted.includes(id))
      const join = (user: User, now: Date) => joinGroupsOf(user, { groupIds }, now)
      const joined = await users.change(intoId, trace, join)
      const undone = await undoInDeletedGroups({ users, groups }, [joined.user], trace)
      if (undone.length > 0) return { progress, next: 'step' }
      await users.redirectMerged(fromId, intoId)
      return { progress: { ...progress, records: 2 }, next: 'done' }
    } catch (error) {
      if (error instanceof InvalidRequest) await merges.stop(fromId, 'too-many-groups', clock.now())
      // Deleted meanwhile: the next step says which.
      else if (!(error instanceof NotFound)) throw error
      return { progress, next: error instanceof InvalidRequest ? 'done' : 'step' }
    }
  },

  async registration({ registrationService }, { record, from, into }, progress) {
    // Before the first step: a call that is repeated without a response does not find what it has given.
    if (progress.counted === undefined) {
      const path = { id: from.id, intoId: into.id }
      const { registrations } = await planRegistrationMerge(registrationService, { path }, record.trace)
      return { progress: { ...progress, counted: registrations }, next: 'step' }
    }
    const { records, after } = progress
    const { id: userId, version, externalId, groupIds } = into
    const body = {
      into: { userId, version, externalId, groupIds: [...groupIds] },
      operatorName: record.operatorName,
      after,
    }
    const request = { path: { id: from.id }, body }
    const step = await mergeRegistrations(registrationService, request, record.trace)
    const merged = { ...progress, records: records + step.records, after: step.after }
    return { progress: merged, next: step.done ? 'done' : 'step' }
  },

  async notification({ notificationService }, { record, from, into }, { records, after }) {
    const request = { path: { id: from.id }, body: { intoId: into.id, after } }
    const step = await mergeDeliveries(notificationService, request, record.trace)
    const progress = { records: records + step.records, after: step.after }
    return { progress, next: step.done ? 'done' : 'step' }
  },
}
