import { randomUUID } from 'node:crypto'
import type { Call } from '../../platform/contract/operation.ts'
import { Counters } from '../../platform/store/counters.ts'
import { aDatabase } from '../../../testing/database.ts'
import {
  isRetryable,
  EMAIL_LEASE_MS,
  NO_FAILURES,
  type EmailDelivery,
  type LeasedEmailDelivery,
  type NewEmailDelivery,
} from '../src/emails/rules.ts'
import { EmailDeliveries } from '../src/emails/repository.ts'
import { retryDeliveries } from '../src/emails/retry-deliveries.ts'
import { aNewDelivery, NOW } from '../../../testing/notification/deliveries.ts'

const SEVERAL = 8

let now = NOW
const clock = { now: () => now }
const later = (ms: number) => new Date(NOW.getTime() + ms)

const database = aDatabase()
const counters = new Counters(database)
/** Of one process. */
const aRepository = () =>
  new EmailDeliveries(database, { ids: counters.ids('deliveries'), domain: 'example.org', clock })
const deliveries = aRepository()
let registrations = 0

beforeAll(async () => {
  await counters.prepare('deliveries', 0)
  await deliveries.prepare()
})
beforeEach(async () => {
  now = NOW
  await database.collection('deliveries').deleteMany({})
})

const aDelivery = (fields: Partial<NewEmailDelivery> = {}) =>
  aNewDelivery({ eventId: randomUUID(), registrationId: ++registrations, ...fields })
const several = <T>(work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: SEVERAL }, work))

/** An automatic e-mail that this process is going to send. */
async function aLeased(): Promise<LeasedEmailDelivery> {
  const added = await deliveries.addAutomatic(aDelivery(), { leased: true, wasReceivedBefore: false })
  if (added.kind !== 'leased') throw new Error('not added')
  return added.delivery
}

describe('an e-mail that is stored with a lease', () => {
  it('is queued until its attempt begins', async () => {
    const leased = await aLeased()
    expect(await deliveries.find(leased.id)).toMatchObject({ status: 'queued', attempts: 0 })
    await deliveries.begin({ delivery: leased, settingsHash: '' })
    expect(await deliveries.find(leased.id)).toMatchObject({ status: 'sending', attempts: 1 })
  })

  it('is not claimed by another process before the lease ends, and by one process afterwards', async () => {
    const leased = await aLeased()
    const claimAll = async () =>
      (await several(() => aRepository().claimDue(10))).flatMap(({ claimed }) => claimed)
    now = later(EMAIL_LEASE_MS - 1)
    expect(await claimAll()).toEqual([])
    now = later(EMAIL_LEASE_MS)
    expect(await claimAll()).toMatchObject([{ id: leased.id, attempts: 0, unconfirmedAttempts: 0 }])
  })

  it('is not begun by a process whose lease another one has taken over', async () => {
    const leased = await aLeased()
    now = later(EMAIL_LEASE_MS)
    const [claimed] = (await deliveries.claimDue(1)).claimed
    expect(await deliveries.begin({ delivery: leased, settingsHash: '' })).toBeUndefined()
    expect(
      await deliveries.begin({ delivery: claimed as LeasedEmailDelivery, settingsHash: '' }),
    ).toMatchObject({
      attempts: 1,
    })
  })

  it('keeps its lease while it is renewed', async () => {
    const leased = await aLeased()
    now = later(EMAIL_LEASE_MS - 1)
    await deliveries.renew([leased])
    now = later(EMAIL_LEASE_MS)
    expect((await deliveries.claimDue(1)).claimed).toEqual([])
  })

  it('can be claimed at once when it is released', async () => {
    const leased = await aLeased()
    await deliveries.release([leased])
    expect((await deliveries.claimDue(1)).claimed).toMatchObject([{ id: leased.id, status: 'queued' }])
  })

  it('counts as possibly sent if its process ended during the attempt', async () => {
    const leased = await aLeased()
    await deliveries.begin({ delivery: leased, settingsHash: '' })
    now = later(EMAIL_LEASE_MS)
    const [claimed] = (await deliveries.claimDue(1)).claimed
    expect(claimed).toMatchObject({ status: 'sending', unconfirmedAttempts: 0 })
    const begun = await deliveries.begin({ delivery: claimed as LeasedEmailDelivery, settingsHash: '' })
    expect(begun).toMatchObject({ attempts: 2, unconfirmedAttempts: 1 })
    expect(await deliveries.find(leased.id)).toMatchObject({ attempts: 2, unconfirmedAttempts: 1 })
  })
})

