import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { SMTPServer } from 'smtp-server'
import { callerOf } from '../dev/demo/call.ts'
import { startChild } from '../dev/processes/child.ts'
import type { Guardian } from '../dev/processes/guardian.ts'
import { freePort } from '../dev/processes/ports.ts'
import { describeServices, withDatabase } from '../dev/services.ts'
import { COMPILE_SERVICES } from '../support/compiler.ts'
import { ROOT } from '../support/files.ts'
import { until } from '../support/wait.ts'
import type { PeerConfig } from './peers/kit.ts'

export const SERVICES = ['registration', 'user', 'notification'] as const
export type Service = (typeof SERVICES)[number]

/** Rollcall or its peers: where they answer, and their processes. */
export interface Side {
  readonly name: string
  readonly urls: Readonly<Record<'registration' | 'user', string>>
  readonly pids: Readonly<Record<Service, number>>
  readonly readyMs: number
  readonly sink: Sink
}

export interface Places {
  readonly mongodb: string
  readonly redis: string
  readonly rabbitmq: string
  readonly dir: string
  readonly guardian: Guardian
}

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
export async function startServices(places: Places): Promise<Side & { operator: Record<string, string> }> {
  execFileSync(process.execPath, COMPILE_SERVICES, { cwd: ROOT, stdio: 'inherit' })
  const sink = await sinkFor()
  const { mongodb, redis, rabbitmq, guardian, dir } = places
  const services = await describeServices(
    { mongodb: `${mongodb}/bench`, redis, rabbitmq, smtp: sink.url },
    { serviceToken: TOKEN, operatorToken: TOKEN },
    { env: process.env, watch: false },
  )
  const began = performance.now()
  const pids: Record<string, number> = {}
  for (const { name, args, env } of services) {
    const logFile = join(dir, `logs/${name}.log`)
    const started = { name, command: process.execPath, args: [...profiling(name), ...args], env, logFile }
    pids[name] = startChild(started, guardian).pid
  }
  await Promise.all(services.map(({ adminUrl }) => ready(`${adminUrl}/readyz`)))
  const urlOf = (name: Service) => services.find((one) => one.name === name)?.publicUrl ?? ''
  return {
    name: 'Rollcall',
    urls: { registration: urlOf('registration'), user: urlOf('user') },
    pids: pids as Side['pids'],
    readyMs: performance.now() - began,
    sink,
    operator: Object.fromEntries(services.map(({ name, operatorUrl }) => [name, operatorUrl])),
  }
}

/** `BENCH_PROFILE=registration` writes that process's profile into `.local/bench` at its end. */
const profiling = (name: string): string[] =>
  process.env['BENCH_PROFILE'] === name ? ['--cpu-prof', `--cpu-prof-dir=${join(ROOT, '.local/bench')}`] : []

async function ready(url: string): Promise<void> {
  await until(
    async () => {
      if (!(await fetch(url)).ok) throw new Error(`${url} is not ready`)
    },
    { timeoutMs: READY_MS, everyMs: 20 },
  )
}

/** The peers, each a process, on copies of the services' databases. */
export async function startPeers(places: Places): Promise<Side & { bare: Side }> {
  const sink = await sinkFor()
  const ports = {
    registration: await freePort(),
    user: await freePort(),
    notification: 0,
    bare: await freePort(),
  }
  const began = performance.now()
  const pids: Record<string, number> = {}
  for (const name of ['user', 'registration', 'notification', 'bare'] as const) {
    const config: PeerConfig = {
      ...{ name, redis: places.redis, rabbitmq: places.rabbitmq, smtp: sink.url, token: TOKEN },
      mongodb: withDatabase(`${places.mongodb}/peer`, name === 'bare' ? 'registration' : name),
      ...{ port: ports[name], userPort: ports.user },
    }
    const args = [join(import.meta.dirname, `peers/${name}.ts`), JSON.stringify(config)]
    const logFile = join(places.dir, `logs/peer-${name}.log`)
    pids[name] = startChild(
      { name, command: process.execPath, args, env: process.env, logFile },
      places.guardian,
    ).pid
  }
  const url = (port: number) => `http://127.0.0.1:${port}`
  const urls = { registration: url(ports.registration), user: url(ports.user) }
  // Any answer will do: they have no health check.
  await Promise.all(
    [ports.registration, ports.user, ports.bare].map((port) =>
      until(() => fetch(url(port)), { timeoutMs: READY_MS }),
    ),
  )
  const peers = { name: 'peer', urls, pids: pids as Side['pids'], readyMs: performance.now() - began, sink }
  const { bare: pid = 0 } = pids
  const alone = { ...peers.pids, registration: pid }
  return { ...peers, bare: { ...peers, urls: { ...urls, registration: url(ports.bare) }, pids: alone } }
}

