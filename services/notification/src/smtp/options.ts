import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'

/** How long the steps of an attempt may take; all of it together less than a lease. */
export interface SmtpLimits {
  readonly connectMs: number
  /** Silence of the server. */
  readonly silenceMs: number
  readonly attemptMs: number
}

export const SMTP_LIMITS: SmtpLimits = { connectMs: 4_000, silenceMs: 8_000, attemptMs: 12_000 }

/** Every e-mail at work has a connection: none waits in the pool, where its lease would run out. */
export const MOST_CONNECTIONS = 10

/**
 * STARTTLS is used wherever the server offers it, and demanded before a password is sent; `?requireTLS=` in the URL
 * decides otherwise.
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
