import type { ErrorCode } from './contract/generated/errors.ts'

/**
 * An error that is explained to the caller. The class says what went wrong; status and text are its row of
 * the error table, so rules contain no statuses.
 *
 * @param detail replaces the text of the row, for the few errors that name a field or a record
 */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode
  readonly detail: string | undefined
  /** The id of the record that stands in the way, where the caller may see it. */
  readonly existing: number | undefined

  constructor(detail?: string, existing?: number) {
    // It is an answer, whose name says what happened; where it was thrown nobody reads, and costs 13 µs to find out.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(detail)
    Error.stackTraceLimit = stackTraceLimit
    this.detail = detail
    this.existing = existing
    this.name = new.target.name
  }
}

/** Missing, malformed, unknown, wrong, expired or revoked credential (decision A1). */
export class InvalidToken extends DomainError {
  readonly code = 'invalid-token'
}

/** None of the roles that the operation takes (decision A3). */
export class RoleMissing extends DomainError {
  readonly code = 'role-missing'
}

/** A user outside the account's groups (decision A4). */
export class UserOutOfReach extends DomainError {
  readonly code = 'user-out-of-reach'
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
  /** Every fault that was found, for callers who can take more than one sentence. */
  readonly all: (() => readonly string[]) | undefined

  constructor(detail: string, all?: () => readonly string[]) {
    super(detail)
    this.all = all
  }
}

/**
 * A server that this request needs is unavailable; the caller may retry (design, "Ready, degraded, down").
 */
export class Unavailable extends DomainError {
  readonly code = 'dependency-unavailable'
  readonly dependency: string
  constructor(dependency: string, cause?: unknown) {
    super()
    this.dependency = dependency
    this.cause = cause
  }
}

/** A write may have been done; the outcome is unknown until it is looked up. */
export class OutcomeUnknown extends Unavailable {}

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

/** `retryAfterSeconds`: until the first request has ended or is given up; ≥ 1. */
export class IdempotencyInFlight extends DomainError {
  readonly code = 'idempotency-in-flight'
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super()
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The result of one item of a batch: a value or its rejection. */
export type Result<T> = T | DomainError

/** Runs the work of one item. An unavailable server fails the whole request, not the item. */
export function resultOf<T>(work: () => T): Result<T> {
  try {
    return work()
  } catch (error) {
    if (error instanceof DomainError && !(error instanceof Unavailable)) return error
    throw error
  }
}
