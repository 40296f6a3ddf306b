import type { Clock } from '../../platform/domain/time.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { EmailDeliveries } from './emails/repository.ts'
import type { EmailMetrics, WebhookMetrics } from './metrics.ts'
import type { WebhookDeliveries } from './webhooks/deliveries/repository.ts'
import type { WebhookSender } from './webhooks/deliveries/webhook-sender.ts'
import type { Endpoints } from './webhooks/endpoints/repository.ts'
import type { Endpoint } from './webhooks/endpoints/rules.ts'

/** How often {@link measureBacklog} runs. The metrics agree with the status within 15 s. */
export const MEASURE_BACKLOG_MS = 10_000

/** An endpoint that fails for a shorter time may just be restarting. */
const FAILING_MS = 60 * 60 * 1000

interface CountDeps {
  readonly deliveries: Pick<EmailDeliveries, 'countWaiting' | 'countFailed'>
  readonly deadLetters: Pick<DeadLetters, 'countOpen'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'countPending'>
  readonly endpoints: Pick<Endpoints, 'findAll'>
  readonly sender: Pick<WebhookSender, 'canSign'>
}

/** The present counts, for operators. */
export async function countBacklog(deps: CountDeps) {
  const { deliveries, deadLetters, webhookDeliveries } = deps
  const [queuedEmails, failedEmails, pendingWebhooks, unusableWebhookEndpoints, openDeadLetters] =
    await Promise.all([
      deliveries.countWaiting(),
      deliveries.countFailed(),
      webhookDeliveries.countPending(),
      countUnusable(deps),
      deadLetters.countOpen(),
    ])
  return {
    queuedEmails,
    failedEmails,
    pendingWebhooks,
    unusableWebhookEndpoints,
    deadLetters: openDeadLetters,
  }
}

/** Counts the endpoints for which nothing can be signed. */
async function countUnusable({
  endpoints,
  sender,
}: Pick<CountDeps, 'endpoints' | 'sender'>): Promise<number> {
  return unusable(await endpoints.findAll(), sender).length
}

const unusable = (endpoints: readonly Endpoint[], sender: CountDeps['sender']) =>
  endpoints.filter((endpoint) => !sender.canSign(endpoint))

interface MeasureDeps {
  readonly deliveries: Pick<EmailDeliveries, 'countWaiting' | 'oldestWaiting'>
  readonly deadLetters: Pick<DeadLetters, 'countOpen'>
  readonly endpoints: Pick<Endpoints, 'findAll'>
  readonly sender: Pick<WebhookSender, 'canSign'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'oldestDue' | 'countPending'>
  readonly metrics: Pick<EmailMetrics, 'openDeadLetters' | 'waitingMails' | 'oldestWaitingSeconds'>
  readonly webhookMetrics: Pick<
    WebhookMetrics,
    'pending' | 'oldestDueSeconds' | 'failingEndpoints' | 'unusableEndpoints'
  >
  readonly clock: Clock
}

/** Measures what waits: dead letters for an operator, e-mails and webhooks for another attempt. */
export async function measureBacklog(deps: MeasureDeps): Promise<void> {
  const { deliveries, deadLetters, endpoints, sender, webhookDeliveries, metrics, webhookMetrics, clock } =
    deps
  const now = clock.now()
  metrics.openDeadLetters.set(await deadLetters.countOpen())
  metrics.waitingMails.set(await deliveries.countWaiting())
  metrics.oldestWaitingSeconds.set(secondsSince(await deliveries.oldestWaiting(), now))
  webhookMetrics.pending.set(await webhookDeliveries.countPending())
  webhookMetrics.oldestDueSeconds.set(secondsSince(await webhookDeliveries.oldestDue(), now))
  const all = await endpoints.findAll()
  webhookMetrics.unusableEndpoints.set(unusable(all, sender).length)
  webhookMetrics.failingEndpoints.set(
    all.filter((endpoint) => hasFailedFor(FAILING_MS, endpoint, now)).length,
  )
}

const hasFailedFor = (ms: number, { disabled, failingSince }: Endpoint, now: Date): boolean =>
  disabled === null && failingSince !== null && now.getTime() - failingSince.getTime() >= ms

const secondsSince = (since: Date | undefined, now: Date): number =>
  since ? (now.getTime() - since.getTime()) / 1_000 : 0
