import type { Logger } from '../logger.ts'
import type { Part } from '../process/part.ts'
import type { Broker } from './broker.ts'
import type { Outbox, Pending } from './outbox.ts'
import type { Publisher } from './publisher.ts'

const BATCH = 500
/** A look at a long outbox costs much the same however much is taken of it, so several batches are taken at once. */
const CLAIM = 2_000
/** Events handed over in memory wait here, some 10 MB at the most; what does not fit waits in the outbox for the sweep. */
const MOST_OFFERED = 10_000
/** Finds what a crash left behind; with nothing pending it costs one indexed query. */
const SWEEP_MS = 5_000

/** Moves events from an outbox to the broker: woken by each change, swept in between. */
export class Relay implements Part {
  readonly name = 'outbox relay'
  readonly #outbox: Outbox
  readonly #publisher: Publisher
  readonly #broker: Broker
  readonly #logger: Logger
  #offered: Pending[] = []
  /** Of what the last sweep has taken. */
  #claimed: Pending[] = []
  #sweepDue = true
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopping = false

  constructor(options: { outbox: Outbox; publisher: Publisher; broker: Broker; logger: Logger }) {
    this.#outbox = options.outbox
    this.#publisher = options.publisher
    this.#broker = options.broker
    this.#logger = options.logger
  }

  start(): void {
    this.#broker.state.onChange((up) => up && this.sweep())
    this.#timer = setInterval(() => this.sweep(), SWEEP_MS)
    this.sweep()
  }

  /** Can an event be stored already leased to this relay, because it is going to be offered at once? */
  ready(): boolean {
    return !this.#stopping && this.#broker.state.up() && this.#offered.length < MOST_OFFERED
  }

  /** An event that was just stored, leased to this relay. */
  offer(pending: Pending): void {
    this.#offered.push(pending)
    this.#wake()
  }

  sweep(): void {
    this.#sweepDue = true
    this.#wake()
  }

  /** Publishes what was offered, then rests. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping = true
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
        const taken = await this.#publisher.publish(batch.map(({ event }) => event))
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

  async #nextBatch(): Promise<Pending[]> {
    for (;;) {
      if (this.#offered.length > 0) return this.#offered.splice(0, BATCH)
      if (this.#stopping && this.#claimed.length > 0) await this.#outbox.release(this.#claimed.splice(0))
      if (this.#claimed.length > 0) return this.#claimed.splice(0, BATCH)
      if (!this.#sweepDue || this.#stopping || !this.#broker.state.up()) return []
      // Set before the look, so that a sweep asked for in the middle of it is not forgotten.
      this.#sweepDue = false
      this.#claimed = await this.#outbox.claim(CLAIM)
      this.#sweepDue ||= this.#claimed.length === CLAIM
    }
  }
}
