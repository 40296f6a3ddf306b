import { Eraser } from '../../platform/erasure/eraser.ts'
import { Tombstones } from '../../platform/erasure/repository.ts'
import { foundation, type CommonOverrides, type ComposedService } from '../../platform/foundation.ts'
import { Idempotency } from '../../platform/store/idempotency.ts'
import type { Logger } from '../../platform/observability/logger.ts'
import { Counters } from '../../platform/store/counters.ts'
import { IdempotencyKeys } from '../../platform/store/idempotency-keys.ts'
import { internalHandlers, operatorHandlers, publicHandlers } from './api.ts'
import { UserServiceClient, type UserLookup } from './clients/user-service.ts'
import type { RegistrationConfig } from './config.ts'
import { courseModel, type CourseRecord } from './courses/record.ts'
import { Courses } from './courses/repository.ts'
import { withReference } from './reference/web.ts'
import { REGISTRATION_OUTBOX, registrationModel } from './registrations/record.ts'
import { Registrations } from './registrations/repository.ts'
import { erasingOfRegistrations } from './erase.ts'
import { onUserChanged } from './copies/on-user-changed.ts'
import { CopiesInRegistrations } from './copies/in-registrations.ts'
import { newestUserModel, type NewestUserRecord } from './copies/record.ts'
import { Copies } from './copies/refresh.ts'
import { NewestUsers } from './copies/repository.ts'

/** Parts that a test may replace or wrap. */
export interface Overrides extends CommonOverrides {
  users?: (real: UserLookup) => UserLookup
  registrations?: (real: Registrations) => Registrations
  copiesInRegistrations?: (real: CopiesInRegistrations) => CopiesInRegistrations
  /** How long a request waits for the job that it has started. */
  jobWaitMs?: number
}

/** Messages that are handled at the same time are written as one batch. */
const MAX_MESSAGES_IN_PROGRESS = 200
/** The time between two searches for courses and users with outdated copies. */
const REFRESH_MS = 5_000

/** Composes the registration service: creates and connects its parts, except those that all services have. */
export async function composeRegistration(
  config: RegistrationConfig,
  logger: Logger,
  overrides: Overrides = {},
): Promise<ComposedService> {
  const base = foundation('registration', config, logger, { prepare, ...overrides })
  const { clock, connection, stepSize } = base

  const userService = new UserServiceClient(base.otherService('user', config.userServiceUrl))
  const users = overrides.users?.(userService) ?? userService
  const notificationService = base.otherService('notification', config.notificationServiceUrl)

  const counters = new Counters(connection)
  const courseRecords = courseModel(connection)
  const courses = new Courses(courseRecords)
  const newestUserRecords = newestUserModel(connection)
  const newestUsers = new NewestUsers(newestUserRecords)
  const idempotencyKeys = new IdempotencyKeys(connection)
  const model = registrationModel(connection)
  const storedCopies = new CopiesInRegistrations(model, clock, logger)
  const copiesInRegistrations = overrides.copiesInRegistrations?.(storedCopies) ?? storedCopies

  const tombstones = new Tombstones(connection)
  const eraser = new Eraser({
    tombstones,
    erasing: erasingOfRegistrations({
      copiesInRegistrations,
      newestUsers,
      idempotencyKeys,
      tombstones,
    }),
    stepSize,
  })
  const copies = new Copies({
    courses,
    newestUsers,
    copiesInRegistrations,
    eraser,
    clock,
    stepSize,
  })
  const outbox = base.outbox(model, {
    ...REGISTRATION_OUTBOX,
    beforeMarked: (created) => copies.refreshNew(created),
  })
  const storedRegistrations = new Registrations({ model, outbox })
  const registrations = overrides.registrations?.(storedRegistrations) ?? storedRegistrations

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
  const userRefresh = base.longJob<NewestUserRecord, number>({
    name: 'copies of users',
    model: newestUserRecords,
    step: (record, afterId) => copies.refreshUser(record, afterId),
    ...refreshed,
  })
  const userChanged = base.eventConsumer(
    'registration.user-changed',
    MAX_MESSAGES_IN_PROGRESS,
    onUserChanged({ copies, job: userRefresh }),
  )
  const waiting = base.watching({ consumers: [userChanged] })

  const deps = {
    registrations,
    courses,
    users,
    notificationService,
    copies,
    copiesInRegistrations,
    newestUsers,
    stepSize,
    courseRefresh,
    userRefresh,
    eraser,
    tombstones,
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
      userChanged,
      waiting.measuring,
      ...base.opening(internal, operator, http),
    ],
    announceStop: () => base.readiness.stop(),
    ports: { http, operator, internal, admin: base.admin },
  }

  async function prepare(): Promise<void> {
    const repositories = [courses, newestUsers, idempotencyKeys]
    await Promise.all(repositories.map((repository) => repository.prepare()))
    await counters.prepare('registrations', await storedRegistrations.prepare())
  }
}
