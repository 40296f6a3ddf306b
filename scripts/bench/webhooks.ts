/** `npm run bench:webhooks`: how long a webhook takes, its CPU time, and the effect of an endpoint that never responds. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { uncheckedClient } from '../../testing/client.ts'
import { ADMINISTRATOR, ATTENDANCE, expectBody, NORTH, putFirstGroups } from '../../testing/portal.ts'
import { operators } from '../faults/operators.ts'
import { startSystem } from '../faults/system.ts'
import { readArguments } from '../support/arguments.ts'
import { quantiles } from '../support/quantiles.ts'
import { cpuOf } from './load.ts'

const USAGE = `npm run bench:webhooks -- [--seconds S]
  Ten moves a second, each sent to ten endpoints. Prints the time from the request to each arrival, the CPU of a delivery beside
  that of a signed POST by undici alone, and both times again beside an endpoint that never responds.
`
const { values } = readArguments(USAGE, { options: { seconds: { type: 'string' } } })
const SECONDS = Number(values.seconds ?? 30)
const ENDPOINTS = 10
const MOVES_PER_SECOND = 10
/** After the endpoints were created: when all processes know them. */
const KNOWN_MS = 2_000
const LAST_MS = 15_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Receives everything for all endpoints, and tells when each move arrived at each of them. */
const arrivals: { readonly key: string; readonly at: number }[] = []
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const at = performance.now()
    if (request.url === '/silent') return
    response.writeHead(204).end()
    const text = Buffer.concat(chunks).toString()
    const { data } = JSON.parse(text) as { data: { id: number; version: number } }
    arrivals.push({ key: `${data.id} ${data.version}`, at })
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

const system = await startSystem()
try {
  const [users, registrations, notifications] = [system.users, system.registrations, system.notifications]
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

  /** Moves registrations for a while, each in turn. @returns the times until each arrival, and the CPU meanwhile */
  const measured = async () => {
    arrivals.length = 0
    const sent = new Map<string, number>()
    const pids = notifications.map((one) => one.pid())
    const cpuBefore = cpuOf(...pids)
    const began = performance.now()
    const moves: Promise<unknown>[] = []
    for (let n = 0; n < SECONDS * MOVES_PER_SECOND; n++) {
      const id = records[n % records.length] as number
      const version = (versions.get(id) ?? 1) + 1
      versions.set(id, version)
      sent.set(`${id} ${version}`, performance.now())
      moves.push(caller.post(`/registrations/${id}/${version % 2 === 0 ? 'approve' : 'withdraw'}/`))
      await delay(Math.max(0, began + (1_000 * (n + 1)) / MOVES_PER_SECOND - performance.now()))
    }
    await Promise.all(moves)
    const until = performance.now() + LAST_MS
    while (arrivals.length < ENDPOINTS * sent.size && performance.now() < until) await delay(100)
    const times = arrivals.map(({ key, at }) => at - (sent.get(key) ?? at))
    return {
      ...quantiles(times),
      count: arrivals.length,
      cpu: cpuOf(...pids) - cpuBefore,
      missing: ENDPOINTS * sent.size - arrivals.length,
    }
  }
  const versions = new Map<number, number>()
  const idleBefore = cpuOf(...notifications.map((one) => one.pid()))
  await delay(1_000 * SECONDS)
  const idle = cpuOf(...notifications.map((one) => one.pid())) - idleBefore

  await measured() // warm
  const alone = await measured()
  const bare = await barePosts(alone.count)
  expectBody(await subscribe('/silent'), 201)
  await delay(KNOWN_MS)
  await measured() // until the silent endpoint has its four attempts
  const beside = await measured()
  const cpu = (alone.cpu - idle) / alone.count
  say(`${alone.count} deliveries to ${ENDPOINTS} endpoints in ${SECONDS} s, ${alone.missing} missing`)
  say(
    `from the request to the arrival: half within ${alone.p50.toFixed(0)} ms, 99 of 100 within ${alone.p99.toFixed(0)} ms`,
  )
  say(
    `CPU of a delivery ${cpu.toFixed(0)} µs, of a signed POST by undici alone ${bare.toFixed(0)} µs: ${(cpu / bare).toFixed(1)} times`,
  )
  say(
    `beside an endpoint that never responds: half within ${beside.p50.toFixed(0)} ms, 99 of 100 within ${beside.p99.toFixed(0)} ms ` +
      `(${(100 * (beside.p99 / alone.p99 - 1)).toFixed(0)} %), ${beside.missing} missing`,
  )
} finally {
  receiver.closeAllConnections()
  receiver.close()
  await system.stop()
}
process.exit()

/** The CPU of a process that only signs and posts, in µs a request, at the same rate. */
async function barePosts(count: number): Promise<number> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'webhook-peer.ts'), address, String(count)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  await once(child, 'close')
  return Number(printed)
}
