import type { PersonJob } from '../person-jobs/rules.ts'

/** The erasure of a user, and its receipt. This service needs no tombstone: `User.erased` says it. */
export interface Erasure extends PersonJob {
  readonly userId: number
  /** The event for receivers of webhooks; each repetition of the erasure has its own. */
  readonly eventId: string
  readonly reason: string
  readonly withRegistrations: boolean
}

/** What an operator, or the retention of deleted users, asks for. */
export interface ErasureOrder {
  readonly userId: number
  readonly reason: string
  readonly withRegistrations: boolean
  /** Repeats an erasure after a restore. */
  readonly again: boolean
}

/** Whether the order asks for more than the erasure does. The same order twice changes nothing. */
export const isMore = (order: ErasureOrder, { withRegistrations }: Erasure): boolean =>
  order.again || (order.withRegistrations && !withRegistrations)
