import contract from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../document.ts'
import { faultsOfCodes } from '../lint-codes.ts'
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
    ['no default response', [...approve, 'responses', 'default'], undefined, 'response default is missing'],
    [
      'an error without a code',
      [...conflict, 'headers', 'X-Error-Code'],
      undefined,
      '409 has no X-Error-Code',
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
