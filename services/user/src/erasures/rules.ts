/** The services that erase, in the order of the receipt. */
export const ERASING_SERVICES = ['user', 'registration', 'notification'] as const
export type ErasingService = (typeof ERASING_SERVICES)[number]

/** How far one service has come. */
export interface Progress {
  readonly finishedAt: Date | null
  /** Records changed or removed. */
  readonly records: number
}

/** The erasure of a user: its receipt, and the tombstone of this service. */
export interface Erasure {
  readonly userId: number
  /** The event for receivers of webhooks; each repetition of the erasure has its own. */
  readonly eventId: string
  readonly reason: string
  readonly withRegistrations: boolean
  readonly requestedAt: Date
  /** When the last service finished. */
  readonly finishedAt: Date | null
  readonly services: Readonly<Record<ErasingService, Progress>>
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
