import type { Trace } from '../../../shared/trace.ts'

/** The state of a registration's e-mail (decisions, "Beyond the specification"). */
export interface Receipt {
  readonly status: 'queued' | 'sending' | 'sent' | 'failed'
  readonly attempts: number
  readonly sentAt: Date | null
}

export interface Receipts {
  /** @throws Unavailable when the notification service is unavailable */
  of(registrationId: number, trace: Trace): Promise<Receipt>
  /** Those of the registrations that no e-mail stands for. @throws Unavailable */
  missing(registrationIds: readonly number[], trace: Trace): Promise<ReadonlySet<number>>
}
