import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBacking } from '../dev/backing/index.ts'
import { startGuardian } from '../dev/processes/guardian.ts'
import { reportTo } from '../dev/report.ts'
import { readArguments } from '../support/arguments.ts'
import { ROOT } from '../support/files.ts'
import { explain, Refusal } from '../support/refusal.ts'
import { measuresNamed } from './alone.ts'
import { GUARDED, requireNoLoss } from './guard.ts'
import { cpuOf, jsonOf, load, median, memoryOf, type Measured, type Request } from './load.ts'
import { rowsFor, type Row } from './rows.ts'
import {
  copyDatabases,
  forget,
  mailed,
  seed,
  SERVICES,
  startPeers,
  startServices,
  type Side,
} from './sides.ts'

const DIR = join(ROOT, '.local/bench')
const USAGE = `npm run bench -- [--rounds 5] [--rows NAME,NAME] [--scale 1] [--json FILE]
  The services as they ship against the same work written by hand, on the same servers, in turns. Prints medians over the
  rounds, and the ratios of each round, of throughput and of CPU a request.

  --rows    some of the work: read one, list 100, create, batch of 100, approve, user read, delta poll, 304, 401, 429
  --scale   requests a round, as a multiple of the usual

npm run bench -- --alone start,mail,memory,growth
  Some of four measures of the services without peers.

npm run bench -- --guard
  Fails when a read or a create takes 15 % more CPU, beside the peers, than was recorded (scripts/bench/guard.ts).
`
const text = { type: 'string' } as const
const { values: options } = readArguments(USAGE, {
  options: {
    rounds: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1' },
    json: { type: 'string', default: join(DIR, 'result.json') },
    ...{ rows: text, alone: text },
    guard: { type: 'boolean', default: false },
  },
})
const { rounds, rows: named, scale } = options.guard ? GUARDED : options
const ROUNDS = Number(rounds)
const CONNECTIONS = 16
/** As multiples of one round and of the usual requests: a user is registered for a course once, and courses are seeded before. */
const MAX_ROUNDS = 5

/** One side's part in one round; CPU in µs a request or, of a batch, an item. */
interface Cell extends Measured {
  readonly cpu: number
  readonly cpuOf: Readonly<Record<string, number>>
}

/** Ours and theirs, a cell a round. */
type Cells = readonly [Cell[], Cell[]]

const countOf = ({ count }: Row) => Math.max(2, Math.round(count * Number(scale)))

/**
 * One side's turn. Some requests come before those that count, as V8 compiles anew what lay idle during the other's turn.
 * While registrations are created the notifier is halted, so that its rate does not tell in the CPU of the others; then it
 * sends what has gathered.
 *
 * @returns the row's cell and, of single creates, that of their e-mails
 */
async function measure(side: Side, row: Row, turn: number): Promise<{ cell: Cell; mail: Cell | undefined }> {
  const cpu = () => SERVICES.map((name) => cpuOf(side.pids[name]))
  const since = (before: readonly number[], items: number): Readonly<Record<string, number>> => {
    const after = cpu()
    return Object.fromEntries(SERVICES.map((name, i) => [name, ((after[i] ?? 0) - (before[i] ?? 0)) / items]))
  }
  const send = async (count: number, first: number) => {
    const connections = Math.min(row.connections ?? CONNECTIONS, Math.ceil(count / 2))
    const url = side.urls[row.service]
    const measured = await load(url, count, connections, (i) => row.request(first + i), row.status)
    if (row.creates !== undefined) await side.published()
    return measured
  }
  const mails = side.sink.count
  const count = countOf(row)
  if (row.creates !== undefined) process.kill(side.pids.notification, 'SIGSTOP')
  await send(earlyOf(row), turn)
  const before = cpu()
  const measured = await send(count, turn + earlyOf(row))
  const used = since(before, count * (row.creates ?? 1))
  const { registration = 0, user = 0 } = used
  const cell = { ...measured, cpu: registration + user, cpuOf: used }
  if (row.creates === undefined) return { cell, mail: undefined }
  const forgotten = row.creates > 1 ? await side.forgetMails() : 0
  const halted = cpu()
  const began = performance.now()
  process.kill(side.pids.notification, 'SIGCONT')
  // Of a batch the notifier sends only what it had taken before it was halted.
  const sent = (count + earlyOf(row)) * row.creates - forgotten
  await mailed(side.sink, mails + sent)
  if (row.creates > 1) return { cell, mail: undefined }
  const mailUsed = since(halted, sent)
  const perSecond = (sent * 1_000) / (side.sink.lastAt - began)
  return { cell, mail: { ...measured, perSecond, cpu: mailUsed['notification'] ?? 0, cpuOf: mailUsed } }
}

