import { runInNewContext } from 'node:vm'
import { Schema, mongo as driver, type ConnectOptions, type Model } from 'mongoose'
import { testServers } from '../../../testing/servers.ts'
import { Unavailable, OutcomeUnknown } from '../errors.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { MongoDatabase } from '../store/mongo.ts'
import { findPage } from '../store/page.ts'
import { aDependency } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import { freshDatabaseUrl } from '../../../testing/isolated.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'

interface Named {
  _id: number
  name: string
}
type Names = Model<Named>

const READS: Record<string, (names: Names) => Promise<unknown>> = {
  find: (names) => names.find({ name: 'a' }).lean(),
  findPage: (names) =>
    findPage(names, { filter: { name: 'a' } }, { afterId: 0, offset: 0, limit: 1 }, String),
  findOne: (names) => names.findOne({ name: 'a' }).lean(),
  findById: (names) => names.findById(1).lean(),
  exists: (names) => names.exists({ name: 'a' }).exec(),
  countDocuments: (names) => names.countDocuments({ name: 'a' }),
  distinct: (names) => names.distinct('name'),
  aggregate: (names) => names.aggregate([{ $match: { name: 'a' } }]),
}
const WRITES: Record<string, (names: Names) => Promise<unknown>> = {
  insertMany: (names) => names.insertMany([{ _id: 1, name: 'a' }], { lean: true, ordered: false }),
  bulkWrite: (names) =>
    names.bulkWrite([{ updateOne: { filter: { _id: 1 }, update: { $set: { name: 'b' } } } }], {
      ordered: false,
    }),
  updateOne: (names) => names.updateOne({ _id: 1 }, { $set: { name: 'b' } }),
  updateMany: (names) => names.updateMany({}, { $set: { name: 'b' } }),
  findOneAndUpdate: (names) => names.findOneAndUpdate({ _id: 1 }, { $set: { name: 'b' } }).lean(),
  findOneAndReplace: (names) => names.findOneAndReplace({ _id: 1 }, { name: 'b' }).lean(),
  findOneAndDelete: (names) => names.findOneAndDelete({ _id: 1 }).lean(),
  replaceOne: (names) => names.replaceOne({ _id: 1 }, { name: 'b' }),
  deleteOne: (names) => names.deleteOne({ _id: 1 }),
  deleteMany: (names) => names.deleteMany({}),
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error)

describe('a store whose server becomes unavailable (architecture, "Ready, degraded, not ready")', () => {
  let way: Awaited<ReturnType<typeof tcpProxy>>
  let database: MongoDatabase
  let names: Names
  const state = aDependency('mongodb', { up: false })

  beforeAll(async () => {
    way = await tcpProxy(testServers().mongodbUrl)
    const url = new URL(way.url)
    url.pathname = new URL(freshDatabaseUrl()).pathname
    database = new MongoDatabase({
      url: url.href,
      state,
      logger: recordedLog().logger,
      prepare: () => Promise.resolve(),
    })
    const schema = new Schema<Named>({ _id: Number, name: String }).index({ name: 1, _id: 1 })
    names = database.connection.model<Named>('TestNamed', schema)
    const open = database.connection.openUri.bind(database.connection)
    const monitored = (to: string, options?: ConnectOptions) =>
      open(to, { ...options, monitorCommands: true })
    database.connection.openUri = monitored as typeof open
    database.start()
  })
  beforeEach(async () => {
    way.heal()
    await eventually(async () => expect(await failureOf(names.findById(1).lean())).toBeUndefined())
  })
  afterAll(async () => {
    way.heal()
    await database.stop()
    await way.stop()
  })

  it.each(Object.entries(READS))('%s reads what a majority of the servers has', async (_, read) => {
    const levels: unknown[] = []
    const note = ({ command }: driver.CommandStartedEvent) => levels.push(command['readConcern']?.level)
    const client = database.connection.getClient()
    client.on('commandStarted', note)
    await read(names)
    client.off('commandStarted', note)
    expect(levels).toEqual(['majority'])
  })

  it.each([
    ['read as unavailable', READS, Unavailable],
    ['write with an unknown outcome', WRITES, OutcomeUnknown],
  ])('fails every %s', async (_, operations, kind) => {
    // The server takes the commands and does not respond any more.
    way.freeze()
    const failing = Object.values(operations).map((operation) => failureOf(operation(names)))
    await new Promise((sent) => setImmediate(sent))
    way.cut()
    const failures = await Promise.all(failing)
    const told = { constructor: kind, dependency: 'mongodb', cause: expect.any(Error) as unknown }
    const each = Object.keys(operations).map((name) => [name, expect.objectContaining(told)])
    expect(Object.keys(operations).map((name, i) => [name, failures[i]])).toEqual(each)
  })

  it.each([
    ['read', Unavailable, (users: Names) => users.findById(1).lean()],
    ['write', OutcomeUnknown, (users: Names) => users.updateOne({ _id: 1 }, { $set: { name: 'b' } })],
  ])('ends a %s that the driver does not end, and closes its connection', async (_, kind, operation) => {
    const bounded = new MongoDatabase({
      url: new URL(new URL(freshDatabaseUrl()).pathname, `${way.url}/`).href,
      state: aDependency('mongodb', { up: false }),
      logger: recordedLog().logger,
      prepare: () => Promise.resolve(),
      operationDeadlineMs: 500,
    })
    const users = bounded.connection.model<Named>(
      'TestBounded',
      new Schema<Named>({ _id: Number, name: String }),
    )
    bounded.start()
    await eventually(async () => expect(await failureOf(users.findById(1).lean())).toBeUndefined())
    const used = new Set<unknown>()
    const closed = new Set<unknown>()
    const client = bounded.connection.getClient()
    client.on('connectionCheckedOut', ({ connectionId }) => used.add(connectionId))
    client.on('connectionClosed', ({ connectionId }) => closed.add(connectionId))
    way.freeze()
    expect(await failureOf(operation(users))).toMatchObject({ constructor: kind })
    expect([used.size, closed]).toEqual([1, used])
    way.heal()
    await bounded.stop()
  })

  it('does not change other errors', async () => {
    await names.insertMany([{ _id: 7, name: 'a' }], { lean: true })
    const twice = await failureOf(names.insertMany([{ _id: 7, name: 'a' }], { lean: true, ordered: false }))
    expect(twice).toBeInstanceOf(driver.MongoBulkWriteError)
    const wrong = await failureOf(names.findOne({ name: 'a', $nothing: 1 }).lean())
    expect(wrong).toBeInstanceOf(driver.MongoServerError)
  })
})

