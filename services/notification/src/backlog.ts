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
  readonly deliveries: Pick<EmailDeliveries, 'countWaiting' | 'countFailed' | 'oldestWaiting'>
  readonly deadLetters: Pick<DeadLetters, 'countOpen'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'countPending'> & {
    readonly lanes: Pick<WebhookDeliveries['lanes'], 'oldestDue'>
  }
  readonly endpoints: Pick<Endpoints, 'findAll'>
  readonly sender: Pick<WebhookSender, 'canSign'>
}

/** The present counts, for operators. */
export async function countBacklog(deps: CountDeps) {
  const { deliveries, deadLetters, webhookDeliveries, endpoints, sender } = deps
  const [queuedEmails, failedEmails, pendingWebhooks, openDeadLetters, all] = await Promise.all([
    deliveries.countWaiting(),
    deliveries.countFailed(),
    webhookDeliveries.countPending(),
    deadLetters.countOpen(),
    endpoints.findAll(),
  ])
  return {
    queuedEmails,
    failedEmails,
    pendingWebhooks,
    unusableWebhookEndpoints: countUnusable(all, sender),
    deadLetters: openDeadLetters,
  }
}

/** Counts the endpoints for which nothing can be signed. */
const countUnusable = (endpoints: readonly Endpoint[], sender: CountDeps['sender']): number =>
  endpoints.filter((endpoint) => !sender.canSign(endpoint)).length

interface MeasureDeps extends CountDeps {
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
  webhookMetrics.oldestDueSeconds.set(secondsSince(await webhookDeliveries.lanes.oldestDue(), now))
  const all = await endpoints.findAll()
  webhookMetrics.unusableEndpoints.set(countUnusable(all, sender))
  webhookMetrics.failingEndpoints.set(
    all.filter((endpoint) => hasFailedFor(FAILING_MS, endpoint, now)).length,
  )
}

const hasFailedFor = (ms: number, { disabled, failingSince }: Endpoint, now: Date): boolean =>
  disabled === null && failingSince !== null && now.getTime() - failingSince.getTime() >= ms

const secondsSince = (since: Date | undefined, now: Date): number =>
  since ? (now.getTime() - since.getTime()) / 1_000 : 0
