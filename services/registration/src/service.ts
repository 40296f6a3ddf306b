import { composeEraser } from '../../platform/erasure/compose.ts'
import { foundation } from '../../platform/foundation.ts'
import type { Listener } from '../../platform/http/listen.ts'
import { Idempotency } from '../../platform/work/idempotency.ts'
import type { Logger } from '../../platform/observability/logger.ts'
import { Consumer } from '../../platform/messaging/consumer.ts'
import { eventReader } from '../../platform/messaging/event.ts'
import type { Service } from '../../platform/process/part.ts'
import { Counters } from '../../platform/store/counters.ts'
import { STEP_SIZE } from '../../platform/store/in-steps.ts'
import { MongoIdempotencyKeys } from '../../platform/store/idempotency-keys.ts'
import type { Clock } from '../../platform/domain/time.ts'
import { internalHandlers, operatorHandlers, publicHandlers } from './api.ts'
import { NotificationServiceClient } from './clients/notification-service.ts'
import { UserServiceClient, type UserDirectory } from './clients/user-service.ts'
import type { RegistrationConfig } from './config.ts'
import { courseModel, type CourseRecord } from './courses/record.ts'
import { Courses } from './courses/repository.ts'
import { withReference } from './reference/page.ts'
import { REGISTRATION_OUTBOX, registrationModel } from './registrations/record.ts'
import { Registrations } from './registrations/repository.ts'
import { eraseUser } from './copies/erase.ts'
import { onUserChanged, USER_CHANGED_QUEUE } from './copies/on-user-changed.ts'
import { onUserErased, USER_ERASED_QUEUE } from './copies/on-user-erased.ts'
import { CopiesInRegistrations } from './copies/in-registrations.ts'
import { userCopyModel, type UserCopyRecord } from './copies/record.ts'
import { Copies } from './copies/refresh.ts'
import { UserCopies } from './copies/repository.ts'

/** Parts that a test may replace or wrap. */
export interface Overrides {
  clock?: Clock
  /** The time between two measurements of what waits. */
  measureMs?: number
  /** How long an operation of the database may take. */
  storeDeadlineMs?: number
  /** How long Redis may take to reply before a process counts alone. */
  redisReplyTimeoutMs?: number
  users?: (real: UserDirectory) => UserDirectory
  registrations?: (real: Registrations) => Registrations
  copiesInRegistrations?: (real: CopiesInRegistrations) => CopiesInRegistrations
  /** The records that one step of a long job works on. */
  stepSize?: number
  /** How long a request waits for the job that it has started. */
  jobWaitMs?: number
}

export interface RegistrationService extends Service {
  readonly ports: {
    readonly http: Listener
    readonly operator: Listener
    readonly internal: Listener
    readonly admin: Listener
  }
}

/** Messages that are handled at the same time are written as one batch. */
const MAX_MESSAGES_IN_PROGRESS = 200
/** An erasure is a few writes. Retention may erase many users at a time. */
const MAX_ERASURES_IN_PROGRESS = 5
/** The time between two searches for courses and users with outdated copies. */
const REFRESH_MS = 5_000

