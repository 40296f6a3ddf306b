import { setTimeout as delay } from 'node:timers/promises'
import pLimit, { type Limit } from 'p-limit'
import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import { leaseFrom, type Delivery } from './rules.ts'
import { afterFailure, SendFailure } from './failure.ts'
import type { Mailer } from '../mail/mail.ts'
import type { ComposeMail } from '../mail/compose.ts'
import type { MailMetrics } from '../metrics.ts'
import type { Deliveries } from './repository.ts'

const RECORD_AGAIN_MS = 250

export type Outcome =
  | { readonly status: 'sent' }
  | { readonly status: 'queued' | 'failed'; readonly reason: string }

export interface DelivererOptions {
  deliveries: Deliveries
  mailer: Mailer
  composeMail: ComposeMail
  clock: Clock
  logger: Logger
  metrics: MailMetrics
  /** An attempt that the mail server does not delay ends within this time. */
  attemptMs: number
  /** Attempts at a time, each with a connection of its own; others wait for their turn. */
  atOnce: number
  /** Aborts when the process can no longer wait for an unavailable database. */
  lastCall: AbortSignal
}

/** Sends one e-mail and records the result. */
export class Deliverer {
  readonly #options: DelivererOptions
  readonly #turns: Limit

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#turns = pLimit(options.atOnce)
  }

  /** @param delivery leased to this process */
  async attempt(delivery: Delivery): Promise<Outcome> {
    const { deliveries, clock, metrics, attemptMs } = this.#options
    const renewing = setInterval(() => void this.#renew(delivery), attemptMs / 3)
    try {
      const held = await this.#turns(() => this.#send(delivery))
      if (!held) return { status: 'queued', reason: 'another process has the e-mail' }
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
      const after = afterFailure(delivery, error, clock.now())
      await deliveries.failed(delivery, after)
      metrics.mails.inc({ outcome: error.kind })
      this.#log(delivery).warn({ outcome: error.kind, reason: error.message }, 'e-mail not taken')
      return { status: after.status === 'failed' ? 'failed' : 'queued', reason: error.message }
    } finally {
      clearInterval(renewing)
    }
    const sentAt = clock.now()
    metrics.mails.inc({ outcome: 'sent' })
    metrics.mailSeconds.observe(Math.max(0, sentAt.getTime() - delivery.requestedAt.getTime()) / 1000)
    this.#log(delivery).info('e-mail sent')
    await this.#record(delivery, sentAt)
    return { status: 'sent' }
  }

  /** @returns false when another process has taken the e-mail */
  async #send(delivery: Delivery): Promise<boolean> {
    const { mailer, composeMail } = this.#options
    if (!(await this.#holds(delivery))) return false
    await mailer.send(composeMail(delivery))
    return true
  }

  /** Whether the lease lasts for an attempt; one that does not, because the database was slow, is taken anew. */
  async #holds(delivery: Delivery): Promise<boolean> {
    const { deliveries, clock, attemptMs } = this.#options
    let { dueAt } = delivery
    while (dueAt.getTime() - clock.now().getTime() < attemptMs) {
      const now = clock.now()
      if (!(await deliveries.renew(delivery, now))) return false
      dueAt = leaseFrom(now)
    }
    return true
  }

  /** While the mail server takes its time, no other process may take the e-mail for abandoned. */
  async #renew(delivery: Delivery): Promise<void> {
    const { deliveries, clock } = this.#options
    try {
      await deliveries.renew(delivery, clock.now())
    } catch (error) {
      this.#log(delivery).debug({ err: error }, 'lease not renewed')
    }
  }

  /**
   * The server has the e-mail, so it must not be sent again. While the database is unavailable this retries
   * instead of giving up, because the next holder of the delivery would send it again.
   */
  async #record(delivery: Delivery, sentAt: Date): Promise<void> {
    const { deliveries, lastCall } = this.#options
    for (;;) {
      try {
        return await deliveries.sent(delivery.id, sentAt)
      } catch (error) {
        if (lastCall.aborted) throw error
        this.#log(delivery).warn({ err: error }, 'sent e-mail not yet recorded')
        await delay(RECORD_AGAIN_MS, undefined, { signal: lastCall }).catch(() => undefined)
      }
    }
  }

  #log({
    id,
    registrationId,
    template,
    kind,
    messageId,
    attempts,
    requestId,
    traceparent,
  }: Delivery): Logger {
    return this.#options.logger.child({
      ...{ delivery: id, registrationId, template, kind, messageId, attempts, requestId, traceparent },
    })
  }
}
