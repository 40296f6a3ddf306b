import type { ServiceName } from './routes.ts'

export type Upstreams = Readonly<Record<ServiceName, readonly string[]>>

/** Hands out the instances of each service in turn. */
export function inTurn(upstreams: Upstreams): (service: ServiceName) => string | undefined {
  const next: Record<ServiceName, number> = { registration: 0, user: 0, notification: 0 }
  return (service) => {
    const instances = upstreams[service]
    return instances[next[service]++ % instances.length]
  }
}
