import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'
import { runWithoutSpan } from '../../../shared/tracing.ts'
import { Sweeper } from '../delivering/sweeper.ts'
import type { WebhookDeliveries } from './repository.ts'
import { coversAttempt, maxInFlightOf, type WebhookDelivery } from './rules.ts'
import type { WebhookSender } from './sender.ts'

/**
 * Leased deliveries of one endpoint that wait in memory. Those of a slow receiver wait until their lease is too short for an
 * attempt; then they are left to the next sweep.
 */
const MAX_QUEUED = 40
/**
 * Attempts of this process whose results are not yet recorded. While the database is slow, further deliveries wait in it instead
 * of in memory. Far more than are recorded at a time, so that this does not slow down a fast database.
 */
export const MAX_UNRECORDED = 2_000
/** How often due deliveries are looked for: one indexed query when nothing is due. */
export const SWEEP_MS = 1_000

export interface WebhookDispatcherOptions {
  readonly deliveries: WebhookDeliveries
  readonly sender: WebhookSender
  readonly mongodb: Dependency
  readonly clock: Clock
  readonly logger: Logger
  /** Processes that share the attempts of an endpoint. */
  readonly replicas: number
  readonly sweepMs: number
}

/** The deliveries of one endpoint that this process has leased. */
interface Lane {
  readonly queue: WebhookDelivery[]
  inFlight: number
  /** Whether further deliveries may be due in the database. */
  hasMore: boolean
  isClaiming: boolean
}

/** Sends leased deliveries, each endpoint in its own lane, so that a slow receiver does not delay the others. */
export class WebhookDispatcher implements Part {
  readonly name = 'webhook dispatcher'
  readonly #options: WebhookDispatcherOptions
  readonly #sweeper: Sweeper
  readonly #maxInFlight: number
  readonly #lanes = new Map<number, Lane>()
  readonly #attempts = new Set<Promise<void>>()
  #stopping = false

  constructor(options: WebhookDispatcherOptions) {
    this.#options = options
    this.#maxInFlight = maxInFlightOf(options.replicas)
    this.#sweeper = new Sweeper({ ...options, name: this.name, sweep: () => this.#sweep() })
  }

  start(): void {
    this.#sweeper.start()
  }

  /** Waits for the attempts in progress. Releases queued deliveries to other processes. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#sweeper.stop()
    const waiting = [...this.#lanes.values()].flatMap(({ queue }) => queue.splice(0))
    const { deliveries, clock, logger } = this.#options
    await deliveries
      .postpone(waiting, clock.now())
      .catch((error: unknown) =>
        logger.debug({ err: error }, 'could not release webhook deliveries; their leases will expire'),
      )
    await Promise.allSettled(this.#attempts)
  }

  /** Call when a delivery may be due. */
  wake(): void {
    this.#sweeper.wake()
  }

  /** Whether a new delivery of this endpoint may be stored with a lease, and then be offered. Reserves nothing. */
  hasCapacity(endpointId: number): boolean {
    const lane = this.#lanes.get(endpointId)
    if (this.#stopping) return false
    if (!lane) return true
    const isFree = lane.queue.length < MAX_QUEUED
    // The new delivery waits in the database.
    if (!isFree) lane.hasMore = true
    return isFree
  }

  /** Sends deliveries that this process has leased. */
  offer(deliveries: readonly WebhookDelivery[]): void {
    for (const delivery of deliveries) {
      const lane = this.#laneOf(delivery.endpointId)
      lane.queue.push(delivery)
      runWithoutSpan(() => this.#pump(delivery.endpointId, lane))
    }
  }

  async #sweep(): Promise<void> {
    const { deliveries, mongodb, clock } = this.#options
    if (this.#stopping || !mongodb.up()) return
    for (const endpointId of await deliveries.endpointsWithDue(clock.now()))
      await this.#claim(endpointId, this.#laneOf(endpointId))
  }

  #laneOf(endpointId: number): Lane {
    const lane = this.#lanes.get(endpointId)
    if (lane) return lane
    const created: Lane = { queue: [], inFlight: 0, hasMore: false, isClaiming: false }
    this.#lanes.set(endpointId, created)
    return created
  }

  async #claim(endpointId: number, lane: Lane): Promise<void> {
    const { deliveries, clock } = this.#options
    const free = MAX_QUEUED - lane.queue.length
    if (free === 0 || lane.isClaiming || this.#stopping) return
    lane.isClaiming = true
    try {
      const claimed = await deliveries.claimDue(endpointId, free, clock.now())
      lane.hasMore = claimed.length === free
      lane.queue.push(...claimed)
    } finally {
      lane.isClaiming = false
    }
    this.#pump(endpointId, lane)
  }

  #pump(endpointId: number, lane: Lane): void {
    const { clock, logger } = this.#options
    while (
      lane.inFlight < this.#maxInFlight &&
      lane.queue.length > 0 &&
      this.#attempts.size < MAX_UNRECORDED
    ) {
      const delivery = lane.queue.shift() as WebhookDelivery
      // A delivery that has waited too long is left to the sweep, which claims it again when its lease ends.
      if (!coversAttempt(delivery, clock.now())) continue
      lane.inFlight++
      const attempt = this.#attempt(delivery, () => {
        lane.inFlight--
        this.#pump(endpointId, lane)
      }).finally(() => this.#end(attempt))
      this.#attempts.add(attempt)
    }
    if (lane.queue.length === 0 && lane.hasMore && !this.#stopping)
      void this.#claim(endpointId, lane).catch((error: unknown) =>
        logger.warn({ err: error }, 'due webhooks are left to the next sweep'),
      )
    else if (lane.queue.length === 0 && lane.inFlight === 0 && !lane.isClaiming)
      this.#lanes.delete(endpointId)
  }

  #end(attempt: Promise<void>): void {
    const wereStopped = this.#attempts.size >= MAX_UNRECORDED
    this.#attempts.delete(attempt)
    if (wereStopped) for (const [endpointId, lane] of this.#lanes) this.#pump(endpointId, lane)
  }

  /** @param onEnd called when the receiver has responded, before that is recorded */
  async #attempt(delivery: WebhookDelivery, onEnd: () => void): Promise<void> {
    const { sender, logger } = this.#options
    try {
      const outcome = await sender.attempt(delivery).finally(onEnd)
      await sender.record(delivery, outcome)
    } catch (error) {
      // The delivery keeps its lease. A sweep finds it when the lease has expired.
      logger.warn(
        { err: error, delivery: delivery.id },
        'webhook attempt failed unexpectedly; it is repeated when its lease has expired',
      )
    }
  }
}
