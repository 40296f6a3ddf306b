import mongoose from 'mongoose'
import type { Call } from '../../platform/contract/operation.ts'
import { perRole } from '../../platform/domain/account.ts'
import { createMetrics } from '../../platform/observability/metrics.ts'
import { Counters } from '../../platform/store/counters.ts'
import { freshDatabaseUrl } from '../../../testing/isolated.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { startReceiver, respondWith } from '../../../testing/receiver.ts'
import { createWebhookMetrics } from '../src/metrics.ts'
import { AddressGuard, resolveByDns } from '../src/webhooks/deliveries/address-guard.ts'
import { WebhookHttpClient } from '../src/webhooks/deliveries/http-client.ts'
import { removeOrphans } from '../src/webhooks/deliveries/orphans.ts'
import type { LeasedWebhookDelivery } from '../src/webhooks/deliveries/rules.ts'
import { MongoWebhookDeliveries } from '../src/webhooks/deliveries/repository.ts'
import { WebhookSender } from '../src/webhooks/deliveries/sender.ts'
import { NextDueByEndpoint } from '../src/webhooks/next-due/repository.ts'
import { Visibility } from '../src/webhooks/deliveries/visibility.ts'
import { disableOfDeletedAccounts } from '../src/webhooks/endpoints/deleted-accounts.ts'
import { deleteWebhookEndpoint, type EndpointDeps } from '../src/webhooks/endpoints/handlers.ts'
import { MongoEndpoints } from '../src/webhooks/endpoints/repository.ts'
import { SecretBox } from '../src/webhooks/endpoints/secrets.ts'
import { EndpointCache } from '../src/webhooks/endpoints/endpoint-cache.ts'

const NOW = new Date()
const OLD_MS = 60_000
const EVENT = {
  type: 'user.created',
  recordId: 7,
  userId: 7,
  courseId: undefined,
  body: '{}',
  occurredAt: NOW,
  showsErasedUser: false,
  traceparent: '',
} as const
const secrets = new SecretBox([Buffer.alloc(32, 1)])
const anAccount = (id: number) => ({ id, createdAt: NOW })
const ofEach = <V>(ids: readonly number[], value: V) => Promise.resolve(new Map(ids.map((id) => [id, value])))
const databaseUrl = freshDatabaseUrl()
const stops: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(stops.map((stop) => stop())))

/**
 * What one process has: its own connection and its own copies of the endpoints, which are up to a minute old.
 */
async function aProcess({ beforeUpdate }: { beforeUpdate?: () => Promise<void> | undefined } = {}) {
  const connection = await mongoose.createConnection(databaseUrl).asPromise()
  stops.push(() => connection.close())
  if (beforeUpdate) connection.plugin((schema) => void schema.pre('updateOne', beforeUpdate))
  const counters = new Counters(connection)
  const endpoints = new MongoEndpoints(connection, counters)
  const nextDueByEndpoint = new NextDueByEndpoint(connection, { now: () => new Date() })
  const deliveries = new MongoWebhookDeliveries(connection, {
    ids: counters.ids('webhookDeliveries'),
    nextDueByEndpoint,
    clock: { now: () => new Date() },
  })
  await endpoints.prepare()
  await counters.prepare('webhookDeliveries', await deliveries.prepare())
  const guard = new AddressGuard({
    allowedNetworks: ['loopback'],
    backingServers: [],
    logger: testLogger(),
    resolve: resolveByDns(),
  })
  const client = new WebhookHttpClient({ guard, proxyUrl: '' })
  stops.push(() => client.close())
  const endpointCache = new EndpointCache(endpoints, OLD_MS)
  const everything = perRole(() => [1])
  const sender = new WebhookSender({
    deliveries,
    endpoints,
    endpointCache,
    visibility: new Visibility({
      checkVisibility: (ids) =>
        Promise.resolve(ids.map((id) => ({ account: anAccount(id), hasValidKey: true, scope: everything }))),
      findUserGroups: (ids) => ofEach(ids, [1]),
      findCourseGroups: (ids) => ofEach(ids, [1]),
    }),
    eraseAgainIfErased: () => Promise.resolve(false),
    client,
    secrets,
    clock: { now: () => new Date() },
    logger: testLogger(),
    metrics: createWebhookMetrics(createMetrics('notification').registry),
    stopDeadline: new AbortController().signal,
  })
  const attempt = async (endpointId: number, eventId: string) => {
    const event = { ...EVENT, id: eventId }
    const plan = { kind: 'leased' } as const
    const [delivery] = await deliveries.addAll([{ endpointId, event, plan }], NOW)
    if (delivery) await record(delivery)
  }
  const record = async (delivery: LeasedWebhookDelivery) =>
    sender.record(delivery, await sender.attempt(delivery))
  return { endpoints, deliveries, endpointCache, attempt, record }
}

