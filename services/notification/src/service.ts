import type { ConsumeMessage } from 'amqplib'
import { createTransport } from 'nodemailer'
import { Eraser } from '../../platform/erasure/eraser.ts'
import { Tombstones } from '../../platform/erasure/repository.ts'
import { foundation, type CommonOverrides, type ComposedService } from '../../platform/foundation.ts'
import type { Logger } from '../../platform/observability/logger.ts'
import type { DomainEvent } from '../../platform/messaging/event.ts'
import { DEAD_LETTER_QUEUE } from '../../platform/messaging/topology.ts'
import { Counters } from '../../platform/store/counters.ts'
import { internalHandlers, operatorHandlers, publicHandlers } from './api.ts'
import { countBacklog, MEASURE_BACKLOG_MS, measureBacklog } from './backlog.ts'
import { registrationServiceClient } from './clients/registration-service.ts'
import { userServiceClient } from './clients/user-service.ts'
import type { NotificationConfig } from './config.ts'
import { onDeadLetter } from './dead-letters/on-dead-letter.ts'
import { DeadLetters } from './dead-letters/repository.ts'
import { onRegistrationCreated, REGISTRATION_CREATED_QUEUE } from './emails/on-registration-created.ts'
import { onUserChanged } from './emails/on-user-changed.ts'
import { CurrentFactsSource } from './emails/current-facts.ts'
import { EmailDeliveries } from './emails/repository.ts'
import { emailDispatcher, emailWork } from './emails/email-dispatcher.ts'
import { EmailSender } from './emails/email-sender.ts'
import { erasingOfNotifications } from './erase.ts'
import { domainOf } from './emails/address.ts'
import { Pace } from './emails/pace.ts'
import { presentMailLimits } from './emails/presenter.ts'
import { WritersBySettings } from './emails/writers-by-settings.ts'
import { StoredMailSettings } from './emails/settings/repository.ts'
import { SmtpMailer } from './emails/smtp-mailer.ts'
import { SMTP_TIMEOUTS, smtpOptions, type SmtpTimeouts } from './emails/smtp-options.ts'
import { createEmailMetrics } from './metrics.ts'
import { composeWebhooks, type WebhookOverrides } from './webhooks/compose.ts'
import { withOperatorsPage } from './operators-page/web.ts'

/** Parts that a test may replace or wrap. */
export interface Overrides extends CommonOverrides, WebhookOverrides {
  smtpTimeouts?: SmtpTimeouts
  sweepMs?: number
  deliveries?: (real: EmailDeliveries) => EmailDeliveries
}

/** Messages of a queue that are handled at a time. Their e-mails are stored in one batch. */
const MAX_MESSAGES_IN_PROGRESS = 40
const MAX_DEAD_LETTERS_IN_PROGRESS = 10
/**
 * How long a stopping process waits for a slow mail server, and for an unavailable database to record what
 * was sent. Shorter than the whole stop, so that an e-mail of unknown outcome is recorded as such.
 */
const STOP_DEADLINE_MS = 20_000

/**
 * Composes the notification service. Its parts are created and connected here, and those of the webhooks in
 * `webhooks/compose.ts`.
 */
