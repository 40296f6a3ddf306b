import { foundation, type CommonOverrides, type ComposedService } from '../../platform/foundation.ts'
import { Idempotency } from '../../platform/store/idempotency.ts'
import type { Logger } from '../../platform/observability/logger.ts'
import { Counters } from '../../platform/store/counters.ts'
import { IdempotencyKeys } from '../../platform/store/idempotency-keys.ts'
import { internalHandlers, operatorHandlers, publicHandlers } from './api.ts'
import type { UserConfig } from './config.ts'
import { ErasureOrders } from './erasures/order.ts'
import { erasureModel } from './erasures/record.ts'
import { Erasures } from './erasures/repository.ts'
import { createErasureJobs } from './erasures/steps.ts'
import { mergeModel } from './merges/record.ts'
import { Merges } from './merges/repository.ts'
import { createMergeJobs } from './merges/steps.ts'
import { isLeft, leaveDeletedGroup } from './leave-deleted-group.ts'
import { announceGroupMove } from './users/announce-group-move.ts'
import { groupModel, type AnnouncementProgress, type GroupRecord } from './groups/record.ts'
import { Groups } from './groups/repository.ts'
import { MEASURE_KEYS_MS, measureExpiringKeys } from './service-accounts/keys/expiring-keys.ts'
import { Keys } from './service-accounts/keys/repository.ts'
import { databaseVerifier } from './service-accounts/keys/verify.ts'
import { createUserMetrics } from './metrics.ts'
import { checkGroups } from './service-accounts/check-groups.ts'
import { checkAccount } from './service-accounts/keys/check-account.ts'
import { keyModel, type KeyRecord } from './service-accounts/keys/record.ts'
import { accountModel, type AccountRecord } from './service-accounts/record.ts'
import { ServiceAccounts } from './service-accounts/repository.ts'
import { UserUpserter } from './users/upserter.ts'
import { userModel } from './users/record.ts'
import { undoInDeletedGroups } from './users/deleted-groups.ts'
import { USER_OUTBOX, Users } from './users/repository.ts'

/** Parts that a test may replace or wrap. */
export interface Overrides extends CommonOverrides {
  users?: (real: Users) => Users
  groups?: (real: Groups) => Groups
}

/** The counters that issue the ids of this service. */
const COUNTERS = ['users', 'serviceAccounts', 'keys', 'groups'] as const

/** The time between two searches for accounts and keys of which a process has left the last step. */
const CHECK_MS = 15_000
/** The time between two searches for moved groups that are not announced. */
const ANNOUNCE_GROUP_MOVES_MS = 5_000
/** The time between two searches for deleted groups that deleted users and courses have not left. */
const LEAVE_DELETED_GROUPS_MS = 5_000

