import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGateway, type Upstreams } from '../local/gateway/gateway.ts'
import type { Audience } from '../local/gateway/routes.ts'
import { at } from './portal.ts'

/** The gateway of `npm start`, on its own port. */
export const openGateway = (audience: Audience, upstreams: Upstreams) =>
  onFreePort(createGateway({ audience, upstreams }))

/** Lets a server listen on a free port of this machine. */
export async function onFreePort(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: at(port),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
