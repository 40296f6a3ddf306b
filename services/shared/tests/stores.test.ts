import { Schema } from 'mongoose'
import { testServers } from '../../../scripts/test/servers.ts'
import { Counters } from '../store/counters.ts'
import { DependencyUnavailable } from '../errors.ts'
import { buildIndexes } from '../store/indexes.ts'
import { mongo } from '../store/mongo.ts'
import { aDependency } from './kit/broker.ts'
import { aDatabase } from './kit/database.ts'
import { eventually } from './kit/eventually.ts'
import { recordedLog } from './kit/recorded-log.ts'
import { tcpProxy } from './kit/tcp-proxy.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.remove())

describe('integer ids (design, "Ids, time, writes")', () => {
  let counters: Counters
  beforeAll(() => {
    counters = new Counters(database.connection)
  })

  it('are each given out once, however many ask at a time', async () => {
    await counters.prepare('users', 0)
    const ids = counters.ids('users')
    const taken = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        if (i % 3 > 0) return [await ids.next()]
        const first = await ids.block(5)
        return [0, 1, 2, 3, 4].map((step) => first + step)
      }),
    )
    const all = taken.flat().sort((a, b) => a - b)
    expect(all).toEqual(Array.from({ length: 140 }, (_, i) => i + 1))
  })

  it('of one kind do not depend on those of another', async () => {
    await counters.prepare('courses', 41)
    expect(await counters.ids('courses').next()).toBe(42)
  })

  it('are never made up: a counter that is missing is fatal', async () => {
    await expect(counters.ids('nothing').next()).rejects.toThrow('counter nothing is missing')
    await expect(counters.ids('nothing').next()).rejects.toThrow('counter nothing is missing')
  })

  it('go on above the highest id in use, as after a restore', async () => {
    await counters.prepare('restored', 5)
    await counters.prepare('restored', 90)
    expect(await counters.ids('restored').next()).toBe(91)
    await counters.prepare('restored', 7)
    expect(await counters.ids('restored').next()).toBe(92)
  })

  it('are seeded by several processes at once without harm', async () => {
    await Promise.all(Array.from({ length: 5 }, () => counters.prepare('together', 10)))
    expect(await counters.ids('together').next()).toBe(11)
  })
})

describe('indexes', () => {
  interface Named {
    name: string
  }
  const schema = new Schema<Named>({ name: String }, { versionKey: false })
  schema.index({ name: 1 }, { unique: true })

  it('are built once, also by several processes at a time; after that only looked at', async () => {
    const model = database.connection.model<Named>('Named', schema)
    const build = jest.spyOn(model, 'createIndexes')
    await Promise.all(Array.from({ length: 3 }, () => buildIndexes(model)))
    expect(await model.listIndexes()).toMatchObject([{ name: '_id_' }, { name: 'name_1', unique: true }])
    build.mockClear()
    await buildIndexes(model)
    expect(build).not.toHaveBeenCalled()
  })

  it('keep a service from answering when one is not what was declared', async () => {
    const model = database.connection.model<Named>('Weak', schema)
    const name = { v: 2, key: { name: 1 }, name: 'name_1' }
    for (const built of [[], [name], [{ ...name, unique: true, sparse: true }]]) {
      jest.spyOn(model, 'listIndexes').mockResolvedValue(built)
      await expect(buildIndexes(model)).rejects.toThrow('index {"name":1} of Weak is missing or is not what')
    }
  })
})

describe('the connection to the database', () => {
  function aConnection(url: string, prepare: () => Promise<void> = () => Promise.resolve()) {
    const state = aDependency('mongodb', { up: false })
    return { state, ...mongo({ url, state, logger: recordedLog().logger, prepare }) }
  }

  it('does not keep a service from starting, nor from stopping, while there is no server', async () => {
    const lonely = aConnection('mongodb://127.0.0.1:1/db')
    const begun = performance.now()
    await lonely.start?.()
    expect(performance.now() - begun).toBeLessThan(100)
    expect(lonely.state.up()).toBe(false)
    const refused: unknown = await lonely.connection
      .model('Any', new Schema({}))
      .findOne()
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DependencyUnavailable)
    await lonely.stop?.()
    expect(performance.now() - begun).toBeLessThan(4_000)
  })

  it('is up only once the indexes and counters are there, and tries that again', async () => {
    let tries = 0
    const database = aConnection(testServers().mongodbUrl, () =>
      ++tries === 1 ? Promise.reject(new Error('index missing')) : Promise.resolve(),
    )
    await database.start?.()
    await eventually(() => expect(tries).toBe(1))
    expect(database.state.up()).toBe(false)
    await eventually(() => expect(database.state.up()).toBe(true))
    expect(tries).toBe(2)
    await database.stop?.()
  })

  it('notices that the server has gone, fails meanwhile as "away", and comes back by itself', async () => {
    const way = await tcpProxy(testServers().mongodbUrl)
    const database = aConnection(way.url)
    await database.start?.()
    await eventually(() => expect(database.state.up()).toBe(true))
    const model = database.connection.model('Any', new Schema({}))
    expect(await model.findOne()).toBeNull()
    way.cut()
    const refused: unknown = await model.findOne().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DependencyUnavailable)
    await eventually(() => expect(database.state.up()).toBe(false), 10_000)
    way.heal()
    await eventually(() => expect(database.state.up()).toBe(true), 10_000)
    expect(await model.findOne()).toBeNull()
    await database.stop?.()
    await way.stop()
  })
})
