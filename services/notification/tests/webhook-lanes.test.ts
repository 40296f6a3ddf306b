import { anEvent as aRegistrationEvent } from '../../../testing/broker.ts'
import type { Call } from '../../platform/contract/operation.ts'
import { TooManyRequests } from '../../platform/errors.ts'
import { eventually } from '../../../testing/eventually.ts'
import { anAccount, anEvent, NOW, webhookProcesses } from '../../../testing/notification/webhook-process.ts'
import { asDisabled, asEnabled, withoutPause } from '../src/webhooks/endpoints/rules.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { WebhookDeliveryRecord } from '../src/webhooks/deliveries/record.ts'
import { replayWebhookEvents, resume, type WebhookDeliveryDeps } from '../src/webhooks/deliveries/handlers.ts'
import { MAX_IN_FLIGHT_PER_ENDPOINT, type LeasedWebhookDelivery } from '../src/webhooks/deliveries/rules.ts'

const { aProcess, anEndpoint } = webhookProcesses()
const later = (ms: number) => new Date(NOW.getTime() + ms)
const HOUR = 60 * 60 * 1_000
const stored = ({ connection }: Awaited<ReturnType<typeof aProcess>>, endpointId: number) =>
  connection
    .collection<WebhookDeliveryRecord>('webhookDeliveries')
    .find({ endpointId })
    .sort({ _id: 1 })
    .toArray()

it('an event that could not be stored for one endpoint keeps no place of another (W5)', async () => {
  let isUnavailable = false
  const one = await aProcess({
    endpoints: (real) =>
      withOverrides(real, {
        find: (id) => (isUnavailable ? Promise.reject(new Error('MongoDB is unavailable')) : real.find(id)),
      }),
  })
  const healthy = await anEndpoint(one, 11, ['registration.created'])
  const paused = await anEndpoint(one, 11, ['registration.created'])
  await one.endpoints.change(paused.id, undefined, (current) => ({ ...current, pausedUntil: later(HOUR) }))
  isUnavailable = true
  const lost = Array.from({ length: 2 * MAX_IN_FLIGHT_PER_ENDPOINT }, () =>
    one.handlers.onRegistrationCreated(aRegistrationEvent()),
  )
  const outcomes = await Promise.allSettled(lost)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
  isUnavailable = false
  await one.handlers.onRegistrationCreated(aRegistrationEvent())
  await eventually(() => expect(healthy.receiver.received).toHaveLength(1))
})

it('a delivery that finds its endpoint paused is due as soon as the pause ends early (W8)', async () => {
  const one = await aProcess()
  const { id: endpointId, receiver } = await anEndpoint(one, 15)
  const pausedUntil = later(HOUR)
  await one.endpoints.change(endpointId, undefined, (current) => ({ ...current, pausedUntil }))
  await one.attempt(endpointId, 'leased before the pause')
  expect(receiver.received).toEqual([])
  await one.endpoints.change(endpointId, undefined, withoutPause)
  one.dispatcher.wake(endpointId)
  await eventually(() => expect(receiver.received).toHaveLength(1))
})

const all = <T>(some: readonly T[]) => Promise.resolve(some)

describe('the lane of an endpoint that was disabled (W8)', () => {
  it('fails what another process has added before it knew of that', async () => {
    const [one, other] = [await aProcess(), await aProcess()]
    const { id: endpointId } = await anEndpoint(one, 16)
    expect(await other.endpointCache.find(endpointId)).toMatchObject({ disabled: null })
    await one.endpoints.change(endpointId, undefined, (current) => asDisabled(current, 'caller', NOW))
    await one.deliveries.failPending(endpointId)
    await other.deliveries.addAll([{ endpointId, event: anEvent('late'), plan: { kind: 'due' } }], NOW)
    one.dispatcher.wake(endpointId)
    await eventually(async () =>
      expect(await stored(one, endpointId)).toMatchObject([
        { status: 'failed', lastError: 'endpoint-disabled' },
      ]),
    )
    await eventually(async () => expect(await one.deliveries.endpointsWithDue()).not.toContain(endpointId))
  })

  it('sends what is replayed when it was enabled a moment ago, in every process', async () => {
    const [one, other] = [await aProcess(), await aProcess()]
    const { id: endpointId, receiver } = await anEndpoint(one, 17)
    await one.endpoints.change(endpointId, undefined, (current) => asDisabled(current, 'caller', NOW))
    expect(await other.endpointCache.find(endpointId)).toMatchObject({ disabled: { reason: 'caller' } })
    await one.endpoints.change(endpointId, undefined, asEnabled)
    await one.deliveries.addAll([{ endpointId, event: anEvent('replayed'), plan: { kind: 'due' } }], NOW)
    other.dispatcher.wake(endpointId)
    await eventually(() => expect(receiver.received).toHaveLength(1))
  })
})

