/** The services that work through the records of a person, in the order of receipts. */
export const WORKING_SERVICES = ['user', 'registration', 'notification'] as const
export type WorkingService = (typeof WORKING_SERVICES)[number]

/** What one service has done. */
interface ServiceReceipt {
  readonly finishedAt: Date | null
  /** Records changed or removed. */
  readonly records: number
}

/** What all services do about a person. */
export interface ServiceWork {
  readonly requestedAt: Date
  /** When the last service finished. */
  readonly finishedAt: Date | null
  readonly services: Readonly<Record<WorkingService, ServiceReceipt>>
}
