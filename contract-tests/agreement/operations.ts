import {
  METHODS,
  resolved,
  type Contract,
  type ContractOperation,
  type OpenApiDocument,
  type Parameter,
} from './contract.ts'

/** An operation of the contract, as a request found it. */
export interface Found {
  readonly operation: ContractOperation
  readonly parameters: readonly Parameter[]
  /** Values of the path's parameters, decoded. */
  readonly path: Readonly<Record<string, string>>
}

/** The operation that answers a request: the path may stand below any of the servers, with or without its last slash. */
export function operationOf(
  { document }: Contract,
  { method, path }: { readonly method: string; readonly path: string },
): Found | undefined {
  for (const relative of belowServers(document, path)) {
    const segments = segmentsOf(relative)
    const [best] = Object.keys(document.paths)
      .filter((template) => values(segmentsOf(template), segments) !== undefined)
      .sort((a, b) => variables(a) - variables(b)) // literal segments win
    if (best === undefined) continue
    const item = document.paths[best] ?? {}
    const operation = item[method.toLowerCase()] as ContractOperation | undefined
    if (!operation) return undefined
    return {
      operation,
      parameters: parametersOf(document, item, operation),
      path: values(segmentsOf(best), segments) ?? {},
    }
  }
  return undefined
}

/** Every operation of a document. */
export function operationsIn(document: OpenApiDocument): ContractOperation[] {
  return Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => (item[method] ? [item[method] as ContractOperation] : [])),
  )
}

function parametersOf(
  document: OpenApiDocument,
  item: Readonly<Record<string, unknown>>,
  operation: ContractOperation,
): Parameter[] {
  const shared = (item['parameters'] ?? []) as readonly unknown[]
  return [...shared, ...(operation.parameters ?? [])].map((each) => resolved<Parameter>(document, each))
}

function belowServers({ servers = [] }: OpenApiDocument, path: string): string[] {
  const prefixes = servers.map(({ url }) => url.replace(/\/$/, '')).sort((a, b) => b.length - a.length)
  return prefixes.flatMap((prefix) => (path.startsWith(`${prefix}/`) ? [path.slice(prefix.length)] : []))
}

const segmentsOf = (path: string): string[] => path.replace(/^\/|\/$/g, '').split('/')
const variables = (template: string): number => template.split('{').length

function values(template: readonly string[], segments: readonly string[]) {
  if (template.length !== segments.length) return undefined
  const found: Record<string, string> = {}
  for (const [i, part] of template.entries()) {
    const segment = segments[i] as string
    const name = /^\{(.+)\}$/.exec(part)?.[1]
    if (name !== undefined && segment !== '') found[name] = decoded(segment)
    else if (part !== segment) return undefined
  }
  return found
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
