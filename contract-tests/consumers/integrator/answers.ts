import type { Rollcall } from '@rollcall/client'
import { EXAMPLES, text } from '../kit/examples.ts'
import type { Answer, Given, RequestTemplate } from '../kit/operation.ts'
import { LIMITED, regex, string, UNLIMITED } from '../kit/shapes.ts'

export const AN_ACCOUNT: Given = ['an account']
/** The credential of the account that a state has made (decision A1). */
export const CREDENTIAL = { 'X-Api-Key': text('${keyId}'), 'X-Api-Secret': text('${secret}') }
export const IN_CLIENT = { apiKey: EXAMPLES.keyId, apiSecret: EXAMPLES.secret }

type Refusal = Pick<Answer<Rollcall>, 'status' | 'headers' | 'body'>

/** An error as every operation answers it (specification §7, decision S4). */
export const refusal = (status: number, code: string, detail: unknown): Refusal => ({
  status,
  headers: { ...UNLIMITED, 'X-Error-Code': code },
  body: { detail },
})
const SECONDS = { 'Retry-After': regex('^\\d+$', '12') }

export const INVALID = refusal(400, 'invalid-request', string('query parameter colour is not known here.'))
export const NOT_REGISTERED = refusal(404, 'not-registered', 'Not registered for this course.')
export const NOT_FOUND = refusal(404, 'not-found', 'Not found.')
export const CHANGED = refusal(412, 'precondition-failed', string('The record has changed.'))
const unavailable = refusal(503, 'dependency-unavailable', string('Temporarily unavailable.'))
export const UNAVAILABLE = { ...unavailable, headers: { ...unavailable.headers, ...SECONDS } }
export const FORBIDDEN = refusal(403, 'forbidden', 'Forbidden')

/** A request that carries the `ETag` of an older version. */
export const OUTDATED = '"an-older-version"'

interface Usual {
  readonly given: readonly Given[]
  readonly request: RequestTemplate
  /** A role that this API does not accept (decision A3). */
  readonly otherRole: string
  /** What takes away something that every request needs. */
  readonly outage: string
}

/** The errors that every public operation with an account can answer. */
export function usualErrors({ given, request, otherRole, outage }: Usual): Answer<Rollcall>[] {
  const records = given.filter(([name]) => name !== AN_ACCOUNT[0])
  const as = (account: Given): readonly Given[] => [account, ...records]
  const tooMany = refusal(429, 'too-many-requests', 'Too many requests')
  const unauthorised = refusal(401, 'invalid-token', 'Invalid token.')
  return [
    {
      ...INVALID,
      note: 'a query parameter that is not known',
      given: as(AN_ACCOUNT),
      request: { query: { ...request.query, colour: 'red' } },
      call: 'raw',
    },
    {
      ...unauthorised,
      headers: { ...unauthorised.headers, 'WWW-Authenticate': 'Bearer' },
      given: records,
      request: {
        headers: { ...request.headers, 'X-Api-Key': EXAMPLES.keyId, 'X-Api-Secret': EXAMPLES.secret },
      },
    },
    { ...FORBIDDEN, note: 'another role', given: as(['an account', { roles: [otherRole] }]) },
    {
      ...tooMany,
      headers: { ...tooMany.headers, ...SECONDS, ...LIMITED },
      given: as(['an account that has used up its requests']),
    },
    {
      ...refusal(500, 'internal-error', 'Internal server error'),
      given: [...as(AN_ACCOUNT), ['the service has a fault']],
    },
    {
      ...UNAVAILABLE,
      given: [...as(AN_ACCOUNT), [outage]],
    },
  ]
}

/** The body says that it is text (decision S4). */
export const NOT_JSON: Answer<Rollcall> = {
  ...refusal(415, 'unsupported-media-type', string('Send the body as application/json in UTF-8.')),
  request: { body: undefined, plainBody: '{}' },
  call: 'raw',
}
