/** What the router needs to know of an operation. */
export interface Route {
  readonly method: string
  /** Canonical path of the contract: `/registrations/{id}/approve/`. */
  readonly path: string
}

/** A path of the contract with its methods. */
interface Template<R extends Route> {
  readonly segments: readonly string[]
  readonly byMethod: Map<string, R>
}

export type Match<R extends Route> =
  | { kind: 'found'; route: R; path: string }
  | { kind: 'wrong-method'; allow: string }
  | { kind: 'unknown-path' }

/** The second form of every public path (decision S9); operator and internal operations have one form alone. */
const VERSION_PREFIX = '/api/v2/'

/**
 * Finds the operation of a request in a table made at start. Where several paths of the contract match, a literal
 * segment wins over a parameter, from left to right, so `/registrations/external/notification/` is the registration
 * whose external id is `notification`. Works on the undecoded path: `a%2Fb` is one segment.
 */
export class Dispatcher<R extends Route> {
  readonly #byLength = new Map<number, Template<R>[]>()
  readonly #versioned: boolean

  constructor(routes: readonly R[], { versioned }: { versioned: boolean }) {
    this.#versioned = versioned
    const templates = new Map<string, Template<R>>()
    for (const route of routes) {
      const template = templates.get(route.path) ?? {
        segments: split(route.path),
        byMethod: new Map<string, R>(),
      }
      template.byMethod.set(route.method, route)
      templates.set(route.path, template)
    }
    for (const template of templates.values()) {
      const same = this.#byLength.get(template.segments.length) ?? []
      this.#byLength.set(template.segments.length, [...same, template].sort(mostLiteralFirst))
    }
  }

  /** @param path the undecoded path, without the query */
  match(method: string, path: string): Match<R> {
    const canonical = canonicalPath(path, this.#versioned)
    const segments = split(canonical)
    const template = this.#byLength
      .get(segments.length)
      ?.find((candidate) => fits(candidate.segments, segments))
    if (!template) return { kind: 'unknown-path' }
    const route = template.byMethod.get(method === 'HEAD' ? 'GET' : method)
    if (route) return { kind: 'found', route, path: canonical }
    return { kind: 'wrong-method', allow: allow(template) }
  }
}

/** One form for all that are the same: no version prefix, one trailing slash unless the last segment is a file. */
export function canonicalPath(path: string, versioned: boolean): string {
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

function allow(template: { byMethod: ReadonlyMap<string, unknown> }): string {
  const methods = [...template.byMethod.keys()]
  return [...(methods.includes('GET') ? ['HEAD'] : []), ...methods].sort().join(', ')
}
