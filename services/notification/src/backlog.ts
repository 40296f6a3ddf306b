import type { Clock } from '../../shared/time.ts'
import type { Logger } from '../../shared/logger.ts'
import type { Part } from '../../shared/process/part.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { Deliveries } from './deliveries/repository.ts'
import type { MailMetrics, WebhookMetrics } from './metrics.ts'
import type { WebhookDeliveries } from './webhook-deliveries/repository.ts'
import type { Endpoints } from './webhook-endpoints/repository.ts'

/** Much shorter than any alert waits. Few queries each time, however often the metrics are scraped. */
const MEASURE_MS = 15_000

/** An endpoint that fails for a shorter time may just be restarting. */
const FAILING_MS = 60 * 60 * 1000

interface Deps {
  readonly deliveries: Pick<Deliveries, 'count' | 'countFailed'>
  readonly deadLetters: Pick<DeadLetters, 'countOpen'>
  readonly endpoints: Pick<Endpoints, 'findAll'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'oldestDue'>
  readonly metrics: Pick<MailMetrics, 'openDeadLetters' | 'queuedMails'>
  readonly webhookMetrics: Pick<WebhookMetrics, 'oldestDueSeconds' | 'failingEndpoints'>
  readonly clock: Clock
  readonly logger: Logger
}

/** Measures what waits: dead letters for an operator, e-mails and webhooks for another attempt. */
export class Backlog implements Part {
  readonly name = 'backlog'
  readonly #deps: Deps
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => void this.measure(), MEASURE_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The present counts, for operators. */
  async now(): Promise<{ queuedEmails: number; failedEmails: number; deadLetters: number }> {
    const { deliveries, deadLetters } = this.#deps
    const [queuedEmails, failedEmails, open] = await Promise.all([
      deliveries.count({ status: 'queued' }),
      deliveries.countFailed(),
      deadLetters.countOpen(),
    ])
    return { queuedEmails, failedEmails, deadLetters: open }
  }

  async measure(): Promise<void> {
    const { deliveries, deadLetters, metrics, logger } = this.#deps
    try {
      metrics.openDeadLetters.set(await deadLetters.countOpen())
      metrics.queuedMails.set(await deliveries.count({ status: 'queued' }))
      await this.#measureWebhooks()
    } catch (error) {
      // An unavailable database has its own metric. The last counts stay until it is back.
      logger.debug({ err: error }, 'could not measure the backlog')
    }
  }

  async #measureWebhooks(): Promise<void> {
    const { endpoints, webhookDeliveries, webhookMetrics, clock } = this.#deps
    const now = clock.now()
    const since = await webhookDeliveries.oldestDue(now)
    webhookMetrics.oldestDueSeconds.set(since ? (now.getTime() - since.getTime()) / 1_000 : 0)
    const failing = (await endpoints.findAll()).filter(
      ({ disabled, failingSince }) =>
        !disabled && failingSince && now.getTime() - failingSince.getTime() >= FAILING_MS,
    )
    webhookMetrics.failingEndpoints.set(failing.length)
  }
}
