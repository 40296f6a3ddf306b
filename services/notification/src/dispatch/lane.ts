import type { Leased } from './rules.ts'

/** The deliveries to one receiver that this process has leased. */
export class Lane<D extends Leased> {
  readonly id: number
  readonly queue: D[] = []
  /** Deliveries in an attempt, until its result is recorded. */
  readonly attempted = new Set<D>()
  /** Leases of deliveries that are being stored. */
  reserved = 0
  /** Attempts that occupy a slot. */
  inFlight = 0
  /** Attempts at a time, as of the last look at the receiver. */
  slots: number
  /** Whether the last attempt timed out. Such a lane has one slot. */
  isSlow = false
  /** Whether more may be due in the database. */
  mayHaveMore = false
  isPumping = false
  isWoken = false

  constructor(id: number, slots: number) {
    this.id = id
    this.slots = slots
  }

  get usableSlots(): number {
    return this.isSlow ? Math.min(1, this.slots) : this.slots
  }

  /** What waits, what is in progress, and what is reserved. */
  get taken(): number {
    return this.queue.length + this.inFlight + this.reserved
  }

  /** A new delivery is leased while this is above 0, so that it does not wait behind a backlog. */
  get roomForNew(): number {
    return 2 * this.usableSlots - this.taken
  }

  /**
   * How many deliveries of the backlog are leased next: none while some wait, because to lease each one alone
   * would cost three commands. Half of the waiting places are left to new deliveries.
   */
  get roomForBacklog(): number {
    return this.taken > this.usableSlots ? 0 : Math.ceil(1.5 * this.usableSlots) - this.taken
  }

  get isIdle(): boolean {
    return (
      this.taken === 0 && this.attempted.size === 0 && !this.mayHaveMore && !this.isPumping && !this.isSlow
    )
  }
}
