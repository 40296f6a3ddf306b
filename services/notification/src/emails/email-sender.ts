import { Unavailable } from '../../../platform/errors.ts'
import type { Eraser } from '../../../platform/erasure/eraser.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Logger } from '../../../platform/observability/logger.ts'
import { logFields } from '../../../platform/observability/trace.ts'
import { inSpan } from '../../../platform/observability/tracing.ts'
import type { Activity } from '../../../platform/store/activity.ts'
import type { AttemptEnd } from '../dispatch/rules.ts'
import { untilRecorded } from '../dispatch/until-recorded.ts'
import {
  afterFailure,
  giveUpUnconfirmed,
  EmailFailure,
  type FailureKind,
  type FailureUpdate,
} from './failures.ts'
import type { WritersBySettings } from './writers-by-settings.ts'
import type { EmailMetrics } from '../metrics.ts'
import type { EmailDeliveries } from './repository.ts'
import type { Pace, Turn } from './pace.ts'
import type { CurrentFactsSource } from './current-facts.ts'
import {
  cancelReasonOf,
  correctionOf,
  isEventFresh,
  type BegunDelivery,
  type CancelReason,
  type Correction,
  type LeasedEmailDelivery,
  type CurrentFacts,
} from './rules.ts'
import type { SmtpMailer } from './smtp-mailer.ts'
import { stepOfFailure, recordModelStepOf } from './model-steps.ts'

export interface EmailSenderOptions {
  readonly deliveries: EmailDeliveries
  readonly currentFacts: Pick<CurrentFactsSource, 'of'>
  /** Erases a delivery that was added after its user was erased, from a message that came late. */
  readonly eraser: Pick<Eraser, 'eraseAgainIfErased'>
  readonly mailer: Pick<SmtpMailer, 'send'>
  readonly pace: Pick<Pace, 'turn' | 'refund' | 'accepted' | 'refused' | 'noteReply'>
  readonly writers: Pick<WritersBySettings, 'currentHash' | 'load' | 'of'>
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: EmailMetrics
  /** Counts sent e-mails for the status that operators see. */
  readonly sentPerMinute: Pick<Activity, 'add'>
  /** Aborts when the process can no longer wait for an unavailable database. */
  readonly stopDeadline: AbortSignal
}

/** E-mails have one lane, which is never slow: a slow e-mail says nothing about the next one. */
const ENDED: AttemptEnd = { timedOut: false }
const STOPPED: AttemptEnd = { timedOut: false, wasStopped: true }

interface CheckedFacts {
  readonly mayBeSent: boolean
  readonly correction?: Correction | undefined
  /** Why it is put off. */
  readonly failure?: FailureKind | undefined
}

/** Makes the attempts of e-mails. */
export class EmailSender {
  readonly #options: EmailSenderOptions

  constructor(options: EmailSenderOptions) {
    this.#options = options
  }

  /**
   * Sends an e-mail and records the result before it returns, so that the dispatcher limits how many are sent
   * and not recorded.
   */
  async attempt(delivery: LeasedEmailDelivery): Promise<AttemptEnd> {
    const result = await inSpan(
      {
        name: 'send e-mail',
        kind: 'client',
        parent: delivery.traceparent,
        attributes: {
          'network.protocol.name': 'smtp',
          'rollcall.template': delivery.templateId,
          'rollcall.attempt': delivery.attempts + 1,
        },
      },
      () => this.#attempt(delivery),
      (failure) => ({ error: failure }),
    )
    return result === 'stopped' ? STOPPED : ENDED
  }

  /** @returns why it failed, if it did, or that the process stops before its turn */
  async #attempt(leased: LeasedEmailDelivery): Promise<FailureKind | 'stopped' | undefined> {
    const { pace } = this.#options
    if (await this.#endIfErasedOrSuperfluous(leased)) return undefined
    // Before its turn, so that an e-mail that is not sent takes none. The wait for it may be long, so again
    // when the attempt begins.
    const early = await this.#checkFacts(leased)
    if (!early.mayBeSent) return early.failure
    const turn = await pace.turn()
    if (turn === undefined) return 'stopped'
    let usesTurn = false
    try {
      const { begun, failure } = await this.#begin(leased)
      if (!begun) return failure
      usesTurn = true
      return await this.#send(begun, turn)
    } finally {
      turn.end()
      if (!usesTurn) await pace.refund()
    }
  }

