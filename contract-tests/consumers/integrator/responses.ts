import { EXAMPLES } from '../../../testing/pact/examples.ts'
import type { Given, ExpectedResponse, ExpectedResponses } from '../../../testing/pact/operation.ts'
import { LIMITED, regex, string, UNLIMITED } from '../../../testing/pact/shapes.ts'

export const AN_ACCOUNT: Given = ['an account']
/** A group that holds neither the records of the other states nor the courses and users in them. */
export const ELSEWHERE: Given = ['an account', { groupId: 20 }]
/** A request that carries the `ETag` of an older version. */
export const OUTDATED = '"an-older-version"'

/** An error response. */
export const rejection = (code: string, detail: unknown) => ({
  headers: { ...UNLIMITED, 'X-Error-Code': code },
  body: { detail },
})

export const CHANGED = rejection('precondition-failed', string('The record has changed.'))
export const forbidden = (code: string) => rejection(code, 'Forbidden')
export const notFound = (code: string, detail: unknown, missing: string): ExpectedResponse => ({
  ...rejection(code, detail),
  given: [AN_ACCOUNT, [missing]],
})

const tooMany = rejection('too-many-requests', 'Too many requests')
const unauthorised = rejection('invalid-token', 'Invalid token.')

/**
 * Callers handle these errors in the same way for every operation, so the pact has them for one operation of
 * each service.
 */
export const rejections = (otherRole: string, ...records: Given[]): ExpectedResponses => ({
  '401': {
    ...unauthorised,
    headers: { ...unauthorised.headers, 'WWW-Authenticate': 'Bearer' },
    given: [['a credential that is not valid'], ...records],
    credential: { 'X-Api-Key': EXAMPLES.keyId, 'X-Api-Secret': EXAMPLES.secret },
  },
  '403: another role': {
    ...forbidden('role-missing'),
    given: [['an account', { roles: [otherRole] }], ...records],
  },
  '429': {
    ...tooMany,
    headers: { ...tooMany.headers, ...LIMITED, 'Retry-After': regex('^\\d+$', '12') },
    given: [['an account that has used up its requests'], ...records],
  },
})
