import { endOfPass } from '../person-jobs/passes.ts'
import type { WorkingService } from '../person-jobs/rules.ts'
import type { ErasureRecord } from './record.ts'

/*
 * Each service erases twice, and notification finishes each pass after registration:
 *
 * | event                                   | due next                                                    |
 * | --------------------------------------- | ----------------------------------------------------------- |
 * | an erasure is ordered                   | all three                                                   |
 * | a service has finished its first pass   | its second one, two minutes later                           |
 * | notification has to wait                | nothing, until registration has finished the pass           |
 * | registration has finished a pass        | also notification: at once, or when its second pass is due  |
 */

/**
 * Whether registration has not yet finished the pass that notification is in. Until then, registration may
 * send messages about the user.
 */
export const waitsForRegistration = ({ work }: ErasureRecord): boolean =>
  work.registration.passes <= work.notification.passes

/** The services that continue when one has finished. */
export const WAKES = { registration: ['notification'] } as const

/** What is written when a service has finished a pass. */
export function finalUpdate(service: WorkingService, record: ErasureRecord, now: Date) {
  const { $set, $unset } = endOfPass(service, record, now)
  if (service !== 'registration') return { $set, $unset }
  const continued = { 'work.notification.dueAt': now }
  // A process that works on it does not know this, and loses its claim.
  const released = { ...$unset, 'work.notification.claim': '' }
  // After the first pass notification continues at once. After the second pass too, unless its own second
  // pass is due later.
  return record.work.registration.passes === 0
    ? { $set: { ...$set, ...continued }, $unset: released }
    : { $set, $max: continued, $unset: released }
}
