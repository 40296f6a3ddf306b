import type { Clock } from '../../platform/domain/time.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { Deliveries } from './emails/repository.ts'
import type { MailMetrics, WebhookMetrics } from './metrics.ts'
import type { WebhookDeliveries } from './webhooks/deliveries/repository.ts'
import type { Endpoints } from './webhooks/endpoints/repository.ts'

/** How often {@link measureBacklog} runs. The metrics agree with the status within 15 s. */
export const MEASURE_BACKLOG_MS = 10_000

/** An endpoint that fails for a shorter time may just be restarting. */
const FAILING_MS = 60 * 60 * 1000

interface CountDeps {
  readonly deliveries: Pick<Deliveries, 'countWaiting' | 'countFailed'>
  readonly deadLetters: Pick<DeadLetters, 'countOpen'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'countPending'>
}

/** The present counts, for operators. */
export async function countBacklog({ deliveries, deadLetters, webhookDeliveries }: CountDeps) {
  const [queuedEmails, failedEmails, pendingWebhooks, openDeadLetters] = await Promise.all([
    deliveries.countWaiting(),
    deliveries.countFailed(),
    webhookDeliveries.countPending(),
    deadLetters.countOpen(),
  ])
  return { queuedEmails, failedEmails, pendingWebhooks, deadLetters: openDeadLetters }
}

interface MeasureDeps {
  readonly deliveries: Pick<Deliveries, 'countWaiting' | 'oldestWaiting'>
  readonly deadLetters: Pick<DeadLetters, 'countOpen'>
  readonly endpoints: Pick<Endpoints, 'countFailing'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'oldestDue' | 'countPending'>
  readonly metrics: Pick<MailMetrics, 'openDeadLetters' | 'waitingMails' | 'oldestWaitingSeconds'>
  readonly webhookMetrics: Pick<WebhookMetrics, 'pending' | 'oldestDueSeconds' | 'failingEndpoints'>
  readonly clock: Clock
}

/** Measures what waits: dead letters for an operator, e-mails and webhooks for another attempt. */
export async function measureBacklog(deps: MeasureDeps): Promise<void> {
  const { deliveries, deadLetters, endpoints, webhookDeliveries, metrics, webhookMetrics, clock } = deps
  const now = clock.now()
  metrics.openDeadLetters.set(await deadLetters.countOpen())
  metrics.waitingMails.set(await deliveries.countWaiting())
  metrics.oldestWaitingSeconds.set(secondsSince(await deliveries.oldestWaiting(), now))
  webhookMetrics.pending.set(await webhookDeliveries.countPending())
  webhookMetrics.oldestDueSeconds.set(secondsSince(await webhookDeliveries.oldestDue(), now))
  webhookMetrics.failingEndpoints.set(await endpoints.countFailing(new Date(now.getTime() - FAILING_MS)))
}

const secondsSince = (since: Date | undefined, now: Date): number =>
  since ? (now.getTime() - since.getTime()) / 1_000 : 0
