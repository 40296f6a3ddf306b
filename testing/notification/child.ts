import { join } from 'node:path'
import { startChild } from '../child.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../isolated.ts'
import type { NotificationConfig } from '../../services/notification/src/config.ts'

/**
 * The URL of a module that sets the clock of a process forward. Load it with `--import`, before all other
 * modules.
 */
export const clockAhead = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`const now = Date.now.bind(Date)
  Date.now = () => now() + ${ms}
  globalThis.Date = new Proxy(Date, { construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [Date.now()], newTarget) })`)}`

/**
 * For tests in which the mail server holds back its reply until the test lets it accept the e-mail. The usual
 * timeout of tests (2 s) may end before that.
 */
export const STALLED_REPLY_TIMEOUT_MS = 60_000

/**
 * Starts the service in another process, whose clock may be ahead. Its reply timeout is {@link
 * STALLED_REPLY_TIMEOUT_MS}.
 */
export const startNotificationProcess = (config: NotificationConfig, aheadMs = 0) =>
  startChild(
    [
      ...['--import', clockAhead(aheadMs)],
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
      MAIL_IDEMPOTENCY_HEADER: config.mailIdempotencyHeader,
      USER_SERVICE_URL: config.userServiceUrl,
      REGISTRATION_SERVICE_URL: config.registrationServiceUrl,
      WEBHOOK_SECRET_KEYS: config.webhookSecretKeys.map((key) => key.toString('base64')).join(),
      SMTP_REPLY_TIMEOUT_MS: String(STALLED_REPLY_TIMEOUT_MS),
      MAIL_FROM: `${config.mailFrom.name} <${config.mailFrom.address}>`,
      SERVICE_TOKENS: SERVICE_TOKEN,
      OPERATOR_TOKENS: OPERATOR_TOKEN,
    },
  )