describe('a delivery whose process was killed before it said that it waits', () => {
  /** Adds a delivery, and loses the mark of its lane. */
  async function anUnmarked(accountId: number) {
    const one = await aProcess()
    const { id: endpointId } = await anEndpoint(one, accountId)
    const add = (kind: 'due' | 'leased') =>
      one.deliveries.addAll([{ endpointId, event: anEvent('stored'), plan: { kind } }], NOW)
    await add('due')
    await one.deliveries.lanes.remove(endpointId)
    expect(await one.deliveries.endpointsWithDue()).not.toContain(endpointId)
    return { one, endpointId, add }
  }

  it('is found by a periodic task', async () => {
    const { one, endpointId } = await anUnmarked(18)
    await one.deliveries.repairLanes(new AbortController().signal)
    expect(await one.deliveries.endpointsWithDue()).toContain(endpointId)
  })

  it.each(['due', 'leased'] as const)(
    'is found as soon as its message is delivered again, to be %s',
    async (kind) => {
      const { one, endpointId, add } = await anUnmarked(19)
      expect(await add(kind)).toEqual([])
      expect(await one.deliveries.endpointsWithDue()).toContain(endpointId)
    },
  )
})

it.each([1, 2])(
  'a pause that ends during look %i at it is not waited for in any process (W8)',
  async (during) => {
    let looks = 0
    const other = await aProcess()
    const one = await aProcess({
      endpoints: (real) =>
        withOverrides(real, {
          async find(id) {
            const found = await real.find(id)
            if (found && ++looks === during)
              await resume({ ...other, clock: { now: () => new Date() } }, found)
            return found
          },
        }),
    })
    const { id: endpointId, receiver } = await anEndpoint(one, 20)
    await one.deliveries.addAll([{ endpointId, event: anEvent('waits'), plan: { kind: 'due' } }], NOW)
    const pausedUntil = later(HOUR)
    await one.endpoints.change(endpointId, undefined, (current) => ({ ...current, pausedUntil }))
    // It wakes its own lane only, and would be killed before it sends.
    jest.spyOn(other.dispatcher, 'wake').mockReturnValueOnce(undefined)
    one.dispatcher.wake(endpointId)
    await eventually(() => expect([looks >= during, one.dispatcher.isWaiting()]).toEqual([true, false]))
    other.dispatcher.wake()
    await eventually(() => expect(receiver.received).toHaveLength(1))
  },
)

it.each([410, 429])(
  'a late %i of its former receiver changes nothing in an endpoint (W8)',
  async (status) => {
    const one = await aProcess()
    const { id, receiver } = await anEndpoint(one, 12)
    const url = `${receiver.url}/new`
    receiver.onRequest((response) => {
      const changed = one.endpoints.change(id, undefined, (current) => ({ ...current, url }))
      void changed.then(() => response.writeHead(status, { 'retry-after': '3600' }).end())
    })
    await one.attempt(id, `in flight ${status}`)
    expect(await one.endpoints.find(id)).toMatchObject({
      url,
      disabled: null,
      failingSince: null,
      pausedUntil: null,
    })
  },
)

it('a late success of its former receiver does not end the failures of an endpoint (W8)', async () => {
  const one = await aProcess()
  const { id, receiver } = await anEndpoint(one, 14)
  const failing = { url: `${receiver.url}/new`, failingSince: NOW }
  receiver.onRequest((response) => {
    const changed = one.endpoints.change(id, undefined, (current) => ({ ...current, ...failing }))
    void changed.then(() => response.writeHead(204).end())
  })
  await one.attempt(id, 'in flight 204')
  expect(await one.endpoints.find(id)).toMatchObject(failing)
})

