import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startChild } from '../child.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../isolated.ts'
import type { NotificationConfig } from '../../services/notification/src/config.ts'

/** A module that puts the clock of a process ahead, to be loaded first. */
export const clockAhead = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`const now = Date.now.bind(Date)
  Date.now = () => now() + ${ms}
  globalThis.Date = new Proxy(Date, { construct: (real, given, as) =>
    Reflect.construct(real, given.length > 0 ? given : [Date.now()], as) })`)}`

/** Starts the service in another process, whose clock may be ahead. */
export const startNotificationProcess = (config: NotificationConfig, aheadMs = 0) =>
  startChild(
    [
      ...['--import', clockAhead(aheadMs)],
      ...['--import', pathToFileURL(join(import.meta.dirname, '../../scripts/dev/compiled-clients.ts')).href],
      join(import.meta.dirname, '../../services/notification/src/main.ts'),
    ],
    {
      BIND_ADDRESS: '127.0.0.1',
      HTTP_PORT: '0',
      OPERATOR_PORT: '0',
      INTERNAL_PORT: '0',
      ADMIN_PORT: '0',
      MONGODB_URL: config.mongodbUrl,
      REDIS_URL: config.redisUrl,
      RABBITMQ_URL: config.rabbitmqUrl,
      SMTP_URL: config.smtpUrl,
      USER_SERVICE_URL: config.userServiceUrl,
      REGISTRATION_SERVICE_URL: config.registrationServiceUrl,
      WEBHOOK_SECRET_KEYS: config.webhookSecretKeys.map((key) => key.toString('base64')).join(),
      SMTP_REPLY_TIMEOUT_MS: '60000',
      MAIL_FROM: `${config.mailFrom.name} <${config.mailFrom.address}>`,
      SERVICE_TOKENS: SERVICE_TOKEN,
      OPERATOR_TOKENS: OPERATOR_TOKEN,
    },
  )
