import { Agent, Pool } from 'undici'
import { eventually } from '../../../testing/eventually.ts'
import {
  hangNext,
  STORE_DEADLINE_MS,
  testEachHung,
  type HungCall,
  type HungOperation,
  type Trigger,
} from '../../../testing/hung-operations.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { testClock } from '../../../testing/notification/scene.ts'
import { webhookScene } from '../../../testing/notification/webhooks.ts'
import { respondWith } from '../../../testing/receiver.ts'
import { AddressGuard, type AddressGuardOptions } from '../src/webhooks/deliveries/address-guard.ts'
import { WebhookHttpClient } from '../src/webhooks/deliveries/http-client.ts'
import { WEBHOOK_LEASE_MS, WEBHOOK_RETRY_DELAYS_MS } from '../src/webhooks/deliveries/rules.ts'

const SWEEP_MS = 200
const [FIRST_RETRY_MS, SECOND_RETRY_MS] = WEBHOOK_RETRY_DELAYS_MS

const isClaim = (_: object, update: any) => update.$set?.claim !== undefined
const isUpdate = ([write]: any[]) => write.updateOne !== undefined
const ofCounter = (name: string) => (filter: any) => filter._id === name

describe('a webhook', () => {
  const lines: string[] = []
  const clock = testClock()
  const { aUser, aSubscriber } = webhookScene({
    notificationOverrides: { clock, storeDeadlineMs: STORE_DEADLINE_MS, webhookSweepMs: SWEEP_MS },
    onLogLine: (line) => void lines.push(line),
  })
  let subscriber: Awaited<ReturnType<typeof aSubscriber>>
  beforeAll(async () => void (subscriber = await aSubscriber()))
  beforeEach(() => void (lines.length = 0))

  const DELIVERED = { status: 'delivered' }
  /** How many requests each event leads to in the end. */
  const expectedRequests = new Map<number, number>()
  const requestsOf = (id: number) => subscriber.receiver.received.filter(({ event }) => event.data.id === id)

  async function anEventOf(): Promise<number> {
    const { id } = await aUser()
    expectedRequests.set(id, 1)
    return id
  }
  const arrived = (id: number) =>
    eventually(() => expect(requestsOf(id)).toHaveLength(expectedRequests.get(id) as number))
  const deliveryOf = async (id: number) => {
    const eventId = requestsOf(id)[0]?.headers['webhook-id']
    const deliveries = await subscriber.deliveries('?limit=1000')
    return deliveries.find((delivery) => delivery.eventId === eventId)
  }
  const recorded = (id: number, fields: object) =>
    eventually(async () => expect(await deliveryOf(id)).toMatchObject(fields))

  /** Otherwise the success of an earlier event may end the failure of a later one. */
  const allRecorded = () =>
    eventually(async () => {
      const deliveries = await subscriber.deliveries('?limit=1000')
      expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([])
    })

  /** A failure that follows another one changes nothing in the endpoint, and neither does such a success. */
  const isFailing = (failing: boolean) =>
    eventually(async () => {
      const { body } = await subscriber.api.get(subscriber.path)
      expect(body.failingSince !== null).toBe(failing)
    })

  /** The event has failed at least once: again if the success of an earlier event has hastened it. */
  function succeedFromNowOn(id: number): void {
    expectedRequests.set(id, requestsOf(id).length + 1)
    subscriber.receiver.onRequest(respondWith(204))
  }

  /** Sends events until the operation hangs. @returns their users */
  async function eventsUntil(hung: HungCall): Promise<number[]> {
    const users: number[] = []
    await eventually(async () => {
      if (!hung.happened) users.push(await anEventOf())
      expect(hung.happened).toBe(true)
    })
    return users
  }
  /** @returns the user of a later event */
  async function expectGivenUp(what: string): Promise<number> {
    await eventually(() =>
      expect(lines.some((line) => line.includes(`${what} did not end within`))).toBe(true),
    )
    const later = await anEventOf()
    await arrived(later)
    return later
  }

  const TRIGGERS: Readonly<Record<string, Trigger>> = {
    async 'a new event'(hang, what) {
      const users = await eventsUntil(hang())
      await expectGivenUp(what)
      for (const user of users) await arrived(user)
    },
    async 'a new event whose lease has to end'(hang, what) {
      const users = await eventsUntil(hang())
      await recorded(await expectGivenUp(what), DELIVERED)
      clock.advance(WEBHOOK_LEASE_MS)
      for (const user of users) await arrived(user)
    },
    async 'a failed attempt'(hang, what) {
      await allRecorded()
      await isFailing(false)
      subscriber.receiver.onRequest(respondWith(500))
      const hung = hang()
      const user = await anEventOf()
      await eventually(() => expect(requestsOf(user)).not.toEqual([]))
      succeedFromNowOn(user)
      await eventually(() => expect(hung.happened).toBe(true))
      await recorded(await expectGivenUp(what), DELIVERED)
      // It may have been sent again already: the success of the later event hastens it.
      await recorded(user, { lastResponseStatus: expect.any(Number) })
      clock.advance(2 * FIRST_RETRY_MS)
      await arrived(user)
    },
    async 'a success after a failure'(hang, what) {
      await allRecorded()
      await isFailing(false)
      subscriber.receiver.onRequest(respondWith(500))
      // The success of an earlier event, which is recorded in the endpoint last, may end the first failure,
      // and lead to a second attempt at once.
      const failed: number[] = []
      for (let failures = 0; failures < 2; failures++) {
        const user = await anEventOf()
        await recorded(user, { lastResponseStatus: 500 })
        failed.push(user)
      }
      await isFailing(true)
      const hung = hang()
      for (const user of failed) succeedFromNowOn(user)
      const users = await eventsUntil(hung)
      await expectGivenUp(what)
      for (const user of users) await recorded(user, DELIVERED)
      clock.advance(2 * SECOND_RETRY_MS)
      for (const user of [...failed, ...users]) await arrived(user)
    },
    async 'a repetition'(hang, what) {
      const user = await anEventOf()
      await arrived(user)
      await recorded(user, DELIVERED)
      const { id } = await deliveryOf(user)
      const hung = hang()
      expectedRequests.set(user, 2)
      await subscriber.api.post(`${subscriber.path}deliveries/${id}/retry/`)
      await eventually(() => expect(hung.happened).toBe(true))
      await recorded(await expectGivenUp(what), DELIVERED)
      clock.advance(WEBHOOK_LEASE_MS)
      await arrived(user)
    },
  }

  const isDelivered = (_: object, update: any) => update.$set?.status === 'delivered'
  const WRITES: readonly HungOperation[] = [
    ['ids are reserved', 'a new event', 'counters', 'findOneAndUpdate', ofCounter('webhookDeliveries')],
    ['it is inserted', 'a new event', 'webhookDeliveries', 'insertMany'],
    ['a success is recorded', 'a new event', 'webhookDeliveries', 'updateMany', isDelivered],
    ['a failure is recorded', 'a failed attempt', 'webhookDeliveries', 'bulkWrite', isUpdate],
    ['its lane is marked', 'a failed attempt', 'webhookLanes', 'bulkWrite'],
    ['the failure of its endpoint is recorded', 'a failed attempt', 'webhookEndpoints', 'updateOne'],
    ['the success of its endpoint is recorded', 'a success after a failure', 'webhookEndpoints', 'updateOne'],
    ['it is leased', 'a repetition', 'webhookDeliveries', 'updateMany', isClaim],
  ]
  const READS: readonly HungOperation[] = [
    ['endpoints are asked for', 'a new event', 'counters', 'findOne', ofCounter('webhookEndpointChanges')],
    [
      'a tombstone is looked for',
      'a new event whose lease has to end',
      'erasedUsers',
      'find',
      (filter) => filter._id !== undefined,
    ],
    ['lanes are looked for', 'a repetition', 'webhookLanes', 'find', ({ dueAt }) => dueAt !== undefined],
    [
      'it is looked for',
      'a repetition',
      'webhookDeliveries',
      'find',
      ({ endpointId, dueAt }) => endpointId && dueAt,
    ],
  ]
  describe('is sent once when an operation of MongoDB never settles, and later ones are sent too', () => {
    testEachHung(TRIGGERS, { writes: WRITES, reads: READS })
  })

  it('is sent once when a call to another service never settles, and later ones are sent too', async () => {
    const when = ({ path }: { path: string }) => path === '/internal/users/states/'
    const users = await eventsUntil(hangNext(Pool.prototype, 'request', { when }))
    await expectGivenUp('user service')
    for (const user of users) await arrived(user)
  })

  it('in the end each event has arrived, and none twice', async () => {
    await allRecorded()
    clock.advance(2 * WEBHOOK_LEASE_MS)
    await arrived(await anEventOf())
    const requests = new Map([...expectedRequests.keys()].map((id) => [id, requestsOf(id).length]))
    expect(requests).toEqual(expectedRequests)
  })
})

