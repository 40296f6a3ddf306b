import type { ConsumeMessage } from 'amqplib'
import { Unavailable } from '../errors.ts'
import { Consumer, type ConsumerOptions } from '../messaging/consumer.ts'
import { RetryLater, Unprocessable } from '../messaging/message.ts'
import { eventReader, toMessage } from '../messaging/event.ts'
import type { PublishOutcome } from '../messaging/publisher.ts'
import { DEAD_LETTER_QUEUE, MESSAGE_RETRY_DELAYS_MS, retryQueue } from '../messaging/topology.ts'
import { aDependency, anEvent, brokerScene } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'

const QUEUE = 'registration.user-changed'
const database = aDependency('mongodb')
/** What the handler does with the next message; each test says so. */
let handle: ConsumerOptions<ConsumeMessage>['handle']
const seen: ConsumeMessage[] = []
/** Of each of them, whether the handler was told that it came before. */
const handledAt: number[] = []
const retries: boolean[] = []
let consumer: Consumer<ConsumeMessage>
const at = brokerScene((connected) => {
  consumer = new Consumer({
    ...connected,
    queue: QUEUE,
    concurrency: 5,
    needs: [database],
    read: (message) => message,
    handle: (message, wasReceivedBefore) => {
      seen.push(message)
      retries.push(wasReceivedBefore)
      handledAt.push(performance.now())
      return handle(message, wasReceivedBefore)
    },
  })
})
beforeEach(() => {
  seen.splice(0)
  retries.splice(0)
  handledAt.splice(0)
  handle = () => Promise.resolve()
})

const deliveries = (messageId: string) => seen.filter(({ properties }) => properties.messageId === messageId)
const fail = (error: Error) => () => Promise.reject(error)

describe('a message that is to be handled later', () => {
  it('comes back after a second', async () => {
    handle = fail(new RetryLater('not yet'))
    const id = await at.other.send(QUEUE, 'later', { headers: { traceparent: 'kept' } })
    await eventually(() => expect(deliveries(id)).toHaveLength(1))
    handle = () => Promise.resolve()
    await eventually(() => expect(deliveries(id)).toHaveLength(2))
    const [first = 0, second = 0] = handledAt
    expect(second - first).toBeGreaterThan(900)
    expect(deliveries(id)[1]?.content.toString()).toBe('later')
    expect(retries).toEqual([false, true])
    expect(deliveries(id)[1]?.properties.headers).toMatchObject({ traceparent: 'kept', 'x-attempt': 1 })
    const counted = new RegExp(`consumed_total\\{queue="${QUEUE}",outcome="delayed",.*\\} [1-9]`)
    expect(await at.metrics.registry.metrics()).toMatch(counted)
  })

  it.each([
    [1, 5_000],
    [2, 30_000],
    [3, 30_000],
    [1_000, 30_000],
  ])(
    'waits longer each time, without a limit, and this is no failure: after %i attempts %i ms',
    async (tried, restMs) => {
      handle = fail(new RetryLater('not yet'))
      const id = await at.other.send(QUEUE, 'later', { headers: { 'x-attempt': tried, 'x-failures': 9 } })
      const resting = await at.other.next(retryQueue(QUEUE, restMs))
      const headers = { 'x-attempt': tried + 1, 'x-failures': 9 }
      expect(resting.properties).toMatchObject({ messageId: id, headers })
    },
  )

  it('has not failed if a server is unavailable, so an outage makes no dead letters', async () => {
    handle = fail(new Unavailable('mongodb', 'a test'))
    const id = await at.other.send(QUEUE, 'later', { headers: { 'x-attempt': 9, 'x-failures': 9 } })
    const resting = await at.other.next(retryQueue(QUEUE, 30_000))
    const headers = { 'x-attempt': 10, 'x-failures': 9 }
    expect(resting.properties).toMatchObject({ messageId: id, headers })
  })
})

it.each(['abc', -3, 1.5])(
  'a message whose count of attempts is %j counts as new, and the consumer continues',
  async (tried) => {
    handle = fail(new RetryLater('not yet'))
    const id = await at.other.send(QUEUE, 'odd', { headers: { 'x-attempt': tried, 'x-failures': tried } })
    const resting = await at.other.next(retryQueue(QUEUE, 1_000))
    const headers = { 'x-attempt': 1, 'x-failures': 0 }
    expect(resting.properties).toMatchObject({ messageId: id, headers })
  },
)

