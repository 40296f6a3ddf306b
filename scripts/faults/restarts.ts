import { setTimeout as delay } from 'node:timers/promises'
import type { Server, System } from './system.ts'

const GRACE_MS = 30_000
const LOOK_MS = 50

/**
 * Replaces every process of every service in turn, as an upgrade does, and takes it out of `routes` only once it says
 * that it is not ready any more, so callers do not notice.
 */
export async function restartInTurn({ services }: System, routes: readonly Server[][], rounds: number) {
  for (let round = 0; round < rounds; round++)
    for (const server of services) {
      const route = routes.find((some) => some.includes(server))
      const stopped = server.stop(GRACE_MS)
      while (route && (await isReady(server))) await delay(LOOK_MS)
      route?.splice(route.indexOf(server), 1)
      await stopped
      await server.start()
      route?.push(server)
    }
}

const isReady = (server: Server) =>
  fetch(`${server.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
