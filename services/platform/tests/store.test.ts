import { Schema, mongo as driver } from 'mongoose'
import { testServers } from '../../../testing/servers.ts'
import { Unavailable, OutcomeUnknown } from '../errors.ts'
import { Counters } from '../store/counters.ts'
import { DatabaseClock } from '../store/database-clock.ts'
import { buildIndexes } from '../store/indexes.ts'
import { insert, insertUnderReservedIds, violatedIndex, bulkUpdate } from '../store/insert.ts'
import { MongoDatabase } from '../store/mongo.ts'
import { retryUntilWritten } from '../work/retry-until-written.ts'
import { aDependency } from '../../../testing/broker.ts'
import { asBalanced, asRouter } from '../../../testing/as-another-topology.ts'
import { aDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'

interface Named {
  _id: number
  name: string
}
const schema = new Schema<Named>({ _id: Number, name: String }, { versionKey: false })
schema.index({ name: 1 }, { unique: true, name: 'one_of_a_name' })
const database = aDatabase()
const names = database.model<Named>('TestNamed', schema)
beforeAll(() => names.createIndexes())
beforeEach(() => names.deleteMany())
afterEach(() => jest.restoreAllMocks())

const stored = async () =>
  (await names.find().sort({ _id: 1 }).lean()).map(({ _id, name }) => `${_id} ${name}`)
const unknown = new OutcomeUnknown('mongodb', 'lost')
const named = (_id: number, name: string): Named => ({ _id, name })
const two = [named(1, 'a'), named(2, 'b')]

/** The server does what it is told, or the first part of it, and its response is lost. */
function loseTheAnswer(done: number): void {
  const real = names.insertMany.bind(names)
  jest.spyOn(names, 'insertMany').mockImplementationOnce(async (records: unknown) => {
    const some = (records as Named[]).slice(0, done)
    if (some.length > 0) await real(some, { lean: true })
    throw unknown
  })
}

describe('an insert', () => {
  it('reports for each record whether it was added, or which index rejected it', async () => {
    await insert(names, [named(1, 'a')])
    const rejected = await insert(names, [named(1, 'b'), named(2, 'a'), named(3, 'c')])
    expect(Object.fromEntries(rejected)).toEqual({ 0: '_id_', 1: 'one_of_a_name' })
    expect(await stored()).toEqual(['1 a', '3 c'])
  })

  it('throws a failure that is not a duplicate, such as a full disk', async () => {
    const faults = [11_000, 14_031].map((code, index) => ({ code, index, errmsg: 'index: one_of_a_name' }))
    const response = [{ message: 'full', writeErrors: faults }, {}]
    const full = Reflect.construct(driver.MongoBulkWriteError, response) as Error
    jest.spyOn(names, 'insertMany').mockRejectedValueOnce(full)
    await expect(insert(names, [named(1, 'a')])).rejects.toBe(full)
  })
})

describe('an insert with reserved ids', () => {
  it('succeeds after a lost response if all records are found', async () => {
    loseTheAnswer(2)
    expect([...(await insertUnderReservedIds(names, two)).duplicates]).toEqual([])
    jest.restoreAllMocks()
    expect(await stored()).toEqual(['1 a', '2 b'])
  })

  it('has an unknown outcome if only some of its records are found', async () => {
    loseTheAnswer(1)
    await expect(insertUnderReservedIds(names, two)).rejects.toBe(unknown)
  })

  it('succeeds if an earlier attempt has written the records, which are not duplicates', async () => {
    await insertUnderReservedIds(names, [named(1, 'a')])
    expect([...(await insertUnderReservedIds(names, two)).duplicates]).toEqual([])
    const { duplicates } = await insertUnderReservedIds(names, [...two, named(3, 'a')])
    expect([...duplicates]).toEqual([[2, 'one_of_a_name']])
    expect(await stored()).toEqual(['1 a', '2 b'])
  })

  it('has an unknown outcome if its id is taken by a record that no majority has', async () => {
    await insert(names, [named(1, 'z')])
    jest.spyOn(names, 'find').mockReturnValueOnce(names.find({ name: 'none' }))
    await expect(insertUnderReservedIds(names, two)).rejects.toThrow(OutcomeUnknown)
  })

  it('does not read the records after a failure of another kind', async () => {
    const look = jest.spyOn(names, 'find')
    jest.spyOn(names, 'insertMany').mockRejectedValueOnce(new TypeError('a mistake'))
    await expect(insertUnderReservedIds(names, two)).rejects.toThrow('a mistake')
    expect(look).not.toHaveBeenCalled()
  })
})

describe('a bulk update', () => {
  const rename = (_id: number, name: unknown) => ({
    updateOne: { filter: { _id }, update: { $set: { name } } },
  })
  beforeEach(() => insert(names, two))

  it('reports how many records were matched, and which were rejected', async () => {
    expect((await bulkUpdate(names, [rename(1, 'c'), rename(9, 'd')])).matched).toBe(1)
    const { duplicates } = await bulkUpdate(names, [rename(1, 'c'), rename(2, 'c')])
    expect([...duplicates]).toEqual([[1, 'one_of_a_name']])
    const error: unknown = await names.updateOne({ _id: 2 }, { name: 'c' }).catch((fault: unknown) => fault)
    expect(violatedIndex(names, error)).toBe('one_of_a_name')
    expect(violatedIndex(names, new Error('E11000 index: one_of_a_name'))).toBeUndefined()
  })

  const E11000 =
    'E11000 duplicate key error collection: db.index_cards index: one_of_a_name dup key: { name: "c" }'
  it.each([
    ['by its keys, whatever the text', { name: 1 }, 'E11000 clé en double', 'one_of_a_name'],
    ['the index of ids by its keys', { _id: 1 }, 'E11000', '_id_'],
    ['by the text of MongoDB', undefined, E11000, 'one_of_a_name'],
    [
      'by the text of DocumentDB',
      undefined,
      "Duplicate key violation: Index 'one_of_a_name'",
      'one_of_a_name',
    ],
    ['as unknown when the keys are of no index', { other: 1 }, E11000, ''],
    ['as unknown when nothing names it', undefined, 'E11000 Failed unique index constraint.', ''],
  ])('names the violated index %s', (_, keyPattern, message, index) => {
    const error = new driver.MongoServerError({ message, code: 11_000, ...(keyPattern && { keyPattern }) })
    expect(violatedIndex(names, error)).toBe(index)
  })

  it('rejects an update that does not fit the schema', async () => {
    await expect(bulkUpdate(names, [rename(1, 'c'), rename(2, { not: 'a text' })])).rejects.toThrow('Cast')
  })
})

it('a write is retried after a lost race at most 50 times, and not after a failure', async () => {
  const attempt = jest.fn<Promise<string | undefined>, []>()
  for (let lost = 0; lost < 49; lost++) attempt.mockResolvedValueOnce(undefined)
  attempt.mockResolvedValueOnce('written')
  await expect(retryUntilWritten('users', attempt)).resolves.toBe('written')
  attempt.mockReset().mockResolvedValue(undefined)
  await expect(retryUntilWritten('users', attempt)).rejects.toThrow(Unavailable)
  expect(attempt).toHaveBeenCalledTimes(50)
  attempt.mockReset().mockRejectedValueOnce(new Error('failed'))
  await expect(retryUntilWritten('users', attempt)).rejects.toThrow('failed')
})

describe('integer ids (architecture, "Data")', () => {
  const counters = new Counters(database)

  it('are issued once each, concurrent ones with one command', async () => {
    await counters.prepare('users', 0)
    const ids = counters.ids('users')
    const commands = jest.spyOn(driver.Collection.prototype, 'findOneAndUpdate')
    const taken = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        if (i % 3 > 0) return [await ids.next()]
        const first = await ids.reserve(5)
        return [0, 1, 2, 3, 4].map((step) => first + step)
      }),
    )
    const all = taken.flat().sort((a, b) => a - b)
    expect(all).toEqual(Array.from({ length: 140 }, (_, i) => i + 1))
    expect(commands).toHaveBeenCalledTimes(1)
    commands.mockRestore()
  })

  it('are not issued if their counter is missing', async () => {
    await expect(counters.ids('nothing').next()).rejects.toThrow('counter nothing is missing')
    await expect(counters.ids('nothing').next()).rejects.toThrow('counter nothing is missing')
  })

  it('continue above the highest id in use, as after a restore, for each kind separately', async () => {
    const prepare = (highest: number) =>
      Promise.all(Array.from({ length: 5 }, () => counters.prepare('restored', highest)))
    await prepare(5)
    await prepare(90)
    expect(await counters.ids('restored').next()).toBe(91)
    await prepare(7)
    expect(await counters.ids('restored').next()).toBe(92)
  })
})