it.each([
  ['delivered', ['delivered']],
  ['failed', ['failed']],
  ['pending', ['pending']],
  ['undelivered', ['failed', 'pending']],
  [undefined, ['failed', 'pending']],
  ['all', ['delivered', 'failed', 'pending']],
] as const)('a replay of what is %s sends %j (W7)', async (status, expected) => {
  const one = await aProcess()
  const { id: endpointId } = await anEndpoint(one, 23)
  const failed = { kind: 'failed', error: 'no-valid-key' } as const
  const plans = [
    ['delivered', failed],
    ['failed', failed],
    ['pending', { kind: 'due' }],
  ] as const
  await one.deliveries.addAll(
    plans.map(([id, plan]) => ({ endpointId, event: anEvent(id), plan })),
    NOW,
  )
  const delivered = { endpointId, eventId: 'delivered' }
  await one.connection.collection('webhookDeliveries').updateOne(delivered, { $set: { status: 'delivered' } })
  const now = later(1_000)
  const { status: code, body } = await replayWebhookEvents({
    ...one,
    visibility: { mayReceive: all },
    dispatcher: { wake: () => undefined },
    clock: { now: () => now },
  } as unknown as WebhookDeliveryDeps)({
    account: anAccount(23),
    path: { id: endpointId },
    body: { after: '2020-01-01T00:00:00Z', before: '2999-01-01T00:00:00Z', ...(status && { status }) },
    signal: new AbortController().signal,
    spendItems: () => Promise.resolve(),
  } as unknown as Call<'replayWebhookEvents'>)
  expect([code, body]).toEqual([202, { events: expected.length, cursor: null }])
  const isReplayed = ({ dueAt }: WebhookDeliveryRecord) => dueAt?.getTime() === now.getTime()
  const replayed = (await stored(one, endpointId)).filter(isReplayed)
  expect(replayed.map(({ eventId }) => eventId)).toEqual(expected)
  expect(new Set(replayed.map((delivery) => delivery.status))).toEqual(new Set(['pending']))
})

it('a retry leaves alone what a process is about to send (W7, W8)', async () => {
  const one = await aProcess()
  const { id: endpointId } = await anEndpoint(one, 13)
  const [leased] = await one.deliveries.addAll(
    [
      { endpointId, event: anEvent('leased'), plan: { kind: 'leased' } },
      { endpointId, event: anEvent('waits'), plan: { kind: 'due' } },
    ],
    NOW,
  )
  const ids = (await stored(one, endpointId)).map(({ _id }) => _id)
  expect(await one.deliveries.retryAll(ids, later(HOUR))).toBe(1)
  expect(await stored(one, endpointId)).toMatchObject([
    { claim: leased?.claim, dueAt: leased?.dueAt },
    { dueAt: later(HOUR) },
  ])
})

it('an event that its account may see no more is dropped before a later attempt (W4)', async () => {
  const [one, other] = [await aProcess(), await aProcess({ scope: [] })]
  const { id: endpointId, receiver } = await anEndpoint(one, 24)
  receiver.onRequest((response) => response.writeHead(500).end())
  await one.attempt(endpointId, 'seen at first')
  const [waiting] = await stored(one, endpointId)
  await one.deliveries.retryAll([waiting?._id ?? 0], NOW)
  const { claimed } = await other.deliveries.claimDue(endpointId, 1)
  for (const delivery of claimed) await other.record(delivery)
  expect(claimed).toHaveLength(1)
  expect(receiver.received).toHaveLength(1)
  expect(await stored(one, endpointId)).toEqual([])
})

it('a replay leaves alone what another process leases meanwhile (W7)', async () => {
  const other = await aProcess()
  let claimed: readonly LeasedWebhookDelivery[] = []
  const claim = async () => {
    if (claimed.length === 0) ({ claimed } = await other.deliveries.claimDue(endpointId, 10))
  }
  const one = await aProcess({ beforeUpdateMany: () => claim() })
  const { id: endpointId } = await anEndpoint(one, 14)
  await one.deliveries.addAll([{ endpointId, event: anEvent('waits'), plan: { kind: 'due' } }], NOW)
  const period = { after: later(-HOUR), before: later(HOUR), from: undefined, limit: 10 }
  await one.deliveries.replay({ endpointId, ...period, statuses: ['pending'] }, NOW, all, () =>
    Promise.resolve(),
  )
  expect(claimed).toHaveLength(1)
  expect((await other.deliveries.claimDue(endpointId, 10)).claimed).toEqual([])
})

