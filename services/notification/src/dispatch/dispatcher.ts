import { withDeadline } from '../../../platform/process/deadline.ts'
import type { Logger } from '../../../platform/observability/logger.ts'
import type { Dependency } from '../../../platform/process/dependency.ts'
import type { Part } from '../../../platform/process/part.ts'
import { PeriodicTask } from '../../../platform/work/periodic-task.ts'
import { recordModelStep } from '../../../platform/observability/model-steps.ts'
import { runWithoutSpan } from '../../../platform/observability/tracing.ts'
import { Lane } from './lane.ts'
import type { AttemptEnd, Leased } from './rules.ts'
import { Slots, type SlotLimits } from './slots.ts'

/** Whether a lane may send now. `deleted`: its receiver was. */
type LaneState =
  | { readonly kind: 'open'; readonly slots: number }
  | { readonly kind: 'closed' }
  | { readonly kind: 'deleted' }

/**
 * The way in which deliveries reach their receivers: as e-mails, or as webhooks.
 * docs/decisions/0031-one-dispatcher.md compares them.
 */
export interface Channel<D extends Leased> extends SlotLimits {
  /** Attempts at a time in a lane whose state is not known yet. */
  readonly slots: number
  /** Whether a delivery that is about to be stored may be leased. */
  mayLease(laneId: number): boolean
  stateOf(laneId: number): Promise<LaneState>
  /** What is to be done with a closed lane, after what this process had leased in it was released. */
  onClosed?(laneId: number): Promise<void>
  /** The lanes in which something is due that no process has leased. */
  findDue(): Promise<readonly number[]>
  /**
   * Leases due deliveries of a lane, those first that have waited longest.
   * @param except the claims of this process: its leases may have ended while it is sending
   */
  claim(
    laneId: number,
    limit: number,
    except: readonly string[],
  ): Promise<{ readonly claimed: readonly D[]; readonly mayHaveMore: boolean }>
  /** Extends the leases. */
  renew(deliveries: readonly D[]): Promise<void>
  /** Ends the leases of deliveries of which no attempt has begun. */
  release(deliveries: readonly D[]): Promise<void>
  /**
   * Makes an attempt and records its result. Until the channel has written that it begins, its lease can be
   * released. It must not throw for a reason that lies in the delivery.
   * @param freeSlot may be called when the receiver has responded, so that another delivery gets the slot
   * before the result is recorded
   */
  attempt(delivery: D, freeSlot: (end: AttemptEnd) => void): Promise<AttemptEnd>
}

export interface DispatcherOptions<D extends Leased> {
  readonly name: string
  readonly channel: Channel<D>
  readonly mongodb: Dependency
  readonly logger: Logger
  /** The time between two searches for due deliveries. */
  readonly sweepMs: number
  /** How often leases are extended: several times while a lease lasts. */
  readonly renewMs: number
}

/**
 * After so many sweeps without success, or for so long after a failed attempt, deliveries may be due of which
 * this process does not know. Longer than a lease.
 */
const REMEMBERED_SWEEPS = 10

/** Room for a delivery that is about to be stored with a lease. */
interface Reservation<D> {
  /** Passes on the delivery that was stored with a lease. */
  offer(delivery: D): void
  /** Gives up the room, if no delivery was passed on. */
  cancel(): void
}

/**
 * Sends what is due, each receiver in its own lane, so that a slow one does not delay the others. A delivery
 * is leased when it is stored, if its lane has room, or claimed from the database when it is due. A lease is
 * not an attempt: it says which process makes the next one, and is extended until the result is recorded.
 * Why e-mails and webhooks have one class: docs/decisions/0031-one-dispatcher.md.
 *
 * The life of a lane:
 * 1. It is woken, because something is due in it, was just leased, or a slot is free.
 * 2. It asks for its state. If it is closed, it releases what it has leased, and waits for the next wake.
 * 3. If it is open, the deliveries in its queue are worked on, each in a slot.
 * 4. While it has room and more may be due, it claims what is due, and works on that too.
 * 5. If the process has no room for another slot, it waits for one (`slots.ts`).
 * 6. A webhook frees its slot when the receiver has responded, an e-mail when it is recorded (its turn ends
 *    with the reply). That wakes the lane. A lane without work is forgotten, unless its last attempt
 *    timed out.
 *
 * E-mails have one lane, which is never slow, deleted or without a slot: those are states of webhooks.
 */
