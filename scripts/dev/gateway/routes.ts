import { catalogue } from '../../../services/shared/contract/generated/catalogue.ts'
import type { Audience as AnyAudience, ServiceName } from '../../../services/shared/contract/operation.ts'

export type { ServiceName }
/** Internal operations have no route. */
export type Audience = Exclude<AnyAudience, 'internal'>

interface Route {
  readonly service: ServiceName
  readonly audience: Audience
}

const VERSION = '/api/v2'

/** Up to the first parameter. */
const prefixOf = (path: string): string => path.replace(/\/(\{.*)?$/, '')

/** The operations of the contract by path prefix, as an ingress routes them. */
const ROUTES: ReadonlyMap<string, Route> = new Map(
  Object.values(catalogue).flatMap(({ path, service, audience }): [string, Route][] => {
    if (audience === 'internal') return []
    const prefixes = audience === 'public' ? [path, VERSION + path] : [path]
    return prefixes.map((each) => [prefixOf(each), { service, audience }])
  }),
)

/** A segment that a URL parser of the service may resolve, and so leave the prefix. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * The service and audience of a path, which is compared byte by byte.
 * @param audience 'operator' sees the public operations too
 */
export function routeFor(path: string, audience: Audience): Route | undefined {
  if (DOT_SEGMENT.test(path)) return undefined
  const [, route] = [...ROUTES].find(([prefix]) => `${path}/`.startsWith(`${prefix}/`)) ?? []
  return route?.audience === 'public' || audience === 'operator' ? route : undefined
}