/** Composes the user service: the only place where its parts are created and connected. */
export async function composeUser(
  config: UserConfig,
  logger: Logger,
  overrides: Overrides = {},
): Promise<ComposedService> {
  const base = foundation('user', config, logger, { prepare, ...overrides })
  const { clock, connection, metrics, stepSize } = base

  const counters = new Counters(connection)
  const model = userModel(connection)
  const outbox = base.outbox(model, {
    ...USER_OUTBOX,
    // Ends a write, before its event is marked as published: when the repositories below are defined.
    beforeMarked: async (records) => {
      const written = records.map(({ _id: id, ...state }) => ({ id, ...state }))
      await undoInDeletedGroups({ users: storedUsers, groups: storedGroups }, written)
    },
  })
  const storedUsers = new Users({ model, outbox, clock, logger })
  const users = overrides.users?.(storedUsers) ?? storedUsers
  const groupRecords = groupModel(connection)
  const storedGroups = new Groups(groupRecords, counters.ids('groups'), clock)
  const groups = overrides.groups?.(storedGroups) ?? storedGroups
  const keyRecords = keyModel(connection)
  const keys = new Keys(keyRecords, counters.ids('keys'))
  const accountRecords = accountModel(connection)
  const serviceAccounts = new ServiceAccounts({
    model: accountRecords,
    ids: counters.ids('serviceAccounts'),
    keys,
    clock,
  })
  const accountChecks = base.longJob<AccountRecord, undefined>({
    name: 'groups of accounts',
    everyMs: CHECK_MS,
    model: accountRecords,
    dueField: 'checkDueAt',
    claimField: 'checkClaim',
    progressField: 'checkProgress',
    step: checkGroups({ serviceAccounts, groups }),
  })
  const keyChecks = base.longJob<KeyRecord, boolean>({
    name: 'accounts of keys',
    everyMs: CHECK_MS,
    model: keyRecords,
    dueField: 'checkDueAt',
    claimField: 'checkClaim',
    progressField: 'checkProgress',
    step: checkAccount({ serviceAccounts, keys }),
  })
  const idempotencyKeys = new IdempotencyKeys(connection)

  const userIds = counters.ids('users')
  const raiseIds = async (above: number) =>
    Math.min(...(await Promise.all(COUNTERS.map((name) => counters.raise(name, above)))))
  const verify = databaseVerifier({ keys, serviceAccounts, groups, clock, logger })
  const idempotency = new Idempotency(idempotencyKeys, clock)
  const erasureRecords = erasureModel(connection)
  const erasures = new Erasures({
    model: erasureRecords,
    outbox: base.outbox(erasureRecords, { types: ['user.erased.v1'] }),
  })
  const registrationService = base.otherService('registration', config.registrationServiceUrl)
  const notificationService = base.otherService('notification', config.notificationServiceUrl)
  const erasureJobs = createErasureJobs({
    model: erasureRecords,
    longJob: base.longJob,
    users,
    idempotencyKeys,
    registrationService,
    notificationService,
    erasures,
    // Called later, when `erasureOrders` below is defined.
    orderMergedInto: (erasure, trace) => erasureOrders.orderMergedInto(erasure, trace),
    stepSize,
    clock,
  })
  const erasureOrders = new ErasureOrders({
    users,
    erasures,
    jobs: erasureJobs,
    lastUserId: () => counters.last('users'),
    raiseUserIds: (above) => counters.raise('users', above),
    clock,
  })
  const mergeRecords = mergeModel(connection)
  const merges = new Merges(mergeRecords)
  const mergeJobs = createMergeJobs({
    model: mergeRecords,
    longJob: base.longJob,
    users,
    groups,
    registrationService,
    notificationService,
    merges,
    clock,
  })
  const retention = base.retention({
    kind: 'deleted-users',
    days: config.deletedUserRetentionDays,
    countDue: (until) => users.countDeletedUntil(until),
    removeDue: (until) => erasureOrders.orderDeletedUntil(until),
  })
  const waiting = base.watching({ consumers: [] })

  const groupLeaving = base.longJob<GroupRecord, number>({
    name: 'deleted groups',
    everyMs: LEAVE_DELETED_GROUPS_MS,
    model: groupRecords,
    dueField: 'leaveDueAt',
    claimField: 'leaveClaim',
    progressField: 'leaveProgress',
    waitsSince: ({ leaveSince }) => leaveSince ?? clock.now(),
    step: leaveDeletedGroup({ users, serviceAccounts, registrationService, stepSize }),
  })
  const deps = {
    users,
    groups,
    groupLeaving,
    isGroupLeft: (groupId: number) => isLeft(groupId, { users, serviceAccounts }),
    serviceAccounts,
    accountChecks,
    keys,
    keyChecks,
    userIds,
    raiseIds,
    userUpserter: new UserUpserter({ users, groups, userIds, clock }),
    erasureOrders,
    erasures,
    merges,
    mergeJobs,
    registrationService,
    notificationService,
    idempotency,
    verify,
    clock,
    status: base.status({ countsActivity: false, waiting }),
    publicUrl: config.publicUrl,
  }
  const internal = await base.internalPort(config.internalPort, internalHandlers(deps))
  const operator = await base.operatorPort(operatorHandlers(deps))
  const http = await base.publicPort(config.httpPort, publicHandlers(deps), {
    verify,
    requestsPerMinute: config.requestsPerMinute,
  })

  const userMetrics = createUserMetrics(metrics.registry)
  const announcements = base.longJob<GroupRecord, AnnouncementProgress>({
    name: 'moved groups',
    everyMs: ANNOUNCE_GROUP_MOVES_MS,
    model: groupRecords,
    dueField: 'announceDueAt',
    claimField: 'announceClaim',
    progressField: 'announceProgress',
    waitsSince: ({ movedAt }) => movedAt ?? clock.now(),
    step: announceGroupMove({
      groups,
      users,
      registrationService,
      metrics: userMetrics,
      stepSize,
    }),
  })

  return {
    parts: [
      ...base.parts,
      accountChecks,
      keyChecks,
      ...Object.values(erasureJobs),
      ...Object.values(mergeJobs),
      ...retention,
      waiting.measuring,
      base.periodically('expiring keys', MEASURE_KEYS_MS, () =>
        measureExpiringKeys({ keys, clock, metrics: userMetrics }),
      ),
      announcements,
      groupLeaving,
      ...base.opening(internal, operator, http),
    ],
    announceStop: () => base.readiness.stop(),
    ports: { http, operator, internal, admin: base.admin },
  }

  async function prepare(): Promise<void> {
    await idempotencyKeys.prepare()
    await merges.prepare()
    await counters.prepare('groups', await storedGroups.prepare())
    // The number of an erased user is not issued again, even if a restored database does not have the user.
    await counters.prepare('users', Math.max(await storedUsers.prepare(), await erasures.prepare()))
    await counters.prepare('serviceAccounts', await serviceAccounts.prepare())
    await counters.prepare('keys', await keys.prepare())
  }
}
