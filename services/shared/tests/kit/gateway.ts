import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createGateway, type Upstreams } from '../../../../scripts/dev/gateway/gateway.ts'
import type { Audience } from '../../../../scripts/dev/gateway/routes.ts'
import { at } from './portal.ts'

/** The gateway of `npm start`, on a port of its own. */
export async function openGateway(audience: Audience, upstreams: Upstreams) {
  const server = createGateway({ audience, upstreams }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: at((server.address() as AddressInfo).port),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
