import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Dependency } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import { writeEvent } from './event.ts'
import type { Outbox, Pending } from './outbox.ts'
import type { Publisher } from './publisher.ts'

const BATCH = 500
/** A look at a long outbox costs much the same however much is taken of it, so several batches are taken at once. */
const CLAIM = 2_000
/** Events handed over in memory wait here, some 10 MB at the most; what does not fit waits in the outbox for the sweep. */
const MOST_OFFERED = 10_000
/** Finds what a crash left behind; with nothing pending it costs one indexed query. */
const SWEEP_MS = 5_000

/** What a store does with an event that it has just written. */
export interface Relaying {
  /** Can an event be stored already leased to this relay, because it is going to be offered at once? */
  ready(): boolean
  /** Takes events that were just stored, leased to this relay. */
  offer(pending: readonly Pending[]): void
}

/** Moves events from an outbox to the broker: woken by each change, swept in between. */
export class Relay implements Part, Relaying {
  readonly name = 'outbox relay'
  readonly #outbox: Outbox
  readonly #publisher: Publisher
  readonly #broker: Dependency
  readonly #logger: Logger
  readonly #metrics: Metrics
  #offered: Pending[] = []
  /** Of what the last sweep has taken. */
  #claimed: Pending[] = []
  #sweepDue = true
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #brokerUp: boolean
  #stopping = false

  constructor(options: {
    outbox: Outbox
    publisher: Publisher
    broker: Dependency
    logger: Logger
    metrics: Metrics
  }) {
    this.#outbox = options.outbox
    this.#publisher = options.publisher
    this.#broker = options.broker
    this.#logger = options.logger
    this.#metrics = options.metrics
    this.#brokerUp = options.broker.up()
    options.broker.onChange((up) => (this.#brokerUp = up))
  }

  start(): void {
    this.#broker.onChange((up) => up && this.sweep())
    this.#timer = setInterval(() => this.sweep(), SWEEP_MS)
    this.sweep()
  }

  ready(): boolean {
    return !this.#stopping && this.#brokerUp && this.#offered.length < MOST_OFFERED
  }

  /** What is offered in one turn of the event loop is published together. */
  offer(pending: readonly Pending[]): void {
    this.#offered.push(...pending)
    setImmediate(() => this.#wake())
  }

  sweep(): void {
    this.#sweepDue = true
    this.#wake()
  }

  /** Publishes what was offered, then rests. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping = true
    if (this.#offered.length > 0) this.#wake()
    // A run that failed is followed by another one for what is still on offer.
    while (this.#running) await this.#running
  }

  #wake(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#offered.length > 0) this.#wake()
    })
  }

  async #run(): Promise<void> {
    try {
      for (;;) {
        const batch = await this.#nextBatch()
        if (batch.length === 0) return
        const taken = await Promise.all(batch.map((pending) => this.#publish(pending)))
        const published = batch.filter((_, i) => taken[i])
        const failed = batch.filter((_, i) => !taken[i])
        if (published.length > 0) await this.#outbox.settle(published)
        if (failed.length === 0) continue
        await this.#outbox.release([...failed, ...this.#offered.splice(0), ...this.#claimed.splice(0)])
        return
      }
    } catch (error) {
      // Whatever was on its way keeps its lease; the sweep finds it when that has run out.
      this.#claimed = []
      this.#logger.warn({ err: error }, 'outbox relay paused')
    }
  }

  async #publish({ event }: Pending): Promise<boolean> {
    const confirmed = (await this.#publisher.publish(writeEvent(event))) === 'confirmed'
    this.#metrics.eventsPublished.inc({ type: event.type, outcome: confirmed ? 'confirmed' : 'failed' })
    return confirmed
  }

  async #nextBatch(): Promise<Pending[]> {
    for (;;) {
      if (this.#offered.length > 0) return this.#offered.splice(0, BATCH)
      if (this.#stopping && this.#claimed.length > 0) await this.#outbox.release(this.#claimed.splice(0))
      if (this.#claimed.length > 0) return this.#claimed.splice(0, BATCH)
      if (!this.#sweepDue || this.#stopping || !this.#brokerUp) return []
      // Set before the look, so that a sweep asked for in the middle of it is not forgotten.
      this.#sweepDue = false
      this.#claimed = await this.#outbox.claim(CLAIM)
      this.#sweepDue ||= this.#claimed.length === CLAIM
    }
  }
}
