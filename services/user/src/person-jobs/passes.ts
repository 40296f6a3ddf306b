import type { PersonJobRecord } from './record.ts'
import type { WorkingService } from './rules.ts'

/** Longer than any request takes that was in progress and may still store something about the user. */
const SECOND_PASS_AFTER_MS = 2 * 60_000

type Update = Readonly<Record<string, unknown>>

/** What is removed when a service has nothing to do, or not before another one has finished. */
export const endOfWork = (service: WorkingService): Update => ({
  [`work.${service}.dueAt`]: '',
  ...endOfClaim(service),
})

const endOfClaim = (service: WorkingService): Update => ({
  [`work.${service}.claim`]: '',
  [`work.${service}.progress`]: '',
})

/** What is written when a service has finished a pass: when the second one is due, or that none is left. */
export function endOfPass<P>(
  service: WorkingService,
  { work }: PersonJobRecord<P>,
  now: Date,
): { readonly $set: Update; readonly $unset: Update } {
  const of = `work.${service}`
  const { passes } = work[service]
  if (passes > 0) return { $set: { [`${of}.passes`]: passes + 1 }, $unset: endOfWork(service) }
  const dueAt = new Date(now.getTime() + SECOND_PASS_AFTER_MS)
  return { $set: { [`${of}.passes`]: 1, [`${of}.dueAt`]: dueAt }, $unset: endOfClaim(service) }
}
