import type { Audience, Route, ServiceName } from './routes.ts'

/** The instances of each service, by the audience that they answer: operator operations have a port of their own. */
export type Upstreams = Readonly<Record<Audience, Readonly<Partial<Record<ServiceName, readonly string[]>>>>>

/** Hands out the instances of each service in turn. */
export function inTurn(upstreams: Upstreams): (route: Route) => string | undefined {
  const next = new Map<readonly string[], number>()
  return ({ audience, service }) => {
    const instances = upstreams[audience][service] ?? []
    const turn = next.get(instances) ?? 0
    next.set(instances, turn + 1)
    return instances[turn % instances.length]
  }
}
