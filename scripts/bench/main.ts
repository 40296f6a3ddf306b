import { headersOf } from '../../local/demo/call.ts'
import { readArguments } from '../../local/support/arguments.ts'
import { printError, CommandError } from '../../local/support/command-error.ts'
import { cpuOf, load, median, type Request } from './load.ts'
import {
  BATCH,
  LISTED_COURSES,
  mailsArrived,
  onOwnServers,
  startPeers,
  startServices,
  startTraceReceiver,
  USERS,
  type Side,
} from './sides.ts'

/** A user can be registered for a course once, and the courses suffice for so many rounds. */
const MAX_ROUNDS = 5

/**
 * Each turn sends `warmUp` requests, as V8 has dropped code that was idle during the other side's turn, and
 * then measures `count`. `creates`: registrations that one request creates.
 */
const ROWS = {
  'read one': { count: 4_500, warmUp: 2_250, connections: 16, creates: 0 },
  'list 100': { count: 600, warmUp: 900, connections: 4, creates: 0 },
  create: { count: 1_200, warmUp: 600, connections: 16, creates: 1 },
  'batch of 100': { count: 120, warmUp: 300, connections: 16, creates: BATCH },
} as const
type Name = keyof typeof ROWS

const USAGE = `npm run bench -- [--rounds ${MAX_ROUNDS}] [--rows NAME,NAME] [--profile SERVICE]
                 [--traces RATIO]
  Measures the services as they ship beside the same work written by hand, on the same servers, in turns.
  Prints the median of the rounds for throughput and CPU, and the ratios. MONGODB_FAST_STAND_IN names a
  secantusd-rs to use as MongoDB.

  --rows     some of: ${Object.keys(ROWS).join(', ')} (create includes the e-mails)
  --profile  write a CPU profile of one service to .local/bench
  --traces   measure the services with this ratio of requests traced beside the services without
             traces, instead of the peers
`
const text = { type: 'string' } as const
const { values: options } = readArguments(USAGE, {
  options: { rounds: { ...text, default: String(MAX_ROUNDS) }, rows: text, profile: text, traces: text },
})

