/**
 * Every error that a caller can meet: its stable code (header `X-Error-Code`), its status and its text.
 * The one place where HTTP statuses of errors live (specification §7, decisions S1, S3, S4); a test compares
 * it with the contract. `detail` is the fixed text; a row without one takes the text of the error thrown.
 */
export const ERROR_TABLE = {
  'invalid-token': { status: 401, detail: 'Invalid token.' },
  forbidden: { status: 403, detail: 'Forbidden' },
  'too-many-requests': { status: 429, detail: 'Too many requests' },
  'not-registered': { status: 404, detail: 'Not registered for this course.' },
  'not-found': { status: 404, detail: 'Not found.' },

  'path-not-found': { status: 404, detail: 'No such path. The operations are listed at /openapi.json.' },
  'method-not-allowed': {
    status: 405,
    detail: 'Method not allowed here. The header Allow names those that are.',
  },
  'malformed-request': {
    status: 400,
    detail: 'The request is not well-formed HTTP/1.1. Check its first line and its headers, Host among them.',
  },
  'headers-too-large': {
    status: 431,
    detail: 'The headers are larger than 16 KiB. Send fewer or shorter ones.',
  },
  'request-timeout': { status: 408, detail: 'The request did not arrive within 30 s. Send it again.' },
  'invalid-request': { status: 400, detail: undefined },
  'malformed-json': { status: 400, detail: 'The body is not well-formed JSON.' },
  'body-too-large': { status: 413, detail: undefined },
  'unsupported-media-type': { status: 415, detail: 'Send the body as application/json in UTF-8.' },
  'internal-error': { status: 500, detail: 'Internal server error' },
  'dependency-unavailable': {
    status: 503,
    detail: 'Temporarily unavailable. Try again after the seconds in Retry-After.',
  },

  'course-not-found': {
    status: 404,
    detail: 'No course matches. Check courseId, courseName or courseExternalId.',
  },
  'user-not-found': { status: 404, detail: 'No user matches. Check userId, userExternalId or userEmail.' },
  'course-ambiguous': {
    status: 409,
    detail: 'More than one course matches. Identify the course by courseId.',
  },
  'user-ambiguous': { status: 409, detail: 'More than one user matches. Identify the user by userId.' },
  'identifiers-disagree': {
    status: 409,
    detail: 'The identifying parameters name different records. Send only one of each kind.',
  },
  'course-inactive': { status: 422, detail: 'The course is not active.' },
  'course-not-published': { status: 422, detail: 'The course is not published.' },
  'event-based-course': { status: 422, detail: 'Event-based courses are not supported.' },
  'registration-not-required': { status: 422, detail: 'The course does not require registration.' },
  'user-inactive': { status: 422, detail: 'The user is not active.' },
  'already-registered': { status: 409, detail: 'Already registered for this course.' },
  'reopen-conflict': {
    status: 409,
    detail: 'The user has another open registration for this course. Complete or withdraw that one first.',
  },
  'registration-external-id-taken': {
    status: 409,
    detail: 'Another registration has this externalId. Choose another one.',
  },
  'login-name-taken': { status: 409, detail: 'Another user has this loginName. Choose another one.' },
  'user-external-id-taken': { status: 409, detail: 'Another user has this externalId. Choose another one.' },

  'idempotency-key-reused': {
    status: 422,
    detail: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
  },
  'idempotency-in-flight': {
    status: 409,
    detail: 'A request with this Idempotency-Key is still being handled. Try again in a moment.',
  },
  'precondition-failed': {
    status: 412,
    detail: 'The record has changed. Read it again and use its new ETag in If-Match.',
  },

  'group-cycle': { status: 409, detail: 'A group can not lie below itself. Choose another parentId.' },
  'group-in-use': {
    status: 409,
    detail: 'The group still has subgroups, users, grants or an account at home in it. Remove those first.',
  },
  'parent-not-found': {
    status: 422,
    detail: 'There is no group with this parentId. Create the parent first.',
  },
  'group-not-found': { status: 422, detail: undefined },
} as const satisfies Record<string, { status: number; detail: string | undefined }>

export type ErrorCode = keyof typeof ERROR_TABLE

/** An error as a result of its own, for the items of a batch. */
export function describeError(error: { code: ErrorCode; detail: string | undefined }) {
  const row = ERROR_TABLE[error.code]
  return { status: row.status, code: error.code, detail: error.detail ?? row.detail ?? '' }
}
