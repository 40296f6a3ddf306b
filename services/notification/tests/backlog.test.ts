import mongoose from 'mongoose'
import { createMetrics } from '../../platform/observability/metrics.ts'
import { Counters } from '../../platform/store/counters.ts'
import { freshDatabaseUrl } from '../../../testing/isolated.ts'
import { countBacklog, measureBacklog } from '../src/backlog.ts'
import { createMailMetrics, createWebhookMetrics } from '../src/metrics.ts'
import type { Endpoint } from '../src/webhooks/endpoints/rules.ts'
import { MongoEndpoints } from '../src/webhooks/endpoints/repository.ts'

const NOW = new Date('2024-01-15T12:00:00Z')
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

it('counts what waits, and measures its age', async () => {
  const { registry } = createMetrics('notification')
  const metrics = createMailMetrics(registry)
  const webhookMetrics = createWebhookMetrics(registry)
  const deliveries = {
    countWaiting: () => Promise.resolve(3),
    oldestWaiting: () => Promise.resolve(before(5)),
    countFailed: () => Promise.resolve(4),
  }
  const deadLetters = { countOpen: () => Promise.resolve(2) }
  const webhookDeliveries = {
    oldestDue: () => Promise.resolve(before(2)),
    countPending: () => Promise.resolve(6),
  }
  const endpoints = {
    countFailing: (since: Date) => Promise.resolve(since.getTime() === before(60).getTime() ? 1 : 0),
    findAll: () => Promise.resolve([7, 8, 9].map((id) => ({ id }) as Endpoint)),
  }
  const sender = { canSign: ({ id }: Endpoint) => id === 8 }
  expect(await countBacklog({ deliveries, deadLetters, webhookDeliveries, endpoints, sender })).toEqual({
    queuedEmails: 3,
    failedEmails: 4,
    pendingWebhooks: 6,
    unusableWebhookEndpoints: 2,
    deadLetters: 2,
  })
  await measureBacklog({
    deliveries,
    deadLetters,
    endpoints,
    sender,
    webhookDeliveries,
    metrics,
    webhookMetrics,
    clock: { now: () => NOW },
  })
  const gauges = [
    metrics.openDeadLetters,
    metrics.waitingMails,
    metrics.oldestWaitingSeconds,
    webhookMetrics.pending,
    webhookMetrics.oldestDueSeconds,
    webhookMetrics.failingEndpoints,
    webhookMetrics.unusableEndpoints,
  ]
  const values = await Promise.all(gauges.map(async (gauge) => (await gauge.get()).values[0]?.value))
  expect(values).toEqual([2, 3, 300, 6, 120, 1, 2])
})

it('counts an endpoint as failing only if it is enabled and has failed for an hour', async () => {
  const connection = await mongoose.createConnection(freshDatabaseUrl()).asPromise()
  let accountId = 0
  const endpoints = new MongoEndpoints(connection, new Counters(connection))
  await endpoints.prepare()
  const add = async (failingSince: Date | null, enabled = true) => {
    const added = await endpoints.add(
      {
        accountId: ++accountId,
        accountCreatedAt: NOW,
        url: 'https://example.org/',
        events: ['user.created'],
        description: '',
      },
      () => '',
      NOW,
    )
    await endpoints.change(added.id, undefined, (endpoint) => ({ ...endpoint, failingSince }))
    const disabled = { reason: 'caller', at: NOW } as const
    if (!enabled) await endpoints.change(added.id, undefined, (endpoint) => ({ ...endpoint, disabled }))
  }
  await add(before(61))
  await add(before(59))
  await add(null)
  await add(before(61), false)
  expect(await endpoints.countFailing(before(60))).toBe(1)
  await connection.close()
})
