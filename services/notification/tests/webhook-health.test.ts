import type { Call } from '../../platform/contract/operation.ts'
import { Unavailable } from '../../platform/errors.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { anAccount, anEvent, NOW, webhookProcesses } from '../../../testing/notification/webhook-process.ts'
import { respondWith } from '../../../testing/receiver.ts'
import { replayWebhookEvents, type WebhookDeliveryDeps } from '../src/webhooks/deliveries/handlers.ts'
import { removeOrphans } from '../src/webhooks/deliveries/orphans.ts'
import { disableOfDeletedAccounts } from '../src/webhooks/endpoints/deleted-accounts.ts'
import { deleteWebhookEndpoint, type EndpointDeps } from '../src/webhooks/endpoints/handlers.ts'
import { asDisabled } from '../src/webhooks/endpoints/rules.ts'

const { aProcess, anEndpoint } = webhookProcesses()

describe('an endpoint stops failing at its first success (W8)', () => {
  it('also if another process has recorded the failure', async () => {
    const [one, other] = [await aProcess(), await aProcess()]
    const { id, receiver, failingSince } = await anEndpoint(one, 1)
    expect(await other.endpointCache.find(id)).toMatchObject({ failingSince: null })
    receiver.onRequest(respondWith(500))
    await one.attempt(id, 'first')
    expect(await failingSince()).toBeInstanceOf(Date)
    receiver.onRequest(respondWith(204))
    await other.attempt(id, 'second')
    expect(await failingSince()).toBeNull()
  })

  it('also if its account changes it at the same moment', async () => {
    let success: (() => Promise<void>) | undefined
    const other = await aProcess()
    // Between the read and the write of a change.
    const one = await aProcess({ beforeUpdate: () => success?.() })
    const { id, receiver, failingSince } = await anEndpoint(one, 2)
    receiver.onRequest(respondWith(500))
    await one.attempt(id, 'first')
    expect(await failingSince()).toBeInstanceOf(Date)
    success = () => {
      success = undefined
      receiver.onRequest(respondWith(204))
      return other.attempt(id, 'second')
    }
    await one.endpoints.change(id, anAccount(2), (current) => ({ ...current, description: 'HR' }))
    expect(await other.endpoints.find(id)).toMatchObject({ failingSince: null, description: 'HR' })
  })
})

it('says that it has disabled an endpoint, also if the database fails in between (W8)', async () => {
  let failures = 0
  const one = await aProcess({
    beforeCount() {
      if (failures-- > 0) throw new Error('the database is unavailable')
    },
  })
  const { id, receiver } = await anEndpoint(one, 6)
  const before = await one.endpoints.latestChange()
  receiver.onRequest((response, request) => {
    // The endpoint is written, but the change is not counted.
    failures = 1
    respondWith(410)(response, request)
  })
  await one.attempt(id, 'first')
  expect(await one.endpoints.find(id)).toMatchObject({ disabled: { reason: 'gone' } })
  const { values } = await one.metrics.disabled.get()
  expect(values).toContainEqual({ labels: { reason: 'gone' }, value: 1 })
  // By this number the other processes know that their copies are old.
  expect(await one.endpoints.latestChange()).toBeGreaterThan(before)
})

it('what waits for another attempt is due after a success, once in its schedule (W7)', async () => {
  const one = await aProcess()
  const { id, receiver } = await anEndpoint(one, 5)
  const respond = async (status: number, eventId: string) => {
    receiver.onRequest(respondWith(status))
    await one.attempt(id, eventId)
  }
  const due = async () => {
    const { claimed } = await one.deliveries.claimDue(id, 10)
    return claimed
  }
  for (const eventId of ['first', 'second']) await respond(500, eventId)
  expect(await due()).toEqual([])
  await respond(204, 'third')
  expect(await one.deliveries.endpointsWithDue()).toContain(id)
  const [first, second] = await due()
  expect([first?.eventId, second?.eventId]).toEqual(['first', 'second'])
  receiver.onRequest(respondWith(500))
  if (first) await one.record(first)
  if (second) await one.deliveries.release([second], new Date(Date.now() + 60_000))
  await respond(204, 'fourth')
  expect(await due()).toEqual([])
  // A retry by hand begins the schedule again.
  await one.deliveries.retryAll([first?.id ?? 0], new Date(Date.now() + 60_000))
  await respond(500, 'fifth')
  await respond(204, 'sixth')
  expect((await due()).map(({ eventId }) => eventId)).toEqual(['first', 'fifth'])
})

