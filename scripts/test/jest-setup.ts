import { reportTo } from '../dev/report.ts'
import { SERVERS_VARIABLE } from './servers.ts'
import { serversAlreadyUp, startTestServers } from './start-servers.ts'

const held = globalThis as { stopTestServers?: () => Promise<void> }

/** Before any test: takes the servers that are up, or starts them for this run. */
export default async function setUp(): Promise<void> {
  const up = serversAlreadyUp()
  if (up !== undefined) {
    process.env[SERVERS_VARIABLE] = JSON.stringify(up)
    return
  }
  process.stderr.write(
    'Starting backing servers for this run; `npm run test:servers` keeps them up between runs.\n',
  )
  const { servers, stop } = await startTestServers(reportTo((line) => process.stderr.write(line)))
  held.stopTestServers = stop
  process.env[SERVERS_VARIABLE] = JSON.stringify(servers)
}
