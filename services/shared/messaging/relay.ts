import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Dependency } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import { writeEvent } from './event.ts'
import type { Outbox, PendingEvent } from './outbox.ts'
import type { Publisher } from './publisher.ts'

const BATCH = 500
/**
 * Querying a long outbox costs about the same for any number of events, so several batches are claimed at
 * once.
 */
const CLAIM = 2_000
/**
 * What is published is settled once nothing more waits to be published, or after this time: to markPublished many events costs
 * little more than to markPublished one, and nobody waits for it.
 */
const SETTLE_MS = 100
/** At most so much of one offer is taken before the next one has its turn. */
const SHARE = 50
/** The most events held in memory, about 20 MB; further events wait in the outbox for the sweep. */
const MAX_QUEUED = 20_000
/** Finds events that a crash left behind; costs one indexed query when there are none. */
const SWEEP_MS = 5_000

/** The relay as a store uses it after writing an event. */
export interface Relaying<P extends PendingEvent = PendingEvent> {
  /** Whether so many new events may be stored with a lease of this relay and offered at once. */
  ready(events: number): boolean
  /** Publishes events that were just stored with a lease of this relay. */
  offer(pending: readonly P[]): void
}

/** Moves events from an outbox to the broker: at once when they are offered, and by a regular sweep. */
export class Relay<P extends PendingEvent = PendingEvent> implements Part, Relaying<P> {
  readonly name = 'outbox relay'
  readonly #outbox: Outbox<P>
  readonly #publisher: Publisher
  readonly #broker: Dependency
  readonly #logger: Logger
  readonly #metrics: Metrics
  readonly #offered = new Offers<P>(MAX_QUEUED)
  /** Claimed by the last sweep and not published yet. */
  #claimed: P[] = []
  #sweepDue = true
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #brokerUp: boolean
  #stopping = false

  constructor(options: {
    outbox: Outbox<P>
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

  ready(events: number): boolean {
    return !this.#stopping && this.#brokerUp && this.#offered.fits(events)
  }

  /** Events offered in one turn of the event loop are published as one batch. */
  offer(pending: readonly P[]): void {
    this.#offered.add(pending)
    setImmediate(() => this.#wake())
  }

  sweep(): void {
    this.#sweepDue = true
    this.#wake()
  }

  /** Publishes the offered events, then stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping = true
    if (this.#offered.size > 0) this.#wake()
    // After a failed run another one starts, for the events that are still offered.
    while (this.#running) await this.#running
  }

  #wake(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#offered.size > 0) this.#wake()
    })
  }

  async #run(): Promise<void> {
    let published: P[] = []
    let unsettledSince = 0
    try {
      for (;;) {
        const batch = await this.#nextBatch()
        if (batch.length === 0) return
        if (published.length === 0) unsettledSince = performance.now()
        const taken = await this.#publish(batch)
        published.push(...batch.filter((_, i) => taken[i]))
        const failed = batch.filter((_, i) => !taken[i])
        const mayWait = published.length < BATCH && performance.now() - unsettledSince < SETTLE_MS
        if (mayWait && this.#offered.size > 0 && failed.length === 0) continue
        if (published.length > 0) await this.#outbox.markPublished(published)
        published = []
        if (failed.length === 0) continue
        await this.#outbox.release([
          ...failed,
          ...this.#offered.take(this.#offered.size),
          ...this.#claimed.splice(0),
        ])
        return
      }
    } catch (error) {
      // Events in progress keep their lease; the sweep finds them when it has expired.
      this.#claimed = []
      this.#logger.warn({ err: error }, 'outbox relay paused')
    }
  }

  /** @returns for each whether the broker has it */
  async #publish(batch: readonly P[]): Promise<boolean[]> {
    const outcomes = await this.#publisher.publishAll(batch.map(({ event }) => writeEvent(event)))
    const taken = outcomes.map((outcome) => outcome === 'confirmed')
    const { type } = this.#outbox
    const confirmed = taken.filter(Boolean).length
    this.#metrics.eventsPublished.inc({ type, outcome: 'confirmed' }, confirmed)
    this.#metrics.eventsPublished.inc({ type, outcome: 'failed' }, batch.length - confirmed)
    return taken
  }

  async #nextBatch(): Promise<P[]> {
    for (;;) {
      if (this.#offered.size > 0) return this.#offered.take(BATCH)
      if (this.#stopping && this.#claimed.length > 0) await this.#outbox.release(this.#claimed.splice(0))
      if (this.#claimed.length > 0) return this.#claimed.splice(0, BATCH)
      if (!this.#sweepDue || this.#stopping || !this.#brokerUp) return []
      // Reset before the query, so that a sweep requested during it is not lost.
      this.#sweepDue = false
      this.#claimed = await this.#outbox.claim(CLAIM)
      this.#sweepDue ||= this.#claimed.length === CLAIM
    }
  }
}

/** What several requests offer, taken in turns: a large offer (an import) holds up nobody else's. */
class Offers<T> {
  readonly #most: number
  #waiting: T[][] = []
  #size = 0

  /** @param most held at a time */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** Whether there is room; large offers leave some to small ones. */
  fits(count: number): boolean {
    return 2 * count <= this.#most - this.#size
  }

  add(offered: readonly T[]): void {
    if (offered.length === 0) return
    this.#waiting.push([...offered])
    this.#size += offered.length
  }

  /** The next ones, `most` at the most. */
  take(most: number): T[] {
    const taken: T[] = []
    while (taken.length < most && this.#size > 0) {
      const offer = this.#waiting.shift() as T[]
      const share = offer.splice(0, Math.min(SHARE, most - taken.length))
      taken.push(...share)
      this.#size -= share.length
      if (offer.length > 0) this.#waiting.push(offer)
    }
    return taken
  }
}
