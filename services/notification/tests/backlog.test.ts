import { createMetrics } from '../../platform/observability/metrics.ts'
import { countBacklog, measureBacklog } from '../src/backlog.ts'
import { createEmailMetrics, createWebhookMetrics } from '../src/metrics.ts'
import type { Endpoint } from '../src/webhooks/endpoints/rules.ts'

const NOW = new Date('2024-01-15T12:00:00Z')
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

it('counts what waits, and measures its age', async () => {
  const { registry } = createMetrics('notification')
  const metrics = createEmailMetrics(registry)
  const webhookMetrics = createWebhookMetrics(registry)
  const deliveries = {
    countWaiting: () => Promise.resolve(3),
    oldestWaiting: () => Promise.resolve(before(5)),
    countFailed: () => Promise.resolve(4),
  }
  const deadLetters = { countOpen: () => Promise.resolve(2) }
  const webhookDeliveries = {
    lanes: { oldestDue: () => Promise.resolve(before(2)) },
    countPending: () => Promise.resolve(6),
  }
  // An endpoint is failing if it is enabled and has failed for an hour.
  const disabled = { reason: 'caller', at: NOW } as const
  const all: Partial<Endpoint>[] = [
    { id: 7, disabled: null, failingSince: before(60) },
    { id: 8, disabled: null, failingSince: before(59) },
    { id: 9, disabled, failingSince: before(61) },
    { id: 10, disabled: null, failingSince: null },
  ]
  const endpoints = { findAll: () => Promise.resolve(all as Endpoint[]) }
  const sender = { canSign: ({ id }: Endpoint) => id !== 7 }
  expect(await countBacklog({ deliveries, deadLetters, webhookDeliveries, endpoints, sender })).toEqual({
    queuedEmails: 3,
    failedEmails: 4,
    pendingWebhooks: 6,
    unusableWebhookEndpoints: 1,
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
  expect(values).toEqual([2, 3, 300, 6, 120, 1, 1])
})
