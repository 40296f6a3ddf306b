import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'amqplib'
import { MongoClient } from 'mongodb'
import { SMTPServer } from 'smtp-server'
import { startBacking } from '../../local/backing/index.ts'
import { issueKey, callerOf, headersOf } from '../../local/demo/call.ts'
import { startChild } from '../../local/processes/child.ts'
import { startGuardian, type Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { createProgressReporter } from '../../local/progress-reporter.ts'
import { databaseUrl, describeServices } from '../../local/services.ts'
import { COMPILE } from '../../local/support/compiler.ts'
import { LOCAL, ROOT } from '../../local/support/files.ts'
import { until } from '../../local/support/wait.ts'
import type { PeerConfig } from './peers/kit.ts'

const SERVICES = ['user', 'registration', 'notification'] as const
type Service = (typeof SERVICES)[number]

/** What a side runs on; `profiled` is the service of ours that writes a CPU profile into `dir`. */
interface Setup extends Record<'mongodb' | 'redis' | 'rabbitmq' | 'dir', string> {
  readonly guardian: Guardian
  readonly profiled?: string | undefined
  /** More variables of our services. */
  readonly env?: NodeJS.ProcessEnv
}
type Servers = Omit<Setup, 'profiled' | 'env'>

const DIR = join(LOCAL, 'bench')

/**
 * Measures on servers of its own, because data that others have would show in the figures. Afterwards all are
 * stopped.
 * @param work gets the servers, and a way to more of them in a folder
 */
export async function onOwnServers<T>(
  work: (servers: Servers, serversIn: (folder: string) => Promise<Servers>) => Promise<T>,
): Promise<T> {
  const guardian = startGuardian()
  rmSync(DIR, { recursive: true, force: true })
  mkdirSync(DIR, { recursive: true })
  const progress = createProgressReporter((line) => void process.stderr.write(line))
  const env = { ...process.env, MONGODB_URL: '', REDIS_URL: '', RABBITMQ_URL: '' }
  const serversIn = async (folder: string): Promise<Servers> => {
    const dir = join(DIR, folder)
    const { urls } = await startBacking({ dir, guardian, progress, env })
    return { ...urls, dir, guardian }
  }
  try {
    return await work(await serversIn('.'), serversIn)
  } finally {
    await guardian.release()
  }
}

/** Rollcall or its peers. */
export type Side = Awaited<ReturnType<typeof startPeers>>
type MailServer = Awaited<ReturnType<typeof startMailServer>>

const TOKEN = 'a-token-for-the-benchmark-only'
const READY_MS = 60_000
const MAILS_MS = 240_000
const REQUESTS_PER_MINUTE = 1_000_000
const GROUPS = 20
const GROUP_IDS = Array.from({ length: GROUPS }, (_, i) => i + 1)
export const USERS = 1_000
const COURSES = 300
/** The first courses have so many registrations each. */
export const LISTED_COURSES = 10
export const BATCH = 100

/** Starts a mail server that accepts and counts every e-mail. */
async function startMailServer() {
  const port = await freePort()
  const mails = { url: `smtp://127.0.0.1:${port}`, count: 0, lastAt: 0 }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.resume()
      stream.once('end', () => {
        mails.count++
        mails.lastAt = performance.now()
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return mails
}

function start(name: string, args: readonly string[], env: NodeJS.ProcessEnv, setup: Setup): number {
  const logFile = join(setup.dir, `logs/${name}.log`)
  return startChild({ name, command: process.execPath, args, env, logFile }, setup.guardian).pid
}

/** Starts the services as they ship and creates the data; returns what the requests need as well. */
export async function startServices(setup: Setup) {
  execFileSync(process.execPath, COMPILE, { cwd: ROOT, stdio: 'inherit' })
  const mails = await startMailServer()
  const services = await describeServices(
    { ...setup, mongodb: `${setup.mongodb}/bench`, smtp: mails.url },
    { serviceToken: TOKEN, operatorToken: TOKEN, webhookSecretKey: Buffer.alloc(32, 1).toString('base64') },
    { env: { ...process.env, ...setup.env }, watch: false },
  )
  const pids = {} as Record<Service, number>
  const profile = ['--cpu-prof', `--cpu-prof-dir=${setup.dir}`]
  for (const { name, args, env } of services)
    pids[name] = start(name, name === setup.profiled ? [...profile, ...args] : args, env, setup)
  for (const { healthUrl } of services) await responds(`${healthUrl}/readyz`, 200)
  const [user, , registration] = services
  const url = registration!.publicUrl
  const seeded = await seed(url, user!.operatorUrl, registration!.operatorUrl)
  await mailsArrived(mails, LISTED_COURSES * BATCH)
  const ours: Side = { url, pids, mails, ...eventsOf(setup, 'bench', 'notification.registration-created') }
  return { ours, userUrl: user!.publicUrl, ...seeded }
}

/**
 * Starts a process that receives spans and drops them.
 * @returns the variables with which a service traces a ratio of its requests and sends the spans there
 */
export async function startTraceReceiver(ratio: string, guardian: Guardian) {
  const port = await freePort()
  const receiver = `require('node:http').createServer((request, response) => request.resume().on('end', () =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))).listen(${port}, '127.0.0.1')`
  const logFile = join(DIR, 'logs/receiver.log')
  startChild(
    { name: 'receiver', command: process.execPath, args: ['-e', receiver], env: process.env, logFile },
    guardian,
  )
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: ratio,
  }
}

/** Starts the peers on copies of the services' databases. */
export async function startPeers(setup: Setup, credential: PeerConfig['credential']) {
  const { mongodb, redis, rabbitmq } = setup
  await copyDatabases(mongodb)
  const mails = await startMailServer()
  const ports = { user: await freePort(), registration: await freePort(), notification: 0 }
  const pids = {} as Record<Service, number>
  for (const name of SERVICES) {
    const config: PeerConfig = {
      name,
      mongodb: databaseUrl(`${mongodb}/peer`, name),
      redis,
      rabbitmq,
      smtp: mails.url,
      port: ports[name],
      userUrl: `http://127.0.0.1:${ports.user}`,
      token: TOKEN,
      account: { id: 1, name: 'Account 1', requestsPerMinute: REQUESTS_PER_MINUTE, groupIds: GROUP_IDS },
      credential,
    }
    const args = [join(import.meta.dirname, `peers/${name}.ts`), JSON.stringify(config)]
    pids[name] = start(`peer-${name}`, args, process.env, setup)
  }
  const url = `http://127.0.0.1:${ports.registration}`
  for (const peer of [`http://127.0.0.1:${ports.user}`, url]) await responds(peer, 401)
  return { url, pids, mails, ...eventsOf(setup, 'peer', 'peer') }
}

function responds(url: string, expected: number): Promise<void> {
  const attempt = async () => {
    const { status } = await fetch(url)
    if (status !== expected) throw new Error(`${url}: ${status}`)
  }
  return until(attempt, { timeoutMs: READY_MS, everyMs: 50 })
}

function eventsOf({ mongodb, rabbitmq }: Setup, prefix: string, queue: string) {
  const registrations = new MongoClient(mongodb).db(`${prefix}_registration`).collection('registrations')
  const requireNoneLeft = async () => {
    if (await registrations.findOne({ eventsDueAt: { $exists: true } })) throw new Error('events are pending')
  }
  return {
    /** Waits until RabbitMQ has every event. */
    allPublished: () => until(requireNoneLeft, { timeoutMs: READY_MS, everyMs: 100 }),
    /** Removes the messages that wait for the notification service, and returns their number. */
    async purgeMails() {
      const connection = await connect(rabbitmq)
      const { messageCount } = await (await connection.createChannel()).purgeQueue(queue)
      await connection.close()
      return messageCount
    },
  }
}

/** Documents and indexes, so that both sides respond alike. */
async function copyDatabases(mongodb: string): Promise<void> {
  await using client = await MongoClient.connect(mongodb)
  for (const service of SERVICES)
    for (const from of await client.db(`bench_${service}`).collections()) {
      const to = client.db(`peer_${service}`).collection(from.collectionName)
      for (const { key, v: _v, ns: _ns, ...options } of await from.indexes())
        if (options.name !== '_id_') await to.createIndex(key, options)
      const documents = await from.find().toArray()
      if (documents.length > 0) await to.insertMany(documents)
    }
}

/**
 * Creates groups, users, courses and the registrations that are read, by the operator and public operations.
 */
async function seed(url: string, usersUrl: string, coursesUrl: string) {
  const authorization = { Authorization: `Bearer ${TOKEN}` }
  const users = callerOf(usersUrl, authorization)
  const courses = callerOf(coursesUrl, authorization)
  for (const id of GROUP_IDS)
    await users('PUT', `/admin/groups/${id}/`, { name: `Group ${id}`, parentId: id === 1 ? null : 1 })
  const rows = Array.from({ length: USERS }, (_, i) => ({
    loginName: `user-${i}`,
    externalId: `u-${i}`,
    email: `user-${i}@example.org`,
    firstName: 'Ada',
    lastName: `Number ${i}`,
    groupIds: [1 + (i % GROUPS)],
  }))
  const results = await users<{ user: { id: number } }[]>('POST', '/admin/users/batch/', rows)
  const userIds = results.map(({ user }) => user.id)
  for (let id = 1; id <= COURSES; id++)
    await courses('PUT', `/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1 + (id % GROUPS)] })
  const credential = await issueKey(users, 1, REQUESTS_PER_MINUTE)
  const register = callerOf(url, headersOf(credential))
  for (let courseId = 1; courseId <= LISTED_COURSES; courseId++) {
    const items = userIds.slice(0, BATCH).map((userId) => ({ courseId, userId }))
    await register('POST', '/registrations/batch/', items)
  }
  return { operator: courses, credential, userIds }
}

/**
 * Waits until the mail server has accepted so many e-mails, and half a second for what is written after the
 * last one.
 */
export async function mailsArrived(mails: MailServer, count: number): Promise<void> {
  const deadline = performance.now() + MAILS_MS
  for (; mails.count < count; await sleep(20))
    if (performance.now() > deadline) throw new Error(`${mails.count} of ${count} e-mails arrived`)
  await sleep(500)
}