describe('indexes', () => {
  it('are built once, also by several processes, and then only checked', async () => {
    const model = database.model<Named>('TestIndexed', schema)
    const build = jest.spyOn(model, 'createIndexes')
    await Promise.all(Array.from({ length: 3 }, () => buildIndexes(model)))
    expect(await model.listIndexes()).toMatchObject([
      { name: '_id_' },
      { name: 'one_of_a_name', unique: true },
    ])
    build.mockClear()
    await buildIndexes(model)
    expect(build).not.toHaveBeenCalled()
  })

  it('are an error if one of them differs from its declaration', async () => {
    const model = database.model<Named>('TestWeak', schema)
    const name = { v: 2, key: { name: 1 }, name: 'one_of_a_name' }
    for (const built of [[], [name], [{ ...name, unique: true, sparse: true }]]) {
      jest.spyOn(model, 'listIndexes').mockResolvedValue(built)
      await expect(buildIndexes(model)).rejects.toThrow(
        'index {"name":1} of TestWeak is missing or is not what',
      )
    }
  })
})

describe("the database's clock", () => {
  /** Asks a server whose reply says this. */
  async function measured(localTime: unknown) {
    const clock = new DatabaseClock()
    const hello = { command: () => Promise.resolve({ localTime }) }
    jest.spyOn(database.getClient(), 'db').mockReturnValueOnce(hello as never)
    const isKnown = await clock.measure(database)
    return { isKnown, aheadMs: Math.round((clock.now().getTime() - Date.now()) / 1_000) * 1_000 || 0 }
  }
  const anHourAhead = () => Date.now() + 3_600_000

  it('is read from a real server', async () => {
    expect(await new DatabaseClock().measure(database)).toBe(true)
  })

  it.each([
    ['a date', () => new Date(anHourAhead())],
    ['milliseconds', anHourAhead],
    ['a 64-bit integer', () => driver.BSON.Long.fromNumber(anHourAhead())],
    ['a text', () => new Date(anHourAhead()).toISOString()],
  ])('is understood as %s', async (_, localTime) => {
    expect(await measured(localTime())).toEqual({ isKnown: true, aheadMs: 3_600_000 })
  })

  it.each([undefined, null, 0, 'now', {}])(
    'is replaced by that of this machine if the server says %j',
    async (localTime) => {
      expect(await measured(localTime)).toEqual({ isKnown: false, aheadMs: 0 })
    },
  )
})