/** Requests before those that count. */
const earlyOf = (row: Row) =>
  Math.ceil(row.early === undefined ? countOf(row) / 2 : row.early * Number(scale))

const PER_CONNECTION = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

/** Status, names of headers and body, without what differs from call to call. */
async function answerOf(base: string, { method, path, headers = {}, body }: Request): Promise<string> {
  const answer = await fetch(`${base}${path}`, { method, headers, ...jsonOf(body) })
  const names = [...answer.headers.keys()].filter((name) => !PER_CONNECTION.has(name)).sort()
  const given = await answer.text()
  // In whichever order the fields come.
  const undated = given.replaceAll(/("\w+Date":)"[^"]{2,}"/g, '$1""')
  const words = undated.split(/(?=[,{}[\]])/).map((word) => word.replace(/^[,{]/, ''))
  return `${answer.status} ${names.join(',')} ${words.sort().join(' ')}`
}

/** Lets both sides answer each row once. */
async function compare(sides: readonly Side[], rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const mails = sides.map(({ sink }) => sink.count)
    const answers = await Promise.all(sides.map(({ urls }) => answerOf(urls[row.service], row.request(0))))
    if (answers[0] !== answers[1])
      throw new Error(`${row.name} is not answered alike:\n  ${answers.join('\n  ')}`)
    for (const [i, { sink }] of sides.entries()) await mailed(sink, (mails[i] ?? 0) + (row.creates ?? 0))
  }
}

async function run(
  sides: readonly [Side, Side],
  bare: Side,
  rows: readonly Row[],
  results: Map<string, Cells>,
): Promise<void> {
  const keep = (name: string, side: 0 | 1, cell: Cell | undefined) => {
    const cells: Cells = results.get(name) ?? [[], []]
    if (cell) results.set(name, cells)
    if (cell) cells[side].push(cell)
  }
  // Round 0 warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const row of rows) {
      const turn = 1 + round * (countOf(row) + earlyOf(row))
      // In turns, and not always in the same order.
      for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { cell, mail } = await measure(sides[i], row, turn)
        if (round === 0) continue
        keep(row.name, i, cell)
        keep('e-mails', i, mail)
        if (i === 0 && row.name === 'read one') keep('read one, node:http', 0, cell)
      }
      if (row.name !== 'read one') continue
      const { cell } = await measure(bare, row, turn)
      if (round > 0) keep('read one, node:http', 1, cell)
    }
    process.stderr.write(`round ${round} of ${ROUNDS}\n`)
  }
}

const ratiosOf = ([ours, theirs]: Cells, of: (cell: Cell) => number) =>
  ours.map((cell, i) => of(cell) / of(theirs[i] as Cell))

const say = (text: string) => process.stdout.write(`${text}\n`)

