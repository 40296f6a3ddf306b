import contract from '../../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { operationsOf, type OpenApiDocument } from '../../../local/contract/document.ts'
import { lintContract } from '../lint.ts'

/** Where an operation or a kind of component is in the document. */
const APPROVE_PATH = ['paths', '/registrations/{id}/approve/', 'post']
const CREATE_PATH = ['paths', '/registrations/', 'post']
const SCHEMAS_PATH = ['components', 'schemas']
const RESPONSES_PATH = ['components', 'responses']

type Change = [keys: string[], value?: unknown]

/** A copy of the contract with these values replaced; without a value, the key is removed. */
function contractWith(...changes: Change[]): OpenApiDocument {
  const document = structuredClone(contract) as unknown as OpenApiDocument
  // What is generated names no sources.
  for (const { operation } of operationsOf(document)) Object.assign(operation, { 'x-source': 'a decision' })
  for (const [keys, value] of changes) {
    const holder = keys.slice(0, -1).reduce<object>((node, key) => Reflect.get(node, key) as object, document)
    const key = keys.at(-1) ?? ''
    if (value === undefined) Reflect.deleteProperty(holder, key)
    else Reflect.set(holder, key, value)
  }
  return document
}

it('the contract passes all rules, and each of our own rules rejects a contract that breaks it', async () => {
  await lintContract(contractWith())
  const violations: Record<string, Change> = {
    'rule/operation-id-is-a-verb-and-a-noun': [[...APPROVE_PATH, 'operationId'], 'approve'],
    'rule/operation-has-an-audience': [[...APPROVE_PATH, 'x-audience'], 'all'],
    'rule/operation-has-a-rate-limit': [[...APPROVE_PATH, 'x-rate-limit'], 'some'],
    'rule/operation-with-a-body-has-a-body-limit': [[...CREATE_PATH, 'x-body-limit']],
    'rule/deprecated-operation-has-its-days': [[...APPROVE_PATH, 'deprecated'], true],
    'rule/operation-description-is-long-enough': [
      [...APPROVE_PATH, 'description'],
      'Moves it to the status Approved.',
    ],
    'rule/operation-has-a-source': [[...APPROVE_PATH, 'x-source']],
    'rule/description-names-no-decision': [
      [...SCHEMAS_PATH, 'Score', 'description'],
      'Null until set (decision S6).',
    ],
    'rule/description-has-at-least-four-words': [[...RESPONSES_PATH, 'Group', 'description'], 'The group.'],
    'rule/every-property-has-a-description': [
      [...SCHEMAS_PATH, 'Group', 'properties', 'name', 'description'],
    ],
    'rule/canonical-text-has-a-limit': [[...SCHEMAS_PATH, 'PersonName', 'maxLength']],
    'rule/path-ends-in-a-slash': [['paths', '/users'], {}],
    'rule/only-required-parameters-have-an-example': [
      ['components', 'parameters', 'IfMatch', 'example'],
      '"a"',
    ],
    'rule/counted-responses-have-rate-limit-headers': [
      [...RESPONSES_PATH, 'GroupInUse', 'headers', 'RateLimit'],
    ],
  }
  // The error contains the findings.
  const findings = await lintContract(contractWith(...Object.values(violations))).catch(String)
  const ineffective = Object.keys(violations).filter((rule) => !findings?.includes(`by the ${rule} rule`))
  expect(ineffective).toEqual([])
})

it('what is generated names no requirement, which callers do not have', () => {
  expect(JSON.stringify(contract)).not.toContain('"x-source"')
})

it('linting rejects a contract that is not valid OpenAPI, which the services do not check', async () => {
  await expect(lintContract(contractWith([[...APPROVE_PATH, 'responses']]))).rejects.toThrow(
    /^Document is not valid OpenAPI.*responses/s,
  )
})

it('linting rejects a pattern whose cost can grow faster than the text (R19)', async () => {
  const slow = String.raw`^\s*(a|\s)*\s*$`
  await expect(lintContract(contractWith([[...SCHEMAS_PATH, 'Name', 'pattern'], slow]))).rejects.toThrow(slow)
})

it('linting rejects a text or a list of a request without a limit of its own (R19)', async () => {
  const changed = contractWith(
    [[...SCHEMAS_PATH, 'Source', 'maxLength']],
    [[...SCHEMAS_PATH, 'DeletedGroupInput', 'properties', 'users', 'maxItems']],
  )
  await expect(lintContract(changed)).rejects.toThrow(
    /no limit: createUser source .* leaveDeletedGroup.users\[\]/,
  )
})

it('linting rejects a schema called Input in a response, and one of another name in a request', async () => {
  const [body, response] = [
    [...CREATE_PATH, 'requestBody', 'content', 'application/json', 'schema', '$ref'],
    [...RESPONSES_PATH, 'Registration', 'content', 'application/json', 'schema', '$ref'],
  ]
  await expect(lintContract(contractWith([body, '#/components/schemas/Registration']))).rejects.toThrow(
    /body of createRegistration is called/,
  )
  await expect(
    lintContract(contractWith([response, '#/components/schemas/RegistrationInput'])),
  ).rejects.toThrow(/response of \w+ has a schema called/)
})