/** Composes the registration service: creates and connects its parts, except those that all services have. */
export async function composeRegistration(
  config: RegistrationConfig,
  logger: Logger,
  overrides: Overrides = {},
): Promise<RegistrationService> {
  const base = foundation('registration', config, logger, { prepare, ...overrides })
  const { clock, connection, relay } = base
  const { mongodb } = base.dependencies

  const token = config.serviceTokens[0] as string
  const userService = new UserServiceClient({ url: config.userServiceUrl, token })
  const users = overrides.users?.(userService) ?? userService
  const receipts = new NotificationServiceClient({ url: config.notificationServiceUrl, token })

  const counters = new Counters(connection)
  const courseRecords = courseModel(connection)
  const courses = new Courses(courseRecords)
  const userCopyRecords = userCopyModel(connection)
  const userCopies = new UserCopies(userCopyRecords)
  const idempotencyKeys = new MongoIdempotencyKeys(connection)
  const model = registrationModel(connection)
  const outbox = base.outbox(model, {
    ...REGISTRATION_OUTBOX,
    // Ends a create, before its event is marked as published: when `copies` below is defined.
    beforeFinish: (records) => copies.refreshNew(records),
  })
  const storedRegistrations = new Registrations({ model, outbox, relay })
  const registrations = overrides.registrations?.(storedRegistrations) ?? storedRegistrations

  const storedCopies = new CopiesInRegistrations(model, clock)
  const copiesInRegistrations = overrides.copiesInRegistrations?.(storedCopies) ?? storedCopies
  const { stepSize = STEP_SIZE } = overrides
  const kinds = eraseUser({ registrations: copiesInRegistrations, userCopies, keys: idempotencyKeys })
  const erasing = composeEraser('registration', base, kinds, stepSize)
  const { eraser } = erasing

  const copies: Copies = new Copies({
    courses,
    userCopies,
    registrations: copiesInRegistrations,
    eraser,
    clock,
    stepSize,
  })
  const refreshed = {
    everyMs: REFRESH_MS,
    dueField: 'refreshDueAt',
    claimField: 'refreshClaim',
    progressField: 'refreshedUntilId',
    waitMs: overrides.jobWaitMs,
  } as const
  const courseRefresh = base.longJob<CourseRecord, number>({
    name: 'copies of courses',
    model: courseRecords,
    step: (record, afterId) => copies.refreshCourse(record, afterId),
    ...refreshed,
  })
  const userRefresh = base.longJob<UserCopyRecord, number>({
    name: 'copies of users',
    model: userCopyRecords,
    step: (record, afterId) => copies.refreshUser(record, afterId),
    ...refreshed,
  })
  const consumer = new Consumer({
    queue: USER_CHANGED_QUEUE,
    concurrency: MAX_MESSAGES_IN_PROGRESS,
    needs: [mongodb],
    read: eventReader(USER_CHANGED_QUEUE),
    handle: onUserChanged({ copies, job: userRefresh }),
    ...base.consuming,
  })

  const erasureConsumer = new Consumer({
    queue: USER_ERASED_QUEUE,
    concurrency: MAX_ERASURES_IN_PROGRESS,
    needs: [mongodb],
    read: eventReader(USER_ERASED_QUEUE),
    handle: onUserErased({ eraser, registrations }),
    ...base.consuming,
  })

  const waiting = base.watching({ consumers: [consumer, erasureConsumer] })

  const deps = {
    registrations,
    courses,
    users,
    receipts,
    courseRefresh,
    idempotency: new Idempotency(idempotencyKeys, clock),
    ids: counters.ids('registrations'),
    raiseIds: (above: number) => counters.raise('registrations', above),
    clock,
    createdPerMinute: base.activity,
    status: base.status({ countsActivity: true, waiting }),
  }
  const internal = await base.internalPort(config.internalPort, internalHandlers(deps))
  const isShown = config.referencePage === 'shown'
  const operator = await base.operatorPort(
    operatorHandlers(deps),
    isShown ? { around: withReference('operator') } : {},
  )
  const http = await base.publicPort(config.httpPort, publicHandlers(deps), {
    verify: userService.verifyCredential,
    requestsPerMinute: config.requestsPerMinute,
    ...(isShown ? { around: withReference('public') } : {}),
  })

  return {
    parts: [
      ...base.parts,
      courseRefresh,
      userRefresh,
      ...erasing.parts,
      consumer,
      erasureConsumer,
      waiting.measuring,
      ...base.opening(internal, operator, http),
    ],
    announceStop: () => base.readiness.stop(),
    ports: { http, operator, internal, admin: base.admin },
  }

  async function prepare(): Promise<void> {
    const repositories = [courses, userCopies, idempotencyKeys, erasing.tombstones]
    await Promise.all(repositories.map((repository) => repository.prepare()))
    await counters.prepare('registrations', await storedRegistrations.prepare())
  }
}
