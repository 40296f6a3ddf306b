import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../local/support/wait.ts'
import { DEAD_LETTER_QUEUE, QUEUES } from '../../services/platform/messaging/topology.ts'
import { brokerClient } from '../../testing/broker.ts'
import { expectBody } from '../../testing/portal.ts'
import { operators } from '../../testing/system/operators.ts'
import { respondWith, type Receiver } from '../../testing/system/receiver.ts'
import type { Fault, Faults, System } from '../../testing/system/system.ts'
import type { startLoad } from './load.ts'

/** So many e-mails, webhooks and creates are in progress when MongoDB becomes unavailable. */
const IN_PROGRESS = 40
/** How long MongoDB is unavailable. */
const [MIN_OUTAGE_MS, MAX_OUTAGE_MS] = [5_000, 20_000]
const GRACE_MS = 10_000
/** When all services are ready again, each outbox, queue and lane goes on within this time. */
const MAX_IDLE_MS = 5_000
/** Longer than any lease or retry delay. */
const MAX_UNFINISHED_MS = 60_000
const LOOK_MS = 100

const OUTBOXES_AND_QUEUES = [...Object.values(QUEUES).flat(), ...Object.keys(QUEUES), DEAD_LETTER_QUEUE]
const WORK_IN_PROGRESS = 'e-mails and webhooks of all creates in progress'

type Load = Pick<Awaited<ReturnType<typeof startLoad>>, 'register'>
type IsDone<T> = (one: T) => boolean
type Mongodb = System['backing']['servers']['mongodb']

/** MongoDB becomes unavailable with work of every kind in progress. Afterwards all of it goes on. */
export function stalls(load: Load) {
  /** The longest time from "all services are ready" until it went on or was done, in milliseconds. */
  const longest = new Map<string, number>()
  const unfinished: string[] = []

  const stalledBy =
    (begin: (server: Mongodb) => unknown, end: (server: Mongodb) => unknown): Fault =>
    async (system, random) => {
      const { mails, receivers, backing } = system
      mails.behave('stall')
      const releases = [hold(receivers.steady), hold(receivers.faulty)]
      const creates = someCreates()
      await untilInProgress(system)
      creates.push(...someCreates())
      const begun = begin(backing.servers.mongodb)
      mails.behave('accept')
      mails.acceptStalled()
      for (const release of releases) release()
      await begun
      await delay(random.between(MIN_OUTAGE_MS, MAX_OUTAGE_MS))
      await end(backing.servers.mongodb)
      await untilReady(system)
      await Promise.all([eachGoesOn(system), allArrive(system, creates)])
    }

  const someCreates = () => Array.from({ length: IN_PROGRESS }, () => load.register())

  /** Gives each outbox, queue and lane something to do, and waits until each has done something. */
  async function eachGoesOn(system: System): Promise<void> {
    const before = await workDone(system)
    const work = Promise.all([load.register(), makeAndErase(system), sendUnreadable(system)])
    await untilDone([...before.keys()], String, async () => {
      const now = await workDone(system)
      return (what) => now.get(what) !== before.get(what)
    })
    await work
  }

  async function allArrive({ mails, receivers }: System, creates: readonly Promise<number | undefined>[]) {
    const ids = await Promise.all(creates)
    const arrived = [receivers.steady.arrived, receivers.faulty.arrived]
    await untilDone(
      ids,
      () => WORK_IN_PROGRESS,
      () => {
        const mailed = new Set(mails.received.map(({ mail }) => Number(mail.messageId?.split('.')[1])))
        return (id) => mailed.has(id ?? 0) && arrived.every((one) => one.has(`registration.created ${id} 1`))
      },
    )
  }

  /** @param look finds out what is done */
  async function untilDone<T>(
    all: readonly T[],
    nameOf: (one: T) => string,
    look: () => IsDone<T> | Promise<IsDone<T>>,
  ): Promise<void> {
    const since = performance.now()
    const left = new Set(all)
    await until(
      async () => {
        const isDone = await look()
        const ms = Math.round(performance.now() - since)
        for (const one of left) {
          if (!isDone(one)) continue
          left.delete(one)
          longest.set(nameOf(one), Math.max(longest.get(nameOf(one)) ?? 0, ms))
        }
        if (left.size > 0) throw new Error('not all is done')
      },
      { timeoutMs: MAX_UNFINISHED_MS, everyMs: LOOK_MS },
    ).catch(() => unfinished.push(...[...left].map((one) => `${nameOf(one)} (${String(one)})`)))
  }

  const faults: Faults = {
    'stall: MongoDB stopped': stalledBy(
      (server) => server.stop(GRACE_MS),
      (server) => server.start(),
    ),
    'stall: MongoDB killed': stalledBy(
      (server) => server.stop(0),
      (server) => server.start(),
    ),
    'stall: MongoDB frozen': stalledBy(signal('SIGSTOP'), signal('SIGCONT')),
  }
  return {
    faults,
    /** @returns whether everything went on in time */
    report(print: (line: string) => void): boolean {
      for (const [what, ms] of longest) print(`  at most ${ms} ms after all services were ready: ${what}`)
      for (const what of unfinished) print(`  not done: ${what}`)
      const isLate = ([what, ms]: [string, number]) => what !== WORK_IN_PROGRESS && ms > MAX_IDLE_MS
      return unfinished.length === 0 && ![...longest].some(isLate)
    },
  }
}

