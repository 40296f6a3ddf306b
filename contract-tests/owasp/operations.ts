import { dereferenced, operationsOf, type OpenApiDocument } from '../../scripts/generate/document.ts'
import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }

const document = contract as unknown as OpenApiDocument

/** Every operation of the contract, with the example of its body. */
export const operations = operationsOf(document).map(({ path, method, operation }) => {
  const { requestBody = {} } = operation as { requestBody?: { content?: Record<string, { schema: object }> } }
  const schema = requestBody.content?.['application/json']?.schema
  const example = schema && dereferenced<{ example?: unknown }>(document, schema).example
  return { ...operation, audience: operation['x-audience'], method: method.toUpperCase(), path, example }
})
export type Operation = (typeof operations)[number]

/** Those that a service account calls. */
export const accountOperations = operations.filter(
  ({ audience, security = [] }) => audience === 'public' && security.length > 0,
)

export const named = <O extends { operationId: string }>(some: readonly O[]) =>
  some.map((operation) => [operation.operationId, operation] as const)
