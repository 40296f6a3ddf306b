import { faultsOfResponse } from './lint-responses.ts'
import {
  dereferenced,
  nodesOf,
  operationsOf,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
} from './document.ts'

interface Subject extends OperationEntry {
  document: OpenApiDocument
  /** Parameters of the path and of the operation. */
  parameters: Parameter[]
}

interface Parameter {
  name: string
  in: string
  schema: object
  example?: unknown
  examples?: object
}

/** A rule gives what is wrong, or nothing. */
type Rule = (subject: Subject) => string[]

const securityByAudience = {
  public: ['[{"apiKeyId":[],"apiKeySecret":[]},{"accountBearer":[]}]', '[]'],
  operator: ['[{"operatorBearer":[]}]'],
  internal: ['[{"serviceBearer":[]}]'],
}
const rateLimits = ['account', 'account-per-item', 'operator', 'none']

const rules: Rule[] = [
  ({ operation }) =>
    unless(/^[a-z]+([A-Z][a-z]+)+$/.test(operation.operationId), 'operationId is a verb and a noun'),
  ({ operation }) => unless(operation.tags?.length === 1, 'exactly one tag, its owner'),
  ({ operation }) =>
    unless(operation['x-audience'] in securityByAudience, 'x-audience is public, operator or internal'),
  ({ operation }) =>
    unless(
      securityByAudience[operation['x-audience']]?.includes(JSON.stringify(operation.security)) ?? false,
      'security is explicit and that of its audience',
    ),
  ({ operation }) =>
    unless(rateLimits.includes(operation['x-rate-limit']), `x-rate-limit is one of ${rateLimits.join(', ')}`),
  ({ document, operation }) => {
    const roles = operation['x-roles'] ?? []
    return unless(
      roles.every((role) => role in document['x-roles']) &&
        isAccountOperation(operation) === roles.length > 0,
      'x-roles names known roles, where an account calls',
    )
  },
  ({ operation }) =>
    unless(
      (operation['x-body-limit'] !== undefined) === (operation.requestBody !== undefined),
      'x-body-limit where there is a body',
    ),
  ({ operation }) =>
    unless(
      /§|Beyond the specification|Operator API|Internal/.test(String(Reflect.get(operation, 'description'))),
      'description says where the operation comes from',
    ),
  ({ path }) =>
    unless(path.endsWith('/') || path === '/openapi.json', 'the path ends in a slash (decision S9)'),
  ({ document, path, operation }) => {
    const alias = operation['x-alias-of']
    if (alias === undefined) return []
    const original = operationsOf(document).find((entry) => entry.operation.operationId === alias)
    return unless(original?.path === path, 'x-alias-of names an operation of the same path')
  },
  (subject) =>
    expectedStatuses(subject)
      .filter((status) => !(status in subject.operation.responses))
      .map((status) => `response ${status} is missing`),
  ({ document, operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      faultsOfResponse(document, operation, status, response),
    ),
  ({ document, parameters }) =>
    parameters
      .filter((parameter) => !hasExample(document, parameter))
      .map(({ name }) => `parameter ${name} has no example`),
  ({ document, operation }) => faultsOfBody(document, operation.requestBody),
]

/** Whatever breaks one of our rules, one line each. */
export function faultsOfOperations(document: OpenApiDocument): string[] {
  return operationsOf(document).flatMap((entry) => {
    const { parameters: own = [] } = entry.operation as { parameters?: object[] }
    const parameters = [...(document.paths[entry.path]?.parameters ?? []), ...own].map((parameter) =>
      dereferenced<Parameter>(document, parameter),
    )
    return rules
      .flatMap((rule) => rule({ ...entry, document, parameters }))
      .map((fault) => `${entry.operation.operationId ?? `${entry.method} ${entry.path}`}: ${fault}`)
  })
}

function unless(holds: boolean, rule: string): string[] {
  return holds ? [] : [rule]
}

function isAccountOperation(operation: Operation): boolean {
  return operation['x-audience'] === 'public' && isAuthenticated(operation)
}

function isAuthenticated({ security = [] }: Operation): boolean {
  return security.length > 0
}

/** What follows from a parameter: a record may be missing, have changed or not, a key may be in use. */
const statusesByHeader: Record<string, string[]> = {
  'If-Match': ['412'],
  'If-None-Match': ['304'],
  'Idempotency-Key': ['409', '422'],
}

function expectedStatuses({ method, operation, parameters }: Subject): string[] {
  const expected = ['500', 'default', ...parameters.flatMap(({ name }) => statusesByHeader[name] ?? [])]
  // A PUT makes the record; an internal look tells of what is not there in its body.
  const findsRecord = method !== 'put' && operation['x-audience'] !== 'internal'
  if (findsRecord && parameters.some((parameter) => parameter.in === 'path')) expected.push('404')
  if (isAuthenticated(operation)) expected.push('401', '503')
  if (isAccountOperation(operation)) expected.push('403')
  if (operation['x-rate-limit'] !== 'none') expected.push('429')
  if (operation.requestBody) expected.push('400', '413', '415')
  if (parameters.length > 0 && isAuthenticated(operation)) expected.push('400')
  return [...new Set(expected)].sort()
}

/** Unknown fields are rejected (decision R4): an object that a body may hold says so. */
function faultsOfBody(document: OpenApiDocument, body: object | undefined): string[] {
  if (!body) return []
  const seen = new Set<unknown>()
  const open = (start: unknown): string[] =>
    [...nodesOf(start)].flatMap((node) => {
      if (seen.has(node)) return []
      seen.add(node)
      const faults = unless(
        !node.properties || node.additionalProperties === false,
        'an object of its body is not closed',
      )
      return typeof node.$ref === 'string' ? [...faults, ...open(dereferenced(document, node))] : faults
    })
  return open(body)
}

/** Each request can be sent as the contract shows it. */
function hasExample(document: OpenApiDocument, { schema, example, examples }: Parameter): boolean {
  const inSchema = dereferenced<{ example?: unknown }>(document, schema).example
  return example !== undefined || examples !== undefined || inSchema !== undefined
}
