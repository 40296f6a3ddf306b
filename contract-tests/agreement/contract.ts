/** The contract as the agreement check takes it: the bundled OpenAPI document, and the schema of each type of message. */
export interface Contract {
  readonly document: OpenApiDocument
  readonly events: Readonly<Record<string, object>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: unknown
  readonly servers?: readonly { readonly url: string }[]
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: object
}

export interface Content {
  readonly [mediaType: string]: { readonly schema: object } | undefined
}

export interface ContractResponse {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Content
}

export interface ContractOperation {
  readonly operationId: string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}

export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

/** What a `$ref` within the document stands for. */
export function resolved<T>(document: OpenApiDocument, value: unknown): T {
  const reference = (value as { $ref?: string } | undefined)?.$ref
  if (reference === undefined) return value as T
  let found: unknown = document
  for (const part of reference.replace(/^#\//, '').split('/'))
    found = (found as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  return resolved(document, found)
}
