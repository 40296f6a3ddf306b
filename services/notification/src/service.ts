import { createTransport } from 'nodemailer'
import type { Clock } from '../../shared/clock.ts'
import { createApi } from '../../shared/http/api.ts'
import type { Logger } from '../../shared/logger.ts'
import { Consumer } from '../../shared/messaging/consumer.ts'
import { DEAD_LETTER_QUEUE } from '../../shared/messaging/topology.ts'
import { foundation } from '../../shared/process/foundation.ts'
import type { Listener } from '../../shared/process/listen.ts'
import type { Service } from '../../shared/process/part.ts'
import { Counters } from '../../shared/store/counters.ts'
import { internalHandlers, operatorHandlers } from './api.ts'
import type { NotificationConfig } from './config.ts'
import { onDeadLetter } from './consumers/dead-letters.ts'
import { onRegistrationCreated, REGISTRATION_CREATED_QUEUE } from './consumers/registration-created.ts'
import { Replayer } from './dead-letters/replayer.ts'
import { domainOf } from './domain/sender.ts'
import { MOST_CONNECTIONS, SMTP_LIMITS, smtpOptions, type SmtpLimits } from './smtp/options.ts'
import { SmtpServer } from './smtp/server.ts'
import { createMailMetrics } from './metrics.ts'
import { Postman } from './sending/postman.ts'
import { Sender, SWEEP_MS } from './sending/sender.ts'
import type { Deliveries } from './store/deliveries.ts'
import { MongoDeadLetters } from './store/mongo-dead-letters.ts'
import { MongoDeliveries } from './store/mongo-deliveries.ts'

/** What tests put in the place of the real thing. */
export interface Parts {
  clock: Clock
  smtpLimits: SmtpLimits
  sweepMs: number
  /** Puts something between the service and its deliveries. */
  around: (deliveries: Deliveries) => Deliveries
}

export interface NotificationService extends Service {
  readonly ports: { readonly operator: Listener; readonly internal: Listener; readonly admin: Listener }
}

/** The sender has one connection for itself, the rest are for e-mails that messages ask for. */
const MAILS_AT_WORK = MOST_CONNECTIONS - 1
const DEAD_LETTERS_AT_WORK = 10
/** How long a stopping process waits for a database that is away to record what was sent. */
const LAST_CALL_MS = 10_000
/** No operation here is limited by account. */
const NO_ACCOUNTS = 0

export async function composeNotification(
  config: NotificationConfig,
  logger: Logger,
  overrides: Partial<Parts> = {},
): Promise<NotificationService> {
  const base = foundation('notification', config, logger, {
    prepare,
    ...(overrides.clock ? { clock: overrides.clock } : {}),
  })
  const { clock, broker, connection } = base
  const { mongodb } = base.dependencies
  const smtp = base.dependency('smtp', false)
  const metrics = createMailMetrics(base.metrics.registry)
  const lastCall = new AbortController()

  const counters = new Counters(connection)
  const storedDeliveries = new MongoDeliveries(
    connection,
    counters.ids('deliveries'),
    domainOf(config.mailFrom),
  )
  const deadLetters = new MongoDeadLetters(connection, counters.ids('deadLetters'))
  const deliveries = overrides.around?.(storedDeliveries) ?? storedDeliveries

  const smtpLimits = overrides.smtpLimits ?? SMTP_LIMITS
  const mailer = new SmtpServer({
    transporter: createTransport(smtpOptions(config, smtpLimits)),
    from: config.mailFrom,
    attemptMs: smtpLimits.attemptMs,
    state: smtp,
    logger,
  })
  const postman = new Postman({ deliveries, mailer, clock, logger, metrics, lastCall: lastCall.signal })
  const sweepMs = overrides.sweepMs ?? SWEEP_MS
  const sender = new Sender({ deliveries, postman, mongodb, smtp, clock, logger, sweepMs })
  const replayer = new Replayer(broker)

  const consuming = { broker, logger, metrics: base.metrics }
  const registrationCreated = new Consumer({
    queue: REGISTRATION_CREATED_QUEUE,
    concurrency: MAILS_AT_WORK,
    needs: [mongodb, smtp],
    handle: onRegistrationCreated({ deliveries, postman, smtp, clock }),
    ...consuming,
  })
  const deadLettered = new Consumer({
    queue: DEAD_LETTER_QUEUE,
    concurrency: DEAD_LETTERS_AT_WORK,
    needs: [mongodb],
    handle: onDeadLetter({ deadLetters, clock, logger, metrics }),
    ...consuming,
  })

  const edge = {
    service: 'notification',
    admission: base.admission(undefined, NO_ACCOUNTS),
    needs: [mongodb],
    trustedProxies: config.trustedProxies,
    logger,
    metrics: base.metrics,
  } as const
  const operatorApi = await createApi({
    ...edge,
    audience: 'operator',
    handlers: operatorHandlers({ deliveries, deadLetters, sender, replayer, clock }),
  })
  const internalApi = await createApi({
    ...edge,
    audience: 'internal',
    handlers: internalHandlers({ deliveries }),
  })
  const operator = base.listen('operator port', operatorApi, config.operatorPort)
  const internal = base.listen('internal port', internalApi, config.internalPort)

  return {
    parts: [...base.parts, mailer, sender, deadLettered, registrationCreated, internal, operator],
    ports: { operator, internal, admin: base.admin },
    announceStop() {
      base.readiness.stop()
      setTimeout(() => lastCall.abort(), config.drainDelayMs + LAST_CALL_MS).unref()
    },
  }

  async function prepare(): Promise<void> {
    await storedDeliveries.prepare()
    await deadLetters.prepare()
    await counters.prepare('deliveries', await storedDeliveries.highestId())
    await counters.prepare('deadLetters', await deadLetters.highestId())
  }
}
