import type { Clock } from '../domain/time.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Outbox } from './outbox.ts'

interface Deps {
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'outboxAge'>
}

/** Measures how long the oldest pending event of an outbox has been waiting. One indexed query. */
export async function measureOutboxAge(
  outbox: Pick<Outbox, 'types' | 'oldest'>,
  { clock, metrics }: Deps,
): Promise<void> {
  const oldest = await outbox.oldest()
  for (const type of outbox.types) {
    const since = oldest?.type === type ? Date.parse(oldest.payload.occurredAt) : Infinity
    // The clock of the process that stored the event may be ahead.
    metrics.outboxAge.set({ type }, Math.max(0, clock.now().getTime() - since) / 1_000)
  }
}

/** When the oldest pending event of these outboxes was stored; undefined when none is pending. */
export async function oldestPendingEvent(outboxes: readonly Outbox[]): Promise<Date | undefined> {
  const oldest = await Promise.all(outboxes.map((outbox) => outbox.oldest()))
  const dates = oldest.flatMap((event) => (event ? [event.payload.occurredAt] : []))
  const [first] = dates.toSorted()
  return first === undefined ? undefined : new Date(first)
}
