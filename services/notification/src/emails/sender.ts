import type { Eraser } from '../../../platform/erasure/eraser.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Logger } from '../../../platform/observability/logger.ts'
import { logFields } from '../../../platform/observability/trace.ts'
import { inSpan, runAsPartOfTraces } from '../../../platform/observability/tracing.ts'
import type { Activity } from '../../../platform/store/activity.ts'
import type { AttemptEnd } from '../deliveries/rules.ts'
import { untilRecorded } from '../deliveries/until-recorded.ts'
import type { MailComposer } from './compose.ts'
import type { Mailer } from './mail.ts'
import type { MailMetrics } from '../metrics.ts'
import type { EmailDeliveries } from './repository.ts'
import {
  afterFailure,
  giveUpUnconfirmed,
  SendFailure,
  type FailureUpdate,
  type LeasedEmailDelivery,
} from './rules.ts'
import { FAILURE_STEPS, logStep } from './steps.ts'

export interface EmailSenderOptions {
  readonly deliveries: Pick<EmailDeliveries, 'begin' | 'recordSent' | 'recordFailure'>
  /** Erases a delivery that was added after its user was erased, from a message that came late. */
  readonly eraser: Pick<Eraser, 'eraseAgainIfErased'>
  readonly mailer: Mailer
  readonly composer: MailComposer
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MailMetrics
  /** Counts sent e-mails for the status that operators see. */
  readonly sentPerMinute: Pick<Activity, 'add'>
  /** Aborts when the process can no longer wait for an unavailable database. */
  readonly stopDeadline: AbortSignal
}

/** The mail server is one for all lanes, so a slow e-mail says nothing about the next one. */
const ENDED: AttemptEnd = { timedOut: false }

/** Makes the attempts of e-mails. */
export class EmailSender {
  readonly #options: EmailSenderOptions

  constructor(options: EmailSenderOptions) {
    this.#options = options
  }

  /**
   * Sends an e-mail and records the result before it returns, so that no more e-mails are sent and not
   * recorded than there are connections.
   */
  async attempt(delivery: LeasedEmailDelivery): Promise<AttemptEnd> {
    await runAsPartOfTraces([delivery.traceparent], () => this.#attempt(delivery))
    return ENDED
  }

  async #attempt(leased: LeasedEmailDelivery): Promise<void> {
    const { deliveries, eraser, clock } = this.#options
    if (await eraser.eraseAgainIfErased(leased.userId)) return logStep('meetTombstone', leased)
    const delivery = await deliveries.begin(leased)
    if (!delivery) return
    const givenUp = giveUpUnconfirmed(delivery, clock.now())
    if (givenUp) return await this.#recordFailure(delivery, 'unknown', givenUp)
    try {
      await this.#send(delivery)
    } catch (error) {
      const failure = error instanceof SendFailure ? error : new SendFailure('unexpected', String(error))
      return await this.#recordFailure(delivery, failure.kind, afterFailure(delivery, failure, clock.now()))
    }
    logStep('accept', delivery)
    await this.#recordSent(delivery)
  }

  async #send(delivery: LeasedEmailDelivery): Promise<void> {
    const { mailer, composer } = this.#options
    const mail = composer.compose(delivery)
    await inSpan(
      {
        name: 'send e-mail',
        kind: 'client',
        parent: delivery.traceparent,
        attributes: {
          'network.protocol.name': 'smtp',
          'rollcall.template': delivery.templateId,
          'rollcall.attempt': delivery.attempts,
        },
      },
      () => mailer.send(mail),
    )
  }

  async #recordFailure(
    delivery: LeasedEmailDelivery,
    outcome: SendFailure['kind'],
    update: FailureUpdate,
  ): Promise<void> {
    const { deliveries, metrics } = this.#options
    logStep(FAILURE_STEPS[outcome], delivery)
    metrics.mails.inc({ outcome })
    this.#log(delivery).warn({ outcome, reason: update.lastError }, 'e-mail not sent')
    await this.#untilRecorded(delivery, () => deliveries.recordFailure(delivery, update))
  }

  async #recordSent(delivery: LeasedEmailDelivery): Promise<void> {
    const { deliveries, clock, metrics } = this.#options
    const sentAt = clock.now()
    const delayMs = sentAt.getTime() - delivery.requestedAt.getTime()
    metrics.mails.inc({ outcome: 'sent' })
    this.#options.sentPerMinute.add()
    metrics.mailSeconds.observe(Math.max(0, delayMs) / 1_000)
    this.#log(delivery).info('e-mail sent')
    await this.#untilRecorded(delivery, () => deliveries.recordSent(delivery.id, sentAt))
    logStep('recordSent', delivery)
  }

  #untilRecorded(delivery: LeasedEmailDelivery, record: () => Promise<void>): Promise<void> {
    return untilRecorded(record, this.#options.stopDeadline, (error) =>
      this.#log(delivery).warn({ err: error }, 'the result of an e-mail is not yet recorded'),
    )
  }

  #log(delivery: LeasedEmailDelivery): Logger {
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
