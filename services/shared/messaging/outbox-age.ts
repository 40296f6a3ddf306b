import type { Clock } from '../time.ts'
import type { Metrics } from '../metrics.ts'
import type { Outbox } from './outbox.ts'

interface Deps {
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'outboxAge'>
}

/** Measures how long the oldest pending event of an outbox has been waiting. One indexed query. */
export async function measureOutboxAge(
  outbox: Pick<Outbox, 'type' | 'oldest'>,
  { clock, metrics }: Deps,
): Promise<void> {
  const since = await outbox.oldest()
  // The clock of the process that stored the event may be ahead.
  const ageMs = since ? Math.max(0, clock.now().getTime() - since.getTime()) : 0
  metrics.outboxAge.set({ type: outbox.type }, ageMs / 1_000)
}
