import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Clock } from '../domain/time.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface Retention {
  /** What the records are: the label of the metric. */
  readonly kind: string
  /** How long they are kept; 0 without a limit. */
  readonly days: number
  readonly countDue: (until: Date) => Promise<number>
  /** Removes some of those that are due. @returns how many; 0 when none is left */
  readonly removeDue: (until: Date) => Promise<number>
}

interface Deps {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Pick<Metrics, 'retentionDue'>
}

/**
 * Removes records that are past their retention. The metric shows what is left meanwhile and afterwards.
 * Several processes may do so at the same time.
 */
export async function removeExpired(
  { kind, days, countDue, removeDue }: Retention,
  { clock, logger, metrics }: Deps,
  stopping: AbortSignal,
): Promise<void> {
  const until = new Date(clock.now().getTime() - days * DAY_MS)
  let removed = 0
  for (;;) {
    metrics.retentionDue.set({ kind }, await countDue(until))
    const count = stopping.aborted ? 0 : await removeDue(until)
    removed += count
    if (count === 0) break
  }
  if (removed > 0)
    logger.info({ kind, removed, days }, 'records were removed, because they are kept no longer')
}
