import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startBacking } from '../dev/backing/index.ts'
import { startGuardian, type Guardian } from '../dev/processes/guardian.ts'
import { identify, isRunning, type Identity } from '../dev/processes/identity.ts'
import { readJson, ROOT, writePrivately } from '../support/files.ts'
import type { Report } from '../dev/report.ts'
import type { TestServers } from './servers.ts'

const LOCAL = join(ROOT, '.local/test')
/** Written while servers of this clone are up for tests, with the process that keeps them. */
const FILE = join(LOCAL, 'servers.json')

const RUN = 'run-'

interface Kept extends TestServers {
  readonly keeper: Identity
}

/** The servers that another process of this clone keeps up for tests, if one does. */
export function serversAlreadyUp(): TestServers | undefined {
  const kept = readJson<Kept>(FILE)
  if (kept === undefined || !isRunning(kept.keeper)) return undefined
  const { keeper: _keeper, ...servers } = kept
  return servers
}

/** Starts servers for tests on ports of their own, with empty stores, and announces them to other runs. */
export async function startTestServers(
  report: Report,
  given?: Guardian,
): Promise<{ servers: TestServers; stop: () => Promise<void> }> {
  removeLeftovers()
  const guardian = given ?? startGuardian()
  // Several runs may stand side by side: each has a folder, named for its process.
  const dir = join(LOCAL, `${RUN}${process.pid}`)
  // Nothing kills the database of the tests, and without waiting for the disk it drops one ten times as fast.
  const env = { ...process.env, MONGODB_STAND_IN_ARGS: '' }
  const backing = await startBacking({ dir, report, guardian, env })
  const { urls } = backing
  const { management } = backing.servers.rabbitmq.alsoAt
  const { page } = backing.servers.smtp.alsoAt
  const servers: TestServers = {
    mongodbUrl: urls.mongodb,
    redisUrl: urls.redis,
    rabbitmqUrl: urls.rabbitmq,
    ...(management === undefined ? {} : { rabbitmqManagementUrl: management }),
    smtpUrl: urls.smtp,
    ...(page === undefined ? {} : { mailboxUrl: page }),
  }
  const keeper = identify(process.pid)
  if (keeper !== undefined)
    writePrivately(FILE, JSON.stringify({ ...servers, keeper } satisfies Kept, null, 2))
  return {
    servers,
    async stop() {
      if (readJson<Kept>(FILE)?.keeper.pid === process.pid) rmSync(FILE, { force: true })
      await backing.stop()
      if (given === undefined) guardian.release()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Folders of runs that were killed. */
function removeLeftovers(): void {
  const runs = existsSync(LOCAL) ? readdirSync(LOCAL).filter((name) => name.startsWith(RUN)) : []
  for (const run of runs) {
    if (identify(Number(run.slice(RUN.length))) === undefined)
      rmSync(join(LOCAL, run), { recursive: true, force: true })
  }
}