async function anEndpoint({ endpoints }: { endpoints: MongoEndpoints }, accountId: number) {
  const receiver = await startReceiver()
  stops.push(() => receiver.stop())
  const wanted = {
    accountId,
    accountCreatedAt: NOW,
    url: receiver.url,
    events: ['user.created'] as const,
    description: '',
  }
  const { id } = await endpoints.add(wanted, (own) => secrets.seal(secrets.newSecret(), own), NOW)
  const failingSince = async () => (await endpoints.find(id))?.failingSince
  return { id, receiver, failingSince }
}

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

it('what waits for another attempt is due after a success, once in its schedule (W7)', async () => {
  const one = await aProcess()
  const { id, receiver } = await anEndpoint(one, 5)
  const respond = async (status: number, eventId: string) => {
    receiver.onRequest(respondWith(status))
    await one.attempt(id, eventId)
  }
  const due = async () => {
    const { claimed } = await one.deliveries.claimDue(id, 10)
    return claimed.map((delivery) => ({ ...delivery, eventId: delivery.event.id }))
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
  await one.deliveries.retry(id, first?.id ?? 0, new Date(Date.now() + 60_000))
  await respond(500, 'fifth')
  await respond(204, 'sixth')
  expect((await due()).map(({ eventId }) => eventId)).toEqual(['first', 'fifth'])
})

it('removes the deliveries of a deleted endpoint, and no others (W5)', async () => {
  const one = await aProcess()
  const [deleted, kept] = [await anEndpoint(one, 3), await anEndpoint(one, 3)]
  const plan = { kind: 'due' } as const
  const event = { ...EVENT, id: 'event' }
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
  } as Call<'deleteWebhookEndpoint'>)
  await removeOrphans(one, new AbortController().signal)
  const countOf = ({ id }: { id: number }) => one.deliveries.count({ endpointId: id })
  expect([await countOf(deleted), await countOf(kept)]).toEqual([0, 1])
})

it('disables endpoints of a deleted account, also if another account has its id (W5, W8, A8)', async () => {
  const one = await aProcess()
  const [deleted, reused, kept] = [
    await anEndpoint(one, 777),
    await anEndpoint(one, 778),
    await anEndpoint(one, 4),
  ]
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
  const byOperator = { reason: 'operator', at: NOW }
  expect([await disabled(deleted), await disabled(reused), await disabled(kept)]).toEqual([
    byOperator,
    byOperator,
    null,
  ])
})

it('finds nothing due for a disabled endpoint whose deliveries have failed', async () => {
  const { endpoints, deliveries } = await aProcess()
  const { id } = await anEndpoint({ endpoints }, 3)
  const event = { ...EVENT, id: 'waits' }
  await deliveries.addAll([{ endpointId: id, event, plan: { kind: 'due' } }], NOW)
  expect(await deliveries.endpointsWithDue()).toContain(id)
  await deliveries.failPending(id)
  expect(await deliveries.endpointsWithDue()).not.toContain(id)
})
