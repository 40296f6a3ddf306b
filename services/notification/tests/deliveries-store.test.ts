import { randomUUID } from 'node:crypto'
import type { Call } from '../../shared/contract/operation.ts'
import { createLogger } from '../../shared/logger.ts'
import { Counters } from '../../shared/store/counters.ts'
import { aDatabase } from '../../../testing/database.ts'
import {
  erasedAddress,
  isRetryable,
  LEASE_MS,
  type Delivery,
  type NewDelivery,
} from '../src/deliveries/rules.ts'
import { MongoDeliveries, type Deliveries } from '../src/deliveries/repository.ts'
import { retryDeliveries } from '../src/deliveries/retry.ts'
import { aNewDelivery, NOW } from '../../../testing/notification/deliveries.ts'

const later = (ms: number) => new Date(NOW.getTime() + ms)
const SEVERAL = 8

const database = aDatabase()
const counters = new Counters(database)
const deliveries = new MongoDeliveries(database, counters.ids('deliveries'), 'example.org')
let registrations = 0

beforeAll(async () => {
  await counters.prepare('deliveries', 0)
  await deliveries.prepare()
})

const aDelivery = (fields: Partial<NewDelivery> = {}) =>
  aNewDelivery({ eventId: randomUUID(), registrationId: ++registrations, ...fields })
/** At once, by clocks that do not quite agree. */
const several = <T>(work: (ms: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: SEVERAL }, (_, ms) => work(ms)))
const states = (claims: { state: string }[]) => claims.map(({ state }) => state).sort()
const onlyOneClaimed = ['claimed', ...Array.from({ length: SEVERAL - 1 }, () => 'not-due')]

describe('of several processes that come for one e-mail', () => {
  it('one begins it', async () => {
    const delivery = aDelivery()
    expect(states(await several((ms) => deliveries.addOrClaim(delivery, later(ms))))).toEqual(onlyOneClaimed)
  })

  it('one takes it over once the lease has run out', async () => {
    const delivery = aDelivery()
    await deliveries.addOrClaim(delivery, NOW)
    const claims = await several((ms) => deliveries.addOrClaim(delivery, later(LEASE_MS + ms)))
    expect(states(claims)).toEqual(onlyOneClaimed)
    const mine = claims.find(({ state }) => state === 'claimed')?.delivery
    expect(mine).toMatchObject({ attempts: 2, status: 'sending', unconfirmedAttempts: 1 })
  })

  it('one finds it by a sweep', async () => {
    const added = await deliveries.add(aDelivery({ kind: 'resend', createdAt: later(-LEASE_MS) }))
    expect(await deliveries.find(added.id)).toEqual(added)
    const taken = await several((ms) => deliveries.claimDue(later(ms - SEVERAL)))
    expect(taken.filter((delivery) => delivery?.id === added.id)).toHaveLength(1)
  })
})

it('an e-mail whose message comes again takes no further id, and is added if it is not there', async () => {
  const counted = async () => (await database.collection('counters').findOne({}))?.['value'] as number
  const delivery = aDelivery()
  expect((await deliveries.addOrClaim(delivery, NOW, true)).state).toBe('claimed')
  const issued = await counted()
  expect((await deliveries.addOrClaim(delivery, NOW, true)).state).toBe('not-due')
  expect((await deliveries.addOrClaim(delivery, later(LEASE_MS), true)).state).toBe('claimed')
  expect(await counted()).toBe(issued)
})

it('a holder whose lease has gone to another cannot undo what that one did, but what a server took from it is sent', async () => {
  const delivery = aDelivery()
  const late = { dueAt: NOW, lastError: 'too late', failedAt: NOW, unconfirmedAttempts: 0 }
  const first = (await deliveries.addOrClaim(delivery, NOW)).delivery
  const second = (await deliveries.addOrClaim(delivery, later(LEASE_MS))).delivery
  expect(await deliveries.renew(first, later(LEASE_MS))).toBe(false)
  await deliveries.recordFailure(first, { status: 'failed', ...late })
  expect(await deliveries.find(second.id)).toEqual(second)
  await deliveries.recordSent(first.id, later(LEASE_MS + 1))
  await deliveries.recordFailure(second, { status: 'queued', ...late })
  await deliveries.recordSent(second.id, later(LEASE_MS + 9))
  expect(await deliveries.find(second.id)).toMatchObject({ status: 'sent', sentAt: later(LEASE_MS + 1) })
  expect((await deliveries.addOrClaim(delivery, later(9 * LEASE_MS))).state).toBe('finished')
})

