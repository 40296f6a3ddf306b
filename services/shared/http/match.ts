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
  /** By their names in the contract, percent-encoded as they were sent. */
  readonly params: Readonly<Record<string, string>>
}

/** A path of the contract with its operations by method. */
interface Template<O> {
  readonly segments: readonly string[]
  readonly byMethod: ReadonlyMap<string, O>
}

/** Public operations have a second path form with this prefix. */
const VERSION_PREFIX = '/api/v2'

/**
 * Finds the operation of a request. When several paths of the contract match, a literal segment wins over a parameter,
 * from left to right: `/registrations/external/notification/` is the registration with the external id `notification`.
 */
export class Router<O extends Pick<ContractOperation, 'method' | 'path'>> {
  readonly #versioned: boolean
  readonly #bySegmentCount: ReadonlyMap<number, readonly Template<O>[]>

  /** @param options.versioned whether paths may start with `/api/v2` */
  constructor(operations: readonly O[], options: { versioned: boolean }) {
    this.#versioned = options.versioned
    const templates = templatesOf(operations).sort(mostLiteralFirst)
    this.#bySegmentCount = Map.groupBy(templates, ({ segments }) => segments.length)
  }

  /**
   * @param path as it was sent, without the query; `a%2Fb` is one segment
   * @throws PathNotFound, {@link MethodNotAllowed}
   */
  match(method: string, path: string): Match<O> {
    const segments = split(canonicalPath(path, this.#versioned))
    const candidates = this.#bySegmentCount.get(segments.length) ?? []
    const template = candidates.find((candidate) => matches(candidate.segments, segments))
    if (!template) throw new PathNotFound()
    const operation = template.byMethod.get(method === 'HEAD' ? 'GET' : method)
    if (!operation) throw new MethodNotAllowed(allowedMethods(template.byMethod))
    return { operation, params: parametersOf(template.segments, segments) }
  }
}

function templatesOf<O extends Pick<ContractOperation, 'method' | 'path'>>(
  operations: readonly O[],
): Template<O>[] {
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, samePath]) => ({
    segments: split(path),
    byMethod: new Map(samePath.map((operation) => [operation.method.toUpperCase(), operation])),
  }))
}

/** Without the version prefix, and with one trailing slash, which only the contract document's path lacks. */
function canonicalPath(path: string, versioned: boolean): string {
  const hasPrefix = versioned && path.startsWith(`${VERSION_PREFIX}/`)
  const bare = hasPrefix ? path.slice(VERSION_PREFIX.length) : path
  return bare.endsWith('/') || bare === '/openapi.json' ? bare : `${bare}/`
}

function split(path: string): string[] {
  return path.split('/').slice(1)
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

function matches(template: readonly string[], segments: readonly string[]): boolean {
  return template.every((part, i) => (isParameter(part) ? segments[i] !== '' : part === segments[i]))
}

function mostLiteralFirst(a: { segments: readonly string[] }, b: { segments: readonly string[] }): number {
  for (const [i, segment] of a.segments.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(b.segments[i] ?? ''))
    if (difference !== 0) return difference
  }
  return 0
}

function parametersOf(template: readonly string[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [i, part] of template.entries())
    if (isParameter(part)) params[part.slice(1, -1)] = segments[i] as string
  return params
}

function allowedMethods(byMethod: ReadonlyMap<string, unknown>): string {
  const methods = [...byMethod.keys()]
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ')
}
