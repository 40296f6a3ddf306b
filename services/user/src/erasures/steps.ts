import {
  eraseNotifications,
  eraseRegistrations,
  listErasedRegistrations,
} from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'
import type { IdempotencyKeys } from '../../../platform/store/idempotency-keys.ts'
import type { JobStep } from '../../../platform/store/long-job.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { STEP_SIZE } from '../../../platform/store/in-steps.ts'
import type { Users } from '../users/repository.ts'
import { jobsByService, type JobsByService, type JobsByServiceOptions } from '../person-jobs/jobs.ts'
import type { WorkingService } from '../person-jobs/rules.ts'
import { finalUpdate, WAKES, waitsForRegistration } from './passes.ts'
import { toErasure, type ErasureProgress, type ErasureRecord } from './record.ts'
import type { Erasures } from './repository.ts'
import type { Erasure } from './rules.ts'

/** The number of ids of erased registrations in a response of the registration service. */
export const ERASED_PAGE_SIZE = STEP_SIZE

export type ErasureJobs = JobsByService<ErasureRecord, ErasureProgress>

export interface EraseDeps {
  readonly users: Pick<Users, 'erase'>
  readonly idempotencyKeys: Pick<IdempotencyKeys, 'eraseUser'>
  readonly registrationService: InternalService<'registration'>
  readonly notificationService: InternalService<'notification'>
  readonly erasures: Pick<Erasures, 'writeReceipt'>
  /** Orders the erasures of the other accounts of the person. */
  readonly orderMergedInto: (erasure: Erasure, trace: Trace) => Promise<void>
  readonly stepSize: number
  readonly clock: Clock
}

type Options = EraseDeps & Pick<JobsByServiceOptions<ErasureRecord, ErasureProgress>, 'model' | 'longJob'>

/** The jobs that erase. */
export const createErasureJobs = ({ model, longJob, ...deps }: Options): ErasureJobs =>
  jobsByService({
    name: 'erasure',
    model,
    longJob,
    clock: deps.clock,
    step: (service) => stepIn(service, deps),
    finalUpdate: (service, record) => finalUpdate(service, record, deps.clock.now()),
    wakes: WAKES,
  })

type Step = (
  deps: EraseDeps,
  record: ErasureRecord,
  progress: ErasureProgress,
) => Promise<JobStep<ErasureProgress>>

/** A step of the job that erases the part of a service. It counts the records of all steps and passes. */
const stepIn =
  (service: WorkingService, deps: EraseDeps) =>
  async (
    record: ErasureRecord,
    progress = { records: record.services[service].records, after: 0, afterRegistrationId: 0 },
  ): Promise<JobStep<ErasureProgress>> => {
    const { _id: userId, eventId } = record
    const step = await STEPS[service](deps, record, progress)
    if (step.next !== 'done') return step
    const { records } = step.progress
    // Before the end of the pass is written: by then this process may have lost its lease.
    await deps.erasures.writeReceipt({ userId, eventId, service, records, at: deps.clock.now() })
    return step
  }

/** Registration and notification return `records` in total: their tombstones count all steps and passes. */
const STEPS: Readonly<Record<WorkingService, Step>> = {
  async user({ users, idempotencyKeys, orderMergedInto, stepSize }, record, progress) {
    const { _id: userId, trace } = record
    await orderMergedInto(toErasure(record), trace)
    const isChanged = await users.erase(userId, trace)
    // The records that keys reserve in this service are users.
    const keyCount = await idempotencyKeys.eraseUser(userId, [userId], stepSize)
    const records = progress.records + (isChanged ? 1 : 0) + keyCount
    return { progress: { ...progress, records }, next: keyCount < stepSize ? 'done' : 'step' }
  },

  async registration({ registrationService }, { _id: userId, withRegistrations, trace }, progress) {
    const request = { path: { id: userId }, body: { withRegistrations, after: progress.after } }
    const { done, records, after } = await eraseRegistrations(registrationService, request, trace)
    return { progress: { ...progress, records, after }, next: done ? 'done' : 'step' }
  },

  /**
   * In each pass, the first step does not wait for the registration service. That of the first pass cancels
   * the first e-mails that wait; before it sends one of the others, the sender finds the tombstone. The other
   * steps follow when registration has finished its pass: it names the user's registrations, by which dead
   * letters are found that do not name the user.
   */
  async notification({ registrationService, notificationService }, record, progress) {
    const { _id: id, trace } = record
    const { after, afterRegistrationId } = progress
    const query = afterRegistrationId === 0 ? {} : { afterId: afterRegistrationId }
    const mustWait = waitsForRegistration(record)
    const registrationIds = mustWait
      ? []
      : await listErasedRegistrations(registrationService, { path: { id }, query }, trace)
    const request = { path: { id }, body: { registrationIds, after } }
    const { done, records, after: lastId } = await eraseNotifications(notificationService, request, trace)
    const isLastPage = registrationIds.length < ERASED_PAGE_SIZE
    return {
      progress: {
        records,
        after: lastId,
        afterRegistrationId: done ? (registrationIds.at(-1) ?? afterRegistrationId) : afterRegistrationId,
      },
      // Also if it is not done: the end of registration's pass makes it due again.
      next: mustWait ? 'wait' : done && isLastPage ? 'done' : 'step',
    }
  },
}
