import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Part } from '../process/part.ts'
import { runAsPartOfTraces, runWithoutSpan, startSpan, type Span } from '../tracing.ts'
import { writeEvent, type Event } from './event.ts'
import { FairQueue } from './fair-queue.ts'
import type { Outbox, PendingEvent } from './outbox.ts'
import type { Publisher } from './publisher.ts'
import { EXCHANGE } from './topology.ts'

/** The most events published together. */
const BATCH_SIZE = 500
/** The most records whose events are claimed at once. A claim takes a few round trips, however many records it claims. */
const CLAIM_SIZE = 2_000
/**
 * Published events are marked together after this time. They are marked earlier when there are BATCH_SIZE of them, when no more
 * events are queued, or when an event could not be published.
 */
const MARK_PUBLISHED_MS = 100
/** The most queued events, about 20 MB. Further events wait in the outbox for the sweep. */
const MAX_QUEUED = 20_000
/** The time between two regular sweeps. A sweep claims events that no relay holds. Without such events it costs one indexed query. */
const SWEEP_MS = 5_000

/** What use cases and repositories need of the relay: they enqueue the events that they have just stored. */
export interface EventQueue<P extends PendingEvent = PendingEvent> {
  /**
   * Whether this relay can take this many new events. If so, store them with a lease, which keeps sweeps from claiming them until
   * it ends, and enqueue them. Otherwise store them as due, and a sweep publishes them.
   */
  hasCapacity(events: number): boolean
  /** Publishes events that were just stored with a lease. Those that fail are left to a sweep. */
  enqueue(pending: readonly P[]): void
}

/** Publishes the events of an outbox: at once when they are enqueued, and by a regular sweep. */
export class Relay<P extends PendingEvent = PendingEvent> implements Part, EventQueue<P> {
  readonly name = 'outbox relay'
  readonly #outbox: Outbox<P>
  readonly #beforeMarkPublished: ((published: readonly P[]) => Promise<void>) | undefined
  readonly #publisher: Pick<Publisher, 'available' | 'publishAll'>
  readonly #logger: Logger
  readonly #metrics: Metrics
  readonly #queue = new FairQueue<P>(MAX_QUEUED)
  /** Claimed by the last sweep and not published yet. */
  #claimed: P[] = []
  #sweepDue = true
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopping = false

  constructor(options: {
    outbox: Outbox<P>
    publisher: Pick<Publisher, 'available' | 'publishAll'>
    logger: Logger
    metrics: Metrics
    /** Called when the broker has confirmed events. They stay pending until it succeeds. */
    beforeMarkPublished?: (published: readonly P[]) => Promise<void>
  }) {
    this.#outbox = options.outbox
    this.#beforeMarkPublished = options.beforeMarkPublished
    this.#publisher = options.publisher
    this.#logger = options.logger
    this.#metrics = options.metrics
  }

  start(): void {
    this.#publisher.available.onChange((up) => up && this.sweep())
    this.#timer = setInterval(() => this.sweep(), SWEEP_MS)
    this.sweep()
  }

  hasCapacity(events: number): boolean {
    return !this.#stopping && this.#publisher.available.up() && this.#queue.hasCapacity(events)
  }

