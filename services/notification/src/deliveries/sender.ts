import pLimit, { type Limit } from 'p-limit'
import type { Eraser } from '../../../shared/erasure/eraser.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import { logFields } from '../../../shared/trace.ts'
import { inSpan, runAsPartOfTraces } from '../../../shared/tracing.ts'
import type { Activity } from '../../../shared/store/activity.ts'
import type { MailComposer } from '../mail/compose.ts'
import type { Mailer } from '../mail/mail.ts'
import { untilRecorded } from '../delivering/until-recorded.ts'
import type { MailMetrics } from '../metrics.ts'
import type { Deliveries } from './repository.ts'
import { afterFailure, CANCELLED, leaseFrom, SendFailure, type Delivery } from './rules.ts'

export type AttemptResult =
  | { readonly status: 'sent' }
  | { readonly status: 'queued' | 'failed'; readonly reason: string }

export interface DeliverySenderOptions {
  deliveries: Deliveries
  /** Erases a delivery that was added after its user was erased, from a message that came late. */
  eraser: Pick<Eraser, 'isErased'>
  mailer: Mailer
  composer: MailComposer
  clock: Clock
  logger: Logger
  metrics: MailMetrics
  /** Counts sent e-mails for the status that operators see. */
  sentPerMinute: Pick<Activity, 'count'>
  /** An attempt that the mail server does not delay ends within this time. */
  attemptMs: number
  /** Attempts at a time, each with its own connection. */
  concurrency: number
  /** Aborts when the process can no longer wait for an unavailable database. */
  stopDeadline: AbortSignal
}

/** Sends the e-mail of a delivery and records the result. */
export class DeliverySender {
  readonly #options: DeliverySenderOptions
  readonly #limit: Limit

  constructor(options: DeliverySenderOptions) {
    this.#options = options
    this.#limit = pLimit(options.concurrency)
  }

  /** @param delivery claimed by this process */
  attempt(delivery: Delivery): Promise<AttemptResult> {
    return runAsPartOfTraces([delivery.traceparent], () => this.#attempt(delivery))
  }

  async #attempt(delivery: Delivery): Promise<AttemptResult> {
    const { eraser, attemptMs } = this.#options
    const { userId } = delivery
    if (await eraser.isErased(userId)) return { status: 'failed', reason: CANCELLED }
    // While the mail server is slow, no other process may claim the delivery.
    const renewal = setInterval(() => void this.#renew(delivery), attemptMs / 3)
    try {
      const isSent = await this.#limit(() => this.#send(delivery))
      if (!isSent) return { status: 'queued', reason: 'another process has the e-mail' }
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
      return await this.#recordFailure(delivery, error)
    } finally {
      clearInterval(renewal)
    }
    await this.#recordSent(delivery)
    return { status: 'sent' }
  }

  /** @returns false when another process has claimed the delivery */
  async #send(delivery: Delivery): Promise<boolean> {
    const { mailer, composer } = this.#options
    if (!(await this.#ensureLease(delivery))) return false
    const mail = composer.compose(delivery)
    await inSpan(
      {
        name: 'send e-mail',
        kind: 'client',
        parent: delivery.traceparent, // the limiter may start this for the attempt before
        attributes: {
          'network.protocol.name': 'smtp',
          'rollcall.template': delivery.templateId,
          'rollcall.attempt': delivery.attempts,
        },
      },
      () => mailer.send(mail),
    )
    return true
  }

  /** Renews a lease that is too short for an attempt. @returns false when another process has claimed the delivery */
  async #ensureLease(delivery: Delivery): Promise<boolean> {
    const { deliveries, clock, attemptMs } = this.#options
    let { dueAt } = delivery
    while (dueAt.getTime() - clock.now().getTime() < attemptMs) {
      const now = clock.now()
      if (!(await deliveries.renew(delivery, now))) return false
      dueAt = leaseFrom(now)
    }
    return true
  }

  async #renew(delivery: Delivery): Promise<void> {
    const { deliveries, clock } = this.#options
    try {
      await deliveries.renew(delivery, clock.now())
    } catch (error) {
      this.#log(delivery).debug({ err: error }, 'lease not renewed')
    }
  }

  async #recordFailure(delivery: Delivery, failure: SendFailure): Promise<AttemptResult> {
    const { deliveries, clock, metrics } = this.#options
    const update = afterFailure(delivery, failure, clock.now())
    await deliveries.recordFailure(delivery, update)
    metrics.mails.inc({ outcome: failure.kind })
    this.#log(delivery).warn({ outcome: failure.kind, reason: failure.message }, 'e-mail not sent')
    return { status: update.status === 'failed' ? 'failed' : 'queued', reason: failure.message }
  }

  async #recordSent(delivery: Delivery): Promise<void> {
    const { deliveries, clock, metrics, stopDeadline } = this.#options
    const sentAt = clock.now()
    const delayMs = sentAt.getTime() - delivery.requestedAt.getTime()
    metrics.mails.inc({ outcome: 'sent' })
    this.#options.sentPerMinute.count()
    metrics.mailSeconds.observe(Math.max(0, delayMs) / 1_000)
    this.#log(delivery).info('e-mail sent')
    await untilRecorded(
      () => deliveries.recordSent(delivery.id, sentAt),
      stopDeadline,
      (error) => this.#log(delivery).warn({ err: error }, 'sent e-mail not yet recorded'),
    )
  }

  #log(delivery: Delivery): Logger {
    return this.#options.logger.child({
      delivery: delivery.id,
      registrationId: delivery.registrationId,
      template: delivery.templateId,
      kind: delivery.kind,
      messageId: delivery.messageId,
      attempts: delivery.attempts,
      ...logFields(delivery),
    })
  }
}
