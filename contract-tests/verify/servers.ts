import { startGuardian } from '../../local/processes/guardian.ts'
import { createProgressReporter } from '../../local/progress-reporter.ts'
import { SERVERS_VARIABLE } from '../../testing/servers.ts'
import { serversAlreadyUp, startTestServers } from '../../testing/start-servers.ts'
import './hooks.ts'

/** Uses the running test servers, or starts servers for this run. */
export async function withServers<T>(work: () => Promise<T>): Promise<T> {
  const guardian = startGuardian()
  // The guardian then ends the servers.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
  const up = await serversAlreadyUp()
  const progress = createProgressReporter((line) => process.stderr.write(line))
  const started = up === undefined ? await startTestServers(progress, guardian) : undefined
  process.env[SERVERS_VARIABLE] = JSON.stringify(up ?? started?.servers)
  try {
    return await work()
  } finally {
    await started?.stop()
    await guardian.release()
  }
}
