import type { Clock } from '../../platform/domain/time.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { Deliveries } from './emails/repository.ts'
import type { MailMetrics, WebhookMetrics } from './metrics.ts'
import type { WebhookDeliveries } from './webhooks/deliveries/repository.ts'
import type { Endpoints } from './webhooks/endpoints/repository.ts'

/** How often {@link measureBacklog} runs: much more often than any alert needs. */
export const MEASURE_BACKLOG_MS = 15_000

/** An endpoint that fails for a shorter time may just be restarting. */
const FAILING_MS = 60 * 60 * 1000

interface CountDeps {
  readonly deliveries: Pick<Deliveries, 'count' | 'countFailed'>
  readonly deadLetters: Pick<DeadLetters, 'countOpen'>
}

/** The present counts, for operators. */
export async function countBacklog({ deliveries, deadLetters }: CountDeps) {
  const [queuedEmails, failedEmails, openDeadLetters] = await Promise.all([
    deliveries.count({ status: 'queued' }),
    deliveries.countFailed(),
    deadLetters.countOpen(),
  ])
  return { queuedEmails, failedEmails, deadLetters: openDeadLetters }
}

interface MeasureDeps {
  readonly deliveries: Pick<Deliveries, 'count'>
  readonly deadLetters: Pick<DeadLetters, 'countOpen'>
  readonly endpoints: Pick<Endpoints, 'countFailing'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'oldestDue'>
  readonly metrics: Pick<MailMetrics, 'openDeadLetters' | 'queuedMails'>
  readonly webhookMetrics: Pick<WebhookMetrics, 'oldestDueSeconds' | 'failingEndpoints'>
  readonly clock: Clock
}

/** Measures what waits: dead letters for an operator, e-mails and webhooks for another attempt. */
export async function measureBacklog(deps: MeasureDeps): Promise<void> {
  const { deliveries, deadLetters, endpoints, webhookDeliveries, metrics, webhookMetrics, clock } = deps
  const now = clock.now()
  metrics.openDeadLetters.set(await deadLetters.countOpen())
  metrics.queuedMails.set(await deliveries.count({ status: 'queued' }))
  const oldestDue = await webhookDeliveries.oldestDue()
  webhookMetrics.oldestDueSeconds.set(oldestDue ? (now.getTime() - oldestDue.getTime()) / 1_000 : 0)
  webhookMetrics.failingEndpoints.set(await endpoints.countFailing(new Date(now.getTime() - FAILING_MS)))
}
