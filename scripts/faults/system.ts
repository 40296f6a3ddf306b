import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import { startBacking } from '../dev/backing/index.ts'
import { startChild, type Child } from '../dev/processes/child.ts'
import { startGuardian } from '../dev/processes/guardian.ts'
import { freePort } from '../dev/processes/ports.ts'
import { silent } from '../dev/report.ts'
import { databaseUrl } from '../dev/services.ts'
import { COMPILE_SERVICES } from '../support/compiler.ts'
import { ROOT } from '../support/files.ts'
import { until } from '../support/wait.ts'
import { clockAhead } from '../../testing/notification/child.ts'
import { startMailServer } from '../../testing/notification/mail-server.ts'
import type { ServiceName } from '../../services/shared/contract/operation.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../../testing/isolated.ts'
import { at } from '../../testing/portal.ts'
import type { Random } from './random.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'

const READY_MS = 60_000
/** The clock of the second process of a service is ahead of the first one's. */
const AHEAD_MS = 7 * 60_000

export type System = Awaited<ReturnType<typeof startSystem>>
export type Server = System['services'][number]

/** Happens, lasts as long as it takes, and is over when the promise resolves. */
export type Fault = (system: System, random: Random) => Promise<void>
/** Faults by their kinds. */
export type Faults = Readonly<Record<string, Fault>>

/** The whole system with servers of its own: two processes of what is to agree with another, their clocks apart. */
export async function startSystem() {
  await promisify(execFile)(process.execPath, COMPILE_SERVICES, { cwd: ROOT })
  const dir = join(ROOT, `.local/faults/run-${process.pid}`)
  const guardian = startGuardian()
  const mails = await startMailServer()
  const backing = await startBacking({
    dir,
    guardian,
    report: silent,
    env: { ...process.env, SMTP_URL: mails.url },
    // The fast stand-in has no such option.
    mongodb: { failPoints: !process.env['MONGODB_FAST_STAND_IN'] },
  })
  const ofUsers = [await freePort(), await freePort()] as const
  const ofNotification = await freePort()
  const lines = {
    user: await tcpProxy(at(ofUsers[0]), at(ofUsers[1])),
    mongodb: await tcpProxy(backing.urls.mongodb),
    redis: await tcpProxy(backing.urls.redis),
    rabbitmq: await tcpProxy(backing.urls.rabbitmq),
  }
  const environment = (name: ServiceName): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    BIND_ADDRESS: '127.0.0.1',
    MONGODB_URL: databaseUrl(lines.mongodb.url, name),
    REDIS_URL: lines.redis.url,
    RABBITMQ_URL: lines.rabbitmq.url,
    SERVICE_TOKENS: SERVICE_TOKEN,
    OPERATOR_TOKENS: OPERATOR_TOKEN,
    REQUESTS_PER_MINUTE: '1000000',
    REPLICAS: '2',
    DRAIN_DELAY_MS: '2000',
    SMTP_URL: mails.url,
    MAIL_FROM: 'no-reply@rollcall.example',
    USER_SERVICE_URL: lines.user.url,
    NOTIFICATION_SERVICE_URL: at(ofNotification),
  })
  const users = await Promise.all(ofUsers.map((port) => server('user', { port })))
  const notifications = [
    await server('notification', { port: ofNotification }),
    await server('notification', { aheadMs: AHEAD_MS }),
  ]
  const registrations = [await server('registration'), await server('registration', { aheadMs: AHEAD_MS })]
  const services = [...users, ...notifications, ...registrations]
  await Promise.all(services.map((one) => one.start()))
  return {
    ...{ dir, backing, mails, lines, users, registrations, notifications, services },
    /** A way of its own to a service's database. */
    database: (name: ServiceName) => MongoClient.connect(databaseUrl(backing.urls.mongodb, name)),
    async stop() {
      await Promise.all(services.map((one) => one.stop(3_000)))
      for (const line of Object.values(lines)) await line.stop()
      await mails.stop()
      await backing.stop()
      await guardian.release()
      rmSync(dir, { recursive: true, force: true })
    },
  }

  /** One process of a service, started again on the same ports. @param port of its internal operations */
  async function server(name: ServiceName, { port = 0, aheadMs = 0 } = {}) {
    const [http, operator, admin] = [await freePort(), await freePort(), await freePort()]
    const env = {
      ...environment(name),
      HTTP_PORT: String(http),
      OPERATOR_PORT: String(operator),
      INTERNAL_PORT: String(port || (await freePort())),
      ADMIN_PORT: String(admin),
    }
    const entry = join(ROOT, `dist/services/${name}/src/main.js`)
    const args = [...(aheadMs > 0 ? ['--import', clockAhead(aheadMs)] : []), entry]
    const logFile = join(dir, `logs/${name}-${http}.log`)
    let child: Child | undefined
    const requireReady = async () => {
      const answer = await fetch(`${at(admin)}/readyz`)
      if (!answer.ok) throw new Error(`${name} is not ready: ${await answer.text()}`)
    }
    return {
      url: at(http),
      operatorUrl: at(operator),
      pid: () => child?.pid ?? 0,
      async start() {
        child = startChild({ name, command: process.execPath, args, env, logFile }, guardian)
        await until(requireReady, { timeoutMs: READY_MS, failed: () => child?.end() })
      },
      stop: async (graceMs?: number) => child?.stop(graceMs),
    }
  }
}