describe('an attempt of a webhook fails in time', () => {
  const never = () => new Promise<never>(() => undefined)
  const attempt = async (options: Partial<AddressGuardOptions>, timeoutMs = 100) => {
    const guard = new AddressGuard({
      allowedNetworks: ['loopback'],
      backingServers: [{ kind: 'host', host: 'server.example', port: 1 }],
      resolve: () => Promise.resolve(['127.0.0.1']),
      logger: testLogger(),
      ...options,
    })
    const client = new WebhookHttpClient({ addressGuard: guard, proxyUrl: '' })
    const result = await client.post(new URL('http://receiver.example/'), '{}', {}, timeoutMs)
    await client.close()
    return result
  }

  it('when the DNS for the receiver never settles', async () => {
    expect(await attempt({ resolve: never })).toMatchObject({ kind: 'failed', error: 'timeout' })
  })

  it('when the DNS for the servers of Rollcall never settles', async () => {
    const serverDns = { lookup: never, resolveSrv: never } as never
    const result = await attempt({ serverDns, searchDeadlineMs: 100 }, 10_000)
    expect(result).toMatchObject({ kind: 'failed', error: 'dns-unavailable' })
  })

  it('when the client never settles', async () => {
    hangNext(Agent.prototype, 'request')
    expect(await attempt({})).toMatchObject({ kind: 'failed', error: 'timeout' })
  })
})
