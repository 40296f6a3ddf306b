import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createProgressReporter } from '../../local/progress-reporter.ts'
import { COMPILE } from '../../local/support/compiler.ts'
import { ROOT } from '../../local/support/files.ts'
import { SERVERS_VARIABLE } from '../../testing/servers.ts'
import { serversAlreadyUp, startTestServers } from '../../testing/start-servers.ts'

const held = globalThis as { stopTestServers?: () => Promise<void> }
const print = (line: string): void => void process.stderr.write(line)

/**
 * Before all tests: compiles what they run in processes of their own, once, because no two workers may write
 * it at the same time; and uses the running test servers, or starts them for this run.
 */
export default async function setUp(): Promise<void> {
  await promisify(execFile)(process.execPath, COMPILE, { cwd: ROOT })
  let servers = await serversAlreadyUp()
  if (servers === undefined) {
    print('Starting backing servers for this run; `npm run check -- servers` keeps them up between runs.\n')
    const started = await startTestServers(createProgressReporter(print))
    servers = started.servers
    held.stopTestServers = started.stop
  }
  process.env[SERVERS_VARIABLE] = JSON.stringify(servers)
}