export class Dispatcher<D extends Leased> implements Part {
  readonly name: string
  readonly #channel: Channel<D>
  readonly #logger: Logger
  readonly #mongodb: Dependency
  readonly #sweeping: PeriodicTask
  readonly #renewing: PeriodicTask
  readonly #renewDeadlineMs: number
  readonly #lanes = new Map<number, Lane<D>>()
  readonly #slots: Slots<D>
  /** Deliveries in an attempt, until its result is recorded. */
  readonly #attempts = new Map<D, Promise<void>>()
  /** Runs of lanes that are in progress. */
  readonly #pumps = new Set<Promise<void>>()
  #isStopping = false
  #done = 0
  readonly #remembersMs: number
  #sweptAt = performance.now()
  #failedAt = -Infinity

  constructor({ name, channel, mongodb, logger, sweepMs, renewMs }: DispatcherOptions<D>) {
    this.name = name
    this.#channel = channel
    this.#slots = new Slots(channel, this.#attempts, (lane) => this.#pump(lane))
    this.#logger = logger
    this.#mongodb = mongodb
    this.#remembersMs = REMEMBERED_SWEEPS * sweepMs
    const task = (what: string, everyMs: number, run: () => Promise<void>) =>
      new PeriodicTask({ name: `${what} of the ${name}`, everyMs, run, needs: [mongodb], logger })
    this.#sweeping = task('sweep', sweepMs, () => this.#sweep())
    this.#renewing = task('leases', renewMs, () => this.#renew())
    // One that hangs must not keep the next one from coming before the leases end.
    this.#renewDeadlineMs = renewMs / 2
  }

  start(): void {
    this.#sweeping.start()
    this.#renewing.start()
    // The leases may have ended while it was unavailable, and other processes look for what is due.
    this.#mongodb.onChange((isUp) => isUp && this.#renewing.wake())
    this.#sweeping.wake()
  }

  /** Waits for the attempts in progress. What waits is released to other processes. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#slots.close()
    await this.#sweeping.stop()
    await this.#release([...this.#lanes.values()].flatMap(({ queue }) => queue.splice(0)))
    await Promise.all(this.#attempts.values())
    // A claim may be in progress, and is released too.
    await Promise.all(this.#pumps)
    await this.#renewing.stop()
  }

  /** Call when deliveries may be due: of this lane, or of any. */
  wake(laneId?: number): void {
    if (laneId === undefined) return this.#sweeping.wake()
    const lane = this.#laneOf(laneId)
    lane.mayHaveMore = true
    this.#pump(lane)
  }

