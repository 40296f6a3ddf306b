import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { Pool } from 'undici'
import type { RegistrationRecord } from '../../services/registration/src/registrations/record.ts'
import { quantiles } from '../support/quantiles.ts'
import { Refusal } from '../support/refusal.ts'
import { cpuOf, jsonOf, load, median, memoryOf, type Measured } from './load.ts'
import type { Row } from './rows.ts'
import { mailed, SERVICES, USERS, userOf, type Services } from './sides.ts'

const CONNECTIONS = 16
const say = (text: string) => void process.stdout.write(`${text}\n`)

/** What is measured of the services alone, without peers. */
interface Alone {
  readonly services: Services
  readonly rows: ReadonlyMap<string, Row>
  readonly mongodb: string
  /** Of the next create: no pair of course and user may come twice. */
  turn: number
}

type Measure = (alone: Alone) => Promise<void>

async function creates(alone: Alone, count: number): Promise<Measured> {
  const row = alone.rows.get('create')!
  const first = alone.turn
  alone.turn += count
  const before = alone.services.sink.count
  const { registration } = alone.services.urls
  const measured = await load(registration, count, CONNECTIONS, (i) => row.request(first + i), row.status)
  await mailed(alone.services.sink, before + count)
  return measured
}

const STARTS = 5

/** From the start of a service to its being ready: of each while the others wait, and of all at once. */
async function start({ services }: Alone): Promise<void> {
  for (const names of [...SERVICES.map((name) => [name]), SERVICES]) {
    const times: number[] = []
    for (let i = 0; i < STARTS; i++) times.push(await services.startAnew(names))
    say(
      `${names.join(', ')}: ready after ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)}`,
    )
  }
}

const MAIL_SECONDS = 60

/** From the answer to a create to its e-mail's being taken, at half the rate that creates reach at their peak. */
async function mail(alone: Alone): Promise<void> {
  await creates(alone, 500)
  const { perSecond: peak } = await creates(alone, 3_000)
  const { sink, urls } = alone.services
  const row = alone.rows.get('create')!
  const answered = new Map<string, number[]>()
  const times: number[] = []
  let early = 0
  sink.onMail = (recipient) => {
    const at = answered.get(recipient)?.shift()
    if (at === undefined) early++
    else times.push(performance.now() - at)
  }
  const pool = new Pool(urls.registration, { connections: 64 })
  const pauseMs = 2_000 / peak
  const count = Math.round((MAIL_SECONDS * 1_000) / pauseMs)
  const before = sink.count
  const began = performance.now()
  const pending: Promise<void>[] = []
  for (let i = 0; i < count; i++) {
    const turn = alone.turn++
    const { headers = {}, body, method, path } = row.request(turn)
    const create = async () => {
      const answer = await pool.request({ method, path, headers, ...jsonOf(body) })
      await answer.body.dump()
      const { email } = userOf(turn % USERS)
      answered.set(email, [...(answered.get(email) ?? []), performance.now()])
    }
    pending.push(create())
    await sleep(Math.max(0, began + (i + 1) * pauseMs - performance.now()))
  }
  await Promise.all(pending)
  await mailed(sink, before + count)
  delete sink.onMail
  await pool.close()
  const { p50, p99 } = quantiles(times)
  say(
    `e-mails: peak ${peak.toFixed(0)} creates a second; at ${(peak / 2).toFixed(0)} a second for ${MAIL_SECONDS} s, ` +
      `from the answer to the e-mail taken: half within ${p50.toFixed(0)} ms, 99 in 100 within ${p99.toFixed(0)} ms ` +
      `(${times.length} e-mails; ${early} were taken before the answer was read)`,
  )
}

const MINUTES = 10

/** The memory of each service, a minute apart, under reads and creates. */
async function memory(alone: Alone): Promise<void> {
  const read = alone.rows.get('read one')!
  for (let minute = 0; minute <= MINUTES; minute++) {
    const held = SERVICES.map((name) => `${name} ${memoryOf(alone.services.pids[name], 'now').toFixed(0)}`)
    say(`memory after ${minute} min, MB: ${held.join(', ')}`)
    const until = performance.now() + 60_000
    while (minute < MINUTES && performance.now() < until) {
      await creates(alone, 100)
      await load(alone.services.urls.registration, 1_000, CONNECTIONS, read.request, read.status)
    }
  }
}

const SIZES = [10_000, 1_000_000]
const FIRST_FILLED_ID = 10_000_000
const ROUNDS = 5
const FILLED_AT_ONCE = 5_000
/** The server goes on merging what was written. */
const REST_MS = 60_000

/** A read and a create among ever more registrations. */
async function growth(alone: Alone): Promise<void> {
  const read = alone.rows.get('read one')!
  const { registration } = alone.services.urls
  const cpu = () => SERVICES.reduce((sum, name) => sum + cpuOf(alone.services.pids[name]), 0)
  const measured = async (count: number, work: () => Promise<Measured>) => {
    const before = cpu()
    const { p50 } = await work()
    return { p50, cpu: (cpu() - before) / count }
  }
  let filled = 0
  for (const size of SIZES) {
    await fill(alone.mongodb, filled, size)
    filled = size
    await sleep(REST_MS)
    const path = () => `/registrations/${FIRST_FILLED_ID + Math.floor(Math.random() * size)}/`
    const reads: { p50: number; cpu: number }[] = []
    const made: { p50: number; cpu: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const request = (i: number) => ({ ...read.request(i), path: path() })
      const one = await measured(3_000, () => load(registration, 3_000, CONNECTIONS, request, read.status))
      const two = await measured(400, () => creates(alone, 400))
      if (round > 0) reads.push(one)
      if (round > 0) made.push(two)
    }
    const told = (name: string, cells: typeof reads) =>
      `${name}: half within ${median(cells.map(({ p50 }) => p50)).toFixed(1)} ms, ` +
      `${median(cells.map((cell) => cell.cpu)).toFixed(0)} µs of CPU`
    say(`among ${size} registrations: ${told('read one', reads)}; ${told('create with its e-mail', made)}`)
  }
}

/** Copies of one registration, each of a course of its own, since a user has a course once. */
async function fill(mongodb: string, from: number, to: number): Promise<void> {
  await using client = await MongoClient.connect(mongodb)
  const registrations = client.db('bench_registration').collection<RegistrationRecord>('registrations')
  const template = await registrations.findOne({ _id: 1 })
  if (template === null) throw new Error('There is no registration to copy')
  for (let next = from; next < to; next += FILLED_AT_ONCE) {
    const copies = Array.from({ length: Math.min(FILLED_AT_ONCE, to - next) }, (_, i) => {
      const id = FIRST_FILLED_ID + next + i
      return { ...template, _id: id, course: { ...template.course, id } }
    })
    await registrations.insertMany(copies)
  }
}

const MEASURES: Readonly<Record<string, Measure>> = { start, mail, memory, growth }

/** @throws Refusal for a name that no measure has */
export const measuresNamed = (names: readonly string[]): Measure[] =>
  names.map((name) => {
    if (MEASURES[name]) return MEASURES[name]
    throw new Refusal(`--alone takes ${Object.keys(MEASURES).join(', ')}, and not ${name}`)
  })
