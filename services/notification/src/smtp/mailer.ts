import { setTimeout as delay } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import type { Logger } from '../../../shared/logger.ts'
import type { DependencyState } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'
import { isAddress } from '../domain/address.ts'
import { SendFailure } from '../domain/failure.ts'
import type { Mail, Mailer } from '../domain/mail.ts'
import type { MailFrom } from '../domain/mail-from.ts'
import { toSendFailure } from './failure.ts'

const FIRST_REST_MS = 250
const LONGEST_REST_MS = 5_000

export interface SmtpMailerOptions {
  transporter: Transporter
  from: MailFrom
  attemptMs: number
  state: DependencyState
  logger: Logger
}

/**
 * Sends e-mails over SMTP. At the start, and after the server was lost, it probes the server with growing
 * delays until it answers.
 */
export class SmtpMailer implements Part, Mailer {
  readonly name = 'smtp'
  readonly #options: SmtpMailerOptions
  readonly #stopping = new AbortController()
  /** Consecutive failures, of e-mails and of probes. */
  #failures = 0
  #probing = false

  constructor(options: SmtpMailerOptions) {
    this.#options = options
  }

  start(): void {
    this.#probe()
  }

  stop(): void {
    this.#stopping.abort()
    this.#options.transporter.close()
  }

  async send(mail: Mail): Promise<void> {
    const { transporter, from, attemptMs } = this.#options
    if (!isAddress(mail.to)) throw new SendFailure('refused', 'the recipient is not one e-mail address')
    try {
      await transporter.sendMail({
        from: { ...from },
        envelope: { from: from.address, to: [mail.to] },
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'X-Template-Id': String(mail.template), 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(attemptMs),
      })
      this.#failures = 0
    } catch (error) {
      const failure = toSendFailure(error)
      if (failure.kind === 'server-away') this.#lost(failure)
      throw failure
    }
  }

  #lost(reason: Error): void {
    this.#failures += 1
    this.#options.state.set(false, reason)
    this.#probe()
  }

  #probe(): void {
    if (this.#probing) return
    this.#probing = true
    void this.#untilReached()
  }

  async #untilReached(): Promise<void> {
    const { transporter, state, logger } = this.#options
    const { signal } = this.#stopping
    for (;;) {
      await delay(restAfter(this.#failures), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await transporter.verify()
        this.#probing = false
        return state.set(true)
      } catch (error) {
        this.#failures += 1
        logger.debug({ err: error }, 'the SMTP server is not ready')
        state.set(false, error)
      }
    }
  }
}

const restAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(FIRST_REST_MS * 2 ** (failures - 1), LONGEST_REST_MS)
