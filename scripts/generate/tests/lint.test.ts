import events from '../../../services/shared/contract/generated/events.json' with { type: 'json' }
import contract from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../document.ts'
import { faultsOfExamples, faultsOfPayloads } from '../lint-examples.ts'
import { lintForm } from '../lint-form.ts'
import { faultsOfOperations } from '../lint-operations.ts'

const intact = contract as unknown as OpenApiDocument
const approve = ['paths', '/registrations/{id}/approve/', 'post']
const create = ['paths', '/registrations/', 'post']
const schemas = ['components', 'schemas']
const responses = ['components', 'responses']

type Change = [path: string[], value?: unknown]

/** A copy of the contract with another value at each path, or none. */
function contractWith(...changes: Change[]): OpenApiDocument {
  const document = structuredClone(intact)
  for (const [path, value] of changes) {
    const holder = path.slice(0, -1).reduce<object>((node, key) => Reflect.get(node, key) as object, document)
    const key = path.at(-1) ?? ''
    if (value === undefined) Reflect.deleteProperty(holder, key)
    else Reflect.set(holder, key, value)
  }
  return document
}

it('has rules of form of its own for Redocly, each of which finds what breaks it', async () => {
  const breaks: Record<string, Change> = {
    'rule/operation-id-is-a-verb-and-a-noun': [[...approve, 'operationId'], 'approve'],
    'rule/audience': [[...approve, 'x-audience'], 'all'],
    'rule/rate-limit': [[...approve, 'x-rate-limit'], 'some'],
    'rule/body-limit-where-there-is-a-body': [[...create, 'x-body-limit']],
    'rule/operation-explains-itself': [[...approve, 'description'], 'Moves it to the status Approved.'],
    'rule/operation-names-its-source': [[...approve, 'x-source']],
    'rule/description-cites-nothing': [[...schemas, 'Score', 'description'], 'Null until set (decision S6).'],
    'rule/description-says-more-than-a-name': [[...responses, 'Group', 'description'], 'The group.'],
    'rule/everything-is-described': [[...schemas, 'Group', 'properties', 'name', 'description']],
    'rule/path-ends-in-a-slash': [['paths', '/users'], {}],
    'rule/required-parameters-alone-have-an-example': [
      ['components', 'parameters', 'IfMatch', 'example'],
      '"a"',
    ],
    'rule/quota-is-told': [[...responses, 'GroupInUse', 'headers', 'RateLimit']],
  }
  const said = await lintForm(contractWith(...Object.values(breaks))).catch(String)
  expect(Object.keys(breaks).filter((rule) => !said?.includes(`by the ${rule} rule`))).toEqual([])
}, 60_000)

it('has the form of OpenAPI, so that no service has to check it at its start', async () => {
  await expect(lintForm(contractWith([[...approve, 'responses']]))).rejects.toThrow(
    /^Document is not valid OpenAPI.*responses/s,
  )
})

describe('our own rules', () => {
  const faultsOf = (document: OpenApiDocument) => [
    ...faultsOfOperations(document),
    ...faultsOfExamples(document),
  ]
  const alias = ['paths', '/users/external_id/{externalId}/', 'put', 'x-alias-of']
  const reopenConflict = { $ref: '#/components/responses/ReopenConflict' }

  it('find nothing in the contract as it is', () => {
    expect(faultsOf(intact)).toEqual([])
  })

  it.each<[string, Change, string]>([
    ['no roles', [[...approve, 'x-roles']], 'x-roles names known roles, where an account calls'],
    ['a role that is not granted', [[...approve, 'x-roles'], ['janitor']], 'x-roles names known roles'],
    ['roles that let everybody in', [[...approve, 'security'], []], 'x-roles names known roles'],
    ['no answer to an unknown id', [[...approve, 'responses', '404']], 'response 404 is missing'],
    ['a condition that cannot fail', [[...approve, 'responses', '412']], '412 lacks precondition-failed'],
    ['a key never in use', [[...create, 'responses', '409'], reopenConflict], '409 lacks idempotency-in-'],
    ['an alias of another path', [alias, 'createUser'], 'x-alias-of names an operation of the same path'],
    [
      'a body that takes unknown fields',
      [[...schemas, 'RegistrationCreate', 'additionalProperties']],
      'createRegistration: an object of its body is not closed',
    ],
    ['a code in no response', [['x-error-codes', 'teapot'], { status: 418 }], 'no response has teapot'],
    ['a body without an example', [[...schemas, 'UserCreate', 'example']], 'has no example'],
    [
      'a header whose example is none',
      [['components', 'headers', 'Retry-After', 'example'], 'soon'],
      'header Retry-After: example "soon" does not fit',
    ],
  ])('refuse %s', (_, change, fault) => {
    expect(faultsOf(contractWith(change)).join('\n')).toContain(fault)
  })
})

it('the payload of a message belongs to one, with an example that fits', () => {
  const type = 'user.changed.v1'
  const schema = events[type]
  const faults = (changed: object, asyncapi = `payload: { $ref: ${type}.json }`) =>
    faultsOfPayloads(asyncapi, { [type]: changed }).join('\n')
  expect(faults(schema)).toBe('')
  expect(faults(schema, '')).toContain('no message of asyncapi.yaml has this payload')
  expect(faults({ ...schema, examples: [] })).toContain('no example')
  expect(faults({ ...schema, examples: [{}] })).toContain("must have required property 'eventId'")
})
