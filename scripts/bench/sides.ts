import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'amqplib'
import { MongoClient } from 'mongodb'
import { SMTPServer } from 'smtp-server'
import { aKey, callerOf, headersOf } from '../dev/demo/call.ts'
import { startChild, type Child } from '../dev/processes/child.ts'
import type { Guardian } from '../dev/processes/guardian.ts'
import { freePort } from '../dev/processes/ports.ts'
import { describeServices, withDatabase } from '../dev/services.ts'
import { COMPILE_SERVICES } from '../support/compiler.ts'
import { ROOT } from '../support/files.ts'
import { until } from '../support/wait.ts'
import type { PeerConfig } from './peers/kit.ts'

export const SERVICES = ['registration', 'user', 'notification'] as const
type Service = (typeof SERVICES)[number]

/** Rollcall or its peers: where they answer, and their processes. */
export type Side = Omit<Services, 'operator' | 'startAnew'>
export type Services = Awaited<ReturnType<typeof startServices>>

type Places = Readonly<Record<'mongodb' | 'redis' | 'rabbitmq' | 'dir', string> & { guardian: Guardian }>

/** A mail server that takes everything. */
export interface Sink {
  readonly url: string
  count: number
  /** When the last e-mail came. */
  lastAt: number
  /** Hears of each e-mail that is taken. */
  onMail?: (recipient: string) => void
}

