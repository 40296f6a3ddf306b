import type { ContractOperation } from '../contract/contract.ts'
import { DomainError } from '../errors.ts'

class PathNotFound extends DomainError {
  readonly code = 'path-not-found'
}

export class MethodNotAllowed extends DomainError {
  readonly code = 'method-not-allowed'
  /** For the header `Allow`. */
  readonly allow: string
  constructor(allow: string) {
    super()
    this.allow = allow
  }
}

export interface Match<O> {
  readonly operation: O
  /** By their names in the contract, decoded; undefined when one has a malformed escape. */
  readonly params: Readonly<Record<string, string>> | undefined
}

type Routed = Pick<ContractOperation, 'method' | 'path'>

/** A path of the contract with its operations by method. */
interface Template<O> {
  readonly segments: readonly string[]
  readonly byMethod: Map<string, O>
}

/** The second form of every public path (decision S9); operator and internal operations have one form only. */
const VERSION_PREFIX = '/api/v2/'

/**
 * Finds the operation of a request in a table built at start. When several paths of the contract match, a
 * literal segment wins over a parameter, from left to right, so `/registrations/external/notification/` is
 * the registration whose external id is `notification`. Works on the undecoded path: `a%2Fb` is one segment.
 *
 * @returns finds by method and undecoded path without query; throws PathNotFound or {@link MethodNotAllowed}
 */
export function matcher<O extends Routed>(operations: readonly O[], { versioned }: { versioned: boolean }) {
  const byLength = Map.groupBy(templatesOf(operations), ({ segments }) => segments.length)
  for (const templates of byLength.values()) templates.sort(mostLiteralFirst)

  return (method: string, path: string): Match<O> => {
    const segments = split(canonicalPath(path, versioned))
    const template = byLength.get(segments.length)?.find((candidate) => fits(candidate.segments, segments))
    if (!template) throw new PathNotFound()
    const operation = template.byMethod.get(method === 'HEAD' ? 'GET' : method)
    if (!operation) throw new MethodNotAllowed(allow(template))
    return { operation, params: parametersOf(template.segments, segments) }
  }
}

function templatesOf<O extends Routed>(operations: readonly O[]): Template<O>[] {
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, some]) => ({
    segments: split(path),
    byMethod: new Map(some.map((operation) => [operation.method.toUpperCase(), operation])),
  }))
}

/** The canonical form of a path: no version prefix, one trailing slash unless the last segment is a file. */
function canonicalPath(path: string, versioned: boolean): string {
  const bare = versioned && path.startsWith(VERSION_PREFIX) ? path.slice(VERSION_PREFIX.length - 1) : path
  return bare.endsWith('/') || bare === '/openapi.json' ? bare : `${bare}/`
}

const split = (path: string) => path.split('/').slice(1)
const isParameter = (segment: string) => segment.startsWith('{')

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return template.every((part, i) => (isParameter(part) ? segments[i] !== '' : part === segments[i]))
}

function mostLiteralFirst(a: { segments: readonly string[] }, b: { segments: readonly string[] }): number {
  for (const [i, segment] of a.segments.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(b.segments[i] ?? ''))
    if (difference !== 0) return difference
  }
  return 0
}

function parametersOf(template: readonly string[], segments: readonly string[]) {
  const params: Record<string, string> = {}
  try {
    for (const [i, part] of template.entries())
      if (isParameter(part)) params[part.slice(1, -1)] = decodeURIComponent(segments[i] as string)
  } catch {
    return undefined
  }
  return params
}

function allow({ byMethod }: { byMethod: ReadonlyMap<string, unknown> }): string {
  const methods = [...byMethod.keys()]
  return [...(methods.includes('GET') ? ['HEAD'] : []), ...methods].sort().join(', ')
}