it('a replay is charged for its events before it changes any (R20, W7)', async () => {
  const one = await aProcess()
  const { deliveries } = one
  const { id: endpointId } = await anEndpoint(one, 18)
  const failed = { kind: 'failed', error: 'no-valid-key' } as const
  await deliveries.addAll(
    ['one', 'two', 'three'].map((id) => ({ endpointId, event: anEvent(id), plan: failed })),
    NOW,
  )
  const period = { after: later(-HOUR), before: later(HOUR), from: undefined, limit: 2 }
  const spend = jest.fn(() => Promise.reject(new TooManyRequests(1)))
  const replay = deliveries.replay({ endpointId, ...period, statuses: ['failed'] }, NOW, all, spend)
  await expect(replay).rejects.toThrow(TooManyRequests)
  expect(spend).toHaveBeenCalledWith(2)
  expect((await deliveries.claimDue(endpointId, 10)).claimed).toEqual([])
})

it('what is sent at once is passed on before the others of its event are stored (W5)', async () => {
  const one = await aProcess()
  const [{ id: healthy }, { id: hanging }] = [await anEndpoint(one, 19), await anEndpoint(one, 19)]
  const written: unknown[] = []
  for (const method of ['insertMany', 'bulkWrite'] as const)
    for (const model of Object.values(one.connection.models)) {
      const original = model[method].bind(model) as (...args: unknown[]) => Promise<unknown>
      jest.spyOn(model, method).mockImplementation(((...args: unknown[]) => {
        written.push(model.modelName)
        return original(...args)
      }) as never)
    }
  const event = anEvent('one of many')
  const added = [
    { endpointId: hanging, event, plan: { kind: 'due' } as const },
    { endpointId: healthy, event, plan: { kind: 'leased' } as const },
  ]
  let writtenBefore: unknown[] = []
  await one.deliveries.addAll(added, NOW, () => (writtenBefore = [...written]))
  expect(writtenBefore).toEqual(['WebhookDelivery'])
  expect(written).toEqual(['WebhookDelivery', 'WebhookDelivery', 'WebhookLane'])
  jest.restoreAllMocks()
})

it('a receiver gets one event, and later the next one, until it has responded with 2xx (W5)', async () => {
  const [one, other] = [await aProcess({ trialEveryMs: HOUR }), await aProcess({ trialEveryMs: HOUR })]
  const { id: endpointId, receiver } = await anEndpoint(one, 20)
  receiver.onRequest((response) => response.writeHead(500).end())
  const due = ['first', 'second', 'third'].map((id) => ({
    endpointId,
    event: anEvent(id),
    plan: { kind: 'due' } as const,
  }))
  await one.deliveries.addAll(due, NOW)
  one.dispatcher.wake(endpointId)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  // No other event, process or test comes earlier.
  one.dispatcher.wake(endpointId)
  other.dispatcher.wake(endpointId)
  await other.attempt(endpointId, 'of another process')
  const endpoint = await other.endpoints.get(endpointId)
  const test = () => other.sender.sendTest(endpoint, { eventId: 'test', payload: '{}' }, 1_000)
  await expect(test()).rejects.toThrow(TooManyRequests)
  expect(receiver.received).toHaveLength(1)

  // Otherwise one of the waiting events could be the next attempt, instead of the test.
  await Promise.all([one.dispatcher.stop(), other.dispatcher.stop()])
  receiver.onRequest((response) => response.writeHead(204).end())
  const trialIsOver = () =>
    one.connection
      .collection<{ _id: number }>('webhookEndpoints')
      .updateOne({ _id: endpointId }, { $set: { nextTrialAt: NOW } })
  await trialIsOver()
  await test()
  expect(receiver.received).toHaveLength(2)
  other.endpointCache.forget()
  for (const id of ['now', 'at', 'once']) await other.attempt(endpointId, id)
  expect(receiver.received).toHaveLength(5)

  await trialIsOver()
  await other.endpoints.change(endpointId, undefined, (current) => ({
    ...current,
    url: `${receiver.url}/new`,
  }))
  other.endpointCache.forget()
  receiver.onRequest((response) => response.writeHead(500).end())
  for (const id of ['another', 'URL']) await other.attempt(endpointId, id)
  expect(receiver.received).toHaveLength(6)
})
