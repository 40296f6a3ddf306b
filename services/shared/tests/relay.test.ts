import type { Outbox, PendingEvent } from '../messaging/outbox.ts'
import { measureOutboxAge } from '../messaging/outbox-age.ts'
import { createMetrics } from '../metrics.ts'
import type { OutgoingMessage, Publisher } from '../messaging/publisher.ts'
import { Relay } from '../messaging/relay.ts'
import type { EventType } from '../messaging/event.ts'
import { EXCHANGE, QUEUES } from '../messaging/topology.ts'
import { aDependency, anEvent, brokerScene, up } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'

const QUEUE = 'notification.registration-created'
const queuesOf = (type: EventType) =>
  Object.entries(QUEUES).flatMap(([queue, consumed]) => (consumed.some((one) => one === type) ? [queue] : []))
const aPending = (): PendingEvent => {
  const event = anEvent()
  return { recordId: event.payload.registrationId, event }
}

/** An outbox as a store keeps it, in memory. */
class MemoryOutbox implements Outbox {
  readonly type = 'registration.created.v1'
  readonly waiting: PendingEvent[] = []
  readonly settled: PendingEvent[][] = []
  readonly released: PendingEvent[][] = []
  claims = 0

  claim(limit: number) {
    this.claims++
    return Promise.resolve(this.waiting.splice(0, limit))
  }
  markPublished(published: readonly PendingEvent[]) {
    return Promise.resolve(void this.settled.push([...published]))
  }
  release(failed: readonly PendingEvent[]) {
    this.released.push([...failed])
    return Promise.resolve(void this.waiting.push(...failed))
  }
  oldest = () => Promise.resolve(undefined)
  fill(count: number): PendingEvent[] {
    const pending = Array.from({ length: count }, aPending)
    this.waiting.push(...pending)
    return pending
  }
}

describe('the relay at a broker (architecture, "The path of a registration", step 2)', () => {
  const at = brokerScene()
  let outbox: MemoryOutbox
  let relay: Relay

  beforeEach(async () => {
    outbox = new MemoryOutbox()
    relay = new Relay({ outbox, ...at })
    await at.other.channel.purgeQueue(QUEUE)
  })
  afterEach(() => relay.stop())

  it('publishes what a crash left behind, in batches, settles each when it is confirmed, and counts it', async () => {
    outbox.fill(4_100)
    relay.start()
    await eventually(() => expect(outbox.settled.flat()).toHaveLength(4_100))
    expect(outbox.settled.map((batch) => batch.length)).toEqual([...Array<number>(8).fill(500), 100])
    expect(await at.other.waitingIn(QUEUE)).toBe(4_100)
    // Each claim takes several batches.
    expect(outbox.claims).toBe(3)
    const text = await at.metrics.registry.metrics()
    expect(text).toMatch(/published_total\{type="registration.created.v1",outcome="confirmed",.*\} 4100/)
  })

  it('settles nothing that the broker has not taken, and gives its lease back', async () => {
    const queues = queuesOf('registration.created.v1')
    for (const queue of queues) await at.other.channel.unbindQueue(queue, EXCHANGE, 'registration.created.v1')
    const [pending] = outbox.fill(1)
    relay.start()
    await eventually(() => expect(outbox.released).toEqual([[pending]]))
    expect(outbox.settled).toEqual([])
    for (const queue of queues) await at.other.channel.bindQueue(queue, EXCHANGE, 'registration.created.v1')
    relay.sweep()
    await eventually(() => expect(outbox.settled).toEqual([[pending]]))
  })

  it('claims nothing while the broker is away, and sweeps when it is back', async () => {
    at.way.cut()
    await eventually(() => expect(at.state.up()).toBe(false))
    relay.start()
    expect(relay.hasCapacity(1)).toBe(false)
    const [stored] = outbox.fill(1)
    const offered = aPending()
    relay.enqueue([offered])
    await eventually(() => expect(outbox.released).toEqual([[offered]]))
    expect(outbox.claims).toBe(0)
    at.way.heal()
    await up(at.state)
    await eventually(() => expect(new Set(outbox.settled.flat())).toEqual(new Set([stored, offered])))
  })
})

