import type { Logger } from '../../../shared/logger.ts'
import type { Part } from '../../../shared/process/part.ts'
import type { Clock } from '../../../shared/time.ts'
import type { UserMetrics } from '../metrics.ts'
import type { Keys } from './repository.ts'
import { toBeRotated } from './rules.ts'

/** The alert waits much longer. One count each time, however often the metrics are scraped. */
const MEASURE_MS = 60_000

interface Deps {
  readonly keys: Pick<Keys, 'countAll'>
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: UserMetrics
}

/** Measures how many keys have to be rotated: they expire soon and are in use. */
export class ExpiringKeys implements Part {
  readonly name = 'expiring keys'
  readonly #deps: Deps
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => void this.measure(), MEASURE_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async measure(): Promise<void> {
    const { keys, clock, metrics, logger } = this.#deps
    try {
      const now = clock.now()
      metrics.keysExpiring.set(await keys.countAll(toBeRotated(now), now))
    } catch (error) {
      // An unavailable database has its own metric. The last count stays until it is back.
      logger.debug({ err: error }, 'could not count the keys that expire')
    }
  }
}
