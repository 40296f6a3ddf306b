import fc from 'fast-check'
import { Redis } from 'ioredis'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { deleteKeys, freshDatabaseUrl } from '../../../testing/isolated.ts'
import { operations, type Operation } from '../../operations.ts'
import { casesOf, nameOf, plainRequest, type Case } from './cases.ts'
import { CERTAIN_MS, FREE_MS, Judge, MAX_GROWTH, MEASUREMENTS } from './judge.ts'
import { addMany } from './many.ts'
import { costOf, costOfReading, leastCostOfReading, threadMs, watchHeaders } from './measure.ts'
import { placesOf } from './places.ts'
import { openPortal, type Portal } from './portal.ts'
import { fileReaders, READERS, SENDERS, STREAMS, type Reader } from './readers.ts'
import { texts } from './shapes.ts'

/**
 * What one request, file or response may cost. `npm test` fills each place with one shape, and headers that
 * operations read without declaring them with all, together. `npm run check -- cost` tries all, in an order
 * that follows from COST_SEED, for COST_SECONDS of CPU: a busy machine tries as many.
 * COST_CASE='updateUser body city: space$' repeats the cases whose names match. A place or a reader that has
 * broken a limit is left: what else is tried there could take hours.
 */
const { COST_SECONDS, COST_SEED, COST_CASE } = process.env
const isLong = COST_SECONDS !== undefined
const seed = Number(COST_SEED ?? (isLong ? Date.now() % 1e6 : 0))
const endsAt = () => threadMs() + Number(COST_SECONDS ?? 0) * 1_000

jest.setTimeout(3_600_000)
const databaseUrls = {
  user: freshDatabaseUrl(),
  registration: freshDatabaseUrl(),
  notification: freshDatabaseUrl(),
}
const system = wholeSystem({ databaseUrl: (service) => databaseUrls[service] })
let portal: Portal
let redis: Redis
beforeAll(async () => {
  redis = new Redis(system.redisUrl)
  portal = await openPortal(system)
  if (isLong || COST_CASE !== undefined) await addMany(databaseUrls)
})
afterAll(() => redis.disconnect())

/** Operators have a limit too, which no account can have raised. */
const REQUESTS_PER_LIMIT = 1_000
/** What more operations have under one name, the same code reads: it is tried on so many. */
const MAX_OF_ONE_NAME = 2

it('the cost of a request grows no faster than its length, and it is cheap to reject (R19)', async () => {
  const judge = new Judge(portal)
  const places = await placesOfAll()
  const chosen = isLong || COST_CASE !== undefined ? allCases(places) : firstCases(places)
  const until = isLong ? endsAt() : Infinity
  const breaches: string[] = []
  const broken = new Set<string>()
  let count = 0
  for (const one of chosen) {
    if (threadMs() > until) break
    if (broken.has(nameOf(one.place))) continue
    if (count++ % REQUESTS_PER_LIMIT === 0) await deleteKeys(redis)
    const breach = await judge.breachOf(one)
    if (breach === undefined) continue
    broken.add(nameOf(one.place))
    breaches.push(`${one.name} ${breach}`)
    process.stderr.write(`${breaches.at(-1)}\n`)
  }
  if (isLong) process.stdout.write(`COST_SEED=${seed}: ${count} requests measured\n`)
  expect(breaches).toEqual([])
})

it('the cost to read a file or a response of a server grows no faster than its length (R19)', async () => {
  const { readers, counted, remove } = await fileReaders()
  const breaches: string[] = []
  const until = isLong ? endsAt() : Infinity
  const all = Object.entries({ ...READERS, ...readers }).flatMap(([name, read], i) =>
    texts
      .filter((_, j) => isLong || (j + i) % SHORT_SHARE === 0)
      .map((shape) => ({
        name: `${name}: ${shape.name}`,
        read,
        write: (size: number) => shape.write(size, ''),
        size: shape.size ?? READ_SIZE,
      })),
  )
  const many = Object.entries({ ...SENDERS, ...counted }).map(([name, read]) => ({
    name,
    read,
    write: LINE,
    size: READ_SIZE,
  }))
  // Files and responses are read in pieces, and what is done again for each shows in a large one only.
  const long = Object.entries({ ...STREAMS, ...readers })
    .filter(([name]) => isLong || name in STREAMS || WITH_ONE_LINE.includes(name))
    .map(([name, read]) => ({ name: `${name}, the largest`, read, write: LINE, size: LONG_LINE }))
  const broken = new Set<Reader>()
  for (const { name, read, write, size } of [...many, ...long, ...shuffled(all)]) {
    if (threadMs() > until) break
    if (broken.has(read)) continue
    const breach = await growthOf(read, write, size)
    if (breach === undefined) continue
    broken.add(read)
    breaches.push(`${name} ${breach}`)
    process.stderr.write(`${breaches.at(-1)}\n`)
  }
  await remove()
  expect(breaches).toEqual([])
})

