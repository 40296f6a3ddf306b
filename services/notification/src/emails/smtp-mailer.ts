import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { withDeadline } from '../../../platform/process/deadline.ts'
import type { Logger } from '../../../platform/observability/logger.ts'
import type { DependencyState } from '../../../platform/process/dependency.ts'
import type { Part } from '../../../platform/process/part.ts'
import { EmailFailure } from './failures.ts'
import type { BegunDelivery } from './rules.ts'
import type { EmailMetrics } from '../metrics.ts'
import { isAddress } from './address.ts'
import type { Mail } from './mail.ts'
import { isRejectedLogin, mayPassInAnotherSession, toEmailFailure, type Progress } from './smtp-failure.ts'
import type { SmtpTimeouts } from './smtp-options.ts'
import { ServerProbe } from './server-probe.ts'

/** Sessions without e-mails for this long are closed, because the server may allow few. */
const IDLE_MS = 10_000

export interface SmtpMailerOptions {
  /** Keeps sessions open for further e-mails. */
  openPool: () => Transporter
  /** Opens a session for each e-mail. */
  freshTransporter: Transporter
  /** Probes the server, with a shorter timeout than the pooled transporter. */
  probeTransporter: Transporter
  /** The header in which the server accepts a key, with which it takes an e-mail once; "" for none. */
  idempotencyHeader: string
  /** The sender of the envelope, in which {id} stands for that of the delivery; "" for that of the e-mail. */
  returnPath: string
  timeouts: SmtpTimeouts
  /** How long the server may take to reply after the text of an e-mail. */
  replyTimeoutMs: number
  /** Whether the mail server is up: when it is, `emailDispatcher` wakes the lane. */
  smtp: DependencyState
  logger: Logger
  metrics: EmailMetrics
  /** Aborts when the process can no longer wait for a reply. */
  stopDeadline: AbortSignal
}

