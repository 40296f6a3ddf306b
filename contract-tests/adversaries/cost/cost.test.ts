import type DataLoader from 'dataloader'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { deleteKeys, freshDatabaseUrl } from '../../../testing/isolated.ts'
import { operations, type Operation } from '../../operations.ts'
import type * as Batchers from './batchers.ts'
import { callersOfBatchers, callersOfOperations, callersWithEvents } from './callers.ts'
import { casesOf, MAX_HEAD_BYTES, nameOf, plainRequest, type Case } from './cases.ts'
import { Judge } from './judge.ts'
import { addMany } from './many.ts'
import { costOf, threadMs, watchHeaders } from './measure.ts'
import { readersOfResponses } from './pieces.ts'
import { patterns } from './patterns.ts'
import { placesOf } from './places.ts'
import { openPortal, type Portal } from './portal.ts'
import { fileReaders, READERS, SENDERS, WRONG_ROWS } from './readers.ts'
import { commandsWithRows } from './rows.ts'
import { manyParts, texts } from './shapes.ts'
import { breachOf, orReject, reading, type Reader, type Work } from './work.ts'

jest.mock('dataloader', () =>
  jest
    .requireActual<typeof Batchers>('./batchers.ts')
    .watched(jest.requireActual<typeof DataLoader>('dataloader')),
)

/**
 * What one request, file or response may cost, and what many callers may. `npm test` fills each place with
 * one shape, and headers that operations read without declaring them with all, together.
 * `npm run check -- cost` tries all, in an order that follows from COST_SEED, for COST_SECONDS of CPU: a busy
 * machine tries as many. COST_CASE='updateUser body city: space$' repeats the cases whose names match. What
 * has broken a limit is left: what else is tried there could take hours.
 */
const { COST_SECONDS, COST_SEED, COST_CASE } = process.env
const isLong = (COST_SECONDS ?? COST_CASE) !== undefined
const seconds = Number(COST_SECONDS ?? Infinity)
const seed = Number(COST_SEED ?? (isLong ? Date.now() % 1e6 : 0))
/** The part of the time after which the requests begin. */
const REQUESTS_FROM = 0.4

jest.setTimeout(3_600_000)
const databaseUrls = {
  user: freshDatabaseUrl(),
  registration: freshDatabaseUrl(),
  notification: freshDatabaseUrl(),
}
const system = wholeSystem({ databaseUrl: (service) => databaseUrls[service] })
let portal: Portal
let redis: Redis
let places: FoundPlace[]
let beganAt: number
beforeAll(async () => {
  redis = new Redis(system.redisUrl)
  portal = await openPortal(system)
  await addMany(databaseUrls)
  places = await placesOfAll()
  beganAt = threadMs()
})
afterAll(() => redis.disconnect())

/** Of what is left, in turns: until when the next one may go on. */
const until = (part: number) => beganAt + part * seconds * 1_000

interface Tried {
  readonly name: string
  /** What breaks a limit once is left. */
  readonly of: unknown
  readonly breach: () => Promise<string | undefined>
}

/** @returns what is wrong with those that could be tried until then */
async function breachesOf(all: readonly Tried[], end: number): Promise<string[]> {
  const breaches: string[] = []
  const broken = new Set<unknown>()
  let count = 0
  for (const { name, of, breach } of all) {
    if (threadMs() > end) break
    if (broken.has(of) || !new RegExp(COST_CASE ?? '').test(name)) continue
    // Operators have a limit too, which no account can have raised.
    if (count++ % REQUESTS_PER_LIMIT === 0) await deleteKeys(redis)
    const found = await breach()
    if (found === undefined) continue
    broken.add(of)
    breaches.push(`${name} ${found}`)
    process.stderr.write(`${breaches.at(-1)}\n`)
  }
  if (isLong) process.stdout.write(`COST_SEED=${seed}: ${count} of ${all.length} measured\n`)
  return breaches
}
const REQUESTS_PER_LIMIT = 500

const tried = (work: Work, of: unknown): Tried => ({
  name: work.name,
  of,
  breach: () => breachOf(work),
})