describe('an error of the driver', () => {
  const { MongoBulkWriteError, MongoServerError, MongoNetworkError } = driver
  const server = (code: number, labels: string[] = [], message = 'server') =>
    new MongoServerError({ message, code, errorLabels: labels })
  /** As the driver makes them: around an error of the command, or from the writes that failed. */
  function bulk(error: unknown, result: { writeConcernError?: boolean } = {}) {
    const concern = result.writeConcernError ? { code: 11602, errmsg: 'interrupted' } : undefined
    return Reflect.construct(MongoBulkWriteError, [error, { getWriteConcernError: () => concern }]) as Error
  }
  const writeErrors = (...codes: number[]) => ({
    message: 'refused',
    code: codes[0],
    writeErrors: codes.map((code, index) => ({ code, index, errmsg: 'refused' })),
  })
  const named = (name: string) => Object.defineProperty(new Error(name), 'name', { value: name })

  it.each([
    ['a lost connection', new MongoNetworkError('lost')],
    ['a lost connection during a bulk', bulk(new MongoNetworkError('lost'))],
    ['no server to select during a bulk', bulk(named('MongoServerSelectionError'))],
    ['a cleared pool during a bulk', bulk(named('MongoPoolClearedError'))],
    ['a full pool', named('MongoWaitQueueTimeoutError')],
    ['NotWritablePrimary', server(10107)],
    ['PrimarySteppedDown during a bulk', bulk(server(189))],
    ['InterruptedDueToReplStateChange', server(11602)],
    ['ShutdownInProgress', server(91)],
    ['a lost right or a password that was changed', server(13)],
    ['AuthenticationFailed', server(18)],
    ['WriteConflict', server(112)],
    ['FailedToSatisfyReadPreference', server(133)],
    ['TemporarilyUnavailable', server(365)],
    ['UserWritesBlocked', server(371)],
    ['an error of Atlas', server(8000)],
    ['an operation that an administrator ended', server(11601)],
    ['a full disk', server(14031)],
    ['a PostgreSQL that DocumentDB does not reach', server(1, [], 'Error connecting to server: refused')],
    ['a PostgreSQL that starts', server(50463173)],
    ['a PostgreSQL that is lost during a bulk', bulk(writeErrors(11000, 50463173))],
    ['a full disk during a bulk', bulk(writeErrors(14031))],
    ['a label of a retryable write', server(1, ['RetryableWriteError'])],
    ['a label of a transient error', server(1, ['TransientTransactionError'])],
    ['a write that no majority has', named('MongoWriteConcernError')],
    ['a bulk that no majority has', bulk({ message: 'interrupted' }, { writeConcernError: true })],
    ['a bulk with a duplicate that no majority has', bulk(writeErrors(11000), { writeConcernError: true })],
    ['a bulk of which one write was interrupted', bulk(writeErrors(11000, 11602))],
    ['a socket that ends while it is written to', Object.assign(new Error('ended'), { code: 'EPIPE' })],
    // A test runs in its own realm; errors of Node itself come from outside it.
    ['an error of Node itself', runInNewContext(`Object.assign(new Error('ended'), { code: 'EPIPE' })`)],
    ['a connection that is not open', new Error('Connection was force closed')],
  ])('such as %s means that the server is unavailable', (_, error) => {
    expect(isUnavailable(error)).toBe(true)
  })

  it.each([
    ['a duplicate', server(11000)],
    ['a bulk with duplicates', bulk(writeErrors(11000, 11000))],
    ['a mistake of ours', new TypeError('x is undefined')],
    ['nothing', undefined],
  ])('such as %s does not', (_, error) => {
    expect(isUnavailable(error)).toBe(false)
  })
})