  /** Erases what was added after its user was erased, and removes a resend that is not the first. */
  async #endIfErasedOrSuperfluous(leased: LeasedEmailDelivery): Promise<boolean> {
    const { deliveries, eraser, clock } = this.#options
    if (await eraser.eraseAgainIfErased(leased.userId)) {
      recordModelStepOf('meetTombstone', leased)
      return true
    }
    const isWanted = await deliveries.markResent(leased, clock.now())
    if (isWanted) return false
    await deliveries.removeUnsent(leased.id)
    return true
  }

  /** Cancels an e-mail that is no longer true, and puts it off while that is not known. */
  async #checkFacts(leased: LeasedEmailDelivery): Promise<CheckedFacts> {
    const { clock, currentFacts } = this.#options
    if (isEventFresh(leased, clock.now())) return { mayBeSent: true }
    let facts: CurrentFacts
    try {
      facts = await currentFacts.of(leased)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      const failure = new EmailFailure(
        'facts-unavailable',
        `waits to learn what is true now: ${error.message}`,
      )
      return { mayBeSent: false, failure: await this.#postpone(leased, failure) }
    }
    const cancelReason = cancelReasonOf(facts, clock.now())
    if (cancelReason) await this.#cancel(leased, cancelReason)
    return { mayBeSent: !cancelReason, correction: correctionOf(leased, facts) }
  }

  /** @returns the delivery with an attempt that has begun, or why it failed before, if it did */
  async #begin(
    leased: LeasedEmailDelivery,
  ): Promise<{ begun?: BegunDelivery; failure?: FailureKind | undefined }> {
    const { deliveries, clock, writers } = this.#options
    const { mayBeSent, correction, failure } = await this.#checkFacts(leased)
    if (!mayBeSent) return { failure }
    // Before the attempt begins: after that, a failure of the database would count as an unconfirmed attempt.
    if (leased.fixed) await writers.load(leased.fixed.settingsHash)
    const begun = await deliveries.begin({ delivery: leased, correction, settingsHash: writers.currentHash })
    if (!begun) return {}
    // The begin has counted the attempt of a killed process.
    const givenUp = giveUpUnconfirmed(begun, clock.now())
    return givenUp ? { failure: await this.#recordFailure(begun, 'unconfirmed', givenUp) } : { begun }
  }

  /** @returns why it failed, if it did */
  async #send(delivery: BegunDelivery, turn: Turn): Promise<FailureKind | undefined> {
    const { clock, mailer, pace, writers } = this.#options
    try {
      await mailer.send(writers.of(delivery.fixed.settingsHash).write(delivery), delivery)
    } catch (error) {
      const failure = this.#failureOf(error)
      if (failure.isLoad) pace.refused(failure, turn.beganAt)
      turn.end()
      const update = afterFailure(delivery, failure, clock.now(), Math.random())
      return await this.#recordFailure(delivery, failure.kind, update)
    }
    recordModelStepOf('accept', delivery)
    pace.accepted()
    // The next one is sent while the result of this one is recorded.
    turn.end()
    await this.#recordSent(delivery)
    return undefined
  }

  /** The same refusal of several e-mails at once is about load, whatever it says. */
  #failureOf(error: unknown): EmailFailure {
    if (!(error instanceof EmailFailure)) return new EmailFailure('unexpected', String(error))
    const isLoad = error.isAboutServer && this.#options.pace.noteReply(error)
    return isLoad ? new EmailFailure('refused-for-load', error.message, { code: error.code }) : error
  }

  async #postpone(leased: LeasedEmailDelivery, failure: EmailFailure): Promise<FailureKind> {
    const { deliveries, clock, metrics } = this.#options
    metrics.mails.inc({ outcome: failure.kind })
    this.#log(leased).debug({ outcome: failure.kind, reason: failure.message }, 'e-mail put off')
    await deliveries.postpone(leased, afterFailure(leased, failure, clock.now(), Math.random()))
    return failure.kind
  }

  async #cancel(leased: LeasedEmailDelivery, cancelReason: CancelReason): Promise<void> {
    const { deliveries, metrics } = this.#options
    metrics.mails.inc({ outcome: 'cancelled' })
    this.#log(leased).info({ outcome: 'cancelled', cancelReason }, 'e-mail cancelled')
    await deliveries.cancel(leased, cancelReason)
  }

  async #recordFailure(
    delivery: LeasedEmailDelivery,
    kind: FailureKind,
    update: FailureUpdate,
  ): Promise<FailureKind> {
    const { deliveries, metrics } = this.#options
    recordModelStepOf(stepOfFailure(kind), delivery)
    metrics.mails.inc({ outcome: kind })
    this.#log(delivery).warn({ outcome: kind, reason: update.lastError }, 'e-mail not sent')
    await this.#untilRecorded(delivery, () => deliveries.recordFailure(delivery, update))
    return kind
  }

  async #recordSent(delivery: LeasedEmailDelivery): Promise<void> {
    const { deliveries, clock, metrics } = this.#options
    const sentAt = clock.now()
    const delayMs = sentAt.getTime() - delivery.requestedAt.getTime()
    metrics.mails.inc({ outcome: 'sent' })
    this.#options.sentPerMinute.add()
    metrics.mailSeconds.observe(Math.max(0, delayMs) / 1_000)
    this.#log(delivery).info('e-mail sent')
    await this.#untilRecorded(delivery, () => deliveries.recordSent({ id: delivery.id, at: sentAt }))
    recordModelStepOf('recordSent', delivery)
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