it('the cost to read a file or a response of a server grows no faster than its length (R19)', async () => {
  const files = await fileReaders()
  const responses = await readersOfResponses()
  const read = (name: string, reader: Reader, how: Parameters<typeof reading>[2]) =>
    tried(reading(name, name in SENDERS ? reader : orReject(reader), how), reader)
  const counted = Object.entries({ ...SENDERS, ...files.counted }).map(([name, reader]) =>
    read(name, reader, { write: LINE, size: name in SENDERS ? READ_SIZE : READ_SIZE / 2 }),
  )
  const commands = commandsWithRows(files.folder, { size: ROWS, isLong }).map((work) => tried(work, work))
  // Files and responses are read in pieces, and what is done again for each shows in a large one only.
  const long = [
    ...Object.entries(responses.readers).map(([name, reader]) =>
      read(name, reader, { write: LINE, size: RESPONSE_SIZE, noiseMs: RESPONSE_NOISE_MS }),
    ),
    ...Object.entries(files.readers)
      .filter(([name]) => isLong || WITH_ONE_LINE.includes(name))
      .map(([name, reader]) =>
        read(`${name}, the largest`, reader, { write: LINE, size: LONG_LINE, noiseMs: LINE_NOISE_MS }),
      ),
  ]
  const wrong = (from: number, end?: number) =>
    Object.entries(WRONG_ROWS).flatMap(([name, rows]) =>
      rows.slice(from, end).map((row) => {
        const write = (size: number) => row.repeat(size / row.length)
        const reader = files.readers[name] as Reader
        return read(`${name}: ${JSON.stringify(row.slice(0, 40))}`, reader, { write, size: WRONG_SIZE })
      }),
    )
  const shapes = Object.entries({ ...READERS, ...files.readers }).flatMap(([name, reader], i) =>
    [manyParts, ...texts]
      .filter((shape, j) => isLong || shape === manyParts || (j + i) % SHORT_SHARE === 0)
      .map((shape) => {
        const size = shape === manyParts ? PARTS_SIZE : READ_SIZE
        return read(`${name}: ${shape.name}`, reader, { write: (length) => shape.write(length, ''), size })
      }),
  )
  const ofPatterns = patterns.flatMap(({ pattern, units, starts }) =>
    starts.flatMap((start) =>
      units.map((unit) => {
        const write = (size: number) => `${start}${unit.repeat(size / unit.length)}\u0001`
        const how = { write, size: MAX_HEAD_BYTES, noiseMs: PATTERN_NOISE_MS }
        return tried(
          reading(`${String(pattern)}: ${start}${unit}`, (text) => pattern.test(text), how),
          pattern,
        )
      }),
    ),
  )
  const others = isLong ? shuffled([...wrong(2), ...commands, ...shapes]) : [...commands, ...shapes]
  const breaches = await breachesOf(
    [...ofPatterns, ...counted, ...long, ...wrong(0, 2).slice(0, isLong ? undefined : 1), ...others],
    until(READ_UNTIL),
  )
  await files.remove()
  await responses.close()
  expect(breaches).toEqual([])
})
const READ_UNTIL = 0.25
/** What a pattern may cost for a text as long as a header may be. */
const PATTERN_NOISE_MS = 8
/** Of the shapes for each reader: so it gets each sign, with some of the ends. */
const SHORT_SHARE = 3
/** Characters of the largest text that a reader gets, and of a file of wrong rows. */
const [READ_SIZE, WRONG_SIZE] = isLong ? [400_000, 400_000] : [100_000, 150_000]
/** The most that is read as one line: of so many parts, a square shows. */
const PARTS_SIZE = 200_000
/** Rows of a file that a command reads whole. */
const ROWS = isLong ? 20_000 : 2_200
/** In `npm test` only these files have so much: each of many rows that can't be read is an error. */
const WITH_ONE_LINE = ['rows of a CSV file', 'a field of an NDJSON file']
/** Characters of a line, and what garbage of so many costs. */
const LONG_LINE = 4_000_000
const LINE_NOISE_MS = 200
/** The same of a response. */
const RESPONSE_SIZE = 2_000_000
const RESPONSE_NOISE_MS = 60
const LINE = (size: number) => 'a'.repeat(size)

it('many callers cost no more together than alone (R19)', async () => {
  // What the requests of `placesOfAll` have led to.
  const ofBatchers = await eventually(() => callersOfBatchers(MAX_CALLERS))
  const all = [...callersWithEvents, ...ofBatchers, ...(isLong ? callersOfOperations(portal) : [])]
  const works = all.map((one) => tried(one, one))
  expect(await breachesOf(works, until(REQUESTS_FROM))).toEqual([])
})

