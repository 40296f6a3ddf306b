import { Idempotency } from '../../shared/http/idempotency.ts'
import { createApi } from '../../shared/http/api.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Logger } from '../../shared/logger.ts'
import { Consumer } from '../../shared/messaging/consumer.ts'
import { readEvent } from '../../shared/messaging/event.ts'
import { OutboxAge } from '../../shared/messaging/outbox-age.ts'
import { Relay } from '../../shared/messaging/relay.ts'
import { foundation } from '../../shared/process/foundation.ts'
import type { Listener } from '../../shared/process/listen.ts'
import type { Service } from '../../shared/process/part.ts'
import { Counters } from '../../shared/store/counters.ts'
import { MongoIdempotencyKeys } from '../../shared/store/idempotency-keys.ts'
import { operatorHandlers, publicHandlers } from './api.ts'
import { notificationService } from './clients/notification-service.ts'
import { userService } from './clients/user-service.ts'
import type { RegistrationConfig } from './config.ts'
import { onUserChanged } from './consumers/user-changed.ts'
import { CourseCopies } from './course-copies.ts'
import { Mover } from './mover.ts'
import { Registrar } from './registrar.ts'
import { MongoCourses } from './store/mongo-courses.ts'
import { MongoRegistrations } from './store/mongo-registrations.ts'
import { MongoUserCopies } from './store/mongo-user-copies.ts'
import type { Registrations } from './store/registrations.ts'
import type { Users } from './users.ts'

/** What a test may put in the place of, or around, the real part. */
export interface Overrides {
  clock?: Clock
  users?: (real: Users) => Users
  registrations?: (real: Registrations) => Registrations
}

export interface RegistrationService extends Service {
  readonly ports: { readonly http: Listener; readonly operator: Listener; readonly admin: Listener }
}

const QUEUE = 'registration.user-changed'
/** What is at work together is written together. */
const CONCURRENCY = 200

/** The registration service, composed: the only place where its parts are made and joined. */
export async function composeRegistration(
  config: RegistrationConfig,
  logger: Logger,
  overrides: Overrides = {},
): Promise<RegistrationService> {
  const base = foundation('registration', config, logger, { prepare, ...overrides })
  const { broker, clock, connection, metrics, publisher } = base
  const { mongodb } = base.dependencies

  const token = config.serviceTokens[0] as string
  const remote = userService({ url: config.userServiceUrl, token })
  const users = overrides.users?.(remote.users) ?? remote.users
  const receipts = notificationService({ url: config.notificationServiceUrl, token })

  const counters = new Counters(connection)
  const storedRegistrations = new MongoRegistrations(connection, clock)
  const registrations = overrides.registrations?.(storedRegistrations) ?? storedRegistrations
  const courses = new MongoCourses(connection)
  const userCopies = new MongoUserCopies(connection)
  const keys = new MongoIdempotencyKeys(connection)

  const relay = new Relay({ outbox: registrations, publisher, broker, logger })
  const outboxAge = new OutboxAge({
    outbox: registrations,
    type: 'registration.created.v1',
    clock,
    metrics,
    logger,
  })
  const courseCopies = new CourseCopies({ courses, registrations, clock, logger, mongodb })
  const registrar = new Registrar({ courses, users, registrations, userCopies, announcer: relay, clock })
  const mover = new Mover({ registrations, courses, users, clock })
  const userChanged = onUserChanged({ userCopies, registrations, clock })
  const consumer = new Consumer({
    queue: QUEUE,
    concurrency: CONCURRENCY,
    needs: [mongodb],
    handle: (message) => userChanged(readEvent(QUEUE, message)),
    broker,
    logger,
    metrics,
  })

  const edge = {
    service: 'registration',
    admission: base.admission(remote.verify, config.requestsPerMinute),
    needs: [mongodb],
    trustedProxies: config.trustedProxies,
    logger,
    metrics,
  } as const
  const operatorApi = await createApi({
    ...edge,
    audience: 'operator',
    handlers: operatorHandlers({ courses, courseCopies }),
  })
  const publicApi = await createApi({
    ...edge,
    audience: 'public',
    handlers: publicHandlers({
      registrations,
      courses,
      registrar,
      mover,
      receipts,
      courseCopies,
      idempotency: new Idempotency(keys, clock),
      ids: counters.ids('registrations'),
    }),
  })
  const operator = base.listen('operator port', operatorApi, config.operatorPort)
  const http = base.listen('http port', publicApi, config.httpPort)

  return {
    parts: [...base.parts, courseCopies, relay, outboxAge, consumer, operator, http],
    announceStop: () => base.readiness.stop(),
    ports: { http, operator, admin: base.admin },
  }

  async function prepare(): Promise<void> {
    await Promise.all([storedRegistrations.prepare(), courses.prepare(), keys.prepare()])
    await counters.prepare('registrations', await storedRegistrations.highestId())
  }
}
