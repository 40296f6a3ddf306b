import { standardResponses } from './complete.ts'
import {
  dereferenced,
  nodesOf,
  operationsOf,
  parametersOf,
  reachable,
  type OpenApiDocument,
  type OperationEntry,
} from './document.ts'

/** A rule that redocly.yaml can't say, because it compares two places. It gives what is wrong, or nothing. */
type Rule = (document: OpenApiDocument, entry: OperationEntry) => string[]

const rules: Rule[] = [
  (document, { operation: { security = [], 'x-audience': audience, 'x-roles': roles = [] } }) =>
    unless(
      roles.every((role) => role in document['x-roles']) &&
        (audience === 'public' && security.length > 0) === roles.length > 0,
      'x-roles names known roles, where an account calls',
    ),
  (document, { path, operation: { 'x-alias-of': alias } }) => {
    const original = operationsOf(document).find(({ operation }) => operation.operationId === alias)
    const holds = alias === undefined || original?.path === path
    return unless(holds, 'x-alias-of names an operation of the same path')
  },
  (document, entry) => {
    // A PUT makes the record; an internal operation says in its body that it found none.
    const looksUp = entry.method !== 'put' && entry.operation['x-audience'] !== 'internal'
    const byPath = parametersOf(document, entry).some((parameter) => parameter.in === 'path')
    return unless(!looksUp || !byPath || '404' in entry.operation.responses, 'response 404 is missing')
  },
  (document, entry) =>
    Object.entries(standardResponses(document, entry)).flatMap(([status, standard]) => {
      const written = codesOf(document, entry.operation.responses[status] ?? {})
      return Object.keys(codesOf(document, standard)).flatMap((code) =>
        unless(code in written, `response ${status} lacks ${code}`),
      )
    }),
  (document, { operation: { requestBody } }) => {
    // Unknown fields are rejected (decision R4): an object that a body may hold says so.
    const refs = [...reachable(document, requestBody)].map(($ref) => ({ $ref }))
    const parts = [requestBody, ...refs.map((ref) => dereferenced<object>(document, ref))]
    const open = [...nodesOf(parts)].filter((one) => one.properties && one.additionalProperties !== false)
    return unless(open.length === 0, 'an object of its body is not closed')
  },
]

/** Whatever breaks one of these rules, one line each. */
export function faultsOfOperations(document: OpenApiDocument): string[] {
  const faults = operationsOf(document).flatMap((entry) =>
    rules.flatMap((rule) => rule(document, entry)).map((fault) => `${entry.operation.operationId}: ${fault}`),
  )
  const responses = Object.values(document.components.responses ?? {})
  const listed = responses.flatMap((response) => Object.keys(codesOf(document, response)))
  const unused = Object.keys(document['x-error-codes'] ?? {}).filter((code) => !listed.includes(code))
  return [...faults, ...unused.map((code) => `error-codes.yaml: no response has ${code}`)]
}

function unless(holds: boolean, rule: string): string[] {
  return holds ? [] : [rule]
}

function codesOf(document: OpenApiDocument, response: object): Record<string, number> {
  return dereferenced<{ 'x-error-codes'?: Record<string, number> }>(document, response)['x-error-codes'] ?? {}
}
