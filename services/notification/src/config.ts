import {
  commonVariables,
  internalVariables,
  readConfig,
  secretUrl,
  type ConfigOf,
  type Environment,
  type Variable,
} from '../../shared/config.ts'
import { parseSender, type Sender } from './domain/sender.ts'

const sender = (name: string, why: string): Variable<Sender> => ({
  name,
  why,
  secret: false,
  default: undefined,
  parse: parseSender,
})

export const notificationVariables = {
  ...commonVariables,
  ...internalVariables,
  smtpUrl: secretUrl('SMTP_URL', ['smtp', 'smtps'], {
    why: 'the server that takes the e-mails; credentials in the URL are only sent over TLS',
  }),
  mailFrom: sender(
    'MAIL_FROM',
    'the sender of every e-mail; its domain is the right half of each Message-ID',
  ),
}

export type NotificationConfig = ConfigOf<typeof notificationVariables>

export const readNotificationConfig = (environment: Environment) =>
  readConfig(environment, notificationVariables)
