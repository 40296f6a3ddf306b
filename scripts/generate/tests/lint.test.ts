import contract from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../document.ts'
import { lintContract } from '../lint.ts'

const approve = ['paths', '/registrations/{id}/approve/', 'post']
const create = ['paths', '/registrations/', 'post']
const schemas = ['components', 'schemas']
const responses = ['components', 'responses']

type Change = [path: string[], value?: unknown]

/** A copy of the contract with another value at each path, or none. */
function contractWith(...changes: Change[]): OpenApiDocument {
  const document = structuredClone(contract) as unknown as OpenApiDocument
  for (const [path, value] of changes) {
    const holder = path.slice(0, -1).reduce<object>((node, key) => Reflect.get(node, key) as object, document)
    const key = path.at(-1) ?? ''
    if (value === undefined) Reflect.deleteProperty(holder, key)
    else Reflect.set(holder, key, value)
  }
  return document
}

it('follows the rules of redocly.yaml, and each rule of our own reports a contract that breaks it', async () => {
  await lintContract(contractWith())
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
  const output = await lintContract(contractWith(...Object.values(breaks))).catch(String)
  expect(Object.keys(breaks).filter((rule) => !output?.includes(`by the ${rule} rule`))).toEqual([])
}, 60_000)

it('is valid OpenAPI, which the services therefore do not check when they start', async () => {
  await expect(lintContract(contractWith([[...approve, 'responses']]))).rejects.toThrow(
    /^Document is not valid OpenAPI.*responses/s,
  )
})
