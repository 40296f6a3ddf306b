import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'

/** Timeouts of an attempt. */
export interface SmtpLimits {
  readonly connectMs: number
  /** How long the server may stay silent when it is probed. */
  readonly silenceMs: number
  /** Until the server takes the text of the e-mail; shorter than a lease. */
  readonly attemptMs: number
}

export const SMTP_LIMITS: SmtpLimits = { connectMs: 4_000, silenceMs: 8_000, attemptMs: 12_000 }

/**
 * Every e-mail in progress has a connection: one that waited in the pool could lose its lease. So at most this many
 * wait for a slow server's reply. As many as Postfix opens to one destination by default; with ten, what takes the time
 * of an e-mail (three writes one after the other) held up 100 a second.
 */
export const MAX_CONNECTIONS = 20

/**
 * STARTTLS is used when the server offers it, and required before a password is sent; `?requireTLS=` in the
 * URL overrides this.
 *
 * @param silenceMs how long the server may stay silent
 */
export function smtpOptions(
  smtpUrl: string,
  limits: SmtpLimits,
  silenceMs: number,
): SMTPPoolOptions & { pool: true } {
  return {
    url: smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    greetingTimeout: limits.silenceMs,
    socketTimeout: silenceMs,
    requireTLS: new URL(smtpUrl).password !== '',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
