import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startBacking } from '../dev/backing/index.ts'
import { pingRedis } from '../dev/backing/redis.ts'
import { startGuardian } from '../dev/processes/guardian.ts'
import type { Report } from '../dev/report.ts'
import { readJson, ROOT, writePrivately } from '../support/files.ts'

const LOCAL = join(ROOT, '.local/test')
/** Written while servers of this clone are up for tests. */
const FILE = join(LOCAL, 'servers.json')

/** The backing servers that tests run against, as jest's global set-up hands them to every worker. */
export type TestServers = Awaited<ReturnType<typeof startTestServers>>['servers']

/** The servers that another process of this clone keeps up for tests, if one does. */
export async function serversAlreadyUp(): Promise<TestServers | undefined> {
  const servers = readJson<TestServers>(FILE)
  if (servers === undefined) return undefined
  const answers = pingRedis(servers.redisUrl).then(() => servers)
  return answers.catch(() => undefined)
}

/** Starts servers for tests on ports of their own, with empty stores, and announces them to other runs. */
export async function startTestServers(report: Report, guardian = startGuardian()) {
  // Several runs may stand side by side: each has a folder, named for its process.
  const dir = join(LOCAL, `run-${process.pid}`)
  rmSync(dir, { recursive: true, force: true })
  for (const path of [dir, FILE]) guardian.watch(path)
  // Nothing kills the database of the tests, and without waiting for the disk it drops one ten times as fast.
  const mongodb = { durable: false, failPoints: true }
  const { urls, servers: backing, stop } = await startBacking({ dir, report, guardian, mongodb })
  const servers = {
    mongodbUrl: urls.mongodb,
    redisUrl: urls.redis,
    rabbitmqUrl: urls.rabbitmq,
    rabbitmqManagementUrl: backing.rabbitmq.alsoAt['management'],
    smtpUrl: urls.smtp,
    mailboxUrl: backing.smtp.alsoAt['page'],
  }
  writePrivately(FILE, JSON.stringify(servers, null, 2))
  return {
    servers,
    stop: async () => {
      rmSync(FILE, { force: true })
      guardian.forget(FILE)
      await stop()
      rmSync(dir, { recursive: true, force: true })
      guardian.forget(dir)
    },
  }
}
