import { erasedAddress } from '../deliveries/rules.ts'
import type { Leased } from '../delivering/rules.ts'
import type { EventType } from '../webhook-endpoints/rules.ts'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

/** Why an attempt failed. */
export type ErrorClass =
  | 'name-not-found'
  | 'address-not-allowed'
  | 'no-connection'
  | 'tls-failure'
  | 'timeout'
  | 'connection-lost'
  | 'redirect'
  | 'bad-status'
  | 'endpoint-disabled'

/** What decides who may see an event. */
export interface Subject {
  readonly type: EventType
  readonly userId: number
  /** Undefined for events about users. */
  readonly courseId: number | undefined
}

/** An event as it is sent: `payload` is the body, which is the same in every attempt. */
export interface WebhookEvent extends Subject {
  readonly id: string
  readonly payload: string
  readonly occurredAt: Date
  readonly traceparent: string
}

/** One event and its attempts to reach one endpoint. */
export interface WebhookDelivery {
  readonly id: number
  readonly endpointId: number
  readonly event: WebhookEvent
  readonly status: DeliveryStatus
  readonly attempts: number
  /** Failed attempts in the present schedule, which a retry by hand begins again. */
  readonly failures: number
  /** When a process may claim it: the end of a lease, or of a delay. */
  readonly dueAt: Date
  readonly lastStatus: number | null
  readonly lastError: ErrorClass | null
  readonly deliveredAt: Date | null
}

/** The result of one attempt. */
export type AttemptResult =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      readonly kind: 'failed'
      readonly error: ErrorClass
      readonly status: number | null
      /** From `Retry-After` of a 429 or 503. */
      readonly retryAfterMs: number
    }

/** The longest attempt, from the search for the address to the response. */
export const MAX_ATTEMPT_MS = 15_000
/** How long a process has a delivery. Twice an attempt, so that a delivery can wait for its turn. */
export const LEASE_MS = 2 * MAX_ATTEMPT_MS

/** Attempts to one endpoint at a time, in all replicas together. */
export const MAX_IN_FLIGHT = 4

/**
 * The share of one replica. It is at least one: with more than four replicas, all of them together exceed the maximum, because to
 * count across them would take one more round trip for each attempt.
 */
export const maxInFlightOf = (replicas: number): number => Math.max(1, Math.floor(MAX_IN_FLIGHT / replicas))

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delay after the first failure, the second, and so on. After one more failure, the delivery has failed. */
export const RETRY_DELAYS_MS = [
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

/** Delays are up to this much longer, so that what failed together is not repeated together. */
const JITTER = 0.1
/** A receiver can delay the next attempt this long. */
const MAX_RETRY_AFTER_MS = 24 * HOUR

/** What an attempt changes in a delivery. */
export type ResultUpdate = Pick<
  WebhookDelivery,
  'status' | 'failures' | 'dueAt' | 'lastStatus' | 'lastError' | 'deliveredAt'
>

/** @param random from 0 to 1 */
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
      dueAt: now,
      lastStatus: result.status,
      lastError: null,
      deliveredAt: now,
    }
  const delayMs = RETRY_DELAYS_MS[failures]
  const failed = {
    failures: failures + 1,
    lastStatus: result.status,
    lastError: result.error,
    deliveredAt: null,
  }
  if (delayMs === undefined || result.error === 'endpoint-disabled')
    return { ...failed, status: 'failed', dueAt: now }
  const waitMs = Math.max(delayMs * (1 + JITTER * random), result.retryAfterMs)
  return { ...failed, status: 'pending', dueAt: new Date(now.getTime() + waitMs) }
}

/** The class of the last error with the status of the response: `bad-status 500`. */
export const reasonOf = ({
  lastError,
  lastStatus,
}: Pick<WebhookDelivery, 'lastError' | 'lastStatus'>): string =>
  // The last response came before the endpoint was disabled.
  lastError === 'endpoint-disabled'
    ? lastError
    : [lastError, lastStatus].filter((part) => part !== null).join(' ')

/** Whether enough of the lease is left for an attempt. */
export const coversAttempt = ({ dueAt }: Leased, now: Date): boolean =>
  dueAt.getTime() - now.getTime() >= MAX_ATTEMPT_MS

/** What a receiver's `Retry-After` says, seconds or a date, in milliseconds and at most a day. 0 when there is none. */
export function readRetryAfter(header: string | undefined, now: Date): number {
  return Math.min(retryAfterMs(header, now), MAX_RETRY_AFTER_MS)
}

function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime())
}

/** Whether an event shows a user after the erasure. It contains no personal data, and tells receivers that the user is deleted. */
export const isAboutErased = ({ userId, payload }: Pick<WebhookEvent, 'userId' | 'payload'>): boolean =>
  payload.includes(erasedAddress(userId))
