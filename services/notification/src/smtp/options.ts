import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'

/** Timeouts of an attempt; the whole attempt is shorter than a lease. */
export interface SmtpLimits {
  readonly connectMs: number
  /** How long the server may stay silent. */
  readonly silenceMs: number
  readonly attemptMs: number
}

export const SMTP_LIMITS: SmtpLimits = { connectMs: 4_000, silenceMs: 8_000, attemptMs: 12_000 }

/** Every e-mail in progress has a connection: one that waited in the pool could lose its lease. */
export const MOST_CONNECTIONS = 10

/**
 * STARTTLS is used when the server offers it, and required before a password is sent; `?requireTLS=` in the
 * URL overrides this.
 */
export function smtpOptions(
  { smtpUrl }: { smtpUrl: string },
  limits: SmtpLimits,
): SMTPPoolOptions & { pool: true } {
  return {
    url: smtpUrl,
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    connectionTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    greetingTimeout: limits.silenceMs,
    socketTimeout: limits.silenceMs,
    requireTLS: new URL(smtpUrl).password !== '',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
