import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import { SOFTWARE } from '../../local/backing/debian.ts'
import { startBacking } from '../../local/backing/index.ts'
import type { Site } from '../../local/backing/server.ts'
import { startChild, type Child } from '../../local/processes/child.ts'
import { startGuardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { silentReporter } from '../../local/progress-reporter.ts'
import { databaseUrl } from '../../local/services.ts'
import { COMPILE } from '../../local/support/compiler.ts'
import { LOCAL, ROOT } from '../../local/support/files.ts'
import { withDatabase } from '../../local/support/mongodb-url.ts'
import { CommandError } from '../../local/support/command-error.ts'
import { until } from '../../local/support/wait.ts'
import { manage } from '../servers.ts'
import { clockAhead } from '../notification/child.ts'
import { startMailServer } from '../notification/mail-server.ts'
import { parseServerUrl, urlPerHost, withCredentials } from '../../services/platform/domain/server-url.ts'
import type { ServiceName } from '../../services/platform/contract/operation.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../isolated.ts'
import { at } from '../portal.ts'
import { startGroups, type RedisKind } from './groups.ts'
import type { Random } from './random.ts'
import { tcpProxy } from '../tcp-proxy.ts'
import { startReceiver } from './receiver.ts'

const READY_MS = 60_000
const LOGS = 'logs'
/** The clock of the second process of a service is ahead of the first one's. */
const AHEAD_MS = 7 * 60_000

export type System = Awaited<ReturnType<typeof startSystem>>
export type Server = System['services'][number]

/** Causes a fault. The fault is over when the promise resolves. */
export type Fault = (system: System, random: Random) => Promise<void>
/** Faults by their kinds. */
export type Faults = Readonly<Record<string, Fault>>

interface SystemOptions {
  /** Several hosts of Redis, in this way, and of RabbitMQ; then three processes of registration. */
  readonly hosts?: RedisKind | undefined
  /** Whether the services log their traces, for a comparison with the models. */
  readonly traces?: boolean
}

/**
 * The whole system on its own servers: two processes of each service whose replicas must agree, with
 * different clocks.
 */
export async function startSystem({ hosts, traces = true }: SystemOptions = {}) {
  await promisify(execFile)(process.execPath, COMPILE, { cwd: ROOT })
  const dir = join(LOCAL, `faults/run-${process.pid}`)
  const guardian = startGuardian()
  const mails = await startMailServer()
  const siteOf = (name: string): Site => ({
    dir: join(dir, `group-${name}`),
    software: SOFTWARE,
    logs: join(dir, LOGS),
    env: process.env,
    guardian,
    progress: silentReporter,
  })
  const groups = hosts === undefined ? undefined : await startGroups(hosts, siteOf)
  const backing = await startBacking({
    dir,
    guardian,
    progress: silentReporter,
    env: {
      ...process.env,
      SMTP_URL: mails.url,
      ...(groups ? { REDIS_URL: groups.redis.url, RABBITMQ_URL: groups.rabbitmq.url } : {}),
    },
    // The fast stand-in has no such option.
    mongodb: { failPoints: !process.env['MONGODB_FAST_STAND_IN'] },
  })
  // Names of their own: a named server may hold an installation.
  const run = randomBytes(6).toString('hex')
  const mongodbUrl = withDatabase(backing.urls.mongodb, `faults-${run}`)
  const vhost = backing.servers.rabbitmq.ours || groups ? undefined : await makeVhost(`faults-${run}`)
  const rabbitmqUrl = vhost === undefined ? backing.urls.rabbitmq : inVhost(backing.urls.rabbitmq, vhost.name)
  const ofUsers = [await freePort(), await freePort()] as const
  const ofNotification = await freePort()
  const ofRegistrations = [await freePort(), await freePort()] as const
  const receivers = {
    steady: await startReceiver(),
    faulty: await startReceiver(),
    elsewhere: await startReceiver(),
  }
  const lines = {
    user: await tcpProxy(at(ofUsers[0]), at(ofUsers[1])),
    registration: await tcpProxy(at(ofRegistrations[0]), at(ofRegistrations[1])),
    mongodb: await tcpProxy(firstOf(mongodbUrl)),
    // Not used by services that know several hosts.
    redis: await tcpProxy(firstOf(backing.urls.redis)),
    rabbitmq: await tcpProxy(firstOf(rabbitmqUrl)),
  }
  const isReplicaSet =
    parseServerUrl(mongodbUrl).hosts.length > 1 || /^mongodb\+srv:|replicaSet=/.test(mongodbUrl)
  const environment = (name: ServiceName): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    BIND_ADDRESS: '127.0.0.1',
    // A replica set names its own hosts, so a line would be passed by.
    MONGODB_URL: databaseUrl(isReplicaSet ? mongodbUrl : lines.mongodb.url, name),
    REDIS_URL: groups ? groups.redis.url : lines.redis.url,
    RABBITMQ_URL: groups ? groups.rabbitmq.url : lines.rabbitmq.url,
    SERVICE_TOKENS: SERVICE_TOKEN,
    OPERATOR_TOKENS: OPERATOR_TOKEN,
    // The steps of the models are events of spans, of which none may be left out.
    ...(traces && { OTEL_TRACES_EXPORTER: 'console', OTEL_TRACES_SAMPLER: 'always_on' }),
    REQUESTS_PER_MINUTE: '1000000',
    REPLICAS: groups ? '3' : '2',
    DRAIN_DELAY_MS: '2000',
    SMTP_URL: mails.url,
    MAIL_FROM: 'no-reply@rollcall.example',
    USER_SERVICE_URL: lines.user.url,
    NOTIFICATION_SERVICE_URL: at(ofNotification),
    REGISTRATION_SERVICE_URL: lines.registration.url,
    WEBHOOK_SECRET_KEYS: Buffer.alloc(32, 1).toString('base64'),
    WEBHOOK_ALLOWED_NETWORKS: 'loopback',
    WEBHOOK_ALLOW_HTTP: 'true',
  })
  const users = await Promise.all(ofUsers.map((port) => server('user', { port })))
  const notifications = [
    await server('notification', { port: ofNotification }),
    await server('notification', { aheadMs: AHEAD_MS }),
  ]
  const registrations = [
    await server('registration', { port: ofRegistrations[0] }),
    await server('registration', { port: ofRegistrations[1], aheadMs: AHEAD_MS }),
  ]
  if (groups) registrations.push(await server('registration'))
  const services = [...users, ...notifications, ...registrations]
  await Promise.all(services.map((one) => one.start()))
  return {
    dir,
    /** Where the output of the services is. */
    logs: join(dir, LOGS),
    backing,
    groups,
    mails,
    receivers,
    lines,
    users,
    registrations,
    notifications,
    services,
    /** A way of its own to a service's database. */
    database: (name: ServiceName) => MongoClient.connect(databaseUrl(mongodbUrl, name)),
    async stop() {
      await Promise.all(services.map((one) => one.stop(3_000)))
      for (const line of Object.values(lines)) await line.stop()
      await mails.stop()
      for (const receiver of Object.values(receivers)) receiver.stop()
      if (!backing.servers.mongodb.ours) await dropDatabases(mongodbUrl)
      await vhost?.remove()
      await backing.stop()
      await groups?.stop()
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
    const logFile = join(dir, LOGS, `${name}-${http}.log`)
    let child: Child | undefined
    const requireReady = async () => {
      const response = await fetch(`${at(admin)}/readyz`)
      if (!response.ok) throw new Error(`${name} is not ready: ${await response.text()}`)
    }
    return {
      url: at(http),
      operatorUrl: at(operator),
      healthUrl: at(admin),
      pid: () => child?.pid ?? 0,
      async start() {
        child = startChild({ name, command: process.execPath, args, env, logFile }, guardian)
        await until(requireReady, { timeoutMs: READY_MS, failed: () => child?.end() })
      },
      stop: async (graceMs?: number) => child?.stop(graceMs),
    }
  }
}

async function dropDatabases(mongodbUrl: string): Promise<void> {
  for (const name of ['user', 'registration', 'notification'] as const) {
    await using connection = await MongoClient.connect(databaseUrl(mongodbUrl, name))
    await connection.db().dropDatabase()
  }
}

/** A vhost for this run alone. @throws CommandError without the management API of a named broker */
async function makeVhost(name: string) {
  const base = process.env['RABBITMQ_MANAGEMENT_URL']
  if (!base)
    throw new CommandError(
      'RABBITMQ_URL names a broker: set RABBITMQ_MANAGEMENT_URL too, for a vhost of this run.',
    )
  await manage('PUT', `/api/vhosts/${name}`, undefined, base)
  return { name, remove: () => manage('DELETE', `/api/vhosts/${name}`, undefined, base) }
}

const inVhost = (url: string, vhost: string): string => {
  const { scheme, username, password, hosts } = parseServerUrl(url)
  const inVhost = `${scheme}://${hosts.map(({ authority }) => authority).join(',')}/${vhost}`
  return username === '' ? inVhost : withCredentials(inVhost, username, password)
}

/** The URL of the first host. */
const firstOf = (url: string): string => urlPerHost(url)[0] ?? url
