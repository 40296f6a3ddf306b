import type { Clock } from '../time.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Part } from '../process/part.ts'
import type { Outbox } from './outbox.ts'

/** Well below any age worth an alert. One indexed query each time, however often the metrics are scraped. */
const MEASURE_MS = 15_000

interface OutboxAgeOptions {
  readonly outbox: Pick<Outbox, 'type' | 'oldest'>
  readonly clock: Clock
  readonly metrics: Metrics
  readonly logger: Logger
}

/** Measures how long the oldest pending event of an outbox has been waiting. */
export class OutboxAge implements Part {
  readonly name = 'outbox age'
  readonly #options: OutboxAgeOptions
  #timer: NodeJS.Timeout | undefined

  constructor(options: OutboxAgeOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setInterval(() => void this.measure(), MEASURE_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async measure(): Promise<void> {
    const { outbox, clock, metrics, logger } = this.#options
    try {
      const since = await outbox.oldest()
      const ageMs = since ? clock.now().getTime() - since.getTime() : 0
      metrics.outboxAge.set({ type: outbox.type }, Math.max(0, ageMs) / 1_000)
    } catch (error) {
      // An unavailable database has its own metric. The last age stays until it is back.
      logger.debug({ err: error }, 'could not measure the age of the outbox')
    }
  }
}
