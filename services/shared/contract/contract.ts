import type { Document } from 'openapi-backend'
import type { Audience, OperationId, ServiceName } from './operation.ts'
import document from './generated/openapi.json' with { type: 'json' }

/** A parameter, its references resolved. */
export interface ContractParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: { readonly type?: string }
}

/** An operation of the contract with the extensions that the services act upon. */
export interface ContractOperation {
  readonly operationId: OperationId
  readonly method: string
  readonly path: string
  readonly tags: readonly [ServiceName]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: unknown
  readonly parameters?: readonly ContractParameter[]
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>
  readonly 'x-audience': Audience
  readonly 'x-rate-limit': 'account' | 'account-per-item' | 'operator' | 'none'
  readonly 'x-roles'?: readonly string[]
  readonly 'x-body-limit'?: number
  readonly 'x-alias-of'?: OperationId
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

type PathItem = Readonly<Record<string, Omit<ContractOperation, 'method' | 'path'> | undefined>>
const paths = document.paths as unknown as Readonly<Record<string, PathItem>>

/** The part of the contract that `keep` chooses, as a document of its own. */
export function contractOf(keep: (operation: ContractOperation) => boolean): Document {
  const kept = Object.entries(paths).map(([path, item]) => {
    const dropped = METHODS.filter((method) => {
      const operation = item[method]
      return operation && !keep({ ...operation, method, path })
    })
    return [
      path,
      Object.fromEntries(Object.entries(item).filter(([key]) => !dropped.includes(key as never))),
    ] as const
  })
  const withOperations = kept.filter(([, item]) => METHODS.some((method) => item[method]))
  return { ...document, paths: Object.fromEntries(withOperations) } as unknown as Document
}
