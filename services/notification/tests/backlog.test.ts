import { createMetrics } from '../../shared/metrics.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { Backlog } from '../src/backlog.ts'
import { createMailMetrics, createWebhookMetrics } from '../src/metrics.ts'
import type { Endpoint } from '../src/webhook-endpoints/rules.ts'

const NOW = new Date('2024-01-15T12:00:00Z')
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const endpoint = (failingSince: Date | null, disabled: Endpoint['disabled'] = null) =>
  ({ failingSince, disabled }) as Endpoint

it('shows how many dead letters and e-mails wait, and their last counts while the database is away', async () => {
  const { registry } = createMetrics('notification')
  const metrics = createMailMetrics(registry)
  const webhookMetrics = createWebhookMetrics(registry)
  let letters = () => Promise.resolve(2)
  const backlog = new Backlog({
    deliveries: {
      count: ({ status }) => Promise.resolve(status === 'queued' ? 3 : 9),
      countFailed: () => Promise.resolve(4),
    },
    deadLetters: { countOpen: () => letters() },
    endpoints: {
      findAll: () =>
        Promise.resolve([
          endpoint(before(61)),
          endpoint(before(59)),
          endpoint(null),
          endpoint(before(61), { reason: 'caller', at: NOW }),
        ]),
    },
    webhookDeliveries: { oldestDue: () => Promise.resolve(before(2)) },
    metrics,
    webhookMetrics,
    clock: { now: () => NOW },
    logger: recordedLog().logger,
  })
  const shown = async () =>
    [(await metrics.openDeadLetters.get()).values, (await metrics.queuedMails.get()).values].map(
      ([only]) => only?.value,
    )
  expect(await backlog.now()).toEqual({ queuedEmails: 3, failedEmails: 4, deadLetters: 2 })
  await backlog.measure()
  expect(await shown()).toEqual([2, 3])
  expect((await webhookMetrics.oldestDueSeconds.get()).values).toMatchObject([{ value: 120 }])
  expect((await webhookMetrics.failingEndpoints.get()).values).toMatchObject([{ value: 1 }])
  letters = () => Promise.reject(new Error('away'))
  await backlog.measure()
  expect(await shown()).toEqual([2, 3])
})
