import { catalogue } from '../../services/platform/contract/generated/catalogue.ts'
import type { Audience as AnyAudience, ServiceName } from '../../services/platform/contract/operation.ts'
import { VERSION_PREFIX } from '../../services/platform/http/routes.ts'

export type { ServiceName }
/** The audiences whose operations the gateway serves. It has no route to an internal operation. */
export type Audience = Exclude<AnyAudience, 'internal'>

interface Route {
  readonly service: ServiceName
  readonly audience: Audience
}

/** The part of a path before its first parameter, without a slash at the end. */
const prefixOf = (path: string): string => path.replace(/\/(\{.*)?$/, '')

/** The service and audience of each path prefix. An ingress routes by path prefix too. */
const ROUTES: ReadonlyMap<string, Route> = new Map(
  Object.values(catalogue).flatMap(({ path, service, audience }): [string, Route][] => {
    if (audience === 'internal') return []
    const prefixes = audience === 'public' ? [path, VERSION_PREFIX + path] : [path]
    return prefixes.map((each) => [prefixOf(each), { service, audience }])
  }),
)

/**
 * A segment `.` or `..`, also percent-encoded. The URL parser of a service may resolve it, and the path would
 * then be under another prefix.
 */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * The service and audience of a path. The path is compared with the prefixes as sent: nothing is decoded, and
 * case matters.
 * @param audience of the address that received the request; the operator address serves the public operations
 * too
 * @returns undefined when this address does not serve the path
 */
export function routeFor(path: string, audience: Audience): Route | undefined {
  if (DOT_SEGMENT.test(path)) return undefined
  const [, route] = [...ROUTES].find(([prefix]) => `${path}/`.startsWith(`${prefix}/`)) ?? []
  return route?.audience === 'public' || audience === 'operator' ? route : undefined
}
