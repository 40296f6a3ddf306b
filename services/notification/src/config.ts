import {
  commonVariables,
  integer,
  internalVariables,
  networks,
  oneOf,
  publicVariables,
  readConfig,
  secretUrl,
  url,
  variable,
  type ConfigOf,
  type Environment,
} from '../../platform/config.ts'
import { isAddress, parseMailFrom, type MailFrom } from './emails/address.ts'
import { DEFAULT_MAIL_SETTINGS } from './emails/mail-writer.ts'
import { DEFAULT_MAX_CONNECTIONS } from './emails/smtp-options.ts'
import { readTemplates, type Templates } from './emails/template.ts'
import { languageOf } from '../../platform/domain/canonical.ts'

const mailFrom = variable<MailFrom>(
  'MAIL_FROM',
  { why: 'the sender address of all e-mails; its domain is the part after the @ of each Message-ID' },
  parseMailFrom,
)

const CLIENT_NAME = /^(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/

const smtpClientName = variable<string>(
  'SMTP_CLIENT_NAME',
  { default: '', why: 'the host name that greets the mail server (EHLO); empty for the domain of MAIL_FROM' },
  (raw) => {
    if (!CLIENT_NAME.test(raw)) throw new Error('must be a host name, such as mail.example.org')
    return raw
  },
)

const MAX_ID = '9'.repeat(15)

const mailReturnPath = variable<string>(
  'MAIL_RETURN_PATH',
  {
    default: '',
    why:
      'the address that gets bounces, the sender of the envelope; {id} in it becomes the delivery id; ' +
      'empty for the address of MAIL_FROM',
  },
  (raw) => {
    if (!isAddress(raw.replace('{id}', MAX_ID)) || /[{}]/.test(raw.replace(/\{id\}(?=.*@)/, '')))
      throw new Error(
        'must be an address, such as bounces@example.org or bounces+{id}@example.org, ' +
          'with no other braces than those of one {id} before the @',
      )
    return raw
  },
)

const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,75}$/
/** The headers that e-mails have, or that would change what they are. */
const OTHER_HEADER =
  /^(From|Sender|Reply-To|To|Cc|Bcc|Subject|Date|Message-ID|MIME-.*|Content-.*|X-Template-Id|Auto-.*)$/i

const mailIdempotencyHeader = variable<string>(
  'MAIL_IDEMPOTENCY_HEADER',
  {
    default: '',
    why: 'a header in which the mail server accepts a key and takes an e-mail once for each; empty for none',
  },
  (raw) => {
    if (!HEADER.test(raw) || OTHER_HEADER.test(raw))
      throw new Error('must be the name of a header that e-mails do not have, such as Idempotency-Key')
    return raw
  },
)

const mailTemplates = variable<Templates>(
  'MAIL_TEMPLATES',
  {
    default: DEFAULT_MAIL_SETTINGS.mailTemplates,
    why:
      'a folder with 222.subject.txt, 222.txt and 222.html, the e-mail about a new registration, ' +
      'and the same in de/ or as de.222.txt for readers of German; empty for the built-in ones',
  },
  readTemplates,
)

const mailLanguage = variable<string>(
  'MAIL_LANGUAGE',
  {
    default: DEFAULT_MAIL_SETTINGS.mailLanguage,
    why:
      'the language of e-mails and their dates for readers without a language, ' +
      'or without a template in it',
  },
  (raw) => {
    const language = languageOf(raw)
    if (language === undefined || Intl.DateTimeFormat.supportedLocalesOf(language).length === 0)
      throw new Error('must be a language for dates, such as en-GB or de')
    return language
  },
)

const SECRET_KEY = /^[A-Za-z0-9+/]{43}=$/

const webhookSecretKeys = variable<readonly Buffer[]>(
  'WEBHOOK_SECRET_KEYS',
  { why: 'encrypt the signing secrets of webhooks: the first one encrypts, all decrypt' },
  (raw) => {
    const keys = raw.split(',').map((key) => key.trim())
    if (keys.length > 2 || !keys.every((key) => SECRET_KEY.test(key)))
      throw new Error('must hold one key, or two separated by a comma, each 32 random bytes in Base64')
    return keys.map((key) => Buffer.from(key, 'base64'))
  },
  true,
)

export const notificationVariables = {
  ...commonVariables,
  ...publicVariables,
  ...internalVariables,
  userServiceUrl: url('USER_SERVICE_URL', ['http', 'https'], {
    why: 'the internal operations of the user service: credentials and users are checked there',
  }),
  registrationServiceUrl: url('REGISTRATION_SERVICE_URL', ['http', 'https'], {
    why: 'the internal operations of the registration service, which return the groups of courses',
  }),
  webhookSecretKeys,
  webhookAllowedNetworks: networks('WEBHOOK_ALLOWED_NETWORKS', {
    default: [],
    why: 'private addresses or networks that webhooks may be sent to',
  }),
  webhookAllowHttp: oneOf('WEBHOOK_ALLOW_HTTP', ['true', 'false'], {
    default: 'false',
    why: 'whether webhooks may be sent without TLS, to receivers in a private network',
  }),
  webhookProxyUrl: secretUrl('WEBHOOK_PROXY_URL', ['http'], {
    default: '',
    why: 'a proxy for webhooks, with or without credentials. It gets CONNECT to an address that was checked',
  }),
  operatorPage: oneOf('OPERATOR_PAGE', ['shown', 'hidden'], {
    default: 'hidden',
    why: 'whether the page for operators is served at /ops/ beside the operator operations',
  }),
  smtpUrl: secretUrl('SMTP_URL', ['smtp', 'smtps'], {
    why:
      'the server that sends the e-mails; credentials in the URL are only sent over TLS, except with ' +
      '`?requireTLS=false`',
  }),
  smtpClientName,
  mailIdempotencyHeader,
  mailMaxConnections: integer('MAIL_MAX_CONNECTIONS', {
    default: DEFAULT_MAX_CONNECTIONS,
    min: 1,
    max: 200,
    why: 'e-mails that a pod sends at a time, each over its own connection to the mail server',
  }),
  mailPerMinute: integer('MAIL_PER_MINUTE', {
    default: 0,
    min: 0,
    max: 1_000_000,
    why: 'e-mails that all pods together send in a minute; 0 for no limit',
  }),
  smtpReplyTimeoutMs: integer('SMTP_REPLY_TIMEOUT_MS', {
    // Ten minutes, as RFC 5321 requires.
    default: 600_000,
    min: 1_000,
    // 25 minutes: a mail server that takes longer is taken for one that hangs.
    max: 1_500_000,
    why: 'how long the mail server may take to reply after the text of an e-mail: longer if it scans',
  }),
  deliveryRetentionDays: integer('DELIVERY_RETENTION_DAYS', {
    default: 0,
    min: 0,
    max: 36_500,
    why: 'after how many days the recipient and the content of an e-mail are removed; 0 to keep them',
  }),
  deadLetterRetentionDays: integer('DEAD_LETTER_RETENTION_DAYS', {
    default: 0,
    min: 0,
    max: 36_500,
    why: 'after how many days a dead letter is removed, handled or not; 0 to keep them',
  }),
  mailFrom,
  mailReturnPath,
  mailTemplates,
  mailLanguage,
  portalUrl: url('PORTAL_URL', ['https', 'http'], {
    default: DEFAULT_MAIL_SETTINGS.portalUrl,
    why: 'the learning portal, which the e-mail links to',
  }),
}

export type NotificationConfig = ConfigOf<typeof notificationVariables>

export const readNotificationConfig = (environment: Environment) =>
  readConfig(environment, notificationVariables)
