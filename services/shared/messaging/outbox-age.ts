import type { Clock } from '../time.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Part } from '../process/part.ts'
import type { Outbox } from './outbox.ts'

/** Well below any age worth an alert. A check costs one indexed query; a scrape costs none. */
const LOOK_MS = 15_000

/** Measures how long the next event of an outbox has been waiting, for whatever reason. */
export class OutboxAge implements Part {
  readonly name = 'outbox age'
  readonly #outbox: Pick<Outbox, 'type' | 'oldest'>
  readonly #clock: Clock
  readonly #metrics: Metrics
  readonly #logger: Logger
  #timer: NodeJS.Timeout | undefined

  constructor(options: {
    outbox: Pick<Outbox, 'type' | 'oldest'>
    clock: Clock
    metrics: Metrics
    logger: Logger
  }) {
    this.#outbox = options.outbox
    this.#clock = options.clock
    this.#metrics = options.metrics
    this.#logger = options.logger
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async look(): Promise<void> {
    try {
      const since = await this.#outbox.oldest()
      const waited = since ? this.#clock.now().getTime() - since.getTime() : 0
      this.#metrics.outboxAge.set({ type: this.#outbox.type }, Math.max(0, waited) / 1_000)
    } catch (error) {
      // An unavailable database has its own metric; the last age stays until it is back.
      this.#logger.debug({ err: error }, 'age of the outbox not known')
    }
  }
}
