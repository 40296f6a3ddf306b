import { Idempotency } from '../../shared/idempotency.ts'
import type { Clock } from '../../shared/time.ts'
import type { Logger } from '../../shared/logger.ts'
import { Consumer } from '../../shared/messaging/consumer.ts'
import { eventReader } from '../../shared/messaging/event.ts'
import { OutboxAge } from '../../shared/messaging/outbox-age.ts'
import { Relay } from '../../shared/messaging/relay.ts'
import { foundation } from '../../shared/foundation.ts'
import type { Listener } from '../../shared/http/listen.ts'
import type { Service } from '../../shared/process/part.ts'
import { Counters } from '../../shared/store/counters.ts'
import { MongoIdempotencyKeys } from '../../shared/store/idempotency-keys.ts'
import { operatorHandlers, publicHandlers } from './api.ts'
import { notificationService, userService } from './clients/other-services.ts'
import { withReference } from './reference/page.ts'
import type { RegistrationConfig } from './config.ts'
import { onUserChanged } from './user-copies/on-user-changed.ts'
import { Copies } from './user-copies/refresh.ts'
import { Mover } from './registrations/mover.ts'
import { Changes } from './user-copies/changes.ts'
import { MongoCourses } from './courses/repository.ts'
import { MongoRegistrations } from './registrations/repository.ts'
import { MongoUserCopies } from './user-copies/repository.ts'
import { RegistrationOutbox } from './registrations/outbox.ts'
import { registrationModel } from './registrations/record.ts'
import type { Registrations } from './registrations/repository.ts'
import { Undelivered } from './registrations/undelivered.ts'
import type { Users } from './clients/users.ts'

/** Parts that a test may replace or wrap. */
export interface Overrides {
  clock?: Clock
  users?: (real: Users) => Users
  registrations?: (real: Registrations) => Registrations
}

export interface RegistrationService extends Service {
  readonly ports: { readonly http: Listener; readonly operator: Listener; readonly admin: Listener }
}

const QUEUE = 'registration.user-changed'
/** Messages that are handled at the same time are written as one batch. */
const CONCURRENCY = 200

/** Composes the registration service: the only place where its parts are created and connected. */
export async function composeRegistration(
  config: RegistrationConfig,
  logger: Logger,
  overrides: Overrides = {},
): Promise<RegistrationService> {
  const base = foundation('registration', config, logger, { prepare, ...overrides })
  const { clock, connection, metrics, publisher } = base
  const { mongodb, rabbitmq } = base.dependencies

  const token = config.serviceTokens[0] as string
  const remote = userService({ url: config.userServiceUrl, token })
  const users = overrides.users?.(remote.users) ?? remote.users
  const receipts = notificationService({ url: config.notificationServiceUrl, token })

  const counters = new Counters(connection)
  const courses = new MongoCourses(connection)
  const userCopies = new MongoUserCopies(connection)
  const changes = new Changes(connection)
  const keys = new MongoIdempotencyKeys(connection)

  const model = registrationModel(connection)
  const outbox = new RegistrationOutbox(model, clock, (copied): Promise<void> => copies.created(copied))
  const relay = new Relay({ outbox, publisher, broker: rabbitmq, logger, metrics })
  const storedRegistrations = new MongoRegistrations({ model, relay, clock })
  const registrations = overrides.registrations?.(storedRegistrations) ?? storedRegistrations
  const copies: Copies = new Copies({ courses, userCopies, changes, registrations, clock, logger, mongodb })
  const outboxAge = new OutboxAge({ outbox, clock, metrics, logger })
  const mover = new Mover({ registrations, courses, users, clock })
  const consumer = new Consumer({
    queue: QUEUE,
    concurrency: CONCURRENCY,
    needs: [mongodb],
    read: eventReader(QUEUE),
    handle: onUserChanged({ copies }),
    ...base.consuming,
  })

  const idempotency = new Idempotency(keys, clock)
  const ids = counters.ids('registrations')
  const undelivered = new Undelivered({ registrations, receipts, users, clock })
  const raiseIds = (above: number) => counters.raise('registrations', above)
  const deps = {
    ...{ registrations, courses, users, changes, receipts, mover, copies, idempotency, ids, clock },
    ...{ undelivered, raiseIds },
  }
  const operator = await base.operatorPort(operatorHandlers(deps))
  const http = await base.publicPort(config.httpPort, publicHandlers(deps), {
    verify: remote.verify,
    requestsPerMinute: config.requestsPerMinute,
    isAnswered: (batch) => idempotency.isAnswered(batch),
    ...(config.referencePage === 'shown' ? { around: withReference } : {}),
  })

  return {
    parts: [...base.parts, copies, relay, outboxAge, consumer, ...base.opening(operator, http)],
    announceStop: () => base.readiness.stop(),
    ports: { http, operator, admin: base.admin },
  }

  async function prepare(): Promise<void> {
    await Promise.all([courses.prepare(), changes.prepare(), keys.prepare()])
    await counters.prepare('registrations', await storedRegistrations.prepare())
  }
}
