/** The gateway process: `main.ts PUBLIC_PORT ADMIN_PORT '{"public":{"registration":[url],…},"operator":{…}}'`. Loopback only. */
import type { Server } from 'node:http'
import { createGateway } from './gateway.ts'
import type { Audience } from './routes.ts'
import type { Upstreams } from './upstreams.ts'

const [publicPort, adminPort, upstreamsJson] = process.argv.slice(2)
if (publicPort === undefined || adminPort === undefined || upstreamsJson === undefined) {
  process.stderr.write('usage: main.ts PUBLIC_PORT ADMIN_PORT UPSTREAMS_AS_JSON\n')
  process.exit(2)
}
const upstreams = JSON.parse(upstreamsJson) as Upstreams

const listen = (audience: Audience, port: string): Server => {
  const server = createGateway({ audience, upstreams })
  server.once('error', (fault) => {
    process.stderr.write(`${fault.message}\n`)
    process.exit(1)
  })
  return server.listen(Number(port), '127.0.0.1')
}
const servers = [listen('public', publicPort), listen('operator', adminPort)]

// `close` lets requests under way finish and drops idle connections
process.once('SIGTERM', () => servers.forEach((server) => server.close()))
