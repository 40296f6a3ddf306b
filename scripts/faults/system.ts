import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import mongoose, { type Connection } from 'mongoose'
import { startBacking, type Backing } from '../dev/backing/index.ts'
import { DURABLE } from '../dev/backing/mongodb.ts'
import { startChild, type Child } from '../dev/processes/child.ts'
import { startGuardian } from '../dev/processes/guardian.ts'
import { freePort } from '../dev/processes/ports.ts'
import { silent } from '../dev/report.ts'
import { COMPILE_SERVICES } from '../support/compiler.ts'
import { ROOT } from '../support/files.ts'
import { until } from '../support/wait.ts'
import { clockAhead } from '../../services/notification/tests/kit/child.ts'
import { startMailServer, type MailServer } from '../../services/notification/tests/kit/mail-server.ts'
import type { ServiceName } from '../../services/shared/contract/operation.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { balance } from './balance.ts'
import type { Random } from './random.ts'
import { tcpProxy } from '../../services/shared/tests/kit/tcp-proxy.ts'

const READY_MS = 60_000
/** The fast stand-in for MongoDB has none. */
export const HAS_FAIL_POINTS = process.env['MONGODB_FAST_STAND_IN'] === undefined
/** The clock of the second process of a service is ahead of the first one's. */
const AHEAD_MS = 7 * 60_000

/** One process of a service, started again on the same ports. */
export interface Server {
  readonly name: string
  readonly url: string
  readonly operatorUrl: string
  pid(): number
  start(): Promise<void>
  stop(graceMs?: number): Promise<void>
}

export type Line = Awaited<ReturnType<typeof tcpProxy>>

export interface System {
  readonly dir: string
  readonly backing: Backing
  readonly mails: MailServer
  readonly lines: Readonly<Record<'mongodb' | 'redis' | 'rabbitmq' | 'user', Line>>
  readonly users: readonly Server[]
  readonly registrations: readonly Server[]
  readonly notifications: readonly Server[]
  /** A way of its own to a service's database. */
  database(service: ServiceName): Promise<Connection>
  stop(): Promise<void>
}

/** One kind of fault: happens, lasts as long as it takes, and is over when the promise resolves. */
export interface Fault {
  readonly kind: string
  happen(system: System, random: Random): Promise<void>
}

/** The whole system with servers of its own: two processes of what is to agree with another, their clocks apart. */
export async function startSystem(): Promise<System> {
  await promisify(execFile)(process.execPath, COMPILE_SERVICES, { cwd: ROOT })
  const dir = join(ROOT, `.local/faults/run-${process.pid}`)
  const guardian = startGuardian()
  const mails = await startMailServer()
  const env = {
    ...process.env,
    SMTP_URL: mails.url,
    MONGODB_STAND_IN_ARGS: HAS_FAIL_POINTS ? `${DURABLE} --enable-test-commands` : DURABLE,
  }
  const backing = await startBacking({ dir, guardian, report: silent, env })
  const internal = {
    users: [await freePort(), await freePort()],
    toUsers: await freePort(),
    notification: await freePort(),
  }
  const toUsers = await balance(internal.toUsers, internal.users)
  const lines = {
    user: await tcpProxy(`http://127.0.0.1:${internal.toUsers}`),
    mongodb: await tcpProxy(backing.urls.mongodb),
    redis: await tcpProxy(backing.urls.redis),
    rabbitmq: await tcpProxy(backing.urls.rabbitmq),
  }
  const server = (name: ServiceName, own: NodeJS.ProcessEnv = {}, aheadMs = 0) =>
    service(name, { ...common(name), ...own }, aheadMs)
  const common = (name: ServiceName): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    BIND_ADDRESS: '127.0.0.1',
    MONGODB_URL: `${lines.mongodb.url.replace(/\/$/, '')}/faults_${name}`,
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
    NOTIFICATION_SERVICE_URL: `http://127.0.0.1:${internal.notification}`,
  })
  const users = await Promise.all(
    internal.users.map((port) => server('user', { INTERNAL_PORT: String(port) })),
  )
  const notifications = [
    await server('notification', { INTERNAL_PORT: String(internal.notification) }),
    await server('notification', {}, AHEAD_MS),
  ]
  const registrations = [await server('registration'), await server('registration', {}, AHEAD_MS)]
  const all = [...users, ...notifications, ...registrations]
  await Promise.all(all.map((one) => one.start()))
  const connections: Connection[] = []
  return {
    ...{ dir, backing, mails, lines, users, registrations, notifications },
    async database(name) {
      const url = `${backing.urls.mongodb.replace(/\/$/, '')}/faults_${name}`
      const connection = await mongoose.createConnection(url).asPromise()
      connections.push(connection)
      return connection
    },
    async stop() {
      for (const connection of connections) await connection.close()
      await Promise.all(all.map((one) => one.stop(3_000)))
      for (const line of Object.values(lines)) await line.stop()
      await mails.stop()
      toUsers.close()
      await backing.stop()
      guardian.release()
      rmSync(dir, { recursive: true, force: true })
    },
  }

  async function service(
    name: ServiceName,
    environment: NodeJS.ProcessEnv,
    aheadMs: number,
  ): Promise<Server> {
    const ports = {
      HTTP_PORT: String(await freePort()),
      OPERATOR_PORT: String(await freePort()),
      INTERNAL_PORT: String(await freePort()),
      ADMIN_PORT: String(await freePort()),
    }
    const environmentOf = { ...ports, ...environment }
    const entry = join(ROOT, `dist/services/${name}/src/main.js`)
    let child: Child | undefined
    return {
      name: aheadMs > 0 ? `${name} (clock ahead)` : name,
      url: `http://127.0.0.1:${environmentOf.HTTP_PORT}`,
      operatorUrl: `http://127.0.0.1:${environmentOf.OPERATOR_PORT}`,
      pid: () => child?.pid ?? 0,
      async start() {
        const args = [...(aheadMs > 0 ? ['--import', clockAhead(aheadMs)] : []), entry]
        const logFile = join(dir, `logs/${name}-${environmentOf.HTTP_PORT}.log`)
        child = startChild({ name, command: process.execPath, args, env: environmentOf, logFile }, guardian)
        await until(
          async () => {
            const answer = await fetch(`http://127.0.0.1:${environmentOf.ADMIN_PORT}/readyz`)
            if (!answer.ok) throw new Error(`${name} is not ready: ${await answer.text()}`)
          },
          { timeoutMs: READY_MS, gone: () => child?.end() },
        )
      },
      stop: async (graceMs) => child?.stop(graceMs),
    }
  }
}
