import type { ErrorCode } from './contract/generated/errors.ts'

/**
 * Something went wrong that the caller can understand. The class says what; status and text are its row in the
 * error table, so no status ever appears where the rule is written.
 *
 * @param detail replaces the text of the row, for the few errors that name a field or a record
 */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode
  readonly detail: string | undefined

  constructor(detail?: string) {
    super(detail)
    this.detail = detail
    this.name = new.target.name
  }
}

/** Missing, malformed, unknown, wrong, expired or revoked credential (decision A1). */
export class InvalidToken extends DomainError {
  readonly code = 'invalid-token'
}

/** No required role, or a record outside the account's groups (decision A4). */
export class Forbidden extends DomainError {
  readonly code = 'forbidden'
}

/** The caller has used up its requests (decision R20). `retryAfterSeconds` ≥ 1. */
export class TooManyRequests extends DomainError {
  readonly code = 'too-many-requests'
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super()
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class NotFound extends DomainError {
  readonly code = 'not-found'
}

/** A parameter or field breaks a rule; `detail` names the field and the rule (decision S3). */
export class InvalidRequest extends DomainError {
  readonly code = 'invalid-request'
  declare readonly detail: string
  constructor(detail: string) {
    super(detail)
  }
}

/** A server that this request needs is away; the caller may try again (design, "Ready, degraded, down"). */
export class DependencyUnavailable extends DomainError {
  readonly code = 'dependency-unavailable'
  readonly dependency: string
  constructor(dependency: string, cause?: unknown) {
    super()
    this.dependency = dependency
    this.cause = cause
  }
}

/** A write was sent, or may have been, and whether it was done is not known: asking again tells. */
export class OutcomeUnknown extends DependencyUnavailable {}

/** The record is no longer the one that `If-Match` names (RFC 9110 §13.1.1). */
export class PreconditionFailed extends DomainError {
  readonly code = 'precondition-failed'
}

/** Two parameters of one kind name different records (decision R3, `Prefer: handling=strict`). */
export class IdentifiersDisagree extends DomainError {
  readonly code = 'identifiers-disagree'
}

export class IdempotencyKeyReused extends DomainError {
  readonly code = 'idempotency-key-reused'
}

export class IdempotencyInFlight extends DomainError {
  readonly code = 'idempotency-in-flight'
}

/** What became of one item of several: it worked, or its own rejection. */
export type Result<T> = T | DomainError

/** Does the work on one item. A server that is away is no item's own fault: that goes on to the whole request. */
export function resultOf<T>(work: () => T): Result<T> {
  try {
    return work()
  } catch (error) {
    if (error instanceof DomainError && !(error instanceof DependencyUnavailable)) return error
    throw error
  }
}
