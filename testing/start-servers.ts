import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startBacking, startBackingServer } from '../local/backing/index.ts'
import type { BackingServer } from '../local/backing/provide.ts'
import { pingRedis } from '../local/backing/redis.ts'
import { startGuardian } from '../local/processes/guardian.ts'
import type { ProgressReporter } from '../local/progress-reporter.ts'
import { LOCAL, readJson, writePrivately } from '../local/support/files.ts'
import { CommandError } from '../local/support/command-error.ts'
import { removeRestingVhosts, type TestServers } from './servers.ts'
import { WORKERS } from './workers.mjs'

const TEST = join(LOCAL, 'test')
/** Written while servers of this checkout are up for tests. */
const FILE = join(TEST, 'servers.json')

/** The servers that another process of this checkout keeps up for tests, if one does. */
export async function serversAlreadyUp(): Promise<TestServers | undefined> {
  const servers = readJson<TestServers>(FILE)
  if (servers === undefined) return undefined
  const responses = pingRedis(servers.redisUrl).then(() => servers)
  return responses.catch(() => undefined)
}

/** Starts servers for tests on their own ports, with empty stores, and announces them to other runs. */
export async function startTestServers(progress: ProgressReporter, guardian = startGuardian()) {
  // Several runs can be active at the same time. Each has a folder, named by its process id.
  const dir = join(TEST, `run-${process.pid}`)
  rmSync(dir, { recursive: true, force: true })
  for (const path of [dir, FILE]) guardian.watch(path)
  // Tests do not kill the database. Without waiting for the disk, it drops a database ten times as fast.
  const options = { dir, progress, guardian, mongodb: { durable: false, failPoints: true } }
  const { urls, servers: backing, stop: stopBacking } = await startBacking(options)
  const databases = [backing.mongodb]
  const stop = async () => {
    await Promise.all(databases.slice(1).map((database) => database.stop()))
    await stopBacking()
  }
  try {
    requireManagement(backing.rabbitmq)
    // One for each worker: the stand-in for MongoDB uses one core at most.
    const others = backing.mongodb.ours ? Array.from({ length: WORKERS - 1 }, (_, i) => i + 2) : []
    const starting = others.map((number) =>
      startBackingServer('mongodb', { ...options, dir: join(dir, `worker-${number}`) }),
    )
    databases.push(...(await Promise.all(starting)))
  } catch (error) {
    await stop()
    throw error
  }
  const servers: TestServers = {
    mongodbUrls: databases.map(({ url }) => url),
    redisUrl: urls.redis,
    rabbitmqUrl: urls.rabbitmq,
    rabbitmqManagementUrl: backing.rabbitmq.alsoAt['management'] ?? process.env['RABBITMQ_MANAGEMENT_URL'],
    smtpUrl: urls.smtp,
    mailboxUrl: backing.smtp.alsoAt['page'],
  }
  writePrivately(FILE, JSON.stringify(servers, null, 2))
  return {
    servers,
    stop: async () => {
      rmSync(FILE, { force: true })
      guardian.forget(FILE)
      if (!backing.rabbitmq.ours || !backing.redis.ours) await removeRestingVhosts(servers)
      await stop()
      rmSync(dir, { recursive: true, force: true })
      guardian.forget(dir)
    },
  }
}

/** Each test file takes a vhost of its own, so that no test touches queues that others use. */
function requireManagement({ ours }: BackingServer): void {
  if (ours || process.env['RABBITMQ_MANAGEMENT_URL']) return
  throw new CommandError(
    'RABBITMQ_URL names a broker, and RABBITMQ_MANAGEMENT_URL does not name its management API.\n' +
      'Tests use vhosts of their own, so set it too ' +
      '(http://user:password@host:15672; the user has to be an administrator).',
  )
}
