import { createProgressReporter } from '../../local/progress-reporter.ts'
import { SERVERS_VARIABLE } from '../../testing/servers.ts'
import { serversAlreadyUp, startTestServers } from '../../testing/start-servers.ts'

const held = globalThis as { stopTestServers?: () => Promise<void> }
const print = (line: string): void => void process.stderr.write(line)

/** Before all tests: uses the running test servers, or starts them for this run. */
export default async function setUp(): Promise<void> {
  let servers = await serversAlreadyUp()
  if (servers === undefined) {
    print('Starting backing servers for this run; `npm run check -- servers` keeps them up between runs.\n')
    const started = await startTestServers(createProgressReporter(print))
    servers = started.servers
    held.stopTestServers = started.stop
  }
  process.env[SERVERS_VARIABLE] = JSON.stringify(servers)
}
