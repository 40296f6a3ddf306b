import { endOfPass, endOfWork } from '../person-jobs/passes.ts'
import { WORKING_SERVICES, type WorkingService } from '../person-jobs/rules.ts'
import type { MergeRecord } from './record.ts'
import type { Merge } from './rules.ts'

/** The services that have something to do when the accounts are one. */
export const AFTER_USER = ['registration', 'notification'] as const

/** What is written when a service has finished a pass. This one has no second: the account is deleted. */
export function finalUpdate(service: WorkingService, record: MergeRecord, now: Date) {
  if (service !== 'user') return endOfPass(service, record, now)
  return {
    $set: Object.fromEntries(AFTER_USER.map((name) => [`work.${name}.dueAt`, now])),
    $unset: endOfWork(service),
  }
}

/** What is written when a merge is stopped. */
export const stopped = (reason: Merge['reason'], now: Date) => ({
  $set: { reason, finishedAt: now },
  $unset: Object.assign({ inProgress: '' }, ...WORKING_SERVICES.map(endOfWork)) as object,
})
