import type { ErrorCode } from './contract/generated/errors.ts'

/**
 * An error with a code. `openapi/error-codes.yaml` has the status and the text of each code.
 *
 * @param detail replaces the text of the code, for errors that name a field or a record
 */
export abstract class ApiError extends Error {
  abstract readonly code: ErrorCode
  readonly detail: string | undefined

  constructor(detail?: string) {
    super(detail)
    this.detail = detail
    this.name = new.target.name
  }
}

/**
 * The request is rejected, and nothing of it was done. The same one would be rejected again, but for
 * {@link RetryAfter}.
 */
export abstract class DomainError extends ApiError {
  /** The id of the record that is in conflict, when the caller may see it. */
  readonly existingId: number | undefined

  constructor(detail?: string, existingId?: number) {
    super(detail)
    this.existingId = existingId
  }
}

/** The class of the errors with this code. */
export const errorWith = <C extends ErrorCode>(code: C) =>
  class extends DomainError {
    readonly code = code
  }

/** A server that this request needs is unavailable; the caller may retry. */
export class Unavailable extends ApiError {
  readonly code = 'dependency-unavailable'
  readonly dependency: string
  constructor(dependency: string, cause: unknown) {
    super()
    // For the log; callers are not told which server it is.
    this.message = `${dependency} is unavailable`
    this.dependency = dependency
    this.cause = cause
  }
}

/** A write may have been done; its outcome is unknown until it is looked up. */
export class OutcomeUnknown extends Unavailable {}

/** Missing, malformed, unknown, wrong, expired or revoked credential. */
export class InvalidToken extends errorWith('invalid-token') {}

/** None of the roles that the operation takes. */
export class RoleMissing extends errorWith('role-missing') {}

/** The operation changes something, and the operator token is read-only. */
export class OperatorTokenReadOnly extends errorWith('operator-token-read-only') {}

/** A user outside the account's groups. */
export class UserOutOfReach extends errorWith('user-out-of-reach') {}

/**
 * An identifier belongs to an account that was merged into another one, which the caller can see. That is
 * the one in `existingId`.
 */
export class AccountMerged extends DomainError {
  readonly code = 'merged'
  /** @param identifier what the caller has sent; undefined for the id */
  constructor(
    { id, mergedInto }: { readonly id: number; readonly mergedInto?: number | undefined },
    identifier?: 'loginName' | 'externalId',
  ) {
    super(
      identifier
        ? `User ${id}, who has this ${identifier}, was merged into user ${mergedInto}. Send what ` +
            'identifies that one. If this is the one that you go on sending, give it to that user: change ' +
            'the user by id, or use rollcall users renumber. If it is about somebody else, choose another ' +
            `${identifier}.`
        : `User ${id} was merged into user ${mergedInto}. Name that one.`,
      mergedInto,
    )
  }
}

/** The same request may be accepted after this time, ≥ 1. */
export abstract class RetryAfter extends DomainError {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super()
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The caller has used up its requests. */
export class TooManyRequests extends RetryAfter {
  readonly code = 'too-many-requests'
}

export class NotFound extends errorWith('not-found') {}

/** The record that was looked for. @throws NotFound */
export function requireExisting<T>(found: T | undefined): T {
  if (found === undefined) throw new NotFound()
  return found
}

/** The part of a request that breaks a rule: a JSON pointer (RFC 6901) into the body, or a parameter. */
export type Place = { readonly pointer: string } | { readonly parameter: string }

/** A field of the body, or the whole body. */
export const inBody = (...names: readonly string[]): Place => ({
  pointer: names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
})

/** A parameter of the path or the query, or a header. */
export const inParameter = (parameter: string): Place => ({ parameter })

/** One rule that a request breaks. */
export type Fault = Place & { readonly detail: string }

/** A parameter or field breaks a rule; `detail` names the field and the rule. */
export class InvalidRequest extends DomainError {
  readonly code = 'invalid-request'
  declare readonly detail: string
  /** Lists the faults of the request, not only the first, for a problem document. */
  readonly listFaults: () => readonly Fault[]

  constructor(detail: string, place: Place, listFaults = (): readonly Fault[] => [{ detail, ...place }]) {
    super(detail)
    this.listFaults = listFaults
  }
}

/** The record is no longer the one that `If-Match` names (RFC 9110 §13.1.1). */
export class PreconditionFailed extends errorWith('precondition-failed') {}

/** Two parameters of one kind name different records. */
export class IdentifiersDisagree extends errorWith('identifiers-disagree') {}

export class IdempotencyKeyReused extends errorWith('idempotency-key-reused') {}

/** The request is about a user whose data was erased. */
export class UserErased extends errorWith('user-erased') {}

/** The first request has not ended, nor is it given up. */
export class IdempotencyInFlight extends RetryAfter {
  readonly code = 'idempotency-in-flight'
}

/** The result of one item of a batch. */
export type Result<T> = Accepted<T> | Rejected

export interface Accepted<T> {
  readonly kind: 'accepted'
  readonly value: T
}

export interface Rejected {
  readonly kind: 'rejected'
  readonly error: DomainError
}

export const accepted = <T>(value: T): Accepted<T> => ({ kind: 'accepted', value })

export const rejected = (error: DomainError): Rejected => ({ kind: 'rejected', error })

/** @throws the error of a rejected result */
export function requireAccepted<T>(result: Result<T>): T {
  if (result.kind === 'rejected') throw result.error
  return result.value
}

/**
 * Runs the work of one item. Any error but a rejection, such as an unavailable server, fails the whole
 * request.
 */
export function resultOf<T>(work: () => T): Result<T> {
  try {
    return accepted(work())
  } catch (error) {
    if (error instanceof DomainError) return rejected(error)
    throw error
  }
}