export async function composeNotification(
  config: NotificationConfig,
  logger: Logger,
  overrides: Overrides = {},
): Promise<ComposedService> {
  const base = foundation('notification', config, logger, { prepare, ...overrides })
  const { clock, connection, publisher } = base
  const { mongodb } = base.dependencies
  const smtp = base.dependency('smtp', false)
  const metrics = createEmailMetrics(base.metrics.registry)
  const stopDeadline = new AbortController()

  const counters = new Counters(connection)
  const storedDeliveries = new EmailDeliveries(connection, {
    ids: counters.ids('deliveries', { serial: true }),
    domain: domainOf(config.mailFrom),
    clock,
  })
  const deliveries = overrides.deliveries?.(storedDeliveries) ?? storedDeliveries
  const deadLetters = new DeadLetters(connection, counters.ids('deadLetters'))

  const userService = userServiceClient(base.otherService('user', config.userServiceUrl))
  const registrationService = registrationServiceClient(
    base.otherService('registration', config.registrationServiceUrl),
  )
  const currentFacts = new CurrentFactsSource({ userService, registrationService, clock })
  const webhooks = composeWebhooks({
    base,
    config,
    counters,
    userService,
    registrationService,
    stopDeadline: stopDeadline.signal,
    // Called later, when `eraser` below is defined.
    eraseAgainIfErased: (userId) => eraser.eraseAgainIfErased(userId),
    overrides,
  })

  const tombstones = new Tombstones(connection)
  const eraser = new Eraser({
    tombstones,
    erasing: erasingOfNotifications({ deliveries, deadLetters, webhookDeliveries: webhooks.deliveries }),
    stepSize: base.stepSize,
  })

  const retentions = [
    ...base.retention({
      kind: 'deliveries',
      days: config.deliveryRetentionDays,
      countDue: (until) => deliveries.countToAnonymize(until),
      removeDue: (until) => deliveries.anonymize(until),
    }),
    ...base.retention({
      kind: 'dead-letters',
      days: config.deadLetterRetentionDays,
      countDue: (until) => deadLetters.countReceivedUntil(until),
      removeDue: (until) => deadLetters.removeReceivedUntil(until),
    }),
  ]

  const timeouts = overrides.smtpTimeouts ?? SMTP_TIMEOUTS
  const replyTimeoutMs = config.smtpReplyTimeoutMs
  const clientName = config.smtpClientName || domainOf(config.mailFrom)
  const optionsFor = (socketTimeoutMs: number) =>
    smtpOptions(config.smtpUrl, timeouts, { clientName, socketTimeoutMs })
  // The mailer has its own timeouts. This longer one ends a session that they have left behind.
  const mailOptions = optionsFor(2 * replyTimeoutMs)
  const mailer = new SmtpMailer({
    openPool: () =>
      createTransport({ ...mailOptions, pool: true, maxConnections: config.mailMaxConnections }),
    freshTransporter: createTransport(mailOptions),
    probeTransporter: createTransport(optionsFor(timeouts.replyMs)),
    idempotencyHeader: config.mailIdempotencyHeader,
    returnPath: config.mailReturnPath,
    timeouts,
    replyTimeoutMs,
    smtp,
    logger,
    metrics,
    stopDeadline: stopDeadline.signal,
  })
  const pace = new Pace({
    maxConnections: config.mailMaxConnections,
    perMinute: config.mailPerMinute,
    limiterOf: base.limiterOf,
    clock,
  })
  const { mailFrom, mailTemplates, mailLanguage, portalUrl } = config
  const mailSettings = { mailFrom, mailTemplates, mailLanguage, portalUrl }
  if (mailTemplates.missing.length > 0)
    logger.warn({ missing: mailTemplates.missing }, 'a language lacks files of its template and is left out')
  const writers = new WritersBySettings(mailSettings, new StoredMailSettings(connection))
  const sender = new EmailSender({
    deliveries,
    currentFacts,
    eraser,
    mailer,
    pace,
    writers,
    clock,
    logger,
    metrics,
    sentPerMinute: base.activity,
    stopDeadline: stopDeadline.signal,
  })
  const dispatcher = emailDispatcher({
    deliveries,
    sender,
    currentFacts,
    smtp,
    mongodb,
    logger,
    pace,
    maxConnections: config.mailMaxConnections,
    sweepMs: overrides.sweepMs,
  })

  const registrationCreated = base.eventConsumer(
    REGISTRATION_CREATED_QUEUE,
    MAX_MESSAGES_IN_PROGRESS,
    onRegistrationCreated({ deliveries, dispatcher, clock }),
  )
  const cancelOfDeleted = onUserChanged({ deliveries, currentFacts, eraser })
  const userChanged = base.eventConsumer(
    'notification.user-changed',
    MAX_MESSAGES_IN_PROGRESS,
    async (message: DomainEvent<'user.changed.v1'>) => {
      await cancelOfDeleted(message)
      await webhooks.onUserChanged(message)
    },
  )
  const deadLettered = base.consumer({
    queue: DEAD_LETTER_QUEUE,
    concurrency: MAX_DEAD_LETTERS_IN_PROGRESS,
    read: (message: ConsumeMessage) => message,
    handle: onDeadLetter({ deadLetters, eraser, clock, logger, metrics }),
  })

  const waiting = base.watching({
    consumers: [registrationCreated, userChanged, deadLettered, ...webhooks.consumers],
    others: [
      { work: emailWork(dispatcher, mailer, pace), needs: [smtp] },
      { work: webhooks.work, needs: [] },
    ],
  })
  const backlog = {
    deliveries,
    deadLetters,
    webhookDeliveries: webhooks.deliveries,
    endpoints: webhooks.endpoints,
    sender: webhooks.sender,
  }

  const internal = await base.internalPort(
    config.internalPort,
    internalHandlers({
      deliveries,
      deadLetters,
      webhookDeliveries: webhooks.deliveries,
      eraser,
      stepSize: base.stepSize,
      clock,
    }),
  )
  const operator = await base.operatorPort(
    operatorHandlers({
      deliveries,
      deadLetters,
      tombstones,
      dispatcher,
      publisher,
      mailer,
      smtp,
      mailSettings,
      clock,
      webhooks: webhooks.handlerDeps,
      status: base.status({
        countsActivity: true,
        waiting,
        backlog: () => countBacklog(backlog),
        mailLimits: () => presentMailLimits(pace, config),
      }),
    }),
    config.operatorPage === 'shown' ? { around: withOperatorsPage() } : {},
  )
  const http = await base.publicPort(config.httpPort, publicHandlers({ webhooks: webhooks.handlerDeps }), {
    verify: userService.verifyCredential,
    requestsPerMinute: config.requestsPerMinute,
  })

  return {
    parts: [
      ...base.parts,
      mailer,
      dispatcher,
      // Stops after the consumers: until then this process gets messages, whose e-mails it sends.
      pace,
      base.periodically('backlog', MEASURE_BACKLOG_MS, () =>
        measureBacklog({
          ...backlog,
          metrics,
          webhookMetrics: webhooks.metrics,
          clock,
        }),
      ),
      ...retentions,
      deadLettered,
      registrationCreated,
      userChanged,
      ...webhooks.parts,
      waiting.measuring,
      ...base.opening(internal, operator, http),
    ],
    ports: { http, operator, internal, admin: base.admin },
    announceStop() {
      base.readiness.stop()
      setTimeout(() => stopDeadline.abort(), config.drainDelayMs + STOP_DEADLINE_MS).unref()
    },
  }

  async function prepare(): Promise<void> {
    await counters.prepare('deliveries', await storedDeliveries.prepare())
    await counters.prepare('deadLetters', await deadLetters.prepare())
    await webhooks.prepare()
    await writers.prepare()
  }
}
