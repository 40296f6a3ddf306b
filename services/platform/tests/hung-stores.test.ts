import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { stopParts } from '../process/part.ts'
import { DatabaseClock } from '../store/database-clock.ts'
import { MongoDatabase } from '../store/mongo.ts'
import { RedisServer } from '../store/redis.ts'
import { aDependency, up } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { hangNext } from '../../../testing/hung-operations.ts'
import { freshDatabaseUrl, freshRedisUrl } from '../../../testing/isolated.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'

it('Redis is left in time when a command never settles, and used again', async () => {
  const state = aDependency('redis', { up: false })
  const redis = new RedisServer({
    url: await freshRedisUrl(),
    state,
    logger: recordedLog().logger,
    replyTimeoutMs: 200,
  })
  redis.start()
  await up(state)
  hangNext(Redis.prototype, 'get')
  const read = () => redis.run('rollcall:test', () => redis.client.get('rollcall:test'))
  await expect(read()).rejects.toThrow('a command to Redis did not end within 200 ms')
  await up(state)
  expect(await read()).toBeNull()
  await redis.stop()
})

describe('MongoDB', () => {
  const connection = aDatabase()

  it('tells its time later when the first question never settles', async () => {
    const clock = new DatabaseClock(200)
    hangNext(mongoose.mongo.Db.prototype, 'command')
    await expect(clock.measure(connection)).rejects.toThrow(
      'the time of the database did not end within 200 ms',
    )
    expect(await clock.measure(connection)).toBe(true)
  })

  it('is not used before its time is known, because a lease may seem to have ended', async () => {
    const state = aDependency('mongodb', { up: false })
    const store = new MongoDatabase({
      url: freshDatabaseUrl(),
      state,
      logger: recordedLog().logger,
      prepare: () => Promise.resolve(),
      operationDeadlineMs: 1_000,
    })
    const model = store.connection.model('TestClock', new mongoose.Schema({ name: String }))
    hangNext(mongoose.mongo.Db.prototype, 'command')
    store.start()
    await eventually(() => expect(store.connection.readyState).toBe(mongoose.ConnectionStates.connected))
    await expect(model.find()).rejects.toThrow('mongodb is unavailable')
    await expect(model.insertMany([{ name: 'a' }])).rejects.toThrow('mongodb is unavailable')
    await up(state)
    expect(await model.find()).toEqual([])
    await store.stop()
  })

  it('is connected to again when a connection never opens, and left when it never closes', async () => {
    const { logger, lines } = recordedLog()
    const state = aDependency('mongodb', { up: false })
    const store = new MongoDatabase({
      url: freshDatabaseUrl(),
      state,
      logger,
      prepare: () => Promise.resolve(),
      operationDeadlineMs: 1_000,
    })
    hangNext(store.connection, 'openUri')
    store.start()
    await up(state)
    expect(JSON.stringify(lines)).toContain('connecting to MongoDB did not end within 1000 ms')
    hangNext(store.connection, 'close', { isDone: true })
    const [failure] = await stopParts([store])
    expect(String(failure?.error)).toContain('closing the connections to MongoDB did not end within')
  })
})

it('a part whose stop never settles does not keep the others from theirs', async () => {
  const stopped: string[] = []
  const part = (name: string) => ({ name, stop: () => void stopped.push(name) })
  const hanging = { name: 'hanging', stop: () => new Promise<never>(() => undefined) }
  const failures = await stopParts([part('first'), hanging, part('last')], 100)
  expect(stopped).toEqual(['last', 'first'])
  expect(failures).toMatchObject([
    { part: 'hanging', error: { message: 'the stop of hanging did not end within 100 ms' } },
  ])
})
