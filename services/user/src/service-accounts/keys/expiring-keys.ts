import type { Clock } from '../../../../platform/domain/time.ts'
import type { UserMetrics } from '../../metrics.ts'
import type { Keys } from './repository.ts'
import { toBeRotated } from './rules.ts'

/** How often {@link measureExpiringKeys} runs. The alert waits much longer. */
export const MEASURE_KEYS_MS = 60_000

interface Deps {
  readonly keys: Pick<Keys, 'countAll'>
  readonly clock: Clock
  readonly metrics: UserMetrics
}

/** Measures how many keys have to be rotated: they expire soon and are in use. One count. */
export async function measureExpiringKeys({ keys, clock, metrics }: Deps): Promise<void> {
  const now = clock.now()
  metrics.keysExpiring.set(await keys.countAll(toBeRotated(now), now))
}
