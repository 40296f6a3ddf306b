import { withDeadline } from '../process/deadline.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { recordModelStep, type StepName } from '../observability/model-steps.ts'
import type { Dependency } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import { PeriodicTask } from '../work/periodic-task.ts'
import type { Work } from '../process/watchdog.ts'
import type { Clock } from '../domain/time.ts'
import {
  endSpan,
  runAsPartOfTraces,
  runWithin,
  startSpan,
  traceparentOf,
  type Span,
} from '../observability/tracing.ts'
import { toMessage, type DomainEvent, type EventType } from './event.ts'
import { FairQueue } from './fair-queue.ts'
import type { Publisher } from './publisher.ts'
import { EVENTS_EXCHANGE } from './topology.ts'

/** An event to be published, with the record and the outbox that hold it. */
export interface PendingEvent {
  readonly outbox: OutboxPort
  readonly record: { readonly _id: number }
  readonly event: DomainEvent
  /** The claim that holds the record. */
  readonly claim: string
}

/** What waits in an outbox. */
interface OutboxState {
  /** How many records have pending events, at most 10,000. */
  readonly count: number
  /** Whether some are held by no relay. */
  readonly isDue: boolean
}

/**
 * Events stored in the same write as the change that they announce. A lease keeps two relays from publishing
 * the same event. When the holder of a lease dies, the lease expires and another relay claims the event.
 * Implemented by `Outbox` of `store/outbox.ts`, connected with the relay in `foundation.ts`.
 */
export interface OutboxPort {
  /** The types of its events. */
  readonly types: readonly EventType[]
  /**
   * Leases up to `limit` records with pending events that no relay holds, and returns the oldest events of
   * each.
   */
  claim(limit: number): Promise<PendingEvent[]>
  /** Removes events that the broker has confirmed. */
  markPublished(published: readonly PendingEvent[]): Promise<void>
  /** Ends the leases at once, so that the next sweep finds the events. */
  release(failed: readonly PendingEvent[]): Promise<void>
  /** The oldest pending event; undefined when there is none. */
  oldest(): Promise<DomainEvent | undefined>
  state(): Promise<OutboxState>
}

/** The most events published together. */
const BATCH_SIZE = 500
/**
 * The most records whose events are claimed at once. A claim takes a few round trips, however many records it
 * claims.
 */
const CLAIM_SIZE = 2_000
/**
 * Published events are marked together after this time. They are marked earlier when there are BATCH_SIZE of
 * them, when no more events are queued, or when an event could not be published.
 */
const MARK_PUBLISHED_MS = 100
/**
 * The most queued events, about 20 MB. Further events wait in the outbox for the sweep: in a longer queue
 * their leases would end.
 */
const MAX_QUEUED = 20_000
/**
 * The time between two regular sweeps. A sweep claims events that no relay holds. Without such events it
 * costs one indexed query.
 */
const SWEEP_MS = 5_000
const MEASURE_DEADLINE_MS = 5_000

/** What waits in all outboxes of a service. */
interface OutboxesState extends OutboxState {
  /** Since when the oldest event waits; undefined when none does. */
  readonly oldest: Date | undefined
}

export interface RelayOptions {
  /** All outboxes of the service. More may be added until the relay starts. */
  readonly outboxes: readonly OutboxPort[]
  readonly publisher: Pick<Publisher, 'state' | 'publishAll'>
  readonly mongodb: Dependency
  readonly logger: Logger
  readonly metrics: Metrics
}

/** Publishes the events of all outboxes of a service: when they are enqueued, and by a regular sweep. */
export class Relay implements Part {
  readonly name = 'outbox relay'
  readonly #options: RelayOptions
  readonly #queue = new FairQueue<PendingEvent>(MAX_QUEUED)
  readonly #publishing: PeriodicTask
  readonly #sweeping: PeriodicTask
  /** Whether to sweep again as soon as the queue is empty: events may be due that the last sweep left. */
  #sweepsAgain = false
  #isStopping = false
  #marked = 0
  #waiting: OutboxesState | undefined