it('a retry of a message has no property that would lose or multiply it', async () => {
  handle = fail(new RetryLater('not yet'))
  const headers = { CC: ['another.queue'], tenant: 'a' }
  const id = await at.other.send(QUEUE, 'odd', { expiration: 60_000, headers })
  const { properties } = await at.other.next(retryQueue(QUEUE, 1_000))
  expect(properties).toMatchObject({ messageId: id, headers: { tenant: 'a', 'x-attempt': 1 } })
  expect(properties.headers).not.toHaveProperty('CC')
  expect(properties.expiration).toBeUndefined()
})

describe('the depth of the queue', () => {
  const depth = async () => {
    await consumer.measure()
    return consumer.depth
  }
  const EMPTY = { ready: 0, delayed: 0, consumers: 1 }

  it('counts messages that wait, also those for a later attempt, without those in progress', async () => {
    for (const delayMs of MESSAGE_RETRY_DELAYS_MS)
      await at.other.channel.purgeQueue(retryQueue(QUEUE, delayMs))
    await eventually(async () => expect(await depth()).toEqual(EMPTY))
    const held = Promise.withResolvers<undefined>()
    handle = () => held.promise
    const before = consumer.work.done()
    for (let i = 0; i < 8; i++) await at.other.send(QUEUE, 'waits')
    await at.other.send(retryQueue(QUEUE, 30_000), 'waits')
    await eventually(async () => expect(await depth()).toEqual({ ready: 3, delayed: 1, consumers: 1 }))
    const metrics = await at.metrics.registry.metrics()
    expect(metrics).toMatch(new RegExp(`^rollcall_queue_messages\\{queue="${QUEUE}",.*\\} 4$`, 'm'))
    expect([consumer.work.isWaiting(), consumer.work.done()]).toEqual([true, before])
    held.resolve(undefined)
    await eventually(async () => expect(await depth()).toEqual({ ...EMPTY, delayed: 1 }))
    expect([consumer.work.isWaiting(), consumer.work.done()]).toEqual([false, before + 8])
    await at.other.channel.purgeQueue(retryQueue(QUEUE, 30_000))
  })

  it('is unknown and not measured while the broker is unavailable', async () => {
    at.way.cut()
    await eventually(async () => expect(await depth()).toBeUndefined())
    expect(await at.metrics.registry.metrics()).not.toContain(`rollcall_queue_messages{queue="${QUEUE}"`)
    at.way.heal()
    await eventually(async () => expect(await depth()).toEqual(EMPTY))
  })
})

describe('a consuming connection that hangs', () => {
  it('does not stop publishing, and is detected within 10 s and replaced', async () => {
    // The connection for publishing may still be coming back from the test before.
    await eventually(() => expect(at.state.up()).toBe(true))
    const published: PublishOutcome[] = []
    const changes: boolean[] = []
    at.publisher.state.onChange((up) => changes.push(up))
    const publish = async () => published.push(await at.publisher.publish(toMessage(anEvent())))
    at.way.freeze('consuming')
    await publish()
    await eventually(() => expect(at.state.up()).toBe(false), 10_000)
    await publish()
    expect([published, changes]).toEqual([['confirmed', 'confirmed'], []])
    const id = await at.other.send(QUEUE, 'waits')
    at.way.heal()
    await eventually(() => expect(deliveries(id)).toHaveLength(1), 10_000)
  })
})

describe('a message that cannot be handled', () => {
  it('is retried after an unexpected failure, and dead-lettered after the tenth', async () => {
    handle = fail(new TypeError('x is undefined'))
    await at.other.send(QUEUE, 'unlucky', { headers: { 'x-attempt': 8, 'x-failures': 8 } })
    const resting = await at.other.next(retryQueue(QUEUE, 30_000))
    expect(resting.properties.headers).toMatchObject({ 'x-failures': 9 })
    await at.other.send(QUEUE, 'unlucky', { headers: { 'x-attempt': 9, 'x-failures': 9 } })
    const letter = await at.other.next(DEAD_LETTER_QUEUE)
    expect(letter.properties.headers).toMatchObject({
      'x-reason': 'gave up after 10 failures: x is undefined',
      'x-error-class': 'TypeError',
      'x-queue': QUEUE,
    })
  })

  it('stays in its queue if it cannot be published to another one', async () => {
    await at.other.channel.deleteQueue(retryQueue(QUEUE, 1_000))
    handle = fail(new RetryLater('not yet'))
    const id = await at.other.send(QUEUE, 'nowhere to rest')
    await eventually(() => expect(deliveries(id)).toHaveLength(1))
    handle = () => Promise.resolve()
    await eventually(() => expect(deliveries(id).length).toBeGreaterThan(1))
  })
})

