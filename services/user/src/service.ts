import type { Clock } from '../../shared/clock.ts'
import { createApi } from '../../shared/http/api.ts'
import { Idempotency } from '../../shared/http/idempotency.ts'
import type { Logger } from '../../shared/logger.ts'
import { OutboxAge } from '../../shared/messaging/outbox-age.ts'
import { Relay } from '../../shared/messaging/relay.ts'
import { foundation } from '../../shared/process/foundation.ts'
import type { Listener } from '../../shared/process/listen.ts'
import type { Service } from '../../shared/process/part.ts'
import { Counters } from '../../shared/store/counters.ts'
import { MongoIdempotencyKeys } from '../../shared/store/idempotency-keys.ts'
import { internalHandlers, operatorHandlers, publicHandlers } from './api.ts'
import type { UserConfig } from './config.ts'
import { credentialVerifier } from './credentials.ts'
import type { Groups } from './store/groups.ts'
import { MongoGroups } from './store/mongo-groups.ts'
import { MongoKeys } from './store/mongo-keys.ts'
import { MongoServiceAccounts } from './store/mongo-service-accounts.ts'
import { MongoUsers } from './store/mongo-users.ts'
import { UserOutbox } from './store/user-outbox.ts'
import { userModel } from './store/user-record.ts'
import type { Users } from './store/users.ts'
import { UserMerger } from './user-merger.ts'

/** What a test may put in the place of, or around, the real part. */
export interface Overrides {
  clock?: Clock
  users?: (real: Users) => Users
  groups?: (real: Groups) => Groups
}

export interface UserService extends Service {
  readonly ports: {
    readonly http: Listener
    readonly operator: Listener
    readonly internal: Listener
    readonly admin: Listener
  }
}

/** The user service, composed: the only place where its parts are made and joined. */
export async function composeUser(
  config: UserConfig,
  logger: Logger,
  overrides: Overrides = {},
): Promise<UserService> {
  const base = foundation('user', config, logger, { prepare, ...overrides })
  const { broker, clock, connection, metrics, publisher } = base

  const counters = new Counters(connection)
  const model = userModel(connection)
  const outbox = new UserOutbox(model, clock)
  const relay = new Relay({ outbox, publisher, broker, logger })
  const outboxAge = new OutboxAge({ outbox, type: 'user.changed.v1', clock, metrics, logger })
  const storedUsers = new MongoUsers({ model, outbox, relay, clock })
  const users = overrides.users?.(storedUsers) ?? storedUsers
  const storedGroups = new MongoGroups(connection)
  const groups = overrides.groups?.(storedGroups) ?? storedGroups
  const keys = new MongoKeys(connection, counters.ids('keys'))
  const serviceAccounts = new MongoServiceAccounts(connection, counters.ids('serviceAccounts'), keys)
  const idempotencyKeys = new MongoIdempotencyKeys(connection)

  const userIds = counters.ids('users')
  const verify = credentialVerifier({ keys, serviceAccounts, groups, clock })
  const common = {
    service: 'user',
    admission: base.admission(verify, config.requestsPerMinute),
    needs: [base.dependencies.mongodb],
    trustedProxies: config.trustedProxies,
    logger,
    metrics,
  } as const
  const deps = {
    users,
    groups,
    serviceAccounts,
    keys,
    userIds,
    userMerger: new UserMerger({ users, groups, userIds, clock }),
    idempotency: new Idempotency(idempotencyKeys, clock),
    verify,
    clock,
  }
  const internalApi = await createApi({ ...common, audience: 'internal', handlers: internalHandlers(deps) })
  const operatorApi = await createApi({ ...common, audience: 'operator', handlers: operatorHandlers(deps) })
  const publicApi = await createApi({ ...common, audience: 'public', handlers: publicHandlers(deps) })
  const internal = base.listen('internal port', internalApi, config.internalPort)
  const operator = base.listen('operator port', operatorApi, config.operatorPort)
  const http = base.listen('http port', publicApi, config.httpPort)

  return {
    parts: [...base.parts, relay, outboxAge, internal, operator, http],
    announceStop: () => base.readiness.stop(),
    ports: { http, operator, internal, admin: base.admin },
  }

  async function prepare(): Promise<void> {
    await Promise.all([idempotencyKeys.prepare(), storedGroups.prepare()])
    await counters.prepare('users', await storedUsers.prepare())
    await counters.prepare('serviceAccounts', await serviceAccounts.prepare())
    await counters.prepare('keys', await keys.prepare())
  }
}
