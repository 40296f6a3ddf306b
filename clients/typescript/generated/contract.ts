// Generated, do not edit: npm run generate

/** Version of the contract that this client was made from. */
export const contractVersion = '2.0.0'

/** The operations that take an `Idempotency-Key`. */
export const keyedOperations: readonly { readonly method: string; readonly path: string }[] = [
  { method: 'POST', path: '/registrations/' },
  { method: 'POST', path: '/registrations/batch/' },
  { method: 'POST', path: '/users/' },
  { method: 'POST', path: '/users/batch/' },
]

/** Every cause of an error that the contract names (header `X-Error-Code`). */
export type ErrorCode =
  | 'already-registered'
  | 'body-too-large'
  | 'course-ambiguous'
  | 'course-inactive'
  | 'course-not-found'
  | 'course-not-published'
  | 'course-out-of-reach'
  | 'delivery-expired'
  | 'delivery-pending'
  | 'dependency-unavailable'
  | 'duplicate-in-batch'
  | 'event-based-course'
  | 'forbidden'
  | 'group-cycle'
  | 'group-in-use'
  | 'group-not-found'
  | 'group-out-of-reach'
  | 'group-too-deep'
  | 'headers-too-large'
  | 'idempotency-in-flight'
  | 'idempotency-key-reused'
  | 'identifiers-disagree'
  | 'import-differs'
  | 'internal-error'
  | 'invalid-request'
  | 'invalid-token'
  | 'key-revoked'
  | 'login-name-taken'
  | 'malformed-json'
  | 'malformed-request'
  | 'method-not-allowed'
  | 'not-found'
  | 'not-registered'
  | 'operator-token-read-only'
  | 'parent-not-found'
  | 'path-not-found'
  | 'precondition-failed'
  | 'registration-external-id-taken'
  | 'registration-imported'
  | 'registration-not-required'
  | 'reopen-conflict'
  | 'request-timeout'
  | 'role-missing'
  | 'too-many-requests'
  | 'too-many-webhook-endpoints'
  | 'unsupported-media-type'
  | 'user-ambiguous'
  | 'user-erased'
  | 'user-external-id-taken'
  | 'user-inactive'
  | 'user-not-found'
  | 'user-out-of-reach'
  | 'webhook-disabled-by-operator'
  | 'webhook-endpoint-disabled'
