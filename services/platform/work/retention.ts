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
  /** Removes some of those that are due, or begins to. @returns how many */
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
  const measure = async () => {
    const due = await countDue(until)
    metrics.retentionDue.set({ kind }, due)
    return due
  }
  let removed = 0
  let [before, due] = [Infinity, await measure()]
  // What was begun and is still due is left to the next time.
  while (due > 0 && due < before && !stopping.aborted) {
    removed += await removeDue(until)
    ;[before, due] = [due, await measure()]
  }
  if (removed > 0)
    logger.info({ kind, removed, days }, 'records were removed, because they are kept no longer')
}
