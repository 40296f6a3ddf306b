import amqplib, { type ChannelModel } from 'amqplib'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { withDeadline } from '../process/deadline.ts'
import { stopParts } from '../process/part.ts'
import { DatabaseClock } from '../store/database-clock.ts'
import { MongoDatabase } from '../store/mongo.ts'
import { RedisServer } from '../store/redis.ts'
import { Consumer } from '../messaging/consumer.ts'
import type { OutgoingMessage } from '../messaging/publisher.ts'
import { aBroker, aDependency, brokerScene, up } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { hangNext, type HungCall } from '../../../testing/hung-operations.ts'
import { freshDatabaseUrl, freshRedisUrl } from '../../../testing/isolated.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'

const QUEUE = 'registration.user-changed'
const database = aDependency('mongodb')
const handled: string[] = []
/** Whether the handler and the way back to the broker fail. */
let mustFail = false
const at = brokerScene((connected) => {
  void new Consumer({
    ...connected,
    publisher: withOverrides(connected.publisher, { publish: () => Promise.resolve('unroutable') }),
    queue: QUEUE,
    concurrency: 5,
    needs: [database],
    read: (message) => message.content.toString(),
    handle: (content) => {
      if (mustFail) return Promise.reject(new Error('a test made this fail'))
      handled.push(content)
      return Promise.resolve()
    },
    subscribeDeadlineMs: 200,
  })
})

const happened = (hung: HungCall) => eventually(() => expect(hung.happened).toBe(true))
const logged = (text: string) =>
  eventually(() => expect(at.lines.some((line) => JSON.stringify(line).includes(text))).toBe(true))
const reconnect = () => {
  at.way.cut()
  at.way.heal()
}
/** The prototypes of the client's objects. */
const classes = { connection: {}, channel: {}, confirmChannel: {} }
beforeAll(async () => {
  const connection = await amqplib.connect(at.vhost.url)
  classes.connection = Object.getPrototypeOf(connection)
  classes.channel = Object.getPrototypeOf(await connection.createChannel())
  classes.confirmChannel = Object.getPrototypeOf(await connection.createConfirmChannel())
  await connection.close()
})
type HungStep = [name: string, reason: string, hang: () => HungCall, trigger: () => void]
/** They share the deadline of the step that opens a channel. */
const OTHER_STEPS_OF_THE_SET_UP = (['checkQueue', 'prefetch'] as const).map((method): HungStep => [
  `while ${method} is called`,
  'setting up the connection to RabbitMQ did not end',
  () => hangNext(classes.channel, method),
  reconnect,
])
const ofThisQueue = (queue: unknown) => queue === QUEUE

describe('a consumer handles each message once when an operation of the broker never settles', () => {
  it.each<HungStep>([
    // The first one: a connection that is replaced closes its channels too.
    [
      'while a channel is closed to return a message',
      'message left for redelivery',
      () => {
        mustFail = true
        return hangNext(classes.channel, 'close')
      },
      () => undefined,
    ],
    [
      'while it subscribes',
      `subscribing to ${QUEUE} did not end`,
      () => hangNext(classes.channel, 'consume', { when: ofThisQueue }),
      reconnect,
    ],
    [
      'while it subscribes, which the broker has done',
      `subscribing to ${QUEUE} did not end`,
      () => hangNext(classes.channel, 'consume', { when: ofThisQueue, isDone: true }),
      reconnect,
    ],
    [
      'while it unsubscribes',
      `unsubscribing from ${QUEUE} did not end`,
      () => hangNext(classes.channel, 'cancel'),
      () => database.set(false),
    ],
    [
      'while a connection opens',
      'connecting to RabbitMQ did not end',
      () => hangNext(amqplib, 'connect'),
      reconnect,
    ],
    [
      'while a channel opens',
      'setting up the connection to RabbitMQ did not end',
      () => hangNext(classes.connection, 'createChannel'),
      reconnect,
    ],
    ...(process.env['HUNG_OPERATIONS'] === 'all' ? OTHER_STEPS_OF_THE_SET_UP : []),
  ])('%s', async (name, reason, hang, trigger) => {
    const hung = hang()
    const sent = at.other.send(QUEUE, name)
    trigger()
    await happened(hung)
    mustFail = false
    database.set(true)
    await sent
    await logged(reason)
    await at.other.send(QUEUE, `later: ${name}`)
    await eventually(() => expect(handled).toContain(`later: ${name}`))
    await eventually(() => expect(handled.filter((content) => content === name)).toHaveLength(1))
    await up(at.state)
  })
})

it('a connection to RabbitMQ that opens too late is closed, and its errors do no harm', async () => {
  const { connect } = amqplib
  const opened = Promise.withResolvers<ChannelModel>()
  const other = aBroker(at.vhost.url)
  jest.spyOn(amqplib, 'connect').mockImplementationOnce(async (...args) => {
    const connection = await connect(...args)
    await eventually(() =>
      expect(JSON.stringify(other.lines)).toContain('connecting to RabbitMQ did not end'),
    )
    opened.resolve(connection)
    return connection
  })
  other.broker.start()
  const late = await opened.promise
  await new Promise((closed) => late.once('close', closed))
  expect(late.emit('error', new Error('read ECONNRESET'))).toBe(true)
  await up(other.state)
  await other.broker.stop()
})

it('a message whose confirm never comes has failed in time, and the next one is confirmed', async () => {
  const other = aBroker(at.vhost.url)
  other.publisher.state.onChange(() => undefined)
  other.broker.start()
  await up(other.state)
  const message: OutgoingMessage = {
    exchange: '',
    routingKey: QUEUE,
    content: Buffer.from('confirm'),
    options: {},
  }
  hangNext(classes.confirmChannel, 'publish')
  const outcome = await withDeadline(3_000, 'the message', () => other.publisher.publish(message))
  expect(outcome).toBe('failed')
  await eventually(async () => expect(await other.publisher.publish(message)).toBe('confirmed'))
  await other.broker.stop()
})

it('the connection to RabbitMQ is left in time when its close never settles', async () => {
  const other = aBroker(at.vhost.url)
  other.broker.start()
  await up(other.state)
  const hung = hangNext(classes.connection, 'close', { isDone: true })
  await withDeadline(4_000, 'the stop', () => other.broker.stop())
  expect(hung.happened).toBe(true)
})

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
