/** The services that take part in a job about a person, in the order of receipts. */
export const WORKING_SERVICES = ['user', 'registration', 'notification'] as const
export type WorkingService = (typeof WORKING_SERVICES)[number]

/** What one service has done. */
interface ServiceReceipt {
  readonly finishedAt: Date | null
  /** Records changed or removed. */
  readonly records: number
}

/** An erasure or a merge: what all services do with the records of one person. */
export interface PersonJob {
  readonly requestedAt: Date
  /** When the last service finished its first pass. A second one follows, which may raise `records`. */
  readonly finishedAt: Date | null
  /** The receipt of each service. */
  readonly services: Readonly<Record<WorkingService, ServiceReceipt>>
}
