import { eventually } from '../../../testing/eventually.ts'
import { aDependency } from '../../../testing/broker.ts'
import { aDispatcher, SLOTS, turns, type Item } from '../../../testing/notification/dispatcher.ts'
import { withDeadline } from '../../platform/process/deadline.ts'
import type { AttemptEnd } from '../src/dispatch/rules.ts'

/**
 * Far longer than two extensions take, also on a busy machine; the lease of an e-mail is three times the
 * interval.
 */
const LEASE_MS = 5_000

describe('a lane', () => {
  it('has as many attempts at a time as slots, and leases at most twice as many new deliveries', async () => {
    const at = aDispatcher()
    const offered = Array.from({ length: 3 * SLOTS }, () => at.offer(1))
    await turns()
    expect(offered.map((item) => item !== undefined)).toEqual([
      ...Array.from({ length: 2 * SLOTS }, () => true),
      ...Array.from({ length: SLOTS }, () => false),
    ])
    expect(at.begun).toHaveLength(SLOTS)
    await at.end(at.begun.slice(0, 1))
    expect(at.begun).toHaveLength(SLOTS + 1)
  })

  it('has room for a new delivery while a backlog waits', async () => {
    const at = aDispatcher()
    at.addDue(1, 1_000)
    at.dispatcher.wake(1)
    await turns()
    expect(at.begun).toHaveLength(SLOTS)
    const added = at.offer(1)
    expect(added).toBeDefined()
    for (let round = 0; round < 3; round++) await at.end([...at.begun])
    expect(at.begun).toContain(added)
  })

  it('sends what was stored without a lease because the lane was full', async () => {
    const at = aDispatcher()
    const offered = Array.from({ length: 2 * SLOTS }, () => at.offer(1))
    expect(at.offer(1)).toBeUndefined()
    at.addDue(1, 1)
    at.dispatcher.wake(1)
    const total = offered.length + 1
    while (at.begun.length < total) await at.end([...at.begun])
    expect(at.due).toEqual([])
  })

  it('releases waiting deliveries when it is closed', async () => {
    let state: 'open' | 'closed' = 'open'
    const at = aDispatcher({ stateOf: () => Promise.resolve({ kind: state, slots: SLOTS }) })
    for (let i = 0; i < SLOTS + 1; i++) at.offer(1)
    await turns()
    state = 'closed'
    await at.end(at.begun.slice(0, 1))
    expect(at.released).toHaveLength(1)
    expect(at.begun).toHaveLength(SLOTS)
  })

  it('is read again if it is woken while its state is being read', async () => {
    const states: ((kind: 'open' | 'closed') => void)[] = []
    const at = aDispatcher({
      stateOf: () => new Promise((found) => states.push((kind) => found({ kind, slots: SLOTS }))),
    })
    at.addDue(1, 1)
    at.dispatcher.wake(1)
    at.dispatcher.wake(1)
    states[0]?.('closed')
    await turns()
    states[1]?.('open')
    await turns()
    expect(at.begun).toHaveLength(1)
  })

  it('frees the room of a delivery that was not stored', () => {
    const at = aDispatcher()
    for (let i = 0; i < 100; i++) at.dispatcher.reserve(1)?.cancel()
    expect(at.offer(1)).toBeDefined()
  })
})