function print(results: ReadonlyMap<string, Cells>): void {
  const ratio = (values: readonly number[]) =>
    `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
  const middle = (cells: readonly Cell[], of: (cell: Cell) => number | undefined) =>
    median(cells.map((cell) => of(cell) ?? 0))
  say('| work | req/s | p50 / p99 ms | CPU µs | peer req/s | p50 / p99 ms | CPU µs | throughput × | CPU × |')
  say('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, cells] of results) {
    const [ours, theirs] = cells.map((side) =>
      [
        middle(side, ({ perSecond }) => perSecond).toFixed(0),
        `${middle(side, ({ p50 }) => p50).toFixed(1)} / ${middle(side, ({ p99 }) => p99).toFixed(1)}`,
        middle(side, ({ cpu }) => cpu).toFixed(0),
      ].join(' | '),
    )
    const throughput = ratio(ratiosOf(cells, ({ perSecond }) => perSecond))
    say(`| ${name} | ${ours} | ${theirs} | ${throughput} | ${ratio(ratiosOf(cells, ({ cpu }) => cpu))} |`)
  }
  say('\nCPU by service, µs (registration, user, notification), ours and the peer’s:')
  for (const [name, cells] of results) {
    const [ours, theirs] = cells.map((side) =>
      SERVICES.map((service) => middle(side, ({ cpuOf: used }) => used[service]).toFixed(0)).join(', '),
    )
    say(`  ${name}: ${ours}; ${theirs}`)
  }
}

async function main(): Promise<void> {
  const asked = ROUNDS * Number(scale)
  if (!(Number.isInteger(ROUNDS) && ROUNDS > 0 && asked > 0 && asked <= MAX_ROUNDS))
    throw new Refusal(
      `--rounds, a whole number, times --scale is above 0 and at most ${MAX_ROUNDS}: there are no more pairs of users and courses.`,
    )
  const measures = options.alone === undefined ? undefined : measuresNamed(options.alone.split(','))
  const guardian = startGuardian()
  rmSync(DIR, { recursive: true, force: true })
  mkdirSync(DIR, { recursive: true })
  try {
    const report = reportTo((line) => void process.stderr.write(line))
    const { urls } = await startBacking({ dir: DIR, guardian, report })
    // A server that is named here is taken as it is: nothing below frees a unique key, which one stand-in can't.
    const mongodb = process.env['BENCH_MONGODB_URL'] ?? urls.mongodb
    const places = { ...urls, mongodb, dir: DIR, guardian }
    await forget(places)
    const services = await startServices(places)
    const seeded = await seed(services)
    if (measures !== undefined) {
      const rows = new Map((await rowsFor(seeded, services.urls.registration)).map((row) => [row.name, row]))
      const alone = { services, rows, mongodb, turn: 0 }
      for (const measure of measures) await measure(alone)
      return
    }
    await copyDatabases(places)
    const { bare, ...peers } = await startPeers(places)
    const rows = await rowsFor(seeded, services.urls.registration)
    const wanted = rows.filter(({ name }) => named?.split(',').includes(name) ?? true)
    await compare([services, peers], wanted)
    const results = new Map<string, Cells>()
    try {
      // Reads first: the stand-ins read a whole collection for a list, so what is created later would show there.
      const creates = (row: Row) => row.creates !== undefined
      const [reads, writes] = [wanted.filter((row) => !creates(row)), wanted.filter(creates)]
      await run([services, peers], bare, reads, results)
      await run([services, peers], bare, writes, results)
    } finally {
      print(results)
    }
    if (options.guard) requireNoLoss((name) => median(ratiosOf(results.get(name)!, ({ cpu }) => cpu)))
    for (const { name, pids } of [services, peers]) {
      const memory = SERVICES.map((service) => memoryOf(pids[service], 'most').toFixed(0)).join(', ')
      say(`${name}: the most memory, MB (registration, user, notification): ${memory}`)
    }
    // Its profile is written while it ends by itself.
    const profiled = SERVICES.find((name) => name === process.env['BENCH_PROFILE'])
    if (profiled) process.kill(services.pids[profiled], 'SIGTERM')
    if (profiled) await sleep(5_000)
    writeFileSync(options.json, JSON.stringify({ rounds: ROUNDS, results: [...results] }, null, 2))
  } finally {
    await guardian.release()
  }
}

process.exit(await main().then(() => 0, explain))
