import { Transform, type Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import type { Logger } from '../../../shared/logger.ts'
import type { DependencyState } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'
import { isAddress } from './address.ts'
import { SendFailure } from '../deliveries/failure.ts'
import type { Mail, Mailer } from './mail.ts'
import type { MailFrom } from './mail-from.ts'
import type { MailMetrics } from '../metrics.ts'
import { toSendFailure, type Progress } from './smtp-failure.ts'

const FIRST_RETRY_DELAY_MS = 250
const MAX_RETRY_DELAY_MS = 5_000

/** The message of an e-mail, as far as it is watched here. */
interface Watched {
  createReadStream(): Readable
  transform(stage: () => Transform): void
}

/** Gathers a text, which is composed in eight pieces, so that it goes to the server in one write. */
const inOnePiece = () => {
  const pieces: Buffer[] = []
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    flush(done) {
      done(null, Buffer.concat(pieces))
    },
  })
}

export interface SmtpMailerOptions {
  transporter: Transporter
  /** Like the transporter, with less patience. */
  prober: Transporter
  from: MailFrom
  attemptMs: number
  /** How long the server may take to reply after the text of an e-mail. */
  replyMs: number
  state: DependencyState
  logger: Logger
  metrics: MailMetrics
  /** Aborts when the process can no longer wait for a reply. */
  lastCall: AbortSignal
}

/**
 * Sends e-mails over SMTP. At the start, and after the server may have been lost, it probes the server with growing
 * delays until it answers.
 */
export class SmtpMailer implements Part, Mailer {
  readonly name = 'smtp'
  readonly #options: SmtpMailerOptions
  readonly #stopping = new AbortController()
  /** The texts of e-mails in progress, by Message-ID: once one is read, the server may have the e-mail. */
  readonly #texts = new Map<string, Readable>()
  /** Consecutive failures, of e-mails and of probes. */
  #failures = 0
  #probing = false

  constructor(options: SmtpMailerOptions) {
    this.#options = options
    // The pool creates the stream when it has a session, and reads it when the server has accepted DATA.
    options.transporter.use('stream', ({ data, message }, done) => {
      const watched = message as unknown as Watched
      watched.transform(inOnePiece)
      const create = watched.createReadStream.bind(message)
      watched.createReadStream = () => {
        const text = create()
        this.#texts.set(String(data.messageId), text)
        return text
      }
      done()
    })
  }

  start(): void {
    this.#probe()
  }

  stop(): void {
    this.#stopping.abort()
    this.#options.transporter.close()
    this.#options.prober.close()
  }

  async send(mail: Mail): Promise<void> {
    const { transporter, from, attemptMs, replyMs, lastCall, metrics } = this.#options
    const { messageId } = mail
    if (!isAddress(mail.to)) throw new SendFailure('refused', 'the recipient is not one e-mail address')
    const enough = new AbortController()
    let waiting = false
    let timer = setTimeout(() => {
      if (this.#progressOf(messageId) !== 'text') return enough.abort()
      waiting = true
      metrics.awaitingReply.inc()
      timer = setTimeout(() => enough.abort(), replyMs)
    }, attemptMs)
    try {
      await transporter.sendMail({
        from: { ...from },
        envelope: { from: from.address, to: [mail.to] },
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId,
        headers: { 'X-Template-Id': String(mail.template), 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([enough.signal, lastCall]),
      })
      this.#failures = 0
    } catch (error) {
      const failure = toSendFailure(error, this.#progressOf(messageId))
      if (failure.kind === 'server-away') this.#lost(failure)
      // Whether the server is gone or has only ended this session, the probe tells; other e-mails go on meanwhile.
      if (failure.kind === 'interrupted' || failure.kind === 'unknown') this.#probe()
      throw failure
    } finally {
      clearTimeout(timer)
      this.#texts.delete(messageId)
      if (waiting) metrics.awaitingReply.dec()
    }
  }

  #progressOf(messageId: string): Progress {
    const text = this.#texts.get(messageId)
    if (!text) return 'no-session'
    return text.readableDidRead ? 'text' : 'session'
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
    const { prober, state, logger } = this.#options
    const { signal } = this.#stopping
    for (;;) {
      await delay(restAfter(this.#failures), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await prober.verify()
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
  failures === 0 ? 0 : Math.min(FIRST_RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS)
