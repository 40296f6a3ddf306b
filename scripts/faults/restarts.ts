import { setTimeout as delay } from 'node:timers/promises'
import type { Server, System } from '../../testing/system/system.ts'

const GRACE_MS = 30_000
const LOOK_MS = 50

/**
 * Restarts the processes of all services one after another, as an upgrade does. A process stays in `routes`
 * until it reports that it is not ready, so callers do not notice.
 */
export async function restartOneByOne({ services }: System, routes: readonly Server[][], rounds: number) {
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
