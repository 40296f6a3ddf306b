import type { Transporter } from 'nodemailer'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'
import { parseServerUrl } from '../../../platform/domain/server-url.ts'

/** Timeouts of an attempt and of a probe. */
export interface SmtpTimeouts {
  readonly connectMs: number
  /** How long the server may take for each reply before the text of an e-mail. */
  readonly replyMs: number
  /** How long until the text is being sent; `replyTimeoutMs` of the mailer follows. */
  readonly untilTextMs: number
  /** After its own timeouts, nodemailer has this long to end an attempt. */
  readonly graceMs: number
  /** Longer than all steps of a probe together, whose timeouts are those of nodemailer. */
  readonly probeMs: number
}

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connectMs: 4_000,
  replyMs: 8_000,
  untilTextMs: 12_000,
  graceMs: 5_000,
  probeMs: 30_000,
}

/**
 * The default of `MAIL_MAX_CONNECTIONS`: the number that Postfix opens to one destination. Every e-mail in
 * progress has a connection: one that waited in the pool for another would end as if the server were
 * unavailable.
 */
export const DEFAULT_MAX_CONNECTIONS = 20

/**
 * STARTTLS is used when the server offers it, and is required before a password is sent. `?requireTLS=` in
 * the URL overrides this.
 *
 * @param options.clientName the host name in the greeting. A container's own has no dot, and strict servers
 * refuse the address that nodemailer would name instead.
 * @param options.socketTimeoutMs how long the server may send nothing
 */
export function smtpOptions(
  smtpUrl: string,
  timeouts: SmtpTimeouts,
  { clientName, socketTimeoutMs }: { clientName: string; socketTimeoutMs: number },
): SMTPTransportOptions {
  return {
    url: smtpUrl,
    name: clientName,
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.replyMs,
    socketTimeout: socketTimeoutMs,
    requireTLS: parseServerUrl(smtpUrl).password !== '',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Opens a session and signs in. @throws Error that says why no e-mail can be sent */
export async function probeServer(transporter: Transporter): Promise<void> {
  try {
    await transporter.verify()
  } catch (error) {
    const { command, message } = error as Error & { command?: string }
    if (command !== 'STARTTLS') throw error
    throw new Error(`${message}; TLS is required by the password or by requireTLS in SMTP_URL`, {
      cause: error,
    })
  }
}
