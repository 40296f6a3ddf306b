import type { Leased } from '../dispatch/rules.ts'

/** The template of the e-mail about a new registration: the specification gives it this number. */
export const REGISTRATION_CREATED_TEMPLATE_ID = 222

/**
 * How long a process may have a delivery without renewing its lease. After that, another process may claim
 * it.
 */
export const EMAIL_LEASE_MS = 15_000

export type EmailDeliveryStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled'

/** The statuses of a delivery of which no attempt follows. */
export const FINISHED: readonly EmailDeliveryStatus[] = ['sent', 'failed', 'cancelled']

/** The statuses in which operators send e-mails again as a group. */
export type RetryableEmailStatus = 'failed' | 'queued'

/** The values in an e-mail. They are stored, so that the e-mail can be sent again. */
interface EmailContent {
  readonly courseName: string
  readonly firstName: string
  /** By which the template is chosen; "" for the default. */
  readonly preferredLanguage: string
  readonly registeredAt: Date
}

export interface ResendOf {
  readonly id: number
  /** Whether it is sent only if it is the first resend of that e-mail. */
  readonly onlyFirst: boolean
}

export interface NewEmailDelivery {
  /**
   * `automatic`: for the event of a new registration, at most one for each registration and template.
   * `resend`: an operator sends an e-mail again.
   */
  readonly kind: 'automatic' | 'resend'
  readonly eventId: string
  readonly registrationId: number
  readonly userId: number
  readonly templateId: number
  readonly to: string
  readonly content: EmailContent
  /** Of a resend: the e-mail that is sent again. */
  readonly resendOf?: ResendOf
  /** While it is unfinished, no second sole resend of its registration is added. */
  readonly isSole?: true
  /** The time of the event, or of the operator's request. */
  readonly requestedAt: Date
  readonly createdAt: Date
  /** These connect log lines to the request that caused the e-mail. */
  readonly requestId: string
  readonly traceparent: string
}

/** The failures of an e-mail, by what they count for. */
export interface FailureCounts {
  /** Attempts after which a mail server may have the e-mail without having confirmed it. */
  readonly unconfirmedAttempts: number
  /** Attempts in which the code failed, see {@link FailureKind}. */
  readonly unexpectedFailures: number
  /** Attempts that the mail server refused or ended, other than for load. */
  readonly refusals: number
  /**
   * From when on enough refusals end it: a day after the first, before which it is null. A refusal for load,
   * or facts that are unavailable, put it off by the time since the failure before, whatever that was.
   */
  readonly mayGiveUpFrom: Date | null
}

export const NO_FAILURES: FailureCounts = {
  unconfirmedAttempts: 0,
  unexpectedFailures: 0,
  refusals: 0,
  mayGiveUpFrom: null,
}

/** What makes the repetition of an attempt equal byte for byte, besides the recipient and the content. */
export interface FixedForm {
  readonly date: Date
  /** Of the settings with which it is written, see `WritersBySettings`. */
  readonly settingsHash: string
}

/** One e-mail and its attempts: a delivery, without a prefix, in the API and in the database. */
export interface EmailDelivery extends NewEmailDelivery, FailureCounts {
  readonly id: number
  readonly messageId: string
  readonly status: EmailDeliveryStatus
  /** Why it was cancelled; absent when it was not. */
  readonly cancelReason?: CancelReason
  readonly attempts: number
  /** Fixed when an attempt begins, and kept while one is unconfirmed. */
  readonly fixed?: FixedForm
  /** When any process may claim it. Null when it is finished or claimed, even if the lease has ended. */
  readonly dueAt: Date | null
  /** Why the last attempt failed, or why it was put off; "" when none was. */
  readonly lastError: string
  /** The class of that error: see {@link EmailFailure}. */
  readonly errorClass: string
  readonly sentAt: Date | null
  /** When an attempt failed or was put off last; null when none was. */
  readonly failedAt: Date | null
  /** When a failed e-mail was sent again as a new delivery; null when it was not. */
  readonly resentAt: Date | null
  /** The first resend of a failed e-mail. */
  readonly resentBy?: number
  /** Whether what named its recipient was erased. */
  readonly erased: boolean
}

/** A delivery that this process has claimed, to send it. */
export type LeasedEmailDelivery = EmailDelivery & Leased

export const isFinished = ({ status }: Pick<EmailDelivery, 'status'>): boolean => FINISHED.includes(status)

/** Whether the recipient and the content were removed because of the age of the delivery. */
export const isAnonymized = ({ to }: Pick<EmailDelivery, 'to'>): boolean => to === ''

/** What stands in place of the recipient and the name of an erased person. */
export const erasedName = (userId: number): string => `erased-${userId}`
export const erasedAddress = (userId: number): string => `${erasedName(userId)}@erased.invalid`

/**
 * Whether a retry by an operator does anything: a queued e-mail may be due already, and a failed one may have
 * lost its recipient. Those that are left out must not count as remaining, or operators would repeat their
 * request forever.
 */
export const isRetryable = (
  { to, erased, dueAt }: Pick<EmailDelivery, 'to' | 'erased' | 'dueAt'>,
  status: RetryableEmailStatus,
  now: Date,
): boolean => (status === 'queued' ? dueAt !== null && dueAt > now : !isAnonymized({ to }) && !erased)

