import { withJitter, type Leased } from '../../dispatch/rules.ts'
import type { WebhookEventType } from '../endpoints/rules.ts'

export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'failed'

/**
 * Why an attempt failed; `internal-error`: the code failed. Or why it was not made: `endpoint-disabled`,
 * `no-valid-key` and `secret-unusable`.
 */
export type ErrorClass =
  | 'name-not-found'
  | 'dns-unavailable'
  | 'address-not-allowed'
  | 'no-connection'
  | 'proxy-rejected'
  | 'tls-failure'
  | 'timeout'
  | 'connection-lost'
  | 'redirect'
  | 'bad-status'
  | 'endpoint-disabled'
  | 'no-valid-key'
  | 'secret-unusable'
  | 'internal-error'

/** An attempt failed before or without a response. */
export class WebhookFailure extends Error {
  readonly errorClass: ErrorClass

  constructor(errorClass: ErrorClass, message: string) {
    super(message)
    this.errorClass = errorClass
  }
}

/** Why nothing may be sent to an endpoint, whatever its receiver does. */
export type SilencingError = Extract<ErrorClass, 'endpoint-disabled' | 'no-valid-key'>

/** The fields of an event that decide which accounts may see it. */
export interface Subject {
  readonly type: WebhookEventType
  readonly userId: number
  /** Absent for events about users. */
  readonly courseId?: number
}

/** An event as it is sent. Its payload is the same in every attempt. */
export interface WebhookEvent extends Subject {
  readonly eventId: string
  /** The id of the registration or of the user. */
  readonly recordId: number
  /** The body of the request, a JSON text. */
  readonly payload: string
  readonly occurredAt: Date
  readonly traceparent: string
  /**
   * Whether the payload was built after the user was erased. It then contains no personal data and is kept,
   * because it tells receivers that the user is deleted.
   */
  readonly showsErasedUser: boolean
}

/** One event and its attempts to reach one endpoint. */
export interface WebhookDelivery extends WebhookEvent {
  readonly id: number
  readonly endpointId: number
  readonly status: WebhookDeliveryStatus
  /** The requests that were made: see `requests` of {@link AttemptResult}. */
  readonly attempts: number
  /** Failed attempts in the current retry schedule. A manual retry restarts the schedule. */
  readonly failures: number
  /**
   * When a process may claim it: when the lease of another process or the delay before a retry ends. Null
   * when it is delivered or has failed. The API shows it during an attempt too, in contrast to that of an
   * e-mail, which is null while it is leased.
   */
  readonly dueAt: Date | null
  readonly lastStatus: number | null
  readonly lastDurationMs: number | null
  readonly lastError: ErrorClass | null
  readonly deliveredAt: Date | null
}

/** A delivery that this process is going to send. */
export type LeasedWebhookDelivery = WebhookDelivery & Leased

/** What became of an event that was sent once. */
export type SingleResult =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      readonly kind: 'failed'
      readonly error: ErrorClass
      readonly status: number | null
      /** From `Retry-After` of a 429 or 503. */
      readonly retryAfterMs: number
    }

/** The result of an attempt. */
export type AttemptResult = SingleResult & {
  /**
   * How often the event was sent: twice if it met a closed idle connection, and not at all if nothing may be
   * sent to the endpoint.
   */
  readonly requests: number
  /** Of all of them together. */
  readonly durationMs: number
}

/** The longest attempt, from the DNS lookup to the response. */
export const MAX_ATTEMPT_MS = 15_000
/** How long a process may hold a delivery without renewing its lease. */
export const WEBHOOK_LEASE_MS = 2 * MAX_ATTEMPT_MS

/** The maximum number of concurrent attempts to one endpoint, over all replicas. */
export const MAX_IN_FLIGHT_PER_ENDPOINT = 4

/**
 * The slots of an endpoint in one replica: its share, at least one. With more than four replicas the total
 * exceeds the maximum. A shared counter would prevent that, but would add a round trip to each attempt.
 */
export const slotsPerReplica = (replicas: number): number =>
  Math.max(1, Math.floor(MAX_IN_FLIGHT_PER_ENDPOINT / replicas))

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delay after each failure, in order. The failure after the last delay is final. */
export const WEBHOOK_RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** The longest delay that a receiver can ask for with `Retry-After`. */
const MAX_RETRY_AFTER_MS = 24 * HOUR
/** In 2001. As a number of seconds to wait, it would be 31 years. */
const MIN_UNIX_TIME = 1_000_000_000

/** The fields of a delivery that an attempt changes. */
export type ResultUpdate = Pick<
  WebhookDelivery,
  'status' | 'failures' | 'dueAt' | 'lastStatus' | 'lastDurationMs' | 'lastError' | 'deliveredAt'
> & {
  /** The repository adds them to `attempts`. */
  readonly addedAttempts: number
}

/**
 * How the result of an attempt changes the delivery. The sweep of any process finds it when it is due again,
 * see `Dispatcher`.
 * @param random from 0 to 1, the part of the jitter that is added to the delay
 */
export function afterAttempt(
  { failures }: Pick<WebhookDelivery, 'failures'>,
  result: AttemptResult,
  now: Date,
  random: number,
): ResultUpdate {
  if (result.kind === 'delivered')
    return {
      status: 'delivered',
      failures: 0,
      dueAt: null,
      lastStatus: result.status,
      lastDurationMs: result.durationMs,
      lastError: null,
      deliveredAt: now,
      addedAttempts: result.requests,
    }
  // Undefined when no retry is left.
  const delayMs = WEBHOOK_RETRY_DELAYS_MS[failures]
  const failed = {
    failures: failures + 1,
    lastStatus: result.status,
    lastDurationMs: result.durationMs,
    lastError: result.error,
    deliveredAt: null,
    addedAttempts: result.requests,
  }
  // Nothing is sent to a disabled endpoint, or to an account without a valid key, so their deliveries are not
  // retried. The account can replay them afterwards.
  if (delayMs === undefined || isSilenced(result.error)) return { ...failed, status: 'failed', dueAt: null }
  const scheduledMs = withJitter(delayMs, random)
  // The endpoint is paused until `Retry-After` (see withFailure), so the delivery itself is due: if the pause
  // ends early, it is sent at once.
  const waitMs = result.retryAfterMs >= scheduledMs ? 0 : scheduledMs
  return { ...failed, status: 'pending', dueAt: new Date(now.getTime() + waitMs) }
}

const isSilenced = (error: ErrorClass | null): error is SilencingError =>
  error === 'endpoint-disabled' || error === 'no-valid-key'

/** The class of the last error and the status of the last response, if there was one: `bad-status 500`. */
export const errorClassOf = ({
  lastError,
  lastStatus,
}: Pick<WebhookDelivery, 'lastError' | 'lastStatus'>): string =>
  // All pending deliveries of an endpoint fail when it is disabled. Their `lastStatus` is that of an earlier
  // attempt, not the reason.
  isSilenced(lastError) ? lastError : [lastError, lastStatus].filter((part) => part !== null).join(' ')

/**
 * Converts `Retry-After` (seconds, a date, or a Unix time, which some receivers send) to milliseconds, at
 * most one day. 0 if it is missing or malformed.
 */
export function readRetryAfter(header: string | undefined, now: Date): number {
  return Math.min(retryAfterMs(header, now), MAX_RETRY_AFTER_MS)
}

function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const isNumber = /^\d+$/.test(header)
  if (isNumber && Number(header) < MIN_UNIX_TIME) return Number(header) * SECOND
  const date = isNumber ? Number(header) * SECOND : Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime())
}
