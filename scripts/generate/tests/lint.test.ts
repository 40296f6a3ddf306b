import contract from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../document.ts'
import { faultsOfCodes } from '../lint-codes.ts'
import events from '../../../services/shared/contract/generated/events.json' with { type: 'json' }
import { faultsOfPayloads } from '../lint-events.ts'
import { faultsOfExamples } from '../lint-examples.ts'
import { faultsOfOperations } from '../lint-operations.ts'

const intact = contract as unknown as OpenApiDocument
const approve = ['paths', '/registrations/{id}/approve/', 'post']
const create = ['paths', '/registrations/', 'post']
const conflict = ['components', 'responses', 'ReopenConflict']
const schemas = ['components', 'schemas']

/** A copy of the contract with another value at `path`, or none. */
function contractWith(path: string[], value?: unknown): OpenApiDocument {
  const document = structuredClone(intact)
  const holder = path.slice(0, -1).reduce<object>((node, key) => Reflect.get(node, key) as object, document)
  const key = path.at(-1) ?? ''
  if (value === undefined) Reflect.deleteProperty(holder, key)
  else Reflect.set(holder, key, value)
  return document
}

describe('rules for operations', () => {
  it('finds nothing in the contract as it is', () => {
    expect(faultsOfOperations(intact)).toEqual([])
  })

  it.each<[string, string[], unknown, string]>([
    ['a name that says nothing', [...approve, 'operationId'], 'approve', 'operationId is a verb and a noun'],
    ['two owners', [...approve, 'tags'], ['registration', 'user'], 'exactly one tag, its owner'],
    ['an unknown audience', [...approve, 'x-audience'], 'all', 'x-audience is public, operator or internal'],
    [
      'the security of another audience',
      [...approve, 'security'],
      [{ operatorBearer: [] }],
      'that of its audience',
    ],
    ['no security', [...approve, 'security'], undefined, 'security is explicit'],
    ['no roles', [...approve, 'x-roles'], undefined, 'x-roles names known roles, where an account calls'],
    ['an unknown limiter', [...approve, 'x-rate-limit'], 'some', 'x-rate-limit is one of'],
    ['no limit for its body', [...create, 'x-body-limit'], undefined, 'x-body-limit where there is a body'],
    ['no word on where it comes from', [...approve, 'description'], 'Moves.', 'description says where'],
    ['no answer to a spent quota', [...approve, 'responses', '429'], undefined, 'response 429 is missing'],
    [
      'no word on a record that is not there',
      [...approve, 'responses', '404'],
      undefined,
      'response 404 is missing',
    ],
    ['a condition that can not fail', [...approve, 'responses', '412'], undefined, 'response 412 is missing'],
    ['a key that can not be in use', [...create, 'responses', '409'], undefined, 'response 409 is missing'],
    ['no default response', [...approve, 'responses', 'default'], undefined, 'response default is missing'],
    [
      'an error without a code',
      [...conflict, 'headers', 'X-Error-Code'],
      undefined,
      '409 has no X-Error-Code',
    ],
    [
      'an error in one form only',
      [...conflict, 'content', 'application/problem+json'],
      undefined,
      '409 has both forms',
    ],
    [
      'a code that no example shows',
      [
        'components',
        'responses',
        'RegistrationConflict',
        'content',
        'application/json',
        'examples',
        'user-ambiguous',
      ],
      undefined,
      'response 409 has no example for user-ambiguous',
    ],
    [
      'an answer without a request id',
      ['components', 'responses', 'RegistrationApproved', 'headers', 'X-Request-Id'],
      undefined,
      'response 200 has no X-Request-Id',
    ],
    [
      'an answer that does not tell of the quota',
      [...conflict, 'headers', 'RateLimit'],
      undefined,
      'response 409 has no RateLimit',
    ],
    [
      'a spent quota without a time to wait',
      ['components', 'responses', 'TooManyRequests', 'headers', 'Retry-After'],
      undefined,
      'response 429 has no Retry-After',
    ],
    [
      'a parameter without an example',
      ['components', 'parameters', 'IfMatch', 'example'],
      undefined,
      'parameter If-Match has no example',
    ],
    [
      'an alias of another path',
      ['paths', '/users/external_id/{externalId}/', 'put', 'x-alias-of'],
      'createUser',
      'x-alias-of names an operation of the same path',
    ],
    [
      'a code of another status',
      [...conflict, 'x-error-codes'],
      { 'not-found': 404 },
      '409 lists codes of that status',
    ],
    [
      'a body that takes unknown fields',
      [...schemas, 'RegistrationCreate', 'additionalProperties'],
      undefined,
      'an object of its body is not closed',
    ],
  ])('refuses an operation with %s', (_, path, value, fault) => {
    expect(faultsOfOperations(contractWith(path, value)).join('\n')).toContain(fault)
  })
})

it('refuses a path that does not end in a slash (S9)', () => {
  const { '/users/': users, ...others } = intact.paths
  const slashless = { ...intact, paths: { ...others, '/users': users! } }
  expect(faultsOfOperations(slashless).join('\n')).toContain('the path ends in a slash')
})

describe('examples', () => {
  it('fit their schemas in the contract as it is', () => {
    expect(faultsOfExamples(intact)).toEqual([])
  })

  it('are refused when their schema refuses them', () => {
    const wrong = contractWith([...schemas, 'Registration', 'example', 'statusName'], 'Lost')
    expect(faultsOfExamples(wrong).join('\n')).toContain('must be equal to one of the allowed values')
  })

  it('are asked for by every JSON body', () => {
    const bare = contractWith([...schemas, 'UserCreate', 'example'])
    expect(faultsOfExamples(bare).join('\n')).toContain('has no example')
  })
})

describe('country and state codes (R19)', () => {
  it('are those of the data set, and ""', () => {
    expect(faultsOfCodes(intact)).toEqual([])
  })

  it('are refused when one is missing or unknown', () => {
    const wrong = contractWith([...schemas, 'State', 'enum', '1'], 'ZZ')
    expect(faultsOfCodes(wrong)).toEqual(['State lacks AK', 'State has ZZ, which no list knows'])
  })
})

describe('payloads of messages', () => {
  const type = 'user.changed.v1'
  const schema = events[type]
  const asyncapi = `payload: { $ref: ${type}.json }`
  const faults = (changed: object, document = asyncapi) =>
    faultsOfPayloads(document, { [type]: changed }).join('\n')

  it('are in order when a message has them and their example fits', () => {
    expect(faults(schema)).toBe('')
  })

  it('are refused when no message has them', () => {
    expect(faults(schema, '')).toContain('no message of asyncapi.yaml has this payload')
  })

  it('are refused without an example, or with one that does not fit', () => {
    expect(faults({ ...schema, examples: [] })).toContain('no example')
    expect(faults({ ...schema, examples: [{}] })).toContain("must have required property 'eventId'")
  })
})