  /**
   * Room in the lane for a delivery that is about to be stored with a lease. Undefined when it has to be
   * stored as due: call {@link wake} afterwards.
   */
  reserve(laneId: number): Reservation<D> | undefined {
    const lane = this.#laneOf(laneId)
    if (lane.roomForNew <= 0) recordModelStep({ step: 'fillLane', event: this.name })
    const hasCapacity = !lane.isSlow || this.#slots.areFree
    if (this.#isStopping || lane.roomForNew <= 0 || !hasCapacity || !this.#channel.mayLease(laneId))
      return undefined
    lane.reserved++
    let isOpen = true
    const end = (...offered: D[]) => {
      if (!isOpen) return
      isOpen = false
      lane.reserved--
      lane.queue.push(...offered)
      this.#pump(lane)
    }
    return { offer: (delivery) => end(delivery), cancel: () => end() }
  }

  /** For the watchdog: how many attempts have ended and are recorded. One that timed out is one of them. */
  done(): number {
    return this.#done
  }

  /**
   * For the watchdog: whether a delivery waits in an open lane or is in an attempt. While sweeps fail, and
   * after a failed attempt, what is due is not known, and something may be waiting.
   */
  isWaiting(): boolean {
    const since = performance.now() - this.#remembersMs
    return (
      this.#attempts.size > 0 ||
      [...this.#lanes.values()].some((lane) => lane.queue.length > 0 || lane.mayHaveMore || lane.isPumping) ||
      this.#failedAt > since ||
      this.#sweptAt < since
    )
  }

  async #sweep(): Promise<void> {
    for (const id of await this.#channel.findDue()) this.wake(id)
    this.#sweptAt = performance.now()
    // Another process may have taken what was due: then a lane has to find out that it has no more. What is
    // leased waits in a lane whose state could not be read.
    for (const lane of this.#lanes.values()) if (lane.mayHaveMore || lane.queue.length > 0) this.#pump(lane)
  }

  async #renew(): Promise<void> {
    const waiting = [...this.#lanes.values()].flatMap(({ queue }) => queue)
    const leased = [...this.#attempts.keys(), ...waiting]
    if (leased.length === 0) return
    await withDeadline(this.#renewDeadlineMs, 'extending the leases', () => this.#channel.renew(leased))
  }

  #laneOf(id: number): Lane<D> {
    const known = this.#lanes.get(id)
    if (known) return known
    const created = new Lane<D>(id, this.#channel.slots)
    this.#lanes.set(id, created)
    return created
  }

  /** Works on what a lane has slots for. Runs once at a time; a call during a run leads to another run. */
  #pump(lane: Lane<D>): void {
    lane.isWoken = true
    if (lane.isPumping) return
    lane.isPumping = true
    const pump = runWithoutSpan(() => this.#pumpUntilDone(lane))
    this.#pumps.add(pump)
    void pump.finally(() => this.#pumps.delete(pump))
  }

  async #pumpUntilDone(lane: Lane<D>): Promise<void> {
    try {
      while (lane.isWoken) {
        lane.isWoken = false
        await this.#workOnDue(lane)
      }
    } catch (error) {
      // The next sweep finds what is due.
      lane.mayHaveMore = false
      this.#failedAt = performance.now()
      this.#logger.warn({ err: error, lane: lane.id }, `the ${this.name} goes on with the next sweep`)
    }
    lane.isPumping = false
    this.#slots.queueUp(lane)
    if (lane.isWoken) this.#pump(lane)
    else if (lane.isIdle) this.#lanes.delete(lane.id)
  }

  async #workOnDue(lane: Lane<D>): Promise<void> {
    // Cleared before the question, so that a wake during it is not lost, and restored only for an open lane:
    // a closed one is woken when it opens.
    const hadMore = lane.mayHaveMore
    lane.mayHaveMore = false
    const state = await this.#channel.stateOf(lane.id)
    if (state.kind !== 'open' || this.#isStopping) {
      if (state.kind === 'deleted') lane.isSlow = false
      await this.#release(lane.queue.splice(0))
      if (state.kind === 'closed') await this.#channel.onClosed?.(lane.id)
      return
    }
    lane.mayHaveMore ||= hadMore
    lane.slots = state.slots
    this.#workOnQueued(lane)
    while (lane.mayHaveMore && lane.roomForBacklog > 0 && this.#slots.mayTake(lane)) {
      // A wake during the claim sets it again.
      lane.mayHaveMore = false
      const { claimed, mayHaveMore } = await this.#channel.claim(
        lane.id,
        lane.roomForBacklog,
        this.#claimsIn(lane),
      )
      lane.mayHaveMore ||= mayHaveMore
      lane.queue.push(...claimed)
      this.#workOnQueued(lane)
    }
    if (this.#isStopping) await this.#release(lane.queue.splice(0))
  }

  /** The claims of what this process has leased in a lane, whose results are not recorded yet. */
  #claimsIn(lane: Lane<D>): string[] {
    return [...new Set([...lane.attempted, ...lane.queue].map(({ claim }) => claim))]
  }

  #workOnQueued(lane: Lane<D>): void {
    while (lane.queue.length > 0 && lane.inFlight < lane.usableSlots && this.#slots.mayTake(lane))
      this.#workOn(lane, lane.queue.shift() as D)
  }

  #workOn(lane: Lane<D>, delivery: D): void {
    this.#slots.take(lane)
    let holdsSlot = true
    const freeSlot = (end: AttemptEnd) => {
      if (!holdsSlot) return
      holdsSlot = false
      this.#slots.free(lane, end)
    }
    const attempt = this.#channel
      .attempt(delivery, freeSlot)
      .then(async (end) => {
        if (end.wasStopped) await this.#release([delivery])
        else this.#done++
        return end
      })
      .catch((error: unknown) => {
        // The delivery keeps its lease. It is claimed again when the lease has ended.
        this.#failedAt = performance.now()
        this.#logger.warn(
          { err: error, delivery: delivery.id },
          `an attempt of the ${this.name} did not end as it should`,
        )
        return { timedOut: false }
      })
      .then((end) => {
        this.#attempts.delete(delivery)
        lane.attempted.delete(delivery)
        freeSlot(end)
        this.#afterRecord(lane)
        this.#slots.pumpNext()
      })
    this.#attempts.set(delivery, attempt)
    lane.attempted.add(delivery)
  }

  /** A healthy lane without unrecorded attempts may take a slot, whatever the number of those of others. */
  #afterRecord(lane: Lane<D>): void {
    if (lane.attempted.size > 0) return
    if (this.#slots.isWaiting(lane)) this.#pump(lane)
    else if (lane.isIdle) this.#lanes.delete(lane.id)
  }

  async #release(deliveries: readonly D[]): Promise<void> {
    if (deliveries.length === 0) return
    try {
      await this.#channel.release(deliveries)
    } catch (error) {
      this.#logger.debug(
        { err: error },
        `the ${this.name} could not release leases; what they hold is sent later`,
      )
    }
  }
}