  constructor(options: RelayOptions) {
    const { publisher, mongodb, logger } = options
    this.#options = options
    this.#publishing = new PeriodicTask({
      name: 'publishing of events',
      // No run needs the period: every event wakes it.
      everyMs: SWEEP_MS,
      run: () => this.#publishQueued(),
      logger,
    })
    this.#sweeping = new PeriodicTask({
      name: 'sweep of outboxes',
      everyMs: SWEEP_MS,
      run: () => this.#claimDue(),
      needs: [publisher.state, mongodb],
      logger,
    })
  }

  start(): void {
    const { publisher, mongodb } = this.#options
    for (const need of [publisher.state, mongodb]) need.onChange((isUp) => isUp && this.sweep())
    this.#publishing.start()
    this.#sweeping.start()
    this.sweep()
  }

  /** Whether this many new events are published at once: the broker is available, and they fit the queue. */
  willPublish(events: number): boolean {
    return !this.#isStopping && this.#options.publisher.state.up() && this.#queue.hasCapacity(events)
  }

  /** `#publishQueued` publishes events of one turn of the event loop together, at most BATCH_SIZE of them. */
  enqueue(pending: readonly PendingEvent[]): void {
    this.#queue.enqueue(pending)
    this.#publishing.wake()
  }

  sweep(): void {
    this.#sweeping.wake()
  }

  /** What waits in the outboxes, as of the last {@link measure}; undefined while it is not known. */
  get waiting(): OutboxesState | undefined {
    return this.#waiting
  }

  /** For the watchdog. An event that another relay holds is not waiting for this one. */
  get work(): Work {
    return {
      name: 'events',
      isWaiting: () => this.#queue.size > 0 || this.#waiting?.isDue === true,
      done: () => this.#marked,
    }
  }

  /** Measures what waits in the outboxes, with a few indexed queries for each. */
  async measure(clock: Clock): Promise<void> {
    const { outboxes, metrics, logger } = this.#options
    try {
      const measured = await withDeadline(MEASURE_DEADLINE_MS, 'measuring the outboxes', () =>
        Promise.all(outboxes.map((outbox) => this.#measureOne(outbox, clock))),
      )
      const count = measured.reduce((sum, state) => sum + state.count, 0)
      const dates = measured.flatMap(({ oldest }) => oldest ?? [])
      const [oldest] = dates.toSorted((a, b) => a.getTime() - b.getTime())
      this.#waiting = { count, isDue: measured.some(({ isDue }) => isDue), oldest }
      metrics.outboxEvents.set(count)
    } catch (error) {
      this.#waiting = undefined
      logger.debug({ err: error }, 'could not measure the outboxes')
    }
  }

  /** Publishes the queued events, then stops. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#sweeping.stop()
    // A failed run is followed by another one, for the events that are still queued.
    while (this.#queue.size > 0) await this.#publishing.runNow()
    await this.#publishing.stop()
  }

  async #measureOne(outbox: OutboxPort, clock: Clock): Promise<OutboxesState> {
    const [state, event] = await Promise.all([outbox.state(), outbox.oldest()])
    const oldest = event && new Date(event.payload.occurredAt)
    for (const type of outbox.types) {
      const since = oldest && event.type === type ? oldest.getTime() : Infinity
      // The clock of the process that stored the event may be ahead.
      this.#options.metrics.outboxAge.set({ type }, Math.max(0, clock.now().getTime() - since) / 1_000)
    }
    return { ...state, oldest }
  }

  /** While many events are queued, those that are due wait. */
  async #claimDue(): Promise<void> {
    this.#sweepsAgain = this.#queue.size >= BATCH_SIZE
    if (this.#sweepsAgain) return
    for (const outbox of this.#options.outboxes)
      try {
        const claimed = await outbox.claim(CLAIM_SIZE)
        // After a smaller claim, claiming again at once would cost round trips for a few events. But a record
        // with several may have more.
        const hasSeveral = claimed.some(({ record }, i) => record === claimed[i - 1]?.record)
        this.#sweepsAgain ||= claimed.length >= CLAIM_SIZE || hasSeveral
        const { queued, left } = this.#split(claimed)
        this.enqueue(queued)
        if (left.length > 0) await outbox.release(left)
      } catch (error) {
        const { types } = outbox
        this.#options.logger.warn({ err: error, types }, 'could not claim events; they are published later')
      }
  }

  /** The events of one record follow each other and share `record`; all are queued, or all are left. */
  #split(claimed: readonly PendingEvent[]): { queued: PendingEvent[]; left: PendingEvent[] } {
    const capacity = MAX_QUEUED - this.#queue.size
    const isLeft = ({ record }: PendingEvent, i: number) => i >= capacity && record !== claimed[i - 1]?.record
    const first = claimed.findIndex(isLeft)
    const end = first === -1 ? claimed.length : first
    return { queued: claimed.slice(0, end), left: claimed.slice(end) }
  }

  async #publishQueued(): Promise<void> {
    let unmarked: PendingEvent[] = []
    let unmarkedSince = 0
    try {
      while (this.#queue.size > 0) {
        const batch = this.#queue.dequeue(BATCH_SIZE)
        if (unmarked.length === 0) unmarkedSince = performance.now()
        const { published, failed } = await this.#publish(batch)
        unmarked.push(...published)
        const mayWait = unmarked.length < BATCH_SIZE && performance.now() - unmarkedSince < MARK_PUBLISHED_MS
        if (failed.length === 0 && this.#queue.size > 0 && mayWait) continue
        await this.#markPublished(unmarked)
        unmarked = []
        if (failed.length > 0) await this.#releaseAll(failed)
      }
    } finally {
      // Events in progress keep their lease, after which a sweep finds them. The queued ones are next.
      if (this.#queue.size > 0) this.#publishing.wake()
    }
    if (this.#sweepsAgain) this.sweep()
    this.#sweepsAgain = false
  }

  /** Marks the events of each outbox, also when another one fails. */
  async #markPublished(published: readonly PendingEvent[]): Promise<void> {
    const marking = [...Map.groupBy(published, ({ outbox }) => outbox)].map(([outbox, events]) => {
      const traceparents = events.map(({ event }) => event.trace.traceparent)
      return runAsPartOfTraces(traceparents, async () => {
        await outbox.markPublished(events)
        this.#marked += events.length
      })
    })
    for (const result of await Promise.allSettled(marking))
      if (result.status === 'rejected') throw result.reason
  }

  async #publish(batch: readonly PendingEvent[]) {
    const sent = batch.map(({ event }) => withSpan(event))
    for (const [i, pending] of batch.entries()) recordModelStepOf('publish', pending, sent[i]?.span)
    const outcomes = await this.#options.publisher.publishAll(sent.map(({ event }) => toMessage(event)))
    const published: PendingEvent[] = []
    const failed: PendingEvent[] = []
    for (const [i, pending] of batch.entries()) {
      const isConfirmed = outcomes[i] === 'confirmed'
      recordModelStepOf(isConfirmed ? 'confirm' : 'loseConfirm', pending, sent[i]?.span)
      endSpan(sent[i]?.span, { error: isConfirmed ? undefined : outcomes[i] })
      const outcome = isConfirmed ? 'confirmed' : 'failed'
      this.#options.metrics.eventsPublished.inc({ type: pending.event.type, outcome })
      ;(isConfirmed ? published : failed).push(pending)
    }
    return { published, failed }
  }

  /**
   * Releases everything in memory, until the next regular sweep: after one failed event the next ones are
   * likely to fail too.
   */
  async #releaseAll(failed: readonly PendingEvent[]): Promise<void> {
    this.#sweepsAgain = false
    const released = [...failed, ...this.#queue.dequeue(this.#queue.size)]
    for (const [outbox, events] of Map.groupBy(released, (pending) => pending.outbox))
      await outbox.release(events)
  }
}

const recordModelStepOf = (step: StepName, { event, claim }: PendingEvent, span: Span | undefined): void =>
  runWithin(span, () => recordModelStep({ step, event: event.payload.eventId, claim }))

/**
 * Starts a span for sending the event, and puts it into the event's `traceparent`. Without tracing, the event
 * is unchanged and there is no span.
 */
function withSpan(event: DomainEvent): { event: DomainEvent; span: Span | undefined } {
  const destination = `${EVENTS_EXCHANGE}:${event.type}`
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
  return { event: { ...event, trace: { ...event.trace, traceparent: traceparentOf(span) } }, span }
}