/** Of the shapes for each reader: so it gets each sign, with some of the ends. */
const SHORT_SHARE = 3
/** Characters of the largest text that a reader gets. */
const READ_SIZE = isLong ? 400_000 : 100_000

/** What a text of an eighth of the size may cost before the whole is tried: its square would take minutes. */
const MAX_PROBE_MS = 10 * FREE_MS

/** In `npm test` only these files have so much: each of many rows that can't be read is an error. */
const WITH_ONE_LINE = ['rows of a CSV file', 'a field of an NDJSON file']
/** Characters of a line, and what garbage of so many costs. */
const LONG_LINE = 4_000_000
const LINE_NOISE_MS = 200
const LINE = (size: number) => 'a'.repeat(size)

async function growthOf(
  read: Reader,
  write: (size: number) => string,
  largest: number,
): Promise<string | undefined> {
  const probe = largest / 8
  const size = (await costOfReading(read, write(probe))) > MAX_PROBE_MS ? probe : largest
  const first = await costOfReading(read, write(size))
  if (first <= FREE_MS) return undefined
  const noise = largest > READ_SIZE ? LINE_NOISE_MS : FREE_MS
  let [half, whole] = [Infinity, first]
  for (let i = 0; i < (first < CERTAIN_MS ? MEASUREMENTS : 1); i++) {
    half = Math.min(half, await leastCostOfReading(read, write(size / 2)))
    if (first < CERTAIN_MS) whole = Math.min(whole, await leastCostOfReading(read, write(size)))
    if (whole <= MAX_GROWTH * half + noise) return undefined
  }
  return `costs ${Math.round(whole)} ms, ${(whole / half).toFixed(1)} times its half`
}

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

/**
 * One case for each place, each shape in its turn. Operations that read a header without declaring it share
 * all shapes, and so do whole bodies. Items are left to `npm run check -- cost`, because a large batch costs
 * much in itself.
 */
function firstCases(places: readonly FoundPlace[]): Case[] {
  let turn = 0
  const single = places.filter(({ cases }) => !cases.some(isOfItems))
  // Where the contract has no limit, other code reads what has the same name.
  const byName = Object.values(
    Object.groupBy(single, ({ name, isUndeclared, isOpen }) => `${name} ${isUndeclared} ${isOpen}`),
  )
  return byName.flatMap((group = []) =>
    group.flatMap(({ cases, isUndeclared }, i) => {
      const isShared = isUndeclared || cases[0]?.place.name === ''
      const long = cases.filter(({ size, isUnlimited }) => size !== undefined || (isUnlimited && i === 0))
      if (long.length > 0) return long
      if (isShared) return cases.filter((_, shape) => shape % group.length === i)
      return i < MAX_OF_ONE_NAME ? (cases[turn++ % cases.length] ?? []) : []
    }),
  )
}

const isOfItems = ({ place }: Case): boolean => place.kind === 'items'

/** Those of items, of `npm test`, and each text once come first: to try all takes more than minutes. */
function allCases(places: readonly FoundPlace[]): Case[] {
  const all = places.flatMap(({ cases }) => cases)
  if (COST_CASE !== undefined) return all.filter(({ name }) => new RegExp(COST_CASE).test(name))
  const once = new Map(all.map((one) => [`${nameOf(one.place)} ${one.shape.name}`, one])).values()
  const first = [...shuffled(all.filter(isOfItems)), ...firstCases(places), ...shuffled([...once])]
  return [...new Set([...first, ...shuffled(all)])]
}

const shuffled = <T>(all: readonly T[]): T[] =>
  isLong
    ? (fc.sample(fc.shuffledSubarray([...all], { minLength: all.length }), { seed, numRuns: 1 })[0] ?? [])
    : [...all]