/** @returns the request of a row by its number; no number is used twice for one side */
function requestsOf(headers: Request['headers'], userIds: readonly number[]) {
  const get = (path: string): Request => ({ method: 'GET', path, headers })
  const post = (path: string, body: unknown): Request => ({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // Every user for one course, then for the next.
  const pair = (turn: number, firstCourse: number) => ({
    courseId: firstCourse + Math.floor(turn / USERS),
    userId: userIds[turn % USERS],
  })
  const pairs = (turn: number) =>
    Array.from({ length: BATCH }, (_, i) => pair(turn * BATCH + i, LISTED_COURSES + 21))
  return {
    'read one': (turn) => get(`/registrations/${1 + (turn % (LISTED_COURSES * BATCH))}/`),
    'list 100': (turn) => get(`/registrations/?course_id=${1 + (turn % LISTED_COURSES)}`),
    create: (turn) => post('/registrations/', pair(turn, LISTED_COURSES + 1)),
    'batch of 100': (turn) => post('/registrations/batch/', pairs(turn)),
  } satisfies Record<Name, (turn: number) => Request>
}
type Requests = ReturnType<typeof requestsOf>

interface Measured {
  readonly side: Side
  readonly requests: Requests
}

/** One side's turn; CPU in µs a request, an item of a batch, or an e-mail. */
type Cell = Readonly<Record<'perSecond' | 'cpu', number>>

/**
 * Runs one side's turn of a row. While registrations are created the notification service is stopped, so that
 * its rate does not show in the CPU of the others; then it sends the e-mails.
 * @returns the row's cell, and of single creates that of their e-mails
 */
async function measure({ side, requests }: Measured, name: Name, round: number) {
  const { count, warmUp, connections, creates } = ROWS[name]
  const { registration, user, notification } = side.pids
  const request: (turn: number) => Request = requests[name]
  const first = 1 + round * (warmUp + count)
  const send = async (from: number, requests: number) => {
    const rate = await load(side.url, requests, connections, (i) => request(from + i))
    if (creates > 0) await side.allPublished()
    return rate
  }
  const mailsBefore = side.mails.count
  if (creates > 0) process.kill(notification, 'SIGSTOP')
  await send(first, warmUp)
  const before = cpuOf(registration, user)
  const perSecond = await send(first + warmUp, count)
  const cpu = (cpuOf(registration, user) - before) / (count * Math.max(1, creates))
  const cells: Record<string, Cell> = { [name]: { perSecond, cpu } }
  if (creates === 0) return cells
  // The e-mails of batches would take most of the run.
  const purged = creates > 1 ? await side.purgeMails() : 0
  const sent = (warmUp + count) * creates - purged
  const mailsCpu = cpuOf(notification)
  const began = performance.now()
  process.kill(notification, 'SIGCONT')
  await mailsArrived(side.mails, mailsBefore + sent)
  if (creates > 1) return cells
  const mailsPerSecond = (sent * 1_000) / (side.mails.lastAt - began)
  cells['e-mail'] = { perSecond: mailsPerSecond, cpu: (cpuOf(notification) - mailsCpu) / sent }
  return cells
}

/** Status and body, without what differs from call to call, in any order of fields. */
async function responseTo(url: string, { path, ...request }: Request): Promise<string> {
  const response = await fetch(`${url}${path}`, request)
  const body = (await response.text()).replaceAll(/("\w+Date":)"[^"]{2,}"/g, '$1""')
  const parts = body.split(/[{},[\]]/).toSorted()
  return `${response.status} ${parts.join(' ')}`
}

/** @throws Error when the sides respond differently to a row */
async function requireAlike(sides: readonly Measured[]): Promise<void> {
  const mailsBefore = sides.map(({ side }) => side.mails.count)
  for (const name of Object.keys(ROWS) as Name[]) {
    const [ours, peers] = await Promise.all(
      sides.map(({ side, requests }) => responseTo(side.url, requests[name](0))),
    )
    if (ours !== peers) throw new Error(`The responses to "${name}" differ:\n  ${ours}\n  ${peers}`)
  }
  for (const [i, { side }] of sides.entries()) await mailsArrived(side.mails, mailsBefore[i]! + 1 + BATCH)
}

function printTable(results: ReadonlyMap<string, readonly (readonly [ours: Cell, peer: Cell])[]>): void {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print('| work | per second | CPU µs | peer per second | CPU µs | throughput × | CPU × |')
  print('| --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, rounds] of results) {
    const middle = (side: 0 | 1, key: keyof Cell) =>
      median(rounds.map((cells) => cells[side][key])).toFixed(0)
    const ratio = (key: keyof Cell) => {
      const all = rounds.map(([ours, peer]) => ours[key] / peer[key])
      return `${median(all).toFixed(2)} (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`
    }
    const columns = ([0, 1] as const).flatMap((side) => [middle(side, 'perSecond'), middle(side, 'cpu')])
    print(`| ${[name, ...columns, ratio('perSecond'), ratio('cpu')].join(' | ')} |`)
  }
}

async function run(ours: Measured, peers: Measured, rounds: number): Promise<void> {
  const wanted = options.rows?.split(',') ?? Object.keys(ROWS)
  const names = (Object.keys(ROWS) as Name[]).filter((name) => wanted.includes(name))
  const results = new Map<string, [Cell, Cell][]>()
  try {
    // Reads first: a stand-in for MongoDB reads a whole collection for a list.
    for (const creating of [false, true]) {
      const rows = names.filter((name) => ROWS[name].creates > 0 === creating)
      // Round 0 warms up. Neither side is always the first.
      for (let round = 0; round <= rounds; round++) {
        for (const name of rows) {
          const cells = new Map<Measured, Record<string, Cell>>()
          for (const side of round % 2 === 0 ? [ours, peers] : [peers, ours])
            cells.set(side, await measure(side, name, round))
          for (const [row, cell] of round > 0 ? Object.entries(cells.get(ours)!) : [])
            results.set(row, [...(results.get(row) ?? []), [cell, cells.get(peers)![row]!]])
        }
        process.stderr.write(`round ${round} of ${rounds}${creating ? ', creating' : ''}\n`)
      }
    }
  } finally {
    // Also of the rounds before one that fails.
    printTable(results)
  }
}

async function main(): Promise<void> {
  const rounds = Number(options.rounds)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ROUNDS)
    throw new CommandError(`--rounds is a whole number from 1 to ${MAX_ROUNDS}`)
  await onOwnServers(async (servers, serversIn) => {
    const withTraces = async (ratio: string) => {
      const { ours, ...seeded } = await startServices({
        ...(await serversIn('traced')),
        env: await startTraceReceiver(ratio, servers.guardian),
        profiled: options.profile,
      })
      return { side: ours, requests: requestsOf(headersOf(seeded.credential), seeded.userIds) }
    }
    const { ours: side, credential, userIds } = await startServices({ ...servers, profiled: options.profile })
    const requests = requestsOf(headersOf(credential), userIds)
    const ours = { side, requests }
    const [first, second] =
      options.traces === undefined
        ? [ours, { side: await startPeers(servers, credential), requests }]
        : [await withTraces(options.traces), ours]
    await requireAlike([first, second])
    await run(first, second, rounds)
  })
}

process.exit(await main().then(() => 0, printError))