describe('lanes of receivers that do not respond', () => {
  const MAX = 3

  it('get one slot each after an attempt that timed out, and together at most the maximum', async () => {
    const at = aDispatcher({ maxInFlightOfAllLanes: MAX })
    const slow = [1, 2, 3, 4, 5, 6]
    for (const lane of slow) at.addDue(lane, 100)
    for (const lane of slow) at.dispatcher.wake(lane)
    await turns()
    await at.end([...at.begun], { timedOut: true })
    const before = at.begun.length
    await turns()
    const inProgress = at.begun.slice(-MAX)
    expect(new Set(inProgress.map(({ lane }) => lane)).size).toBe(MAX)
    expect(at.begun.length).toBe(before)
  })

  it('do not delay the attempt of a healthy lane', async () => {
    const at = aDispatcher({ maxInFlightOfAllLanes: MAX })
    for (const lane of [1, 2, 3, 4]) at.addDue(lane, 100)
    for (const lane of [1, 2, 3, 4]) at.dispatcher.wake(lane)
    await turns()
    await at.end([...at.begun], { timedOut: true })
    at.offer(9)
    await turns()
    expect(at.begunIn(9)).toBe(1)
  })

  it('do not delay a healthy lane that waited until its results were recorded', async () => {
    const [SLOW, OTHER_SLOW, HEALTHY] = [1, 2, 3]
    const recorded = Promise.withResolvers<AttemptEnd>()
    const begun: number[] = []
    const at = aDispatcher({
      maxInFlightOfAllLanes: 1,
      maxUnrecorded: 2,
      attempt: ({ lane }, freeSlot) => {
        begun.push(lane)
        if (lane === HEALTHY) {
          freeSlot({ timedOut: false })
          return recorded.promise
        }
        const isFirst = begun.filter((one) => one === lane).length === 1
        return isFirst ? Promise.resolve({ timedOut: true }) : new Promise(() => undefined)
      },
    })
    for (const lane of [SLOW, OTHER_SLOW]) {
      at.addDue(lane, 100)
      at.dispatcher.wake(lane)
      await turns()
    }
    const ofHealthy = () => begun.filter((lane) => lane === HEALTHY).length
    for (const lane of [HEALTHY, HEALTHY]) {
      at.offer(lane)
      await turns()
    }
    expect(ofHealthy()).toBe(1)
    recorded.resolve({ timedOut: false })
    await turns()
    expect(ofHealthy()).toBe(2)
  })

  it('take turns', async () => {
    const at = aDispatcher({ maxInFlightOfAllLanes: 1 })
    for (const lane of [1, 2, 3]) at.addDue(lane, 100)
    for (const lane of [1, 2, 3]) at.dispatcher.wake(lane)
    for (let round = 0; round < 9; round++) {
      await turns()
      await at.end([...at.begun], { timedOut: true })
    }
    const counts = [1, 2, 3].map((lane) => at.begunIn(lane))
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2)
  })
})

