import { setTimeout } from 'node:timers/promises'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import type { OutgoingMessage, Publisher } from '../messaging/publisher.ts'
import { Relay, type OutboxPort, type PendingEvent } from '../messaging/relay.ts'
import type { DomainEvent, EventType } from '../messaging/event.ts'
import { EVENTS_EXCHANGE, QUEUES } from '../messaging/topology.ts'
import { aDependency, anEvent, brokerScene, up } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'

const QUEUE = 'notification.registration-created'
const queuesOf = (type: EventType) =>
  Object.entries(QUEUES).flatMap(([queue, consumed]) => (consumed.some((one) => one === type) ? [queue] : []))
const aPending = (outbox: OutboxPort): PendingEvent => {
  const event = anEvent()
  return { outbox, record: { _id: event.payload.registrationId }, event, claim: 'claim' }
}

/** An outbox as a store keeps it, in memory. */
class MemoryOutbox implements OutboxPort {
  readonly types = ['registration.created.v1', 'registration.changed.v1'] as const
  readonly waiting: PendingEvent[] = []
  readonly published: PendingEvent[][] = []
  readonly released: PendingEvent[][] = []
  claims = 0

  claim(limit: number) {
    this.claims++
    return Promise.resolve(this.waiting.splice(0, limit))
  }
  markPublished(published: readonly PendingEvent[]) {
    return Promise.resolve(void this.published.push([...published]))
  }
  release(failed: readonly PendingEvent[]) {
    this.released.push([...failed])
    return Promise.resolve(void this.waiting.push(...failed))
  }
  #oldest: DomainEvent | undefined
  isDue = false
  oldest = () => Promise.resolve(this.#oldest)
  state = () => Promise.resolve({ count: this.waiting.length, isDue: this.isDue })
  /** Stores when its oldest event occurred. */
  oldestSince(since: Date | undefined) {
    const event = anEvent()
    this.#oldest = since && { ...event, payload: { ...event.payload, occurredAt: since.toISOString() } }
  }
  fill(count: number): PendingEvent[] {
    const pending = Array.from({ length: count }, () => aPending(this))
    this.waiting.push(...pending)
    return pending
  }
}

describe('the relay with a broker (architecture, "The path of a registration", step 2)', () => {
  const at = brokerScene()
  let outbox: MemoryOutbox
  let relay: Relay

  beforeEach(async () => {
    outbox = new MemoryOutbox()
    relay = new Relay({ outboxes: [outbox], mongodb: aDependency('mongodb'), ...at })
    await at.other.channel.purgeQueue(QUEUE)
  })
  afterEach(() => relay.stop())

  it('publishes pending events of a crash in batches, marks each confirmed batch, and counts', async () => {
    outbox.fill(4_100)
    relay.start()
    await eventually(() => expect(outbox.published.flat()).toHaveLength(4_100))
    expect(outbox.published.map((batch) => batch.length)).toEqual([...Array<number>(8).fill(500), 100])
    expect(await at.other.waitingIn(QUEUE)).toBe(4_100)
    // Each claim takes several batches.
    expect(outbox.claims).toBeLessThan(outbox.published.length)
    const text = await at.metrics.registry.metrics()
    expect(text).toMatch(/published_total\{type="registration.created.v1",outcome="confirmed",.*\} 4100/)
  })

  it('releases events that the broker has not confirmed, and does not mark them as published', async () => {
    const queues = queuesOf('registration.created.v1')
    for (const queue of queues)
      await at.other.channel.unbindQueue(queue, EVENTS_EXCHANGE, 'registration.created.v1')
    const [pending] = outbox.fill(1)
    relay.start()
    await eventually(() => expect(outbox.released).toEqual([[pending]]))
    expect(outbox.published).toEqual([])
    for (const queue of queues)
      await at.other.channel.bindQueue(queue, EVENTS_EXCHANGE, 'registration.created.v1')
    relay.sweep()
    await eventually(() => expect(outbox.published).toEqual([[pending]]))
  })

  it('claims nothing while the broker is unavailable, and sweeps when it is available again', async () => {
    at.way.cut()
    await eventually(() => expect(at.state.up()).toBe(false))
    relay.start()
    expect(relay.willPublish(1)).toBe(false)
    const [stored] = outbox.fill(1)
    const offered = aPending(outbox)
    relay.enqueue([offered])
    await eventually(() => expect(outbox.released).toEqual([[offered]]))
    expect(outbox.claims).toBe(0)
    at.way.heal()
    await up(at.state)
    await eventually(() => expect(new Set(outbox.published.flat())).toEqual(new Set([stored, offered])))
  })
})

describe('the relay', () => {
  const state = aDependency('rabbitmq')
  let outbox: MemoryOutbox
  let publish: Publisher['publish']
  let relay: Relay
  const some = (count: number) => Array.from({ length: count }, () => aPending(outbox))
  const relayOf = (...outboxes: OutboxPort[]) =>
    new Relay({
      outboxes,
      mongodb: aDependency('mongodb'),
      publisher: {
        state,
        publishAll: (messages: readonly OutgoingMessage[]) => Promise.all(messages.map(publish)),
      },
      logger: recordedLog().logger,
      metrics: createMetrics('test'),
    })
  beforeEach(() => {
    outbox = new MemoryOutbox()
    publish = () => Promise.resolve('confirmed')
    relay = relayOf(outbox)
  })
  afterEach(async () => {
    jest.restoreAllMocks()
    await relay.stop()
  })

  /** Holds every message until all continue. */
  function held() {
    const waiting: (() => void)[] = []
    publish = () => new Promise((resolve) => waiting.push(() => resolve('confirmed')))
    const goOn = () => {
      publish = () => Promise.resolve('confirmed')
      for (const confirm of waiting.splice(0)) confirm()
    }
    return { waiting, goOn }
  }

  it('publishes what is in its queue before it stops', async () => {
    const { goOn } = held()
    const pending = some(150)
    relay.enqueue(pending)
    const stopping = relay.stop()
    goOn()
    await stopping
    expect(outbox.published.flat()).toEqual(pending)
  })

  it('publishes an event with the next batch, even behind a large import', async () => {
    const { waiting, goOn } = held()
    const imported = Array.from({ length: 8 }, () => some(500))
    for (const some of imported) relay.enqueue(some)
    await eventually(() => expect(waiting).toHaveLength(500))
    const single = aPending(outbox)
    relay.enqueue([single])
    goOn()
    await eventually(() => expect(outbox.published.flat()).toHaveLength(4_001))
    expect(outbox.published[1]).toContain(single)
    expect(new Set(outbox.published.flat())).toEqual(new Set([...imported.flat(), single]))
  })

  it('marks together what it publishes while more arrives, for at most 100 ms', async () => {
    let [now, more] = [0, 5]
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    publish = () => {
      now += 40
      if (more-- > 0) relay.enqueue([aPending(outbox)])
      return Promise.resolve('confirmed')
    }
    relay.enqueue([aPending(outbox)])
    await eventually(() => expect(outbox.published.flat()).toHaveLength(6))
    expect(outbox.published.map((batch) => batch.length)).toEqual([3, 3])
  })

  it('publishes what it has claimed before it stops, and leaves the rest to other relays', async () => {
    const { waiting, goOn } = held()
    outbox.fill(2_500)
    relay.start()
    await eventually(() => expect(waiting).toHaveLength(500))
    const stopping = relay.stop()
    goOn()
    await stopping
    expect([outbox.published.flat().length, outbox.waiting.length]).toEqual([2_000, 500])
  })

  it('leaves in the outbox what does not fit into its queue, all events of a record or none', async () => {
    const { waiting, goOn } = held()
    const PER_RECORD = 30
    const records = Array.from({ length: 1_000 }, () => {
      const { record } = aPending(outbox)
      return Array.from({ length: PER_RECORD }, () => ({ ...aPending(outbox), record }))
    })
    jest.spyOn(outbox, 'claim').mockResolvedValueOnce(records.flat())
    relay.start()
    await eventually(() => expect(waiting).toHaveLength(500))
    const left = outbox.released.flat()
    expect(left.length).toBe(30_000 - PER_RECORD * Math.ceil(20_000 / PER_RECORD))
    goOn()
    await eventually(() => expect(outbox.published.flat().length).toBe(30_000))
  })

  /** An outbox that gives two events of a record at a time. */
  const inParts = () => {
    const { record } = aPending(outbox)
    const pending = some(6).map((each) => ({ ...each, record }))
    outbox.waiting.push(...pending)
    const claim = outbox.claim.bind(outbox)
    jest.spyOn(outbox, 'claim').mockImplementation(() => claim(2))
    return pending
  }

  it('sweeps again at once while it claims several events of a record, which may have more', async () => {
    const pending = inParts()
    relay.start()
    await eventually(() => expect(outbox.published.flat()).toEqual(pending), 1_000)
    expect(outbox.claims).toBeLessThanOrEqual(4)
  })

  it('waits for the next regular sweep when events were not confirmed', async () => {
    inParts()
    publish = () => Promise.resolve('failed')
    relay.start()
    await eventually(() => expect(outbox.released).toHaveLength(1))
    await setTimeout(100)
    expect([outbox.claims, outbox.waiting.length]).toEqual([1, 6])
  })

  it('sweeps once more if it was woken during a sweep', async () => {
    const claim = outbox.claim.bind(outbox)
    jest.spyOn(outbox, 'claim').mockImplementationOnce(async (limit) => {
      const claimed = await claim(limit)
      outbox.fill(1)
      relay.sweep()
      return claimed
    })
    relay.start()
    await eventually(() => expect(outbox.published.flat()).toHaveLength(1), 1_000)
  })

  it('publishes the events of all outboxes of the service, also if one of them fails', async () => {
    const broken = new MemoryOutbox()
    jest.spyOn(broken, 'claim').mockRejectedValue(new Error('not now'))
    jest.spyOn(broken, 'markPublished').mockRejectedValue(new Error('not now'))
    relay = relayOf(broken, outbox)
    const stored = outbox.fill(1)
    relay.start()
    await eventually(() => expect(outbox.published).toEqual([stored]))
    const offered = aPending(outbox)
    relay.enqueue([aPending(broken), offered])
    await eventually(() => expect(outbox.published).toEqual([stored, [offered]]))
  })

  it('continues if events could not be marked as published, which wait for their lease to end', async () => {
    const markPublished = jest.spyOn(outbox, 'markPublished').mockRejectedValueOnce(new Error('not now'))
    const [lost, kept] = [aPending(outbox), aPending(outbox)]
    relay.enqueue([lost])
    await eventually(() => expect(markPublished).toHaveBeenCalledTimes(1))
    relay.enqueue([kept])
    await eventually(() => expect(outbox.published).toEqual([[kept]]))
  })

  it('has no capacity beyond its maximum, earlier for many events, and none once it stops', async () => {
    const { waiting, goOn } = held()
    relay.enqueue(some(500))
    await eventually(() => expect(waiting).toHaveLength(500))
    relay.enqueue(some(19_500))
    expect([relay.willPublish(500), relay.willPublish(1)]).toEqual([false, true])
    relay.enqueue(some(500))
    expect(relay.willPublish(1)).toBe(false)
    goOn()
    await eventually(() => expect(relay.willPublish(1)).toBe(true))
    await relay.stop()
    expect(relay.willPublish(1)).toBe(false)
  })

  it('claims only when it sweeps, and not after its stop', async () => {
    relay.start()
    await eventually(() => expect(outbox.claims).toBe(1))
    const pending = aPending(outbox)
    expect(relay.willPublish(1)).toBe(true)
    relay.enqueue([pending])
    await eventually(() => expect(outbox.published).toEqual([[pending]]))
    await relay.stop()
    state.set(false)
    state.set(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect(outbox.claims).toBe(1)
  })
})

describe('pending events, as measured by the relay', () => {
  const NOW = new Date('2024-01-15T15:00:00Z')
  const clock = { now: () => NOW }
  const ago = (ms: number) => new Date(NOW.getTime() - ms)
  let metrics: Metrics
  let outboxes: MemoryOutbox[]
  let outbox: MemoryOutbox
  let other: MemoryOutbox
  let relay: Relay
  beforeEach(() => {
    metrics = createMetrics('registration')
    outbox = new MemoryOutbox()
    other = new MemoryOutbox()
    outboxes = [outbox, other]
    relay = new Relay({
      outboxes,
      mongodb: aDependency('mongodb'),
      publisher: {
        state: aDependency('rabbitmq'),
        publishAll: (messages: readonly unknown[]) =>
          Promise.resolve(messages.map(() => 'confirmed' as const)),
      },
      logger: recordedLog().logger,
      metrics,
    })
  })
  afterEach(() => relay.stop())

  it('wait, for the watchdog, while they are due or queued, and are done when they are marked', async () => {
    const progress = () => ({ isWaiting: relay.work.isWaiting(), done: relay.work.done() })
    other.isDue = true
    await relay.measure(clock)
    expect(progress()).toEqual({ isWaiting: true, done: 0 })
    // Held by another relay.
    other.isDue = false
    await relay.measure(clock)
    expect(progress()).toEqual({ isWaiting: false, done: 0 })
    const marked = Promise.withResolvers<undefined>()
    outbox.markPublished = () => marked.promise
    relay.enqueue([aPending(outbox)])
    await eventually(() => expect(relay.work.isWaiting()).toBe(false))
    relay.enqueue([aPending(outbox)])
    expect(progress()).toEqual({ isWaiting: true, done: 0 })
    marked.resolve(undefined)
    await eventually(() => expect(progress()).toEqual({ isWaiting: false, done: 2 }))
  })

  it.each([
    [90_000, 90],
    [undefined, 0],
    // The clock of the process that stored the event is ahead.
    [-1_000, 0],
  ])('have an age for each type: one that has waited for %s ms has %s s', async (ms, seconds) => {
    if (ms !== undefined) {
      outbox.fill(1)
      outbox.oldestSince(ago(ms))
    }
    outboxes.pop()
    await relay.measure(clock)
    const { values } = await metrics.outboxAge.get()
    expect(values).toEqual([
      { labels: { type: 'registration.created.v1' }, value: seconds },
      { labels: { type: 'registration.changed.v1' }, value: 0 },
    ])
  })

  it('are counted in all outboxes together, with the date of the oldest one', async () => {
    await relay.measure(clock)
    expect(relay.waiting).toEqual({ count: 0, isDue: false, oldest: undefined })
    outbox.fill(3)
    other.fill(1)
    outbox.oldestSince(ago(1_000))
    other.oldestSince(ago(3_000))
    await relay.measure(clock)
    expect(relay.waiting).toEqual({ count: 4, isDue: false, oldest: ago(3_000) })
    expect((await metrics.outboxEvents.get()).values).toMatchObject([{ value: 4 }])
  })

  it('are unknown while one of the outboxes does not respond', async () => {
    outbox.isDue = true
    await relay.measure(clock)
    other.state = () => Promise.reject(new Error('not now'))
    await relay.measure(clock)
    expect([relay.waiting, relay.work.isWaiting()]).toEqual([undefined, false])
  })
})
