import { createTransport } from 'nodemailer'
import type { Clock } from '../../shared/time.ts'
import type { Logger } from '../../shared/logger.ts'
import { Consumer } from '../../shared/messaging/consumer.ts'
import { eventReader } from '../../shared/messaging/event.ts'
import { DEAD_LETTER_QUEUE } from '../../shared/messaging/topology.ts'
import { foundation } from '../../shared/foundation.ts'
import type { Listener } from '../../shared/http/listen.ts'
import type { Service } from '../../shared/process/part.ts'
import { Counters } from '../../shared/store/counters.ts'
import { internalHandlers, operatorHandlers } from './api.ts'
import { Backlog } from './deliveries/backlog.ts'
import type { NotificationConfig } from './config.ts'
import { onDeadLetter } from './dead-letters/on-dead-letter.ts'
import { onRegistrationCreated, REGISTRATION_CREATED_QUEUE } from './deliveries/on-registration-created.ts'
import { mailComposer } from './mail/compose.ts'
import { Replayer } from './dead-letters/replayer.ts'
import { domainOf } from './mail/mail-from.ts'
import { MAX_CONNECTIONS, SMTP_LIMITS, smtpOptions, type SmtpLimits } from './mail/smtp-options.ts'
import { SmtpMailer } from './mail/smtp-mailer.ts'
import { createMailMetrics } from './metrics.ts'
import { Deliverer } from './deliveries/deliverer.ts'
import { DeliverySweeper, SWEEP_MS } from './deliveries/sweeper.ts'
import type { Deliveries } from './deliveries/repository.ts'
import { MongoDeadLetters } from './dead-letters/repository.ts'
import { MongoDeliveries } from './deliveries/repository.ts'

/** Parts that a test may replace or wrap. */
export interface Overrides {
  clock?: Clock
  smtpLimits?: SmtpLimits
  sweepMs?: number
  deliveries?: (real: Deliveries) => Deliveries
}

export interface NotificationService extends Service {
  readonly ports: { readonly operator: Listener; readonly internal: Listener; readonly admin: Listener }
}

/** Connections to the mail server: the sweeper has one of its own, the consumer uses the others. */
const RESENT_AT_ONCE = 1
const SENT_AT_ONCE = MAX_CONNECTIONS - RESENT_AT_ONCE
/** While some are sent, as many are written down, several in one write. */
export const MAILS_IN_HAND = 2 * MAX_CONNECTIONS
const DEAD_LETTERS_AT_WORK = 10
/**
 * How long a stopping process waits for a slow mail server, and for an unavailable database to record what was sent;
 * shorter than the whole stop, so that an e-mail of unknown outcome is recorded as such.
 */
const LAST_CALL_MS = 20_000

export async function composeNotification(
  config: NotificationConfig,
  logger: Logger,
  overrides: Overrides = {},
): Promise<NotificationService> {
  const base = foundation('notification', config, logger, { prepare, ...overrides })
  const { clock, connection, publisher } = base
  const { mongodb } = base.dependencies
  const smtp = base.dependency('smtp', false)
  const metrics = createMailMetrics(base.metrics.registry)
  const lastCall = new AbortController()

  const counters = new Counters(connection)
  const storedDeliveries = new MongoDeliveries(
    connection,
    counters.ids('deliveries', { serial: true }),
    domainOf(config.mailFrom),
  )
  const deadLetters = new MongoDeadLetters(connection, counters.ids('deadLetters'))
  const deliveries = overrides.deliveries?.(storedDeliveries) ?? storedDeliveries

  const smtpLimits = overrides.smtpLimits ?? SMTP_LIMITS
  const { attemptMs } = smtpLimits
  const replyMs = config.smtpReplyTimeoutMs
  const mailer = new SmtpMailer({
    // The mailer has timeouts of its own; this one only ends a session after them.
    transporter: createTransport(smtpOptions(config.smtpUrl, smtpLimits, 2 * replyMs)),
    prober: createTransport(smtpOptions(config.smtpUrl, smtpLimits, smtpLimits.silenceMs)),
    from: config.mailFrom,
    ...{ attemptMs, replyMs, state: smtp, logger, metrics, lastCall: lastCall.signal },
  })
  const composeMail = mailComposer(config)
  const deliverer = (atOnce: number) =>
    new Deliverer({
      ...{ deliveries, mailer, composeMail, clock, logger, metrics, attemptMs, atOnce },
      lastCall: lastCall.signal,
    })
  const sweepMs = overrides.sweepMs ?? SWEEP_MS
  const resender = deliverer(RESENT_AT_ONCE)
  const sweeper = new DeliverySweeper({
    ...{ deliveries, deliverer: resender, mongodb, smtp, clock, logger, sweepMs },
  })
  const replayer = new Replayer(publisher)
  const backlog = new Backlog({ deliveries, deadLetters, metrics, logger })

  const registrationCreated = new Consumer({
    queue: REGISTRATION_CREATED_QUEUE,
    concurrency: MAILS_IN_HAND,
    needs: [mongodb, smtp],
    read: eventReader(REGISTRATION_CREATED_QUEUE),
    handle: onRegistrationCreated({ deliveries, deliverer: deliverer(SENT_AT_ONCE), smtp, clock }),
    ...base.consuming,
  })
  const deadLettered = new Consumer({
    queue: DEAD_LETTER_QUEUE,
    concurrency: DEAD_LETTERS_AT_WORK,
    needs: [mongodb],
    read: (message) => message,
    handle: onDeadLetter({ deadLetters, clock, logger, metrics }),
    ...base.consuming,
  })

  const internal = await base.internalPort(config.internalPort, internalHandlers({ deliveries }))
  const operator = await base.operatorPort(
    operatorHandlers({ deliveries, deadLetters, sweeper, replayer, wording: config, clock }),
  )

  return {
    parts: [
      ...base.parts,
      mailer,
      sweeper,
      backlog,
      deadLettered,
      registrationCreated,
      ...base.opening(internal, operator),
    ],
    ports: { operator, internal, admin: base.admin },
    announceStop() {
      base.readiness.stop()
      setTimeout(() => lastCall.abort(), config.drainDelayMs + LAST_CALL_MS).unref()
    },
  }

  async function prepare(): Promise<void> {
    await counters.prepare('deliveries', await storedDeliveries.prepare())
    await counters.prepare('deadLetters', await deadLetters.prepare())
  }
}
