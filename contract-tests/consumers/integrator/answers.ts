import { EXAMPLES } from '../../../testing/pact/examples.ts'
import type { Given } from '../../../testing/pact/interaction.ts'
import type { Answer, Answers } from '../../../testing/pact/operation.ts'
import { LIMITED, regex, string, UNLIMITED } from '../../../testing/pact/shapes.ts'

export const AN_ACCOUNT: Given = ['an account']
/** A group that holds neither the records of the other states nor the courses and users in them. */
export const ELSEWHERE: Given = ['an account', { groupId: 20 }]
/** A request that carries the `ETag` of an older version. */
export const OUTDATED = '"an-older-version"'

/** An error as every operation answers it. */
export const refusal = (code: string, detail: unknown) => ({
  headers: { ...UNLIMITED, 'X-Error-Code': code },
  body: { detail },
})

export const CHANGED = refusal('precondition-failed', string('The record has changed.'))
export const forbidden = (code: string) => refusal(code, 'Forbidden')
export const KEY_REUSED = refusal(
  'idempotency-key-reused',
  string('This Idempotency-Key was used with another body.'),
)
export const notFound = (code: string, detail: unknown, missing: string): Answer => ({
  ...refusal(code, detail),
  given: [AN_ACCOUNT, [missing]],
})

const tooMany = refusal('too-many-requests', 'Too many requests')
const unauthorised = refusal('invalid-token', 'Invalid token.')

/**
 * What a caller does about a refusal is the same for every operation, so one operation of each service stands for all:
 * ask for another key, ask for the role, wait.
 */
export const refusals = (records: Given, otherRole: string): Answers => ({
  '401': {
    ...unauthorised,
    headers: { ...unauthorised.headers, 'WWW-Authenticate': 'Bearer' },
    given: [['a credential that is not valid'], records],
    credential: { 'X-Api-Key': EXAMPLES.keyId, 'X-Api-Secret': EXAMPLES.secret },
  },
  '403: another role': {
    ...forbidden('role-missing'),
    given: [['an account', { roles: [otherRole] }], records],
  },
  '429': {
    ...tooMany,
    headers: { ...tooMany.headers, ...LIMITED, 'Retry-After': regex('^\\d+$', '12') },
    given: [['an account that has used up its requests'], records],
  },
})