it('several processes claim each due e-mail once, and leave none', async () => {
  const added = await Promise.all(
    Array.from({ length: 50 }, () => deliveries.add(aDelivery({ kind: 'resend' }))),
  )
  const claimed: number[] = []
  await several(async () => {
    const repository = aRepository()
    for (let mayHaveMore = true; mayHaveMore;) {
      const found = await repository.claimDue(5)
      claimed.push(...found.claimed.map(({ id }) => id))
      mayHaveMore = found.mayHaveMore
    }
  })
  expect(claimed.toSorted((a, b) => a - b)).toEqual(added.map((one) => one!.id).toSorted((a, b) => a - b))
})

it('claims first what has been due for longest', async () => {
  const add = (secondsAgo: number) =>
    deliveries.add(aDelivery({ kind: 'resend' }), later(-secondsAgo * 1_000))
  const [oldest, newest, other] = [(await add(30))!, (await add(10))!, (await add(20))!]
  const { claimed, mayHaveMore } = await deliveries.claimDue(2)
  expect(new Set(claimed.map(({ id }) => id))).toEqual(new Set([oldest.id, other.id]))
  expect(mayHaveMore).toBe(true)
  expect((await deliveries.claimDue(2)).claimed).toMatchObject([{ id: newest.id }])
})

it('adds one automatic e-mail for a registration, however often its message is delivered', async () => {
  const delivery = aDelivery()
  const added = await several(() =>
    aRepository().addAutomatic(delivery, { leased: true, wasReceivedBefore: false }),
  )
  expect(added.filter(({ kind }) => kind === 'leased')).toHaveLength(1)
  expect(await deliveries.count({ registrationId: delivery.registrationId })).toBe(1)
})

it('uses no id for a message that is delivered again', async () => {
  const counted = async () => (await database.collection('counters').findOne({}))?.['value'] as number
  const delivery = aDelivery()
  const options = { leased: false, wasReceivedBefore: true }
  expect((await deliveries.addAutomatic(delivery, options)).kind).toBe('due')
  const issued = await counted()
  expect((await deliveries.addAutomatic(delivery, options)).kind).toBe('exists')
  expect(await counted()).toBe(issued)
})

it('records a failure only for the holder of the lease, and a success for any process', async () => {
  const late = {
    dueAt: null,
    lastError: 'too late',
    errorClass: 'unconfirmed',
    failedAt: NOW,
    ...NO_FAILURES,
    status: 'failed',
  } as const
  const first = await aLeased()
  now = later(EMAIL_LEASE_MS)
  const [second] = (await deliveries.claimDue(1)).claimed as [LeasedEmailDelivery]
  await deliveries.recordFailure(first, late)
  expect(await deliveries.find(first.id)).toMatchObject({ status: 'queued', lastError: '' })
  await deliveries.recordSent({ id: first.id, at: now })
  await deliveries.recordFailure(second, late)
  await deliveries.recordSent({ id: second.id, at: later(2 * EMAIL_LEASE_MS) })
  expect(await deliveries.find(second.id)).toMatchObject({ status: 'sent', sentAt: now, dueAt: null })
})