describe('the consumer', () => {
  it('gets a message again if the connection was lost before its handler had finished', async () => {
    const finish: (() => void)[] = []
    handle = () => new Promise<void>((resolve) => finish.push(resolve))
    const id = await at.other.send(QUEUE, 'two')
    await eventually(() => expect(deliveries(id)).toHaveLength(1))
    at.way.cut()
    at.way.heal()
    await eventually(() => expect(deliveries(id)).toHaveLength(2))
    expect(deliveries(id)[1]?.fields.redelivered).toBe(true)
    expect(retries).toEqual([false, true])
    for (const done of finish) done()
    await eventually(async () => expect(await at.other.waitingIn(QUEUE)).toBe(0))
    expect(await at.other.waitingIn(DEAD_LETTER_QUEUE)).toBe(0)
  })

  it('leaves messages in their queue while a server that it needs is unavailable', async () => {
    database.set(false)
    await eventually(async () => expect((await at.other.channel.checkQueue(QUEUE)).consumerCount).toBe(0))
    const id = await at.other.send(QUEUE, 'patience')
    await eventually(async () => expect(await at.other.waitingIn(QUEUE)).toBe(1))
    expect(deliveries(id)).toEqual([])
    for (let i = 0; i < 10; i++) database.set(i % 2 === 1)
    await eventually(async () => expect((await at.other.channel.checkQueue(QUEUE)).consumerCount).toBe(1))
    await eventually(() => expect(deliveries(id)).toHaveLength(1))
  })

  it('subscribes again after the broker has cancelled its subscription', async () => {
    await at.other.channel.deleteQueue(QUEUE)
    // A message to a queue that is not there yet goes nowhere.
    await eventually(async () => {
      await at.other.send(QUEUE, 'again')
      expect(seen.length).toBeGreaterThan(0)
    })
    // None of these is still on its way when the next test begins.
    const { channel } = at.other
    await eventually(async () => expect(await channel.checkQueue(QUEUE)).toMatchObject({ messageCount: 0 }))
    const last = await at.other.send(QUEUE, 'last')
    await eventually(() => expect(deliveries(last)).toHaveLength(1))
  })

  it('has no more messages in progress than allowed', async () => {
    const finish: (() => void)[] = []
    handle = () => new Promise<void>((resolve) => finish.push(resolve))
    const ids: string[] = []
    for (let i = 0; i < 8; i++) ids.push(await at.other.send(QUEUE, String(i)))
    await eventually(() => expect(finish).toHaveLength(5))
    await eventually(async () => expect(await at.other.waitingIn(QUEUE)).toBe(3))
    handle = () => Promise.resolve()
    for (const done of finish) done()
    await eventually(() => expect(ids.filter((id) => deliveries(id).length === 0)).toEqual([]))
  })
})

describe('reading a message', () => {
  const { payload } = anEvent()
  const readEvent = eventReader('notification.registration-created')
  /** As the broker delivers it. */
  const delivered = (content: string | Buffer, type: unknown = 'registration.created.v1') =>
    ({
      content: Buffer.from(content as string),
      properties: { type, headers: {} },
    }) as unknown as ConsumeMessage

  it('allows fields that are unknown here, from a newer sender', () => {
    const newer = { ...payload, courseLanguage: 'de' }
    expect(readEvent(delivered(JSON.stringify(newer))).payload).toMatchObject(payload)
  })

  const payloadWith = (fields: object) => JSON.stringify({ ...payload, ...fields })
  it('fails for good if it is not valid UTF-8, and names the byte', () => {
    const text = Buffer.from(payloadWith({ userEmail: 'zoe@example.org' }))
    const at = text.indexOf('zoe@') + 2
    text[at] = 0xeb // ë in Windows-1252
    const errorClass = 'the payload is not valid UTF-8'
    expect(() => readEvent(delivered(text))).toThrow(
      expect.objectContaining({ message: `${errorClass}, at byte ${at}`, errorClass }),
    )
  })

  it.each([
    ['{', undefined, 'the payload is not JSON'],
    ['null', undefined, 'payload must be object'],
    [payloadWith({ userEmail: undefined }), undefined, "must have required property 'userEmail'"],
    [payloadWith({ registrationId: '17' }), undefined, 'payload/registrationId must be integer'],
    [payloadWith({ occurredAt: 'today' }), undefined, 'payload/occurredAt must match'],
    [payloadWith({}), 'user.changed.v1', 'expected type registration.created.v1, not "user.changed.v1"'],
    [payloadWith({}), null, 'expected type registration.created.v1, not null'],
  ])('fails for good if it breaks the contract, and names the rule: %#', (content, type, reason) => {
    const read = () => readEvent(delivered(content, type))
    expect(read).toThrow(Unprocessable)
    expect(read).toThrow(reason)
    expect(read).toThrow(expect.objectContaining({ errorClass: expect.not.stringContaining(', not ') }))
  })
})