it('removes the deliveries of a deleted endpoint, and no others (W5)', async () => {
  const one = await aProcess()
  const [deleted, kept] = [await anEndpoint(one, 3), await anEndpoint(one, 3)]
  const plan = { kind: 'due' } as const
  const event = anEvent('event')
  await one.deliveries.addAll(
    [deleted, kept].map(({ id }) => ({ endpointId: id, event, plan })),
    NOW,
  )
  await deleteWebhookEndpoint({
    ...one,
    removeOrphans: () => undefined, // the process is killed
  } as unknown as EndpointDeps)({
    account: anAccount(3),
    path: { id: deleted.id },
    header: () => undefined,
  } as unknown as Call<'deleteWebhookEndpoint'>)
  await removeOrphans(one, new AbortController().signal)
  const countOf = ({ id }: { id: number }) => one.deliveries.count({ endpointId: id })
  expect([await countOf(deleted), await countOf(kept)]).toEqual([0, 1])
})

it('ends a search among events that are not visible with its request', async () => {
  const one = await aProcess()
  const endpoint = await anEndpoint(one, 22)
  const plan = { kind: 'failed', error: 'endpoint-disabled' } as const
  await one.deliveries.addAll(
    Array.from({ length: 1_001 }, (_, i) => ({ endpointId: endpoint.id, event: anEvent(`e${i}`), plan })),
    NOW,
  )
  let asked = 0
  const request = new AbortController()
  const clock = { now: () => NOW }
  const visibility = {
    mayReceive: () => {
      asked++
      request.abort(new Unavailable('the request', 'it takes too long'))
      return Promise.resolve([])
    },
  }
  const replay = replayWebhookEvents({ ...one, visibility, clock } as unknown as WebhookDeliveryDeps)({
    account: anAccount(22),
    path: { id: endpoint.id },
    body: { after: new Date(0).toISOString(), before: new Date(NOW.getTime() + 1_000).toISOString() },
    signal: request.signal,
  } as unknown as Call<'replayWebhookEvents'>)
  await expect(replay).rejects.toThrow(Unavailable)
  expect(asked).toBe(1_000)
})

it('forgets that something waits for an endpoint that was deleted during an attempt (W5)', async () => {
  const one = await aProcess()
  const { id } = await anEndpoint(one, 21)
  await one.deliveries.addAll([{ endpointId: id, event: anEvent('e'), plan: { kind: 'due' } }], NOW)
  const { claimed } = await one.deliveries.claimDue(id, 1)
  await one.endpoints.remove(id, anAccount(21), () => undefined)
  await removeOrphans(one, new AbortController().signal)
  await one.deliveries.release(claimed)
  expect(await one.deliveries.endpointsWithDue()).toContain(id)
  await removeOrphans(one, new AbortController().signal)
  expect(await one.deliveries.endpointsWithDue()).not.toContain(id)
})

it('disables endpoints of a deleted account, also if another account has its id (W5, W8, A8)', async () => {
  const one = await aProcess()
  const [deleted, reused, kept, disabledBefore] = [
    await anEndpoint(one, 777),
    await anEndpoint(one, 778),
    await anEndpoint(one, 4),
    await anEndpoint(one, 778),
  ]
  await one.endpoints.change(disabledBefore.id, undefined, (current) => asDisabled(current, 'operator', NOW))
  await disableOfDeletedAccounts({
    ...one,
    findExistingAccounts: () =>
      Promise.resolve(
        new Map([
          [778, new Date(NOW.getTime() + 1)],
          [4, NOW],
        ]),
      ),
    clock: { now: () => NOW },
    logger: testLogger(),
  })
  const disabled = async ({ id }: { id: number }) => (await one.endpoints.find(id))?.disabled
  const accountDeleted = { reason: 'account-deleted', at: NOW }
  expect(await Promise.all([deleted, reused, disabledBefore, kept].map(disabled))).toEqual([
    accountDeleted,
    accountDeleted,
    accountDeleted,
    null,
  ])
})

it('finds nothing due for a disabled endpoint whose deliveries have failed', async () => {
  const { endpoints, deliveries } = await aProcess()
  const { id } = await anEndpoint({ endpoints }, 3)
  const event = anEvent('waits')
  await deliveries.addAll([{ endpointId: id, event, plan: { kind: 'due' } }], NOW)
  expect(await deliveries.endpointsWithDue()).toContain(id)
  await deliveries.failPending(id)
  expect(await deliveries.endpointsWithDue()).not.toContain(id)
})