const signal = (name: NodeJS.Signals) => (server: Mongodb) =>
  process.kill(server.pids()['mongodb'] as number, name)

/** Lets requests to a receiver wait. @returns responds to them and to all later ones */
function hold(receiver: Receiver): () => void {
  const waiting: ServerResponse[] = []
  receiver.onRequest((response) => void waiting.push(response))
  return () => {
    receiver.onRequest(respondWith(204))
    waiting.forEach(respondWith(204))
  }
}

/** Every connection to the mail server has an e-mail in progress, and so many webhooks are not finished. */
async function untilInProgress({ mails, database }: System): Promise<void> {
  await using connection = await database('notification')
  const webhooks = connection.db().collection('webhookDeliveries')
  await until(
    async () => {
      const pending = await webhooks.countDocuments({ status: 'pending' }, { limit: IN_PROGRESS })
      if (Math.min(mails.stalledCount(), pending) < IN_PROGRESS) throw new Error('too little is in progress')
    },
    { timeoutMs: MAX_UNFINISHED_MS, everyMs: LOOK_MS },
  )
}

/** Resolves when every process of every service says that it is ready. */
const untilReady = ({ services }: System): Promise<void> =>
  until(
    async () => {
      for (const { healthUrl } of services)
        if (!(await fetch(`${healthUrl}/readyz`)).ok) throw new Error('a service is not ready')
    },
    { timeoutMs: MAX_UNFINISHED_MS, everyMs: LOOK_MS },
  )

/** What all processes together have published, consumed and sent. */
async function workDone({ services, mails, receivers }: System): Promise<Map<string, number>> {
  const texts = await Promise.all(
    services.map(async ({ healthUrl }) => (await fetch(`${healthUrl}/metrics`)).text()),
  )
  const lines = texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => /^rollcall_(events_published|messages_consumed)_total.*"(confirmed|done)"/.test(line))
  const countOf = (what: string) =>
    lines
      .filter((line) => line.includes(`"${what}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  return new Map([
    ...OUTBOXES_AND_QUEUES.map((what) => [what, countOf(what)] as const),
    ['lane of the mail server', mails.received.length],
    ['lane of an endpoint', receivers.steady.arrived.size],
    ['lane of another endpoint', receivers.faulty.arrived.size],
  ])
}

/**
 * Events about users, and an erasure. Again with another user while it has no response.
 */
async function makeAndErase({ users }: System): Promise<void> {
  const operator = operators(users[0]!)
  await until(
    async () => {
      const [userId] = await operator.someUsers([randomUUID()])
      expectBody(await operator.client.post(`/admin/users/${userId}/erase/`, { reason: 'a request' }), 202)
    },
    { timeoutMs: MAX_UNFINISHED_MS },
  )
}

/** A dead letter. */
async function sendUnreadable({ lines }: System): Promise<void> {
  const client = await brokerClient(lines.rabbitmq.url)
  await client.send('notification.registration-created', 'no JSON')
  await client.close()
}
