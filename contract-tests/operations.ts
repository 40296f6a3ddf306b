import {
  dereferenced,
  operationsOf,
  type OpenApiDocument,
  type Parameter,
} from '../local/contract/document.ts'
import type { System } from '../testing/clients/system.ts'
import type { ServiceName } from '../services/platform/contract/operation.ts'
import contract from '../services/platform/contract/generated/openapi.json' with { type: 'json' }

const document = contract as unknown as OpenApiDocument

interface Schema {
  example?: unknown
  type?: unknown
  properties?: Record<string, object>
}

/** Every operation of the contract, with its parameters and the example of its body. */
export const operations = operationsOf(document).map(({ path, method, operation }) => {
  const { requestBody = {} } = operation as {
    requestBody?: { content?: Record<string, { schema: object; example?: unknown }> }
  }
  const body = requestBody.content?.['application/json']
  const schema = body && dereferenced<Schema>(document, body.schema)
  const example = body?.example ?? schema?.example
  const parameters = (operation.parameters ?? []).map((one) => dereferenced<Parameter>(document, one))
  const fields = Object.entries(schema?.properties ?? {}).map(([name, one]) => ({
    name,
    in: 'body',
    schema: one,
  }))
  /** What is true or false. */
  const flags = [...parameters, ...fields].filter(
    (one) => dereferenced<Schema>(document, one.schema).type === 'boolean',
  )
  const audience = operation['x-audience']
  return { ...operation, audience, method: method.toUpperCase(), path, parameters, example, flags }
})
export type Operation = (typeof operations)[number]

/** The public operations. */
export const accountOperations = operations.filter(
  ({ audience, security = [] }) => audience === 'public' && security.length > 0,
)

/** The address of an operation. */
export function addressOf({ url, adminUrl, internalUrl }: System, { audience, tags }: Operation): string {
  if (audience === 'internal') return internalUrl[tags[0] as ServiceName]
  return audience === 'operator' ? adminUrl : url
}

/** The path of an operation with this id for each of its parameters. */
export const pathOf = ({ path }: Operation, id = '1'): string => path.replaceAll(/\{\w+\}/g, id)

export const named = <O extends { operationId: string }>(some: readonly O[]) =>
  some.map((operation) => [operation.operationId, operation] as const)