/** Why an e-mail is not sent: what it says is no longer true. */
export type CancelReason =
  | 'user-deleted'
  | 'user-erased'
  | 'user-expired'
  | 'course-deleted'
  | 'registration-withdrawn'
  | 'registration-unknown'

/** What an e-mail depends on, as the other services have it. Undefined: there is no such record. */
export interface CurrentFacts {
  readonly user:
    | {
        readonly deleted: boolean
        readonly erased: boolean
        readonly expiresAt: Date | null
        readonly email: string
        readonly firstName: string
        readonly preferredLanguage: string
      }
    | undefined
  readonly registration:
    | { readonly withdrawn: boolean; readonly courseName: string; readonly courseDeleted: boolean }
    | undefined
}

/** An e-mail is sent from facts of at most this age. */
export const MAX_FACTS_AGE_MS = 15_000

/** Whether the event of an e-mail says what is true now. That is so for an undisturbed first attempt. */
export const isEventFresh = ({ kind, attempts, requestedAt }: EmailDelivery, now: Date): boolean =>
  kind === 'automatic' &&
  attempts === 0 &&
  Math.abs(now.getTime() - requestedAt.getTime()) <= MAX_FACTS_AGE_MS

/** Why an e-mail must not be sent; undefined when it may. */
export function cancelReasonOf({ user, registration }: CurrentFacts, now: Date): CancelReason | undefined {
  if (user?.erased) return 'user-erased'
  if (!user || user.deleted) return 'user-deleted'
  if (user.expiresAt !== null && user.expiresAt <= now) return 'user-expired'
  if (!registration) return 'registration-unknown'
  if (registration.courseDeleted) return 'course-deleted'
  if (registration.withdrawn) return 'registration-withdrawn'
  return undefined
}

/** The parts of an e-mail that the current facts change. */
export type Correction = Pick<EmailDelivery, 'to' | 'content'>

/** What the facts change in an e-mail; undefined when it says so already. */
export function correctionOf(
  { to, content }: EmailDelivery,
  { user, registration }: CurrentFacts,
): Correction | undefined {
  const current = {
    courseName: registration?.courseName ?? content.courseName,
    firstName: user?.firstName ?? content.firstName,
    preferredLanguage: user?.preferredLanguage ?? content.preferredLanguage,
  }
  const isSame =
    to === (user?.email ?? to) &&
    content.courseName === current.courseName &&
    content.firstName === current.firstName &&
    content.preferredLanguage === current.preferredLanguage
  return isSame ? undefined : { to: user?.email ?? to, content: { ...content, ...current } }
}

/** The same e-mail again, at an operator's request. */
export function newResend(
  original: EmailDelivery,
  now: Date,
  trace: { requestId: string; traceparent: string },
  { onlyFirst, isSole = false }: { readonly onlyFirst: boolean; readonly isSole?: boolean },
): NewEmailDelivery {
  return {
    kind: 'resend',
    resendOf: { id: original.id, onlyFirst },
    ...(isSole && { isSole }),
    eventId: original.eventId,
    registrationId: original.registrationId,
    userId: original.userId,
    templateId: original.templateId,
    to: original.to,
    content: original.content,
    requestedAt: now,
    createdAt: now,
    requestId: trace.requestId,
    traceparent: trace.traceparent,
  }
}

/**
 * What a new attempt adds to the counts of a delivery. If its status is `sending` already, the process that
 * began the last attempt was killed, and may have sent the e-mail.
 */
export const addedByAttempt = ({ status }: Pick<EmailDelivery, 'status'>) => ({
  attempts: 1,
  unconfirmedAttempts: status === 'sending' ? 1 : 0,
})

/** A delivery with an attempt that has begun. */
export interface BegunDelivery extends LeasedEmailDelivery {
  readonly fixed: FixedForm
  /** Whether it repeats an unconfirmed attempt. */
  readonly isRepetition: boolean
}

/** The begin of an attempt: the delivery before it and with it; no correction if it is a repetition. */
export interface Beginning {
  readonly delivery: LeasedEmailDelivery
  readonly correction: Correction | undefined
  readonly begun: BegunDelivery
}

/**
 * Begins an attempt. While one is unconfirmed, the same e-mail is sent again, unless its recipient has
 * another address.
 * @param current what fixes the attempt, if it is no repetition
 */
export function beginAttempt(
  delivery: LeasedEmailDelivery,
  wanted: Correction | undefined,
  current: FixedForm,
): Beginning {
  const added = addedByAttempt(delivery)
  const kept = (wanted?.to ?? delivery.to) === delivery.to ? delivery.fixed : undefined
  const correction = kept ? undefined : wanted
  const begun: BegunDelivery = {
    ...delivery,
    ...correction,
    fixed: kept ?? current,
    isRepetition: kept !== undefined,
    status: 'sending',
    attempts: delivery.attempts + added.attempts,
    unconfirmedAttempts: delivery.unconfirmedAttempts + added.unconfirmedAttempts,
  }
  return { delivery, correction, begun }
}
