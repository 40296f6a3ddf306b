import type { ValidateFunction } from 'ajv'
import { OpenAPIBackend, type Document } from 'openapi-backend'
import { newAjv } from './ajv.ts'
import type { RoleKey } from './generated/catalogue.ts'
import document from './generated/openapi.json' with { type: 'json' }
import type { Audience, OperationId, ServiceName } from './operation.ts'

/** A parameter, its references resolved. */
interface ContractParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: { readonly type?: string }
  /** The names of the preferences that the header `Prefer` may have here. */
  readonly 'x-preferences'?: readonly string[]
}

/** An operation of the contract with the extensions that the services act upon. */
export interface ContractOperation {
  readonly operationId: OperationId
  readonly method: (typeof METHODS)[number]
  readonly path: string
  readonly tags: readonly [ServiceName]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly parameters?: readonly ContractParameter[]
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, unknown>>
        readonly content?: Readonly<Record<string, unknown>>
      }
    >
  >
  readonly 'x-audience': Audience
  /** With `account-per-item`, the handler spends the items: it knows how many there are. */
  readonly 'x-rate-limit': 'account' | 'account-per-item' | 'address' | 'operator' | 'none'
  readonly 'x-roles'?: readonly RoleKey[]
  /** Of an operator operation: whether a read-only token is enough. */
  readonly 'x-operator-access'?: 'read' | 'full'
  readonly 'x-body-limit'?: number
  /** Served even while MongoDB is unavailable. */
  readonly 'x-without-database'?: boolean
  readonly 'x-alias-of'?: OperationId
  /** Of a deprecated operation: the day of its deprecation. */
  readonly 'x-deprecated-since'?: string
  /** Of a deprecated operation: the day from which it may be removed. */
  readonly 'x-sunset'?: string
}

/** An operation with the validators of its requests, which are compiled for its first request. */
export interface CompiledOperation extends ContractOperation {
  readonly validators: () => readonly ValidateFunction[]
}

const compiled = new Map<string, Promise<readonly CompiledOperation[]>>()

/**
 * The operations of one service for one audience, compiled once for all services of this process.
 * openapi-backend resolves the references of the document, and compiles the validators of an operation for
 * its first request.
 */
export function compileContract(
  service: ServiceName,
  audience: Audience,
): Promise<readonly CompiledOperation[]> {
  const key = `${service} ${audience}`
  const operations = compiled.get(key) ?? compile(service, audience)
  compiled.set(key, operations)
  return operations
}

async function compile(service: ServiceName, audience: Audience): Promise<readonly CompiledOperation[]> {
  const bodyAjv = newAjv()
  const parameterAjv = newAjv({ coerceTypes: true })
  const backend = new OpenAPIBackend({
    definition: partOf(service, audience),
    // Skips validating the document, which scripts/generate/lint.ts has done, and validators of responses.
    quick: true,
    coerceTypes: true,
    customizeAjv: (_ajv, { coerceTypes }) => (coerceTypes ? parameterAjv : bodyAjv),
  })
  await backend.init()
  const { router, validator } = backend
  return (router.getOperations() as unknown as ContractOperation[]).map((operation) => ({
    ...operation,
    validators: () => validator.getRequestValidatorsForOperation(operation.operationId) ?? [],
  }))
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

type PathItem = Readonly<Record<string, Omit<ContractOperation, 'method' | 'path'> | undefined>>
const paths = document.paths as unknown as Readonly<Record<string, PathItem>>

/** The document with the operations of this service and audience only. */
function partOf(service: ServiceName, audience: Audience): Document {
  const belongs = (operation: PathItem[string]) =>
    operation?.tags[0] === service && operation['x-audience'] === audience
  const kept: Record<string, PathItem> = {}
  for (const [path, item] of Object.entries(paths)) {
    const others: readonly string[] = METHODS.filter((method) => !belongs(item[method]))
    if (others.length === METHODS.length) continue
    kept[path] = Object.fromEntries(Object.entries(item).filter(([key]) => !others.includes(key)))
  }
  return { ...document, paths: kept, components } as unknown as Document
}

/**
 * Items of a batch that are validated one by one (`x-items-checked`, see `http/items.ts`) may be anything
 * here.
 */
const components = {
  ...document.components,
  schemas: Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      'x-items-checked' in schema ? { ...schema, items: {} } : schema,
    ]),
  ),
}
