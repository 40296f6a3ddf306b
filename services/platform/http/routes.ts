import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import type { ContractOperation } from '../contract/contract.ts'
import { DomainError, errorWith } from '../errors.ts'

/** Paths of public operations may start with it: the path of the server in the contract. */
export const VERSION_PREFIX = '/api/v2'

class PathNotFound extends errorWith('path-not-found') {}

export class MethodNotAllowed extends DomainError {
  readonly code = 'method-not-allowed'
  /** For the header `Allow`. */
  readonly allow: string
  constructor(allow: string) {
    super()
    this.allow = allow
  }
}

/**
 * Adds one route for each operation, and for each path one that rejects other methods. Parameters reach the
 * handlers percent-encoded, as they were sent, so that `a%2Fb` is one segment.
 *
 * @param options.versioned whether paths may start with {@link VERSION_PREFIX}
 * @param serve creates the handler of an operation, or one that rejects the request with an error
 */
export function addRoutes<O extends Pick<ContractOperation, 'method' | 'path'>>(
  app: Express,
  operations: readonly O[],
  options: { versioned: boolean },
  serve: (found: O | DomainError) => RequestHandler,
): void {
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.use(keepEncoded)
  const prefix = options.versioned ? `{${VERSION_PREFIX}}` : ''
  const byPath = Map.groupBy(operations.toSorted(mostLiteralFirst), ({ path }) => path)
  for (const [path, samePath] of byPath) {
    const route = app.route(prefix + asPattern(path))
    for (const operation of samePath) route[operation.method](serve(operation))
    route.all(serve(new MethodNotAllowed(allowedMethods(samePath))))
  }
  app.use(serve(new PathNotFound()))
}

/**
 * Express decodes parameters while it looks for the route, so what it would decode is encoded once more. A
 * malformed escape must be rejected only after the caller was authenticated.
 */
function keepEncoded(request: Request, _response: Response, next: NextFunction): void {
  if (/[%#]/.test(request.url)) request.url = encodeURI(request.url).replaceAll('#', '%23')
  next()
}

/** In Express's syntax. `{/}` is a slash that may be missing. */
function asPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '{/}')
}

/**
 * A literal segment wins over a parameter, from left to right: `/registrations/external/notification/` is the
 * registration with the external id `notification`.
 */
export function mostLiteralFirst(a: { readonly path: string }, b: { readonly path: string }): number {
  // The brace of a parameter comes after every letter.
  const [first = '', second = ''] = [a, b].map(({ path }) => path.replaceAll(/\{\w+\}/g, '{'))
  return Number(first > second) - Number(first < second)
}

function allowedMethods(operations: readonly Pick<ContractOperation, 'method'>[]): string {
  const methods = operations.map(({ method }) => method.toUpperCase())
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ')
}