/** In one turn of the event loop. */
const MAX_CALLERS = isLong ? 1_000 : 150

it('the cost of a request grows no faster than its length, and it is cheap to reject (R19)', async () => {
  const all = places.flatMap(({ cases }) => cases)
  const judge = new Judge(portal, all.filter(isAccepted))
  const chosen = isLong ? allCases(all) : firstCases()
  const requests = chosen.map((one) => ({
    name: one.name,
    of: `${one.operation.operationId} ${nameOf(one.place)}`,
    breach: () => judge.breachOf(one),
  }))
  expect(await breachesOf(requests, until(1))).toEqual([])
})

interface FoundPlace {
  readonly name: string
  readonly cases: readonly Case[]
  readonly isOpen: boolean
  /** A header that the operation reads, and others declare. */
  readonly isUndeclared: boolean
}

/** Sends the example of each operation, and finds by it which headers are read. */
async function placesOfAll(): Promise<FoundPlace[]> {
  const found: FoundPlace[] = []
  const headersOf = (operation: Operation) =>
    placesOf(operation, []).flatMap(({ part, name }) => (part === 'header' ? [name] : []))
  const declared = new Set(operations.flatMap(headersOf))
  for (const operation of operations) {
    const watched = watchHeaders()
    await costOf(plainRequest(portal, operation))
    watched.stop()
    const own = headersOf(operation)
    for (const place of placesOf(operation, [...watched.names])) {
      const isForeign = place.part === 'header' && !own.includes(place.name) && declared.has(place.name)
      found.push({
        name: nameOf(place),
        cases: casesOf(operation, [place]),
        isOpen: place.isOpen === true,
        isUndeclared: isForeign && place.name !== READ_BY_ALL,
      })
    }
  }
  return found
}

/** Declared by some operations, and read for each by the edge. */
const READ_BY_ALL = 'prefer'
/** What more operations have under one name, the same code reads: it is tried on so many. */
const MAX_OF_ONE_NAME = 2

/**
 * Those that are always tried, and one case for each place, each shape in its turn. Operations that read a
 * header without declaring it share all shapes, and so do whole bodies.
 */
function firstCases(): Case[] {
  let turn = 0
  const always = places.flatMap(({ cases }) => cases.filter(({ isAlways }) => isAlways))
  const single = places.filter(({ cases }) => !cases.some(isOfItems))
  // Where the contract has no limit, other code reads what has the same name.
  const byName = Object.values(
    Object.groupBy(single, ({ name, isUndeclared, isOpen }) => `${name} ${isUndeclared} ${isOpen}`),
  )
  const ofEach = byName.flatMap((group = []) =>
    group.flatMap(({ cases, isUndeclared }, i) => {
      const isShared = isUndeclared || cases[0]?.place.name === ''
      const long = cases.filter(
        ({ size, shape, isUnlimited }) => (size !== undefined && !shape.isOfTwo) || (isUnlimited && i === 0),
      )
      if (long.length > 0) return long
      if (isShared) return cases.filter((_, shape) => shape % group.length === i)
      return i < MAX_OF_ONE_NAME ? (cases[turn++ % cases.length] ?? []) : []
    }),
  )
  return [...new Set([...always, ...ofEach])]
}

const isOfItems = ({ place }: Case): boolean => place.kind === 'items'

/** Records that exist, in as many items as there may be, or long lists in them. */
const isAccepted = ({ place, shape: { items, isOfTwo }, isAlways = false }: Case): boolean =>
  (isOfTwo === true && place.isOpen === false) || (isAlways && items?.areNew === false)

/** Those of `npm test`, of items, and each text once come first: to try all takes more than minutes. */
function allCases(all: readonly Case[]): Case[] {
  const once = new Map(all.map((one) => [`${nameOf(one.place)} ${one.shape.name}`, one])).values()
  const first = [...firstCases(), ...shuffled(all.filter(isOfItems)), ...shuffled([...once])]
  return [...new Set([...first, ...shuffled(all)])]
}

const shuffled = <T>(all: readonly T[]): T[] =>
  isLong
    ? (fc.sample(fc.shuffledSubarray([...all], { minLength: all.length }), { seed, numRuns: 1 })[0] ?? [])
    : [...all]
