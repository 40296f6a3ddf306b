/** `npm run bench -- webhooks`: how long a webhook takes, and its CPU time. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { uncheckedClient } from '../../testing/client.ts'
import { onFreePort } from '../../testing/gateway.ts'
import { ADMINISTRATOR, ATTENDANCE, expectBody, NORTH, putFirstGroups } from '../../testing/portal.ts'
import { operators } from '../../testing/system/operators.ts'
import { startSystem } from '../../testing/system/system.ts'
import { readArguments } from '../../local/support/arguments.ts'
import { quantiles } from '../../testing/quantiles.ts'
import { cpuOf, median } from './load.ts'

const USAGE = `npm run bench -- webhooks [--rounds N] [--seconds S] [--processes 1|2]
  Ten moves a second, each sent to eleven endpoints by N processes of the notification service, for S seconds
  in each round. Prints the time from the request to each arrival, and the CPU of a delivery beside that of a
  signed POST by undici alone. Without options: 9 rounds of 15 s, one process (five minutes).
`
const text = { type: 'string' } as const
const { values } = readArguments(USAGE, {
  options: {
    rounds: { ...text, default: '9' },
    seconds: { ...text, default: '15' },
    processes: { ...text, default: '1' },
  },
})
const ROUNDS = Number(values.rounds)
const SECONDS = Number(values.seconds)
/** Of the notification service. */
const PROCESSES = Number(values.processes)
const ENDPOINTS = 11
const MOVES_PER_SECOND = 10
/** Requests that each process sends before the first measurement, so that its code is compiled by then. */
const WARM_UP = 10_000
/** After the endpoints were created: when all processes know them. */
const KNOWN_MS = 2_000
const LAST_MS = 15_000

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Receives everything for all endpoints, and tells when each move arrived at each of them. */
const arrivals: { readonly key: string; readonly at: number }[] = []
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const at = performance.now()
    response.writeHead(204).end()
    if (request.url === '/peer') return
    const text = Buffer.concat(chunks).toString()
    const { data } = JSON.parse(text) as { data: { id: number; version: number } }
    arrivals.push({ key: `${data.id} ${data.version}`, at })
  })
})
const { url: address, close } = await onFreePort(receiver)

interface Round {
  readonly p50: number
  readonly p99: number
  readonly count: number
  /** The CPU of a delivery, and of a signed POST by undici alone. */
  readonly cpu: number
  readonly bare: number
}