/** Sends e-mails over SMTP. At the start, and whenever the server may be unavailable, it is probed. */
export class SmtpMailer implements Part {
  readonly name = 'smtp'
  readonly #options: SmtpMailerOptions
  readonly #probe: ServerProbe
  /**
   * The text streams of e-mails in progress, by Message-ID. Once one is read, the server may have the e-mail.
   */
  readonly #texts = new Map<string, Readable>()
  /** E-mails whose text the server has and is slow to accept or reject. */
  #slowReplies = 0
  #pool: Transporter
  /** Whether the pool has had a session. Until then one e-mail opens it, and the others wait. */
  #hasSession = false
  #opening: PromiseWithResolvers<void> | undefined
  #inProgress = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: SmtpMailerOptions) {
    this.#options = options
    this.#probe = new ServerProbe({ ...options, beforeEach: () => this.#closeIdleSessions() })
    this.#pool = this.#watchTexts(options.openPool())
    this.#watchTexts(options.freshTransporter)
  }

  /** nodemailer creates the stream when it has a session, and reads it when the server has accepted DATA. */
  #watchTexts(transporter: Transporter): Transporter {
    return transporter.use('stream', ({ data, message }, done) => {
      const streamed = message as unknown as { createReadStream(): Readable }
      const createReadStream = streamed.createReadStream.bind(message)
      streamed.createReadStream = () => {
        const text = createReadStream()
        this.#hasSession = true
        this.#endOpening()
        this.#texts.set(String(data.messageId), text)
        return text
      }
      done()
    })
  }

  /** Closes the sessions in which no e-mail is in progress; the others when it has ended. */
  #closeIdleSessions(): void {
    const closing = this.#pool
    this.#hasSession = false
    this.#pool = this.#watchTexts(this.#options.openPool())
    closing.close()
  }

  /** Whether the mail server has the text of an e-mail and is slow to accept or reject it. */
  get isAwaitingReply(): boolean {
    return this.#slowReplies > 0
  }

  start(): void {
    this.#probe.begin()
  }

  stop(): void {
    this.#probe.stop()
    clearTimeout(this.#idle)
    this.#pool.close()
    this.#options.freshTransporter.close()
  }

  /** {@link ServerProbe.hurry} */
  async probeAtOnce(): Promise<void> {
    await this.#probe.hurry()
  }

  /**
   * Resolves when the mail server has accepted the e-mail. A slow server takes minutes.
   * @throws EmailFailure
   */
  async send(
    mail: Mail,
    { id, fixed, isRepetition }: Pick<BegunDelivery, 'id' | 'fixed' | 'isRepetition'>,
  ): Promise<void> {
    const { freshTransporter, idempotencyHeader, returnPath, timeouts } = this.#options
    const { messageId } = mail
    if (!isAddress(mail.to)) throw new EmailFailure('refused', 'the recipient is not one e-mail address')
    // Before the server is asked: a failure of it says nothing about the server.
    const composed = compose(mail, fixed.date)
    const headers = idempotencyHeader === '' ? {} : await keyHeader(idempotencyHeader, composed)
    const isOpening = await this.#opensFirstSession()
    const { signal, aborted, end } = this.#timeoutOf(messageId)
    this.#inProgress++
    clearTimeout(this.#idle)
    const from = returnPath === '' ? mail.from.address : returnPath.replace('{id}', String(id))
    try {
      const envelope = { from, to: [mail.to] }
      const message = { ...composed, envelope, headers: { ...composed.headers, ...headers }, signal }
      const sent = this.#pool.sendMail(message).catch((error: unknown) => {
        if (!mayPassInAnotherSession(error)) throw error
        return freshTransporter.sendMail(message)
      })
      // nodemailer may ignore the signal: then the attempt ends without it after a grace.
      const givenUp = aborted.then(() => withDeadline(timeouts.graceMs, 'aborting the e-mail', () => sent))
      await Promise.race([sent, givenUp])
      this.#probe.serverReplied()
    } catch (error) {
      const failure = toEmailFailure(error, {
        progress: this.#progressOf(messageId),
        to: mail.to,
        from,
        repeatsKey: isRepetition && idempotencyHeader !== '',
        hasOtherSessions: [...this.#texts.keys()].some((other) => other !== messageId),
      })
      if (failure.kind === 'server-unavailable')
        this.#probe.serverUnavailable(isRejectedLogin(error) ? error : failure)
      // The server may be unavailable or may have ended this session only. Other e-mails continue meanwhile.
      if (failure.kind === 'interrupted' || failure.kind === 'unconfirmed') this.#probe.begin()
      throw failure
    } finally {
      if (isOpening) this.#endOpening()
      end()
      this.#texts.delete(messageId)
      if (--this.#inProgress === 0) this.#idle = setTimeout(() => this.#closeIdleSessions(), IDLE_MS).unref()
    }
  }

  /**
   * Waits for the e-mail that opens the first session, if there is one: a server that refuses the password is
   * asked once, not by each e-mail that waits.
   * @returns whether this e-mail opens it
   * @throws EmailFailure if the server was unavailable for the other one
   */
  async #opensFirstSession(): Promise<boolean> {
    const { smtp } = this.#options
    while (!this.#hasSession) {
      if (this.#opening === undefined) {
        this.#opening = Promise.withResolvers()
        return true
      }
      await this.#opening.promise
      if (!this.#hasSession && !smtp.up()) throw new EmailFailure('server-unavailable', smtp.reason())
    }
    return false
  }

  #endOpening(): void {
    this.#opening?.resolve()
    this.#opening = undefined
  }

  /** Aborts an attempt when the server takes too long, or the process can no longer wait. */
  #timeoutOf(messageId: string) {
    const { timeouts, replyTimeoutMs, stopDeadline, metrics } = this.#options
    const timeout = new AbortController()
    let isReplySlow = false
    let timer = setTimeout(() => {
      if (this.#progressOf(messageId) !== 'text') return timeout.abort()
      isReplySlow = true
      metrics.awaitingReply.set(++this.#slowReplies)
      timer = setTimeout(() => timeout.abort(), replyTimeoutMs)
    }, timeouts.untilTextMs)
    const signal = AbortSignal.any([timeout.signal, stopDeadline])
    const { promise: aborted, resolve } = Promise.withResolvers<void>()
    const onAbort = () => resolve()
    signal.addEventListener('abort', onAbort)
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      if (isReplySlow) metrics.awaitingReply.set(--this.#slowReplies)
    }
    return { signal, aborted, end }
  }

  #progressOf(messageId: string): Progress {
    const text = this.#texts.get(messageId)
    if (!text) return 'no-session'
    return text.readableDidRead ? 'text' : 'session'
  }
}

/** The same for the same e-mail and date, byte for byte. */
const compose = (mail: Mail, date: Date) => ({
  from: { ...mail.from },
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  date,
  // The default is random.
  baseBoundary: hash(`${mail.messageId} ${date.getTime()}`),
  headers: { 'X-Template-Id': String(mail.templateId), 'Auto-Submitted': 'auto-generated' },
})

/**
 * A header with the local part of the Message-ID and a hash of the e-mail: servers refuse a key that comes
 * with another e-mail, and after a correction of the address it is another one.
 */
async function keyHeader(name: string, message: ReturnType<typeof compose>) {
  const bytes = await new MailComposer(message).compile().build()
  const value = `${message.messageId.slice(1, message.messageId.lastIndexOf('@'))}.${hash(bytes)}`
  // In one line: servers may not read a key that begins on the next one.
  return { [name]: { prepared: true, value } }
}

/** 128 bits. */
const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 32)