export async function forget({ mongodb }: Places): Promise<void> {
  await withClient(mongodb, async (client) => {
    for (const prefix of ['bench', 'peer'])
      for (const service of SERVICES) await client.db(`${prefix}_${service}`).dropDatabase()
  })
}

/** Documents and indexes, so that both sides answer alike. */
export async function copyDatabases({ mongodb }: Places): Promise<void> {
  await withClient(mongodb, async (client) => {
    for (const service of SERVICES) {
      const from = client.db(`bench_${service}`)
      const to = client.db(`peer_${service}`)
      for (const { name } of await from.listCollections().toArray()) {
        const indexes = await from.collection(name).listIndexes().toArray()
        for (const { key, v: _v, ns: _ns, ...options } of indexes as ({ key: object } & Record<
          string,
          unknown
        >)[])
          if (options['name'] !== '_id_') await to.collection(name).createIndex(key as never, options)
        const documents = await from.collection(name).find().toArray()
        if (documents.length > 0) await to.collection(name).insertMany(documents)
      }
    }
  })
}

export async function withClient(url: string, work: (client: MongoClient) => Promise<void>): Promise<void> {
  const client = await MongoClient.connect(url)
  try {
    await work(client)
  } finally {
    await client.close()
  }
}

export const GROUPS = 20
export const USERS = 1_000
export const COURSES = 100
/** Courses of which each has a hundred registrations. */
export const LISTED = 10
/** The course that every user is registered for, to be approved once each. */
export const APPROVED = LISTED + 1
const BATCH = 100
const ROLES = ['Course attendance manager', 'User administrator'] as const

export interface Seeded {
  readonly headers: Readonly<Record<string, string>>
  /** Of an account whose limit is one request a minute. */
  readonly limited: Readonly<Record<string, string>>
  readonly userIds: readonly number[]
}

/** Brings in the data through the operators' and the public operations. */
export async function seed({
  urls,
  operator,
  sink,
}: Awaited<ReturnType<typeof startServices>>): Promise<Seeded> {
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
  const keyOf = async (id: number, requestsPerMinute: number) => {
    const grants = ROLES.map((role) => ({ role, groupId: 1 }))
    const account = { name: `Account ${id}`, homeGroupId: 1, requestsPerMinute, grants }
    await users('PUT', `/admin/service-accounts/${id}/`, account)
    const key = await users<{ keyId: string; secret: string }>(
      'POST',
      `/admin/service-accounts/${id}/keys/`,
      {},
    )
    return { 'x-api-key': key.keyId, 'x-api-secret': key.secret }
  }
  const headers = await keyOf(1, 1_000_000)
  const register = callerOf(urls.registration, headers)
  const batch = (courseId: number, some: readonly number[]) =>
    register(
      'POST',
      '/registrations/batch/',
      some.map((userId) => ({ courseId, userId })),
    )
  for (let courseId = 1; courseId <= LISTED; courseId++) await batch(courseId, userIds.slice(0, BATCH))
  for (let from = 0; from < USERS; from += BATCH) await batch(APPROVED, userIds.slice(from, from + BATCH))
  await mailed(sink, LISTED * BATCH + USERS)
  return { headers, limited: await keyOf(2, 1), userIds }
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
