/** The parts of an OpenAPI document that generation reads. */

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof methods)[number]

export type Audience = 'public' | 'operator' | 'internal'

export interface Operation {
  operationId: string
  tags: string[]
  description: string
  security?: Record<string, string[]>[]
  requestBody?: { required?: boolean }
  parameters?: object[]
  responses: Record<string, object>
  'x-audience': Audience
  'x-roles'?: string[]
  'x-rate-limit': string
  'x-operator-access'?: string
  'x-without-database'?: boolean
  deprecated?: boolean
  'x-deprecated-since'?: string
  'x-sunset'?: string
  'x-body-limit'?: number
  'x-alias-of'?: string
}

type PathItem = Partial<Record<Method, Operation>> & { parameters?: object[] }

export interface OpenApiDocument {
  openapi: string
  info: { version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, PathItem>
  components: Record<string, Record<string, object>>
  'x-roles': Record<string, string>
  /** What is sent to callers; in the whole contract and in the part for callers. */
  'x-webhooks'?: object
  /** Present in the whole contract only. */
  'x-error-codes'?: ErrorTable
}

/**
 * The rows of openapi/error-codes.yaml: `detail` where the text is fixed, else an example of one; a cause and
 * a remedy that say more.
 */
export type ErrorTable = Record<
  string,
  { status: number; detail?: string; example?: string; scimType?: string; cause?: string; remedy?: string }
>

export interface Parameter {
  name: string
  in: string
  schema: object
  example?: string | number | boolean
  examples?: Record<string, { value: string }>
}

export interface OperationEntry {
  path: string
  method: Method
  operation: Operation
}

/** Every operation of the document, in the document's order. */
export function operationsOf(document: OpenApiDocument): OperationEntry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  )
}

/** Visits every object and array below `node`, itself included. */
export function* nodesOf(node: unknown): Generator<Record<string, unknown>> {
  if (typeof node !== 'object' || node === null) return
  yield node as Record<string, unknown>
  for (const child of Object.values(node)) yield* nodesOf(child)
}

/** What a reference within the document leads to; other nodes are returned unchanged. */
export function dereferenced<T>(document: OpenApiDocument, node: object): T {
  const { $ref } = node as { $ref?: string }
  if ($ref === undefined) return node as T
  const [, , kind = '', name = ''] = $ref.split('/')
  return document.components[kind]?.[name] as T
}

/** Pointers to every component that `start` leads to, directly or through others. */
export function reachable(document: OpenApiDocument, start: unknown): Set<string> {
  const reached = new Set<string>()
  const follow = (from: unknown): void => {
    for (const pointer of [...nodesOf(from)].flatMap(pointersIn)) {
      if (reached.has(pointer)) continue
      reached.add(pointer)
      const component = dereferenced<object | undefined>(document, { $ref: pointer })
      if (!component) throw new Error(`${pointer} leads nowhere`)
      follow(component)
    }
  }
  follow(start)
  return reached
}

/** The references of a node: its $ref, and the schemes that its security names. */
function pointersIn(node: Record<string, unknown>): string[] {
  const security = Array.isArray(node.security) ? node.security : []
  return [
    ...(typeof node.$ref === 'string' ? [node.$ref] : []),
    ...security.flatMap((one: object) =>
      Object.keys(one).map((name) => `#/components/securitySchemes/${name}`),
    ),
  ]
}

/** The parameters of an operation, those of its path included. */
export function parametersOf(document: OpenApiDocument, { path, operation }: OperationEntry): Parameter[] {
  const { parameters: ofPath = [] } = document.paths[path] ?? {}
  return [...ofPath, ...(operation.parameters ?? [])].map((one) => dereferenced<Parameter>(document, one))
}