describe('the connection to the database', () => {
  function aConnection(url: string, prepare: () => Promise<void> = () => Promise.resolve()) {
    const state = aDependency('mongodb', { up: false })
    return { state, database: new MongoDatabase({ url, state, logger: recordedLog().logger, prepare }) }
  }

  it('does not prevent the start and the stop of a service without a server', async () => {
    const { state, database } = aConnection('mongodb://127.0.0.1:1/db')
    expect(database.start()).toBeUndefined()
    expect(state.up()).toBe(false)
    const model = database.connection.model('TestAny', new Schema({}))
    await expect(model.findOne()).rejects.toBeInstanceOf(Unavailable)
    await database.stop()
  })

  it('is found to be down if the server hangs, without an operation', async () => {
    const way = await tcpProxy(testServers().mongodbUrl)
    const { state, database } = aConnection(way.url)
    database.start()
    await eventually(() => expect(state.up()).toBe(true))
    way.freeze()
    await eventually(() => expect(state.up()).toBe(false), 10_000)
    way.heal()
    await eventually(() => expect(state.up()).toBe(true))
    await database.stop()
    await way.stop()
  })

  it.each([
    ['a sharded cluster', asRouter, ''],
    ['servers behind a load balancer', asBalanced, '?loadBalanced=true'],
  ])('is found to be down and up again if the server is one of %s', async (_, change, query) => {
    const way = await tcpProxy(testServers().mongodbUrl)
    way.change(change)
    const { state, database } = aConnection(`${way.url}/${query}`)
    database.start()
    await eventually(() => expect(state.up()).toBe(true))
    way.cut()
    await eventually(() => expect(state.up()).toBe(false), 10_000)
    way.heal()
    await eventually(() => expect(state.up()).toBe(true))
    await database.stop()
    await way.stop()
  })

  it.each([
    ['as a number', '\u0012localTime\0'],
    ['not at all', '\u0009localTyme\0'],
  ])('is up with a server that reports its time %s', async (_, field) => {
    const way = await tcpProxy(testServers().mongodbUrl)
    let changes = 0
    way.change((chunk) => {
      const date = '\u0009localTime\0'
      const text = chunk.toString('latin1')
      if (text.includes(date)) changes++
      return Buffer.from(text.replaceAll(date, field), 'latin1')
    })
    const { state, database } = aConnection(way.url)
    database.start()
    await eventually(() => expect(state.up()).toBe(true))
    expect(changes).toBeGreaterThan(0)
    expect(Math.abs(database.clock.now().getTime() - Date.now())).toBeLessThan(1_000)
    await database.stop()
    await way.stop()
  })

  it('sends a wrong password again after a minute only, because servers lock accounts', async () => {
    const rejection = new driver.MongoServerError({ message: 'Authentication failed.', code: 18 })
    const { state, database } = aConnection(testServers().mongodbUrl, () => Promise.reject(rejection))
    database.start()
    await eventually(() => expect(state.reason()).toMatch(/Authentication failed.*after 1 min/))
    await database.stop()
  })

  it('sends a password again after a minute only that the server rejects while it runs', async () => {
    const { state, database } = aConnection(testServers().mongodbUrl)
    database.start()
    await eventually(() => expect(state.up()).toBe(true))
    const error = new driver.MongoServerError({ message: 'Authentication failed.', code: 18 })
    const servers = new Map([['a', { isWritable: false, error }]])
    const client = database.connection.getClient()
    client.emit('topologyDescriptionChanged', { newDescription: { servers } } as never)
    await eventually(() => expect(state.reason()).toMatch(/Authentication failed.*after 1 min/))
    expect(database.connection.readyState).toBe(0)
    await database.stop()
  })

  it('is up once the indexes and counters exist, which it attempts again after a failure', async () => {
    let tries = 0
    const { state, database } = aConnection(testServers().mongodbUrl, () =>
      ++tries === 1 ? Promise.reject(new Error('index missing')) : Promise.resolve(),
    )
    database.start()
    await eventually(() => expect(tries).toBe(1))
    expect(state.up()).toBe(false)
    await eventually(() => expect(state.up()).toBe(true))
    expect(tries).toBe(2)
    await database.stop()
  })
})