describe('a dispatcher', () => {
  it('limits its attempts while results cannot be recorded', async () => {
    const MAX_UNRECORDED = 5
    const recorded = Promise.withResolvers<AttemptEnd>()
    let attempts = 0
    const at = aDispatcher({
      maxUnrecorded: MAX_UNRECORDED,
      attempt: (_, freeSlot) => {
        attempts++
        freeSlot({ timedOut: false })
        return recorded.promise
      },
    })
    for (let i = 0; i < MAX_UNRECORDED + 2; i++) at.offer(1)
    await turns()
    expect(attempts).toBe(MAX_UNRECORDED)
    // Another lane has its attempt, also a second one when the first is recorded.
    at.offer(2)
    await turns()
    expect(attempts).toBe(MAX_UNRECORDED + 1)
    recorded.resolve({ timedOut: false })
    await turns()
    expect(attempts).toBe(MAX_UNRECORDED + 3)
  })

  it('extends leases until the results are recorded', async () => {
    const at = aDispatcher()
    at.dispatcher.start()
    const item = at.offer(1)
    await turns()
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = setInterval(() => at.renewed.filter((one) => one === item).length >= 2 && resolve(), 1)
    await promise
    clearInterval(look)
    await at.end(at.begun)
    at.renewed.splice(0)
    await at.dispatcher.stop()
    expect(at.renewed).toEqual([])
  })

  it('extends leases again when an extension never settled, before they end', async () => {
    let extensions = 0
    const extended = Promise.withResolvers<void>()
    const hanging = aDispatcher({
      renew: () => {
        if (++extensions === 1) return new Promise(() => undefined)
        extended.resolve()
        return Promise.resolve()
      },
    })
    hanging.dispatcher.start()
    hanging.offer(1)
    await withDeadline(LEASE_MS, 'the second extension', () => extended.promise)
    await hanging.end(hanging.begun)
    await hanging.dispatcher.stop()
  })

  it('sends in other lanes while a claim of one lane never ends', async () => {
    const hung = aDispatcher({
      claim: (lane) =>
        lane === 1 ? new Promise(() => undefined) : Promise.resolve({ claimed: [], mayHaveMore: false }),
    })
    hung.dispatcher.wake(1)
    hung.offer(2)
    await turns()
    expect(hung.begunIn(2)).toBe(1)
  })

  it('claims again if it is woken during a claim, which may have missed what is due', async () => {
    const claims: ((found: Item[]) => void)[] = []
    const at = aDispatcher({
      claim: () =>
        new Promise((resolve) => claims.push((claimed) => resolve({ claimed, mayHaveMore: false }))),
    })
    at.dispatcher.wake(1)
    await turns()
    at.dispatcher.wake(1)
    claims[0]?.([])
    await turns()
    claims[1]?.([{ id: 1, claim: 'this process', lane: 1 }])
    await turns()
    expect(at.begun).toHaveLength(1)
  })

  it('does not claim again what it sends, though the leases have ended', async () => {
    const own: (readonly string[])[] = []
    const at = aDispatcher({
      claim: (_lane, _limit, except) => {
        own.push(except)
        return Promise.resolve({ claimed: [], mayHaveMore: false })
      },
    })
    for (let i = 0; i < SLOTS; i++) at.offer(1)
    await turns()
    at.dispatcher.wake(1)
    await turns()
    // What it sends to other receivers is not among what it may claim.
    at.dispatcher.wake(2)
    await turns()
    expect(own).toEqual([['this process'], []])
  })

  it('claims nothing while leased deliveries wait, and then several at once', async () => {
    const limits: number[] = []
    const at = aDispatcher({
      claim: (_lane, limit) => {
        limits.push(limit)
        return Promise.resolve({ claimed: [], mayHaveMore: false })
      },
    })
    for (let i = 0; i < SLOTS + 1; i++) at.offer(1)
    at.dispatcher.wake(1)
    await turns()
    expect(limits).toEqual([])
    await at.end(at.begun.slice(0, 1))
    await turns()
    expect(limits).toEqual([Math.ceil(SLOTS / 2)])
  })

  it('extends leases at once when MongoDB is available again', async () => {
    const mongodb = aDependency('mongodb', { up: false })
    const at = aDispatcher({ mongodb, renewMs: 600_000 })
    at.dispatcher.start()
    const item = at.offer(1)
    mongodb.set(true)
    await eventually(() => expect(at.renewed).toEqual([item]))
    await at.end(at.begun)
    await at.dispatcher.stop()
  })

  it('continues with the next sweep after a failed claim', async () => {
    let failures = 1
    const failing = aDispatcher({
      claim: (lane, limit) =>
        failures-- > 0
          ? Promise.reject(new Error('MongoDB is unavailable'))
          : Promise.resolve({
              claimed: [{ id: 1, claim: 'this process', lane }].slice(0, limit),
              mayHaveMore: false,
            }),
      findDue: () => Promise.resolve([1]),
    })
    failing.dispatcher.wake(1)
    await turns()
    expect(failing.begun).toHaveLength(0)
    failing.dispatcher.wake()
    await turns()
    expect(failing.begun).toHaveLength(1)
  })

  it('begins with the next sweep what it leased while the state of a lane could not be read', async () => {
    let failures = 1
    const at = aDispatcher({
      stateOf: () =>
        failures-- > 0
          ? Promise.reject(new Error('MongoDB is unavailable'))
          : Promise.resolve({ kind: 'open', slots: SLOTS }),
    })
    const item = at.offer(1)
    await turns()
    expect(at.begun).toEqual([])
    at.dispatcher.wake()
    await turns()
    expect(at.begun).toEqual([item])
  })

  it('waits for the attempts in progress when it stops, and releases waiting deliveries', async () => {
    const at = aDispatcher()
    for (let i = 0; i < SLOTS + 2; i++) at.offer(1)
    await turns()
    const stopped = at.dispatcher.stop()
    await turns()
    expect(at.released).toHaveLength(2)
    expect(at.offer(1)).toBeUndefined()
    await at.end(at.begun)
    await stopped
    expect(at.begun).toHaveLength(SLOTS)
  })
})

it('releases what a claim brings that is in progress when the dispatcher stops', async () => {
  const claimed = Promise.withResolvers<Item>()
  const at = aDispatcher({
    claim: async () => ({ claimed: [await claimed.promise], mayHaveMore: true }),
  })
  at.dispatcher.wake(1)
  await turns()
  let hasStopped = false
  const stopped = at.dispatcher.stop().then(() => (hasStopped = true))
  await turns()
  expect(hasStopped).toBe(false)
  const item = { id: 1, claim: 'this process', lane: 1 }
  claimed.resolve(item)
  await stopped
  expect([at.released, at.begun]).toEqual([[item], []])
})