async function sinkFor(): Promise<Sink> {
  const port = await freePort()
  const sink: Sink = { url: `smtp://127.0.0.1:${port}`, count: 0, lastAt: 0 }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume()
      stream.once('end', () => {
        sink.count++
        sink.lastAt = performance.now()
        for (const { address } of envelope.rcptTo) sink.onMail?.(address)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  server.server.unref()
  return sink
}

const TOKEN = 'a-token-for-the-benchmark-alone'
const READY_MS = 60_000

/** The services as they ship: compiled, with their log as it is by default. */
export async function startServices(places: Places) {
  execFileSync(process.execPath, COMPILE_SERVICES, { cwd: ROOT, stdio: 'inherit' })
  const sink = await sinkFor()
  const { mongodb, redis, rabbitmq } = places
  const services = await describeServices(
    { mongodb: `${mongodb}/bench`, redis, rabbitmq, smtp: sink.url },
    { serviceToken: TOKEN, operatorToken: TOKEN },
    { env: process.env, watch: false },
  )
  const children = new Map<string, Child>()
  const pids: Record<string, number> = {}
  /** Starts some of them anew; resolves with the ms until they are ready. */
  const startAnew = async (names: readonly Service[]): Promise<number> => {
    const some = services.filter(({ name }) => names.includes(name))
    for (const name of names) await children.get(name)?.stop()
    const began = performance.now()
    for (const { name, args, env } of some) {
      const child = start(name, [...profiling(name), ...args], env, places)
      children.set(name, child)
      pids[name] = child.pid
    }
    await Promise.all(some.map(({ adminUrl }) => ready(`${adminUrl}/readyz`)))
    return performance.now() - began
  }
  await startAnew(SERVICES)
  const urlOf = (name: Service) => services.find((one) => one.name === name)?.publicUrl ?? ''
  return {
    name: 'Rollcall',
    urls: { registration: urlOf('registration'), user: urlOf('user') },
    pids: pids as Record<Service, number>,
    startAnew,
    sink,
    ...eventsOf(places, 'bench', 'notification.registration-created'),
    operator: Object.fromEntries(services.map(({ name, operatorUrl }) => [name, operatorUrl])),
  }
}

/** How far the events of one side have come, between its outbox and its notifier. */
function eventsOf({ mongodb, rabbitmq }: Places, prefix: string, queue: string) {
  const registrations = new MongoClient(mongodb).db(`${prefix}_registration`).collection('registrations')
  const look = async () => {
    if (await registrations.findOne({ outboxDue: { $exists: true } }))
      throw new Error('an event is not published')
  }
  return {
    /** Waits until no registration has an event that RabbitMQ does not have. */
    published: () => until(look, { timeoutMs: 60_000, everyMs: 100 }),
    /** Takes away the messages that wait in the queue, and says how many: to send their e-mails would take most of the run. */
    forgetMails: async () => {
      const connection = await connect(rabbitmq)
      const { messageCount } = await (await connection.createChannel()).purgeQueue(queue)
      await connection.close()
      return messageCount
    },
  }
}

function start(name: string, args: readonly string[], env: NodeJS.ProcessEnv, { dir, guardian }: Places) {
  const logFile = join(dir, `logs/${name}.log`)
  return startChild({ name, command: process.execPath, args, env, logFile }, guardian)
}

/** `BENCH_PROFILE=registration` writes that process's profile into `.local/bench` at its end. */
const profiling = (name: string): string[] =>
  process.env['BENCH_PROFILE'] === name ? ['--cpu-prof', `--cpu-prof-dir=${join(ROOT, '.local/bench')}`] : []

async function ready(url: string): Promise<void> {
  const look = async () => {
    if (!(await fetch(url)).ok) throw new Error(`${url} is not ready`)
  }
  await until(look, { timeoutMs: READY_MS, everyMs: 20 })
}

const at = (port: number) => `http://127.0.0.1:${port}`

/** The peers, each a process, on copies of the services' databases. */
export async function startPeers(places: Places): Promise<Side & { bare: Side }> {
  const sink = await sinkFor()
  const [registration, user, alone] = [await freePort(), await freePort(), await freePort()]
  const ports = { registration, user, notification: 0, bare: alone }
  const pids: Record<string, number> = {}
  for (const name of ['user', 'registration', 'notification', 'bare'] as const) {
    const config: PeerConfig = {
      ...{ name, redis: places.redis, rabbitmq: places.rabbitmq, smtp: sink.url, token: TOKEN },
      mongodb: withDatabase(`${places.mongodb}/peer`, name === 'bare' ? 'registration' : name),
      ...{ port: ports[name], userPort: user },
    }
    const args = [join(import.meta.dirname, `peers/${name}.ts`), JSON.stringify(config)]
    pids[name] = start(`peer-${name}`, args, process.env, places).pid
  }
  const urls = { registration: at(registration), user: at(user) }
  // Any answer will do: they have no health check.
  const answering = [registration, user, alone].map((port) =>
    until(() => fetch(at(port)), { timeoutMs: READY_MS }),
  )
  await Promise.all(answering)
  const peers = {
    ...{ name: 'peer', urls, pids: pids as Side['pids'], sink },
    ...eventsOf(places, 'peer', 'peer.registration-created'),
  }
  const bare = {
    urls: { ...urls, registration: at(alone) },
    pids: { ...peers.pids, registration: pids['bare']! },
  }
  return { ...peers, bare: { ...peers, ...bare } }
}

export async function forget({ mongodb }: Places): Promise<void> {
  await using client = await MongoClient.connect(mongodb)
  for (const prefix of ['bench', 'peer'])
    for (const service of SERVICES) await client.db(`${prefix}_${service}`).dropDatabase()
}

/** Documents and indexes, so that both sides answer alike. */
export async function copyDatabases({ mongodb }: Places): Promise<void> {
  await using client = await MongoClient.connect(mongodb)
  for (const service of SERVICES) {
    for (const { collectionName } of await client.db(`bench_${service}`).collections()) {
      const from = client.db(`bench_${service}`).collection(collectionName)
      const to = client.db(`peer_${service}`).collection(collectionName)
      for (const { key, v: _v, ns: _ns, ...options } of await from.indexes())
        if (options.name !== '_id_') await to.createIndex(key, options)
      const documents = await from.find().toArray()
      if (documents.length > 0) await to.insertMany(documents)
    }
  }
}

export const GROUPS = 20
export const USERS = 1_000
export const COURSES = 300
/** Courses of which each has a hundred registrations. */
export const LISTED = 10
/** The course that every user is registered for, to be approved once each. */
export const APPROVED = LISTED + 1
const BATCH = 100

/** `limited`: of an account whose limit is one request a minute. */
export type Seeded = Awaited<ReturnType<typeof seed>>

/** Brings in the data through the operators' and the public operations. */
export async function seed({ urls, operator, sink }: Services) {
  const as = { Authorization: `Bearer ${TOKEN}` }
  const users = callerOf(operator['user'] ?? '', as)
  const courses = callerOf(operator['registration'] ?? '', as)
  for (let id = 1; id <= GROUPS; id++)
    await users('PUT', `/admin/groups/${id}/`, { name: `Group ${id}`, parentId: id === 1 ? null : 1 })
  const rows = Array.from({ length: USERS }, (_, i) => userOf(i))
  const merged = await users<{ user: { id: number } }[]>('POST', '/admin/users/batch/', rows)
  const userIds = merged.map(({ user }) => user.id)
  const kind = { active: true, published: true, requiresRegistration: true, eventBased: false }
  for (let id = 1; id <= COURSES; id++)
    await courses('PUT', `/admin/courses/${id}/`, {
      ...{ name: `Course ${id}`, externalId: `c-${id}`, groupIds: [1 + (id % GROUPS)], ...kind },
    })
  const headers = headersOf(await aKey(users, 1, 1_000_000))
  const register = callerOf(urls.registration, headers)
  const batch = (courseId: number, some: readonly number[]) => {
    const pairs = some.map((userId) => ({ courseId, userId }))
    return register('POST', '/registrations/batch/', pairs)
  }
  for (let courseId = 1; courseId <= LISTED; courseId++) await batch(courseId, userIds.slice(0, BATCH))
  for (let from = 0; from < USERS; from += BATCH) await batch(APPROVED, userIds.slice(from, from + BATCH))
  await mailed(sink, LISTED * BATCH + USERS)
  return { headers, limited: headersOf(await aKey(users, 2, 1)), userIds }
}

export const userOf = (i: number) => ({
  ...{ loginName: `user-${i}`, externalId: `u-${i}`, email: `user-${i}@example.org` },
  ...{ firstName: 'Ada', lastName: `Number ${i}`, groupIds: [1 + (i % GROUPS)] },
})

/** Waits until the mail server has so many e-mails, and until what belongs to them is written. */
export async function mailed(sink: Sink, count: number): Promise<void> {
  const enough = () =>
    sink.count >= count
      ? Promise.resolve()
      : Promise.reject(new Error(`${sink.count} of ${count} e-mails arrived`))
  await until(enough, { timeoutMs: 240_000, everyMs: 50 })
  await sleep(500)
}
