import {
  commonVariables,
  integer,
  internalVariables,
  readConfig,
  secretUrl,
  type ConfigOf,
  type Environment,
  type Variable,
} from '../../shared/config.ts'
import { parseMailFrom, type MailFrom } from './domain/mail-from.ts'

const address = (name: string, why: string): Variable<MailFrom> => ({
  name,
  why,
  secret: false,
  default: undefined,
  parse: parseMailFrom,
})

export const notificationVariables = {
  ...commonVariables,
  ...internalVariables,
  smtpUrl: secretUrl('SMTP_URL', ['smtp', 'smtps'], {
    why: 'the server that takes the e-mails; credentials in the URL are only sent over TLS',
  }),
  smtpReplyTimeoutMs: integer('SMTP_REPLY_TIMEOUT_MS', {
    // RFC 5321 §4.5.3.2.6; the longest is shorter than the broker waits for an acknowledgement (30 minutes).
    default: 600_000,
    min: 1_000,
    max: 1_500_000,
    why: 'how long the mail server may take to reply after the text of an e-mail',
  }),
  mailFrom: address(
    'MAIL_FROM',
    'the sender of every e-mail; its domain is the right half of each Message-ID',
  ),
}

export type NotificationConfig = ConfigOf<typeof notificationVariables>

export const readNotificationConfig = (environment: Environment) =>
  readConfig(environment, notificationVariables)
