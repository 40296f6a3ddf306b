import type { Clock } from '../time.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Part } from '../process/part.ts'
import type { EventType } from './event.ts'
import type { Outbox } from './outbox.ts'

/** Well below any age worth an alert; a look costs one indexed query for one record, and a scrape none. */
const LOOK_MS = 15_000

/** Tells how long the next event of an outbox has been waiting, whatever keeps it there. */
export class OutboxAge implements Part {
  readonly name = 'outbox age'
  readonly #outbox: Pick<Outbox, 'oldest'>
  readonly #type: EventType
  readonly #clock: Clock
  readonly #metrics: Metrics
  readonly #logger: Logger
  #timer: NodeJS.Timeout | undefined

  constructor(options: {
    outbox: Pick<Outbox, 'oldest'>
    type: EventType
    clock: Clock
    metrics: Metrics
    logger: Logger
  }) {
    this.#outbox = options.outbox
    this.#type = options.type
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
      this.#metrics.outboxAge.set({ type: this.#type }, Math.max(0, waited) / 1_000)
    } catch (error) {
      // A database that is away has a metric of its own; the last age stands until it is back.
      this.#logger.debug({ err: error }, 'age of the outbox not known')
    }
  }
}