if (!(ROUNDS >= 1 && SECONDS >= 1 && [1, 2].includes(PROCESSES))) {
  process.stderr.write(USAGE)
  process.exit(2)
}
const system = await startSystem()
try {
  const [users, registrations] = [system.users, system.registrations]
  const notifications = system.notifications.slice(0, PROCESSES)
  for (const one of system.notifications.slice(PROCESSES)) await one.stop()
  const [forUsers, forCourses] = [operators(users[0]!), operators(registrations[0]!)]
  await putFirstGroups(forUsers.client)
  await forCourses.put('/admin/courses/1/', 201, { name: 'Course', groupIds: [NORTH] })
  const ids = await forUsers.someUsers(Array.from({ length: 100 }, (_, n) => `u-${n}`))
  const credential = await forUsers.anAccount([ATTENDANCE, ADMINISTRATOR])
  const caller = uncheckedClient(registrations[0]!.url, credential)
  const created = expectBody(
    await caller.post(
      '/registrations/batch/',
      ids.map((userId) => ({ userId, courseId: 1 })),
    ),
    200,
  ) as { registration: { id: number } }[]
  const records = created.map(({ registration }) => registration.id)
  const subscriber = uncheckedClient(notifications[0]!.url, credential)
  const subscribe = (path: string) =>
    subscriber.post('/webhook-endpoints/', {
      url: `${address}${path}`,
      events: ['registration.approved', 'registration.withdrawn'],
    })
  for (let n = 0; n < ENDPOINTS; n++) expectBody(await subscribe(`/${n}`), 201)
  await delay(KNOWN_MS)

  const versions = new Map<number, number>()
  const sent = new Map<string, number>()
  const move = async (n: number) => {
    const id = records[n % records.length] as number
    const version = (versions.get(id) ?? 1) + 1
    versions.set(id, version)
    sent.set(`${id} ${version}`, performance.now())
    const operation = version % 2 === 0 ? 'approve' : 'withdraw'
    expectBody(await caller.post(`/registrations/${id}/${operation}/`), 200)
  }
  const missing = () => ENDPOINTS * sent.size - arrivals.length
  const allArrived = async () => {
    const until = performance.now() + LAST_MS
    while (missing() > 0 && performance.now() < until) await delay(100)
  }
  const warmUp = async () => {
    for (let n = 0; n < (PROCESSES * WARM_UP) / ENDPOINTS; n++) await move(n)
    await allArrived()
  }
  /**
   * Moves registrations for a while, one after another. @returns the times until each arrival, and the CPU
   * meanwhile
   */
  const measured = async () => {
    arrivals.length = 0
    sent.clear()
    const pids = notifications.map((one) => one.pid())
    const cpuBefore = cpuOf(...pids)
    const began = performance.now()
    const moves: Promise<unknown>[] = []
    for (let n = 0; n < SECONDS * MOVES_PER_SECOND; n++) {
      moves.push(move(n))
      await delay(Math.max(0, began + (1_000 * (n + 1)) / MOVES_PER_SECOND - performance.now()))
    }
    await Promise.all(moves)
    await allArrived()
    const times = arrivals.map(({ key, at }) => at - (sent.get(key) ?? at))
    return {
      ...quantiles(times),
      count: arrivals.length,
      cpu: cpuOf(...pids) - cpuBefore,
      missing: missing(),
    }
  }
  const idleBefore = cpuOf(...notifications.map((one) => one.pid()))
  await delay(1_000 * SECONDS)
  const idle = cpuOf(...notifications.map((one) => one.pid())) - idleBefore

  await warmUp()
  const peers = startPeers(address)
  const rounds: Round[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const { p50, p99, count, cpu: used, missing } = await measured()
    const cpu = (used - idle) / count
    const bare = await peers.post()
    rounds.push({ p50, p99, count, cpu, bare })
    print(
      `round ${n + 1}: 99 of 100 within ${p99.toFixed(0)} ms; ` +
        `CPU ${cpu.toFixed(0)} and ${bare.toFixed(0)} µs; missing ${missing}`,
    )
  }
  const of = (value: (round: Round) => number) => median(rounds.map(value))
  const deliveries = rounds.reduce((sum, { count }) => sum + count, 0)
  print(`${deliveries} deliveries; medians of ${ROUNDS} rounds`)
  print(
    `from the request to the arrival: half within ${of(({ p50 }) => p50).toFixed(0)} ms, ` +
      `99 of 100 within ${of(({ p99 }) => p99).toFixed(0)} ms`,
  )
  print(
    `CPU of a delivery ${of(({ cpu }) => cpu).toFixed(0)} µs, ` +
      `of a signed POST by undici alone ${of(({ bare }) => bare).toFixed(0)} µs: ` +
      `${of(({ cpu, bare }) => cpu / bare).toFixed(1)} times`,
  )
} finally {
  close()
  await system.stop()
}
process.exit()

/**
 * Starts processes that only sign and post: as many as the notification service has, with the same total
 * rate. They end with this process.
 */
function startPeers(address: string) {
  const perSecond = (ENDPOINTS * MOVES_PER_SECOND) / PROCESSES
  const args = [join(import.meta.dirname, 'webhook-peer.ts'), address, String(perSecond), String(WARM_UP)]
  const peers = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const lines = peers.map(({ stdout }) => createInterface({ input: stdout })[Symbol.asyncIterator]())
  return {
    /** @returns the CPU of a request in µs */
    async post(): Promise<number> {
      for (const { stdin } of peers) stdin.write(`${perSecond * SECONDS}\n`)
      const costs = await Promise.all(lines.map(async (each) => Number((await each.next()).value)))
      return costs.reduce((sum, cost) => sum + cost) / costs.length
    },
  }
}
