import { setTimeout as delay } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import { withDeadline } from '../../../platform/process/deadline.ts'
import type { Logger } from '../../../platform/observability/logger.ts'
import type { DependencyState } from '../../../platform/process/dependency.ts'
import { RejectedLogins } from '../../../platform/work/retry.ts'
import { isRejectedLogin } from './smtp-failure.ts'
import { probeServer, type SmtpTimeouts } from './smtp-options.ts'

const FIRST_PROBE_DELAY_MS = 250
/** What has waited is sent within five seconds of the server's return, so that is noticed early. */
const MAX_PROBE_DELAY_MS = 1_000

interface ServerProbeOptions {
  /** With a shorter timeout than the transporters of e-mails. */
  readonly probeTransporter: Transporter
  readonly timeouts: Pick<SmtpTimeouts, 'probeMs'>
  /** Whether the mail server is up. */
  readonly smtp: DependencyState
  readonly logger: Logger
  /** Closes idle sessions: otherwise they may be all that the server allows this sender. */
  readonly beforeEach: () => void
}

/** Probes the mail server with growing delays until it replies, and says in `smtp` what was found. */
export class ServerProbe {
  readonly #options: ServerProbeOptions
  readonly #stopping = new AbortController()
  /** How often in a row the server was unavailable, for e-mails and probes. */
  #failures = 0
  #isProbing = false
  /** Ends the delay before the next probe. */
  #hurry = new AbortController()
  /** Resolves after the next probe. */
  #probed = Promise.withResolvers<void>()

  constructor(options: ServerProbeOptions) {
    this.#options = options
  }

  stop(): void {
    this.#stopping.abort()
    this.#probed.resolve()
    this.#options.probeTransporter.close()
  }

  /**
   * If the server may be unavailable, probes it without the delay before the next probe, which is up to 15
   * minutes after a refused password. Resolves after it.
   */
  async hurry(): Promise<void> {
    if (!this.#isProbing) return
    const probed = this.#probed.promise
    this.#hurry.abort()
    await probed
  }

  /** The server has accepted an e-mail. */
  serverReplied(): void {
    this.#failures = 0
  }

  serverUnavailable(reason: Error): void {
    this.#failures += 1
    if (this.#isProbing) this.#options.smtp.set(false, reason)
    else this.begin(reason)
  }

  /** Probes the server until it is up, unless that is in progress. @param reason why it is unavailable */
  begin(reason?: Error): void {
    if (this.#isProbing) return
    this.#isProbing = true
    void this.#probeUntilUp(reason)
  }

  async #probeUntilUp(reason: Error | undefined): Promise<void> {
    const { probeTransporter, timeouts, smtp, logger, beforeEach } = this.#options
    const { signal } = this.#stopping
    const rejectedLogins = new RejectedLogins()
    const delayAfter = (error: unknown) => {
      if (isRejectedLogin(error)) return rejectedLogins.delayMs(error, (told) => smtp.set(false, told))
      rejectedLogins.reset()
      smtp.set(false, error)
      return probeDelayMs(this.#failures)
    }
    let delayMs = reason === undefined ? probeDelayMs(this.#failures) : delayAfter(reason)
    for (;;) {
      this.#hurry = new AbortController()
      const until = AbortSignal.any([signal, this.#hurry.signal])
      await delay(delayMs, undefined, { signal: until }).catch(() => undefined)
      if (signal.aborted) return
      beforeEach()
      try {
        await withDeadline(timeouts.probeMs, 'the probe', () => probeServer(probeTransporter))
        this.#isProbing = false
        return smtp.set(true)
      } catch (error) {
        this.#failures += 1
        logger.debug({ err: error }, 'the SMTP server is not ready')
        delayMs = delayAfter(error)
      } finally {
        this.#probed.resolve()
        this.#probed = Promise.withResolvers()
      }
    }
  }
}

function probeDelayMs(failures: number): number {
  if (failures === 0) return 0
  return Math.min(FIRST_PROBE_DELAY_MS * 2 ** (failures - 1), MAX_PROBE_DELAY_MS)
}
