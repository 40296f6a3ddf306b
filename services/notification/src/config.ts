import {
  commonVariables,
  integer,
  internalVariables,
  readConfig,
  secretUrl,
  url,
  type ConfigOf,
  type Environment,
  type Variable,
} from '../../shared/config.ts'
import { parseMailFrom, type MailFrom } from './mail/mail-from.ts'
import { DEFAULT_WORDING } from './mail/compose.ts'
import { readTemplate, type Template } from './mail/template.ts'

const address = (name: string, why: string): Variable<MailFrom> => ({
  name,
  why,
  secret: false,
  default: undefined,
  parse: parseMailFrom,
})

const template = (name: string, why: string): Variable<Template | undefined> => ({
  ...{ name, why, secret: false, parse: readTemplate },
  default: { value: DEFAULT_WORDING.mailTemplate },
})

const language = (name: string, why: string): Variable<string> => ({
  ...{ name, why, secret: false },
  default: { value: DEFAULT_WORDING.mailLanguage },
  parse(raw) {
    if (!isLanguage(raw))
      throw new Error('must be a language that dates can be written in, such as en-GB or de')
    return raw
  },
})

function isLanguage(raw: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(raw).length === 1
  } catch {
    return false
  }
}

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
  mailTemplate: template(
    'MAIL_TEMPLATES',
    'a folder with 222.subject.txt, 222.txt and 222.html, the e-mail about a new registration; empty is the built-in one',
  ),
  mailLanguage: language('MAIL_LANGUAGE', 'the language of dates in e-mails'),
  portalUrl: url('PORTAL_URL', ['https', 'http'], {
    default: DEFAULT_WORDING.portalUrl,
    why: 'the learning portal, which the e-mail leads to',
  }),
}

export type NotificationConfig = ConfigOf<typeof notificationVariables>

export const readNotificationConfig = (environment: Environment) =>
  readConfig(environment, notificationVariables)
