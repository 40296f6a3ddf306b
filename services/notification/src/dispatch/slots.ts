import type { Lane } from './lane.ts'
import type { Leased } from './rules.ts'

/** How many attempts a process makes in all lanes. */
export interface SlotLimits {
  /** Attempts of all lanes at a time; a healthy lane always gets one. */
  readonly maxInFlightOfAllLanes: number
  /** Attempts whose results are not recorded yet; a healthy lane that has none always gets one. */
  readonly maxUnrecorded: number
}

/** The slots of all lanes of a process, and the lanes that wait for one. */
export class Slots<D extends Leased> {
  readonly #limits: SlotLimits
  /** Attempts in progress, until their results are recorded. */
  readonly #attempts: ReadonlyMap<D, unknown>
  readonly #pump: (lane: Lane<D>) => void
  #inFlight = 0
  /** Lanes that wait until an attempt of another lane ends. The first that may take a slot then is pumped. */
  readonly #waiting = new Set<Lane<D>>()
  #isClosed = false

  /** @param pump has a lane work on what it has slots for */
  constructor(limits: SlotLimits, attempts: ReadonlyMap<D, unknown>, pump: (lane: Lane<D>) => void) {
    this.#limits = limits
    this.#attempts = attempts
    this.#pump = pump
  }

  /** No lane takes another slot. */
  close(): void {
    this.#isClosed = true
  }

  /** Whether a slow lane gets a slot, too. */
  get areFree(): boolean {
    return this.#inFlight < this.#limits.maxInFlightOfAllLanes
  }

  /** A slow lane waits until there is room for its attempt; a healthy lane may always make one. */
  mayTake({ isSlow, attempted, inFlight }: Lane<D>): boolean {
    return (
      !this.#isClosed &&
      ((!isSlow && attempted.size === 0) || this.#attempts.size < this.#limits.maxUnrecorded) &&
      ((!isSlow && inFlight === 0) || this.areFree)
    )
  }

  take(lane: Lane<D>): void {
    lane.inFlight++
    this.#inFlight++
  }

  free(lane: Lane<D>, { timedOut }: { readonly timedOut: boolean }): void {
    lane.inFlight--
    this.#inFlight--
    lane.isSlow = timedOut
    // A slow lane has its next turn after those that wait.
    if (timedOut) this.#waiting.add(lane)
    else this.#pump(lane)
    this.pumpNext()
  }

  isWaiting(lane: Lane<D>): boolean {
    return this.#waiting.has(lane)
  }

  /**
   * A lane that has to wait keeps its place among those that wait. One that leaves them lets the next one
   * try.
   */
  queueUp(lane: Lane<D>): void {
    const hasWork = lane.queue.length > 0 || lane.mayHaveMore
    if (hasWork && lane.inFlight < lane.usableSlots && !this.mayTake(lane)) this.#waiting.add(lane)
    else if (this.#waiting.delete(lane)) this.pumpNext()
  }

  pumpNext(): void {
    if (this.#attempts.size >= this.#limits.maxUnrecorded) return
    // The first of them may be slow, and a healthy lane behind it may make its attempt.
    for (const lane of this.#waiting) if (this.mayTake(lane)) return this.#pump(lane)
  }
}