describe('sending e-mails again as a group (O17)', () => {
  const lines: string[] = []
  const call = {
    trace: { requestId: '', traceparent: '' },
    log: createLogger('test', 'silent', { write: (line: string) => void lines.push(line) }),
  }
  const retryIn = (process: Deliveries, status: 'failed' | 'queued' = 'failed') =>
    retryDeliveries({
      deliveries: process,
      tombstones: { has: () => Promise.resolve(false) },
      sweeper: { wake: () => undefined },
      clock: { now: () => NOW },
    })({ ...call, body: { status } } as unknown as Call<'retryDeliveries'>)
  /** The deliveries in a process that is killed before this write. */
  function killedBefore(write: keyof Deliveries): Deliveries {
    let killed = false
    return new Proxy(deliveries, {
      get: (target, name: keyof Deliveries) => {
        const method = target[name].bind(target) as (...parameters: unknown[]) => unknown
        return (...parameters: unknown[]) => {
          killed ||= name === write
          return killed ? Promise.reject(new Error('killed')) : method(...parameters)
        }
      },
    })
  }

  async function aFailed() {
    const { delivery } = await deliveries.addOrClaim(aDelivery(), NOW)
    await deliveries.recordFailure(delivery, {
      status: 'failed',
      dueAt: NOW,
      lastError: '550',
      failedAt: NOW,
      unconfirmedAttempts: 0,
    })
    return { registrationId: delivery.registrationId }
  }

  it.each(['add', 'markResent', 'makeDue'] as const)(
    'hides no e-mail when the process is killed before it calls %s',
    async (write) => {
      const filter = await aFailed()
      await expect(retryIn(killedBefore(write))).rejects.toThrow('killed')
      expect(lines.splice(0)).toHaveLength(write === 'makeDue' ? 1 : 0)
      await retryIn(deliveries)
      expect(lines.splice(0)).toHaveLength(write === 'makeDue' ? 0 : 1)
      const { records } = await deliveries.list(filter, { afterId: 0, offset: 0, limit: 10 })
      const resends = (records as readonly Delivery[]).filter(({ kind }) => kind === 'resend')
      expect(resends.length).toBeGreaterThan(0)
      for (const { dueAt } of resends) expect(dueAt.getTime()).toBeLessThanOrEqual(later(LEASE_MS).getTime())
      expect(await deliveries.listWithReasons('failed', 1)).toEqual([])
    },
  )

  it('sends each once when several operators do so', async () => {
    const filter = await aFailed()
    await several(() => retryIn(deliveries))
    expect(await deliveries.count(filter)).toBe(2)
  })

  it.each([
    ['failed', { to: 'ada@example.org', dueAt: NOW }, true],
    ['failed', { to: '', dueAt: NOW }, false],
    ['failed', { to: erasedAddress(1007), dueAt: NOW }, false],
    ['queued', { to: 'ada@example.org', dueAt: later(1) }, true],
    ['queued', { to: 'ada@example.org', dueAt: NOW }, false],
  ] as const)('of those that are %s, takes %j: %s', (status, delivery, taken) => {
    expect(isRetryable(delivery, status, NOW)).toBe(taken)
  })

  it('makes each queued e-mail due once, the oldest first, so that nothing remains while the mail server is unavailable', async () => {
    await retryIn(deliveries, 'queued') // what other tests have left
    const queued = Array.from({ length: 501 }, () => deliveries.add(aDelivery(), later(60_000)))
    const newestId = Math.max(...(await Promise.all(queued)).map(({ id }) => id))
    expect(await retryIn(deliveries, 'queued')).toMatchObject({ body: { retried: 500, remaining: true } })
    expect(await deliveries.find(newestId)).toMatchObject({ dueAt: later(60_000) })
    expect(await retryIn(deliveries, 'queued')).toMatchObject({ body: { retried: 1, remaining: false } })
    expect(await retryIn(deliveries, 'queued')).toMatchObject({ body: { retried: 0, remaining: false } })
  })
})
