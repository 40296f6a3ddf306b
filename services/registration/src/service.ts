import { composeEraser } from '../../shared/erasure/compose.ts'
import { foundation } from '../../shared/foundation.ts'
import type { Listener } from '../../shared/http/listen.ts'
import { Idempotency } from '../../shared/idempotency.ts'
import type { Logger } from '../../shared/logger.ts'
import { Consumer } from '../../shared/messaging/consumer.ts'
import { eventReader } from '../../shared/messaging/event.ts'
import type { Service } from '../../shared/process/part.ts'
import { Counters } from '../../shared/store/counters.ts'
import { MongoIdempotencyKeys } from '../../shared/store/idempotency-keys.ts'
import type { Clock } from '../../shared/time.ts'
import { internalHandlers, operatorHandlers, publicHandlers } from './api.ts'
import { NotificationService } from './clients/notification-service.ts'
import { UserService, type Users } from './clients/user-service.ts'
import type { RegistrationConfig } from './config.ts'
import { MongoCourses } from './courses/repository.ts'
import { withReference } from './reference/page.ts'
import { REGISTRATION_OUTBOX, registrationModel } from './registrations/record.ts'
import { MongoRegistrations, type Registrations } from './registrations/repository.ts'
import { eraseUser } from './user-copies/erase.ts'
import { onUserChanged } from './user-copies/on-user-changed.ts'
import { onUserErased } from './user-copies/on-user-erased.ts'
import { Copies, REFRESH_COURSES_MS } from './user-copies/refresh.ts'
import { MongoUserCopies } from './user-copies/repository.ts'

/** Parts that a test may replace or wrap. */
export interface Overrides {
  clock?: Clock
  users?: (real: Users) => Users
  registrations?: (real: Registrations) => Registrations
}

export interface RegistrationService extends Service {
  readonly ports: {
    readonly http: Listener
    readonly operator: Listener
    readonly internal: Listener
    readonly admin: Listener
  }
}

const QUEUE = 'registration.user-changed'
const ERASURE_QUEUE = 'registration.user-erased'
/** Messages that are handled at the same time are written as one batch. */
const CONCURRENCY = 200
/** An erasure is a few writes. Retention may erase many users at a time. */
const ERASURE_CONCURRENCY = 5

/** Composes the registration service: the only place where its parts are created and connected. */
export async function composeRegistration(
  config: RegistrationConfig,
  logger: Logger,
  overrides: Overrides = {},
): Promise<RegistrationService> {
  const base = foundation('registration', config, logger, { prepare, ...overrides })
  const { clock, connection, relay } = base
  const { mongodb } = base.dependencies

  const token = config.serviceTokens[0] as string
  const userService = new UserService({ url: config.userServiceUrl, token })
  const users = overrides.users?.(userService) ?? userService
  const receipts = new NotificationService({ url: config.notificationServiceUrl, token })

  const counters = new Counters(connection)
  const courses = new MongoCourses(connection)
  const userCopies = new MongoUserCopies(connection)
  const keys = new MongoIdempotencyKeys(connection)
  const model = registrationModel(connection)
  const outbox = base.outbox(model, {
    ...REGISTRATION_OUTBOX,
    beforeMarkPublished: (events) => copies.refreshNew(events),
  })
  const storedRegistrations = new MongoRegistrations({ model, outbox, relay, clock })
  const registrations = overrides.registrations?.(storedRegistrations) ?? storedRegistrations

  const erase = eraseUser({ registrations, userCopies, keys, clock })
  const erasing = composeEraser('registration', base, erase)
  const { eraser } = erasing

  const copies: Copies = new Copies({
    courses,
    userCopies,
    registrations,
    eraser,
    clock,
  })
  const consumer = new Consumer({
    queue: QUEUE,
    concurrency: CONCURRENCY,
    needs: [mongodb],
    read: eventReader(QUEUE),
    handle: onUserChanged({ copies }),
    ...base.consuming,
  })

  const erasureConsumer = new Consumer({
    queue: ERASURE_QUEUE,
    concurrency: ERASURE_CONCURRENCY,
    needs: [mongodb],
    read: eventReader(ERASURE_QUEUE),
    handle: onUserErased({ eraser, registrations }),
    ...base.consuming,
  })

  const deps = {
    registrations,
    courses,
    users,
    receipts,
    copies,
    idempotency: new Idempotency(keys, clock),
    ids: counters.ids('registrations'),
    raiseIds: (above: number) => counters.raise('registrations', above),
    clock,
    createdPerMinute: base.activity,
    status: base.status({ countsActivity: true }),
  }
  const internal = await base.internalPort(config.internalPort, internalHandlers(deps))
  const isShown = config.referencePage === 'shown'
  const operator = await base.operatorPort(
    operatorHandlers(deps),
    isShown ? { around: withReference('operator') } : {},
  )
  const http = await base.publicPort(config.httpPort, publicHandlers(deps), {
    verify: userService.verify,
    requestsPerMinute: config.requestsPerMinute,
    ...(isShown ? { around: withReference('public') } : {}),
  })

  return {
    parts: [
      ...base.parts,
      base.periodically('copies of courses', REFRESH_COURSES_MS, () => copies.refreshMarkedCourses()),
      ...erasing.parts,
      consumer,
      erasureConsumer,
      ...base.opening(internal, operator, http),
    ],
    announceStop: () => base.readiness.stop(),
    ports: { http, operator, internal, admin: base.admin },
  }

  async function prepare(): Promise<void> {
    await Promise.all([courses.prepare(), keys.prepare(), erasing.tombstones.prepare()])
    await counters.prepare('registrations', await storedRegistrations.prepare())
  }
}