describe('the relay', () => {
  const state = aDependency('rabbitmq')
  let outbox: MemoryOutbox
  let publish: Publisher['publish']
  let relay: Relay
  const relayOf = (options: { beforeMarkPublished?: () => Promise<void> } = {}) =>
    new Relay({
      outbox,
      publisher: {
        available: state,
        publishAll: (messages: readonly OutgoingMessage[]) => Promise.all(messages.map(publish)),
      },
      logger: recordedLog().logger,
      metrics: createMetrics('test'),
      ...options,
    })
  beforeEach(() => {
    outbox = new MemoryOutbox()
    publish = () => Promise.resolve('confirmed')
    relay = relayOf()
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

  it('publishes what it was offered before it stops', async () => {
    const { goOn } = held()
    const pending = Array.from({ length: 150 }, aPending)
    relay.enqueue(pending)
    const stopping = relay.stop()
    goOn()
    await stopping
    expect(outbox.settled.flat()).toEqual(pending)
  })

  it('publishes an event with the next batch, however much an import offered before it', async () => {
    const { waiting, goOn } = held()
    const imported = Array.from({ length: 8 }, () => Array.from({ length: 500 }, aPending))
    for (const some of imported) relay.enqueue(some)
    await eventually(() => expect(waiting).toHaveLength(500))
    const single = aPending()
    relay.enqueue([single])
    goOn()
    await eventually(() => expect(outbox.settled.flat()).toHaveLength(4_001))
    expect(outbox.settled[1]).toContain(single)
    expect(new Set(outbox.settled.flat())).toEqual(new Set([...imported.flat(), single]))
  })

  it('settles together what it publishes while more is offered, for at most 100 ms', async () => {
    let [now, more] = [0, 5]
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    publish = () => {
      now += 40
      if (more-- > 0) relay.enqueue([aPending()])
      return Promise.resolve('confirmed')
    }
    relay.enqueue([aPending()])
    await eventually(() => expect(outbox.settled.flat()).toHaveLength(6))
    expect(outbox.settled.map((batch) => batch.length)).toEqual([3, 3])
  })

  it('leaves the rest of a long backlog to others when it stops', async () => {
    const { waiting, goOn } = held()
    outbox.fill(2_500)
    relay.start()
    await eventually(() => expect(waiting).toHaveLength(500))
    const stopping = relay.stop()
    goOn()
    await stopping
    expect([outbox.settled.flat().length, outbox.waiting.length]).toEqual([500, 2_000])
  })

  it('looks once more when it was asked to sweep in the middle of a look', async () => {
    const claim = outbox.claim.bind(outbox)
    jest.spyOn(outbox, 'claim').mockImplementationOnce(async (limit) => {
      const claimed = await claim(limit)
      outbox.fill(1)
      relay.sweep()
      return claimed
    })
    relay.start()
    await eventually(() => expect(outbox.settled.flat()).toHaveLength(1), 1_000)
  })

  it('marks nothing as published before the step that comes first, and nothing if that step fails', async () => {
    const steps: string[] = []
    const markPublished = outbox.markPublished.bind(outbox)
    jest.spyOn(outbox, 'markPublished').mockImplementation((published) => {
      steps.push('marked')
      return markPublished(published)
    })
    relay = relayOf({
      beforeMarkPublished: () => {
        steps.push('before')
        return steps.length === 1 ? Promise.reject(new Error('not now')) : Promise.resolve()
      },
    })
    const [lost, kept] = [aPending(), aPending()]
    relay.enqueue([lost])
    await eventually(() => expect(steps).toEqual(['before']))
    relay.enqueue([kept])
    await eventually(() => expect(outbox.settled).toEqual([[kept]]))
    expect(steps).toEqual(['before', 'before', 'marked'])
  })

  it('keeps what it was offered when the store does not respond, until the leases run out', async () => {
    const markPublished = jest.spyOn(outbox, 'markPublished').mockRejectedValueOnce(new Error('not now'))
    const [lost, kept] = [aPending(), aPending()]
    relay.enqueue([lost])
    await eventually(() => expect(markPublished).toHaveBeenCalledTimes(1))
    relay.enqueue([kept])
    await eventually(() => expect(outbox.settled).toEqual([[kept]]))
  })

  it('rejects to be offered more than it can hold, large offers sooner than small ones, and all once it stops', async () => {
    const { waiting, goOn } = held()
    relay.enqueue(Array.from({ length: 500 }, aPending))
    await eventually(() => expect(waiting).toHaveLength(500))
    relay.enqueue(Array.from({ length: 19_500 }, aPending))
    expect([relay.hasCapacity(500), relay.hasCapacity(1)]).toEqual([false, true])
    relay.enqueue(Array.from({ length: 500 }, aPending))
    expect(relay.hasCapacity(1)).toBe(false)
    goOn()
    await eventually(() => expect(relay.hasCapacity(1)).toBe(true))
    await relay.stop()
    expect(relay.hasCapacity(1)).toBe(false)
  })

  it('asks the store when it sweeps, not for what it is offered, nor once the broker comes back after it has stopped', async () => {
    relay.start()
    await eventually(() => expect(outbox.claims).toBe(1))
    const pending = aPending()
    expect(relay.hasCapacity(1)).toBe(true)
    relay.enqueue([pending])
    await eventually(() => expect(outbox.settled).toEqual([[pending]]))
    await relay.stop()
    state.set(false)
    state.set(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect(outbox.claims).toBe(1)
  })
})

it('measures how long the next event has been waiting, by its type', async () => {
  const NOW = new Date('2024-01-15T15:00:00Z')
  const metrics = createMetrics('registration')
  const cases = [
    [-90_000, 90],
    [undefined, 0],
    // The clock of the process that stored the event is ahead.
    [1_000, 0],
  ] as const
  for (const [since, value] of cases) {
    const oldest = since === undefined ? undefined : new Date(NOW.getTime() + since)
    const outbox = { type: 'registration.created.v1', oldest: () => Promise.resolve(oldest) } as const
    await measureOutboxAge(outbox, { clock: { now: () => NOW }, metrics })
    const { values } = await metrics.outboxAge.get()
    expect(values).toEqual([{ labels: { type: 'registration.created.v1' }, value }])
  }
})
