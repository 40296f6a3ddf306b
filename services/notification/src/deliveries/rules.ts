/** Template pattern identifier of the e-mail about a new registration (specification §1, decision R21). */
export const TEMPLATE_222 = 222

/** How long one process owns a delivery without renewing the lease; an expired one means that its holder is gone. */
export const LEASE_MS = 15_000

export type DeliveryStatus = 'queued' | 'sending' | 'sent' | 'failed'

/** The values in the e-mail; stored, so that it can be sent again. */
export interface Words {
  readonly courseName: string
  readonly firstName: string
  readonly registeredAt: Date
}

/** One e-mail, to be sent or sent. */
export interface NewDelivery {
  /** One automatic e-mail for each registration (decision R21); operators may send it again. */
  readonly kind: 'automatic' | 'resend'
  readonly eventId: string
  readonly registrationId: number
  readonly template: number
  readonly to: string
  readonly words: Words
  /** When it was requested: the time of the event, or of the operator's call. */
  readonly requestedAt: Date
  readonly createdAt: Date
  /** Connects log lines to the request that led here. */
  readonly requestId: string
  readonly traceparent: string
}

export interface Delivery extends NewDelivery {
  readonly id: number
  readonly messageId: string
  readonly status: DeliveryStatus
  readonly attempts: number
  /** Attempts that a mail server may have accepted without saying so. */
  readonly unconfirmed: number
  /** When any process may take it: the end of the lease while `sending`, of the delay while `queued`. */
  readonly dueAt: Date
  /** "" when there was none. */
  readonly lastError: string
  readonly sentAt: Date | null
  /** Of the last attempt that failed; null when none did. */
  readonly failedAt: Date | null
}

export const isSettled = ({ status }: Delivery): boolean => status === 'sent' || status === 'failed'
export const isDue = ({ dueAt }: Delivery, now: Date): boolean => dueAt.getTime() <= now.getTime()
export const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

/** The same e-mail again, at an operator's request. */
export function resendOf(
  delivery: Delivery,
  now: Date,
  trace: { requestId: string; traceparent: string },
): NewDelivery {
  const { eventId, registrationId, template, to, words } = delivery
  const { requestId, traceparent } = trace
  return {
    ...{ eventId, registrationId, template, to, words, requestId, traceparent },
    ...{ kind: 'resend', requestedAt: now, createdAt: now },
  }
}
