import { EXAMPLES } from '../kit/examples.ts'
import type { Given } from '../kit/interaction.ts'
import type { Answer } from '../kit/operation.ts'
import { LIMITED, regex, string, UNLIMITED } from '../kit/shapes.ts'

export const AN_ACCOUNT: Given = ['an account']
/** A group that holds neither the records of the other states nor the courses and users in them. */
export const ELSEWHERE: Given = ['an account', { groupId: 20 }]
/** A request that carries the `ETag` of an older version. */
export const OUTDATED = '"an-older-version"'

/** An error as every operation answers it (specification §7, decision S4). */
export const refusal = (status: number, code: string, detail: unknown) => ({
  status,
  headers: { ...UNLIMITED, 'X-Error-Code': code },
  body: { detail },
})

export const CHANGED = refusal(412, 'precondition-failed', string('The record has changed.'))
export const forbidden = (code: string) => refusal(403, code, 'Forbidden')
export const KEY_REUSED = refusal(
  422,
  'idempotency-key-reused',
  string('This Idempotency-Key was used with another body.'),
)

const tooMany = refusal(429, 'too-many-requests', 'Too many requests')
const unauthorised = refusal(401, 'invalid-token', 'Invalid token.')

/**
 * What a caller does about a refusal is the same for every operation, so one operation of each service stands for all:
 * ask for another key, ask for the role, wait.
 */
export const refusals = (records: readonly Given[], otherRole: string): Answer[] => [
  {
    ...unauthorised,
    headers: { ...unauthorised.headers, 'WWW-Authenticate': 'Bearer' },
    given: records,
    credential: { 'X-Api-Key': EXAMPLES.keyId, 'X-Api-Secret': EXAMPLES.secret },
  },
  {
    ...forbidden('role-missing'),
    note: 'another role',
    given: [['an account', { roles: [otherRole] }], ...records],
  },
  {
    ...tooMany,
    headers: { ...tooMany.headers, ...LIMITED, 'Retry-After': regex('^\\d+$', '12') },
    given: [['an account that has used up its requests'], ...records],
  },
]
