export type ServiceName = 'registration' | 'user' | 'notification'
export type Audience = 'public' | 'operator'

export interface Route {
  readonly prefix: string
  readonly service: ServiceName
  readonly audience: Audience
}

/**
 * Who answers what, by plain path prefixes, the way an ingress does it. Internal operations have no row: they are on
 * a port of their own and never pass here (decision A7).
 */
export const ROUTES: readonly Route[] = [
  { prefix: '/registrations', service: 'registration', audience: 'public' },
  { prefix: '/api/v2/registrations', service: 'registration', audience: 'public' },
  { prefix: '/openapi.json', service: 'registration', audience: 'public' },
  { prefix: '/users', service: 'user', audience: 'public' },
  { prefix: '/api/v2/users', service: 'user', audience: 'public' },
  { prefix: '/admin/courses', service: 'registration', audience: 'operator' },
  { prefix: '/admin/groups', service: 'user', audience: 'operator' },
  { prefix: '/admin/users', service: 'user', audience: 'operator' },
  { prefix: '/admin/service-accounts', service: 'user', audience: 'operator' },
  { prefix: '/admin/deliveries', service: 'notification', audience: 'operator' },
  { prefix: '/admin/dead-letters', service: 'notification', audience: 'operator' },
]

/** A segment that a URL parser further on may resolve, and so leave the prefix that it was let in by. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * Which port of which service answers a request's path, which is compared as it was sent, byte by byte.
 * @param audience 'operator' sees the public operations too
 */
export function routeFor(target: string, audience: Audience): Route | undefined {
  const path = target.split('?', 1)[0] ?? ''
  if (DOT_SEGMENT.test(path)) return undefined
  return ROUTES.find(
    (route) =>
      (route.audience === 'public' || audience === 'operator') &&
      (path === route.prefix || path.startsWith(`${route.prefix}/`)),
  )
}
