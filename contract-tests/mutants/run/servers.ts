import { SERVERS_VARIABLE } from '../../../scripts/test/servers.ts'
import { serversAlreadyUp, startTestServers } from '../../../scripts/test/start-servers.ts'
import { reportTo } from '../../../scripts/dev/report.ts'

/** Runs `work` with the backing servers for tests: those that are up, or some of its own. */
export async function withServers<T>(work: () => Promise<T>): Promise<T> {
  const up = serversAlreadyUp()
  const own = up ? undefined : await startTestServers(reportTo((line) => process.stderr.write(line)))
  process.env[SERVERS_VARIABLE] = JSON.stringify(up ?? own?.servers)
  try {
    return await work()
  } finally {
    await own?.stop()
  }
}