  /**
   * An idle relay starts after this turn of the event loop, so that the events enqueued in one turn are published together, in batches
   * of at most BATCH_SIZE.
   */
  enqueue(pending: readonly P[]): void {
    this.#queue.enqueue(pending)
    setImmediate(() => this.#wake())
  }

  sweep(): void {
    this.#sweepDue = true
    this.#wake()
  }

  /** Publishes the queued events, then stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping = true
    if (this.#queue.size > 0) this.#wake()
    // A failed run is followed by another one, for the events that are still queued.
    while (this.#running) await this.#running
  }

  #wake(): void {
    this.#running ??= runWithoutSpan(() => this.#run()).finally(() => {
      this.#running = undefined
      if (this.#queue.size > 0) this.#wake()
    })
  }

  async #run(): Promise<void> {
    try {
      let unmarked: P[] = []
      let unmarkedSince = 0
      for (;;) {
        const batch = await this.#nextBatch()
        if (batch.length === 0) return
        if (unmarked.length === 0) unmarkedSince = performance.now()
        const { published, failed } = await this.#publish(batch)
        unmarked.push(...published)
        const mayWait = unmarked.length < BATCH_SIZE && performance.now() - unmarkedSince < MARK_PUBLISHED_MS
        if (failed.length === 0 && this.#queue.size > 0 && mayWait) continue
        if (unmarked.length > 0) await this.#markPublished(unmarked)
        unmarked = []
        if (failed.length > 0) return await this.#releaseAll(failed)
      }
    } catch (error) {
      // Events in progress keep their lease. The sweep finds them when it has expired.
      this.#claimed = []
      this.#logger.warn({ err: error }, 'outbox relay failed; its events will be published later')
    }
  }

  #markPublished(published: readonly P[]): Promise<void> {
    const traceparents = published.map(({ event }) => event.trace.traceparent)
    return runAsPartOfTraces(traceparents, async () => {
      await this.#beforeMarkPublished?.(published)
      await this.#outbox.markPublished(published)
    })
  }

  async #publish(batch: readonly P[]): Promise<{ published: P[]; failed: P[] }> {
    const sent = batch.map(({ event }) => withSpan(event))
    const outcomes = await this.#publisher.publishAll(sent.map(({ event }) => writeEvent(event)))
    for (const [i, { span }] of sent.entries())
      span?.end({ error: outcomes[i] === 'confirmed' ? undefined : outcomes[i] })
    const published = batch.filter((_, i) => outcomes[i] === 'confirmed')
    const failed = batch.filter((_, i) => outcomes[i] !== 'confirmed')
    const { type } = this.#outbox
    this.#metrics.eventsPublished.inc({ type, outcome: 'confirmed' }, published.length)
    this.#metrics.eventsPublished.inc({ type, outcome: 'failed' }, failed.length)
    return { published, failed }
  }

  /** Queued events first, then those of the last sweep, then those of a sweep that is due. */
  async #nextBatch(): Promise<P[]> {
    for (;;) {
      if (this.#queue.size > 0) return this.#queue.dequeue(BATCH_SIZE)
      if (this.#stopping && this.#claimed.length > 0) await this.#outbox.release(this.#claimed.splice(0))
      if (this.#claimed.length > 0) return this.#claimed.splice(0, BATCH_SIZE)
      if (!this.#sweepDue || this.#stopping || !this.#publisher.available.up()) return []
      // Reset before the query, so that a sweep requested during it is not lost.
      this.#sweepDue = false
      this.#claimed = await this.#outbox.claim(CLAIM_SIZE)
      // A record can have several events. After a smaller claim, claiming again at once would cost a few round trips for a few events.
      this.#sweepDue ||= this.#claimed.length >= CLAIM_SIZE
    }
  }

  /** Releases everything in memory: after one failed event the next ones are likely to fail too. */
  async #releaseAll(failed: readonly P[]): Promise<void> {
    const queued = this.#queue.dequeue(this.#queue.size)
    const claimed = this.#claimed.splice(0)
    await this.#outbox.release([...failed, ...queued, ...claimed])
  }
}

/**
 * Starts a span for sending the event, and puts it into the event's `traceparent`. Without tracing, the event is unchanged and
 * there is no span.
 */
function withSpan(event: Event): { event: Event; span: Span | undefined } {
  const destination = `${EXCHANGE}:${event.type}`
  const span = startSpan({
    name: `send ${destination}`,
    kind: 'producer',
    parent: event.trace.traceparent,
    attributes: {
      'messaging.system': 'rabbitmq',
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.destination.name': destination,
      'messaging.rabbitmq.destination.routing_key': event.type,
      'messaging.message.id': event.payload.eventId,
    },
  })
  if (!span) return { event, span }
  return { event: { ...event, trace: { ...event.trace, traceparent: span.traceparent } }, span }
}