describe('sending a group of e-mails again (O17)', () => {
  const audited: object[] = []
  const call = {
    trace: { requestId: '', traceparent: '' },
    audit: (ids: object) => void audited.push(ids),
  }
  const retryIn = (process: EmailDeliveries, status: 'failed' | 'queued' = 'failed', ids?: string[]) =>
    retryDeliveries({
      deliveries: process,
      tombstones: { has: () => Promise.resolve(false) },
      dispatcher: { wake: () => undefined },
      clock: { now: () => NOW },
    })({ ...call, body: { status, ids } } as unknown as Call<'retryDeliveries'>)
  /** The deliveries in a process that is killed before this write. */
  function killedBefore(write: keyof EmailDeliveries): EmailDeliveries {
    let killed = false
    return new Proxy(deliveries, {
      get: (target, name: keyof EmailDeliveries) => {
        const method = target[name].bind(target) as (...parameters: unknown[]) => unknown
        return (...parameters: unknown[]) => {
          killed ||= name === write
          return killed ? Promise.reject(new Error('killed')) : method(...parameters)
        }
      },
    })
  }

  async function aFailed() {
    const delivery = await aLeased()
    await deliveries.recordFailure(delivery, {
      status: 'failed',
      dueAt: null,
      lastError: '550',
      errorClass: 'refused 550',
      failedAt: NOW,
      ...NO_FAILURES,
    })
    return { registrationId: delivery.registrationId }
  }

  it.each(['add', 'markResent', 'makeDue'] as const)(
    'leaves no e-mail unsent if the process is killed before it calls %s',
    async (write) => {
      const filter = await aFailed()
      await expect(retryIn(killedBefore(write))).rejects.toThrow('killed')
      expect(audited.splice(0)).toHaveLength(write === 'makeDue' ? 1 : 0)
      await retryIn(deliveries)
      expect(audited.splice(0)).toHaveLength(write === 'makeDue' ? 0 : 1)
      const { records } = await deliveries.list(filter, { afterId: 0, offset: 0, limit: 10 })
      const resends = (records as readonly EmailDelivery[]).filter(({ kind }) => kind === 'resend')
      expect(resends.length).toBeGreaterThan(0)
      for (const { dueAt } of resends)
        expect(dueAt?.getTime()).toBeLessThanOrEqual(later(EMAIL_LEASE_MS).getTime())
      expect(await deliveries.listWithErrorClass({ status: 'failed' }, 1)).toEqual([])
    },
  )

  it('sends each e-mail once if several operators do so', async () => {
    const filter = await aFailed()
    await several(() => retryIn(deliveries))
    expect(await deliveries.count(filter)).toBe(2)
  })

  it.each([
    ['failed', { to: 'ada@example.org', erased: false, dueAt: null }, true],
    ['failed', { to: '', erased: false, dueAt: null }, false],
    ['failed', { to: 'ada@example.org', erased: true, dueAt: null }, false],
    ['queued', { to: 'ada@example.org', erased: false, dueAt: later(1) }, true],
    ['queued', { to: 'ada@example.org', erased: false, dueAt: NOW }, false],
    ['queued', { to: 'ada@example.org', erased: false, dueAt: null }, false],
  ] as const)('accepts %s e-mails with %j: %s', (status, delivery, taken) => {
    expect(isRetryable(delivery, status, NOW)).toBe(taken)
  })

  it('makes each queued e-mail due once, oldest first, while the mail server is unavailable', async () => {
    const queued = Array.from({ length: 501 }, () => deliveries.add(aDelivery(), later(60_000)))
    const newestId = Math.max(...(await Promise.all(queued)).map((one) => one!.id))
    expect(await retryIn(deliveries, 'queued')).toMatchObject({ body: { retried: 500, remaining: true } })
    expect(await deliveries.find(newestId)).toMatchObject({ dueAt: later(60_000) })
    expect(await retryIn(deliveries, 'queued')).toMatchObject({ body: { retried: 1, remaining: false } })
    expect(await retryIn(deliveries, 'queued')).toMatchObject({ body: { retried: 0, remaining: false } })
  })

  it('counts a queued e-mail that is named also if it is due or leased, which keeps its turn', async () => {
    const dueAt = later(-60_000)
    const due = (await deliveries.add(aDelivery({ kind: 'resend' }), dueAt))!
    const leased = await aLeased()
    const ids = [due, leased].map(({ id }) => String(id))
    expect(await retryIn(deliveries, 'queued', [...ids, '999999'])).toMatchObject({
      body: { retried: 2, remaining: false },
    })
    expect(await deliveries.find(due.id)).toMatchObject({ dueAt })
    await deliveries.recordSent({ id: leased.id, at: NOW })
    expect(await retryIn(deliveries, 'queued', ids)).toMatchObject({ body: { retried: 1 } })
  })
})

it('erases what names a user whatever the texts are, which callers can write (O18)', async () => {
  const to = 'erased-1007@erased.invalid'
  const written = await deliveries.add({
    ...aNewDelivery({ content: { ...aNewDelivery().content, preferredLanguage: 'fr-CA' } }),
    userId: 1007,
    to,
    registrationId: 900_001,
    kind: 'resend',
  })
  await deliveries.recordSent({ id: written!.id, at: NOW })
  const range = { afterId: 0, limit: 10 }
  expect(await deliveries.eraseUser(1007, range)).toMatchObject({ records: 1, done: true })
  expect(await deliveries.find(written!.id)).toMatchObject({
    to,
    erased: true,
    content: { firstName: 'erased-1007', preferredLanguage: '' },
  })
  expect(await deliveries.eraseUser(1007, range)).toMatchObject({ records: 0, done: true })
})
