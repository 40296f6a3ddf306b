import type { Upstreams } from '../../scripts/dev/gateway/gateway.ts'
import type { ServiceName } from '../../scripts/dev/gateway/routes.ts'
import { testServers } from '../../scripts/test/servers.ts'
import { DEFAULT_MAIL_SETTINGS } from '../../services/notification/src/mail/compose.ts'
import type { NotificationConfig } from '../../services/notification/src/config.ts'
import {
  composeNotification,
  type Overrides as NotificationOverrides,
} from '../../services/notification/src/service.ts'
import { composeRegistration } from '../../services/registration/src/service.ts'
import { startParts, type Service } from '../../services/shared/process/part.ts'
import { testLogger } from '../leak-check.ts'
import { bearer, client } from '../client.ts'
import { openGateway } from '../gateway.ts'
import { lateAddress } from '../late-address.ts'
import { freshDatabaseUrl, isolatedConfig, OPERATOR_TOKEN } from '../isolated.ts'
import { at, expectBody, ready, stopServices } from '../portal.ts'
import { composeUser } from '../../services/user/src/service.ts'

export type System = Awaited<ReturnType<typeof startSystem>>

interface Listening extends Service {
  readonly ports: Readonly<Record<'operator' | 'admin', { port(): number }>>
}

export interface SystemOptions {
  /** Where each service finds its database; by default one of its own on the server of the tests. */
  readonly databaseUrl?: (service: ServiceName) => string
  /** Gets every line that the services log, besides the search for leaks. */
  readonly onLogLine?: (line: string) => void
  /** Accepted beside that of the tests. */
  readonly secondOperatorToken?: string
  /** How a server or the user service is reached; a test can put a proxy in between. */
  readonly notificationConfig?: Partial<NotificationConfig>
  readonly notificationOverrides?: NotificationOverrides
  readonly wayTo?: (name: 'redis' | 'rabbitmq' | 'smtp' | 'user', url: string) => Promise<string>
}

/** The whole system: three services, through their composition roots, behind the gateway. */
export async function startSystem({
  databaseUrl = freshDatabaseUrl,
  secondOperatorToken,
  onLogLine,
  wayTo = (_name, url) => Promise.resolve(url),
  notificationConfig = {},
  notificationOverrides = {},
}: SystemOptions = {}) {
  const { config: isolated, remove } = await isolatedConfig()
  const config = {
    ...isolated,
    redisUrl: await wayTo('redis', isolated.redisUrl),
    rabbitmqUrl: await wayTo('rabbitmq', isolated.rabbitmqUrl),
    operatorTokens: [OPERATOR_TOKEN, ...(secondOperatorToken === undefined ? [] : [secondOperatorToken])],
  }
  const logger = testLogger('system', onLogLine)
  const perMinute = { requestsPerMinute: 1_000_000 }
  const running: Listening[] = []
  const started = async <S extends Listening>(service: S): Promise<S> => {
    await startParts(service.parts)
    running.unshift(service)
    await ready(service.ports.admin.port())
    return service
  }

  const mailFrom = { name: 'Rollcall', address: 'no-reply@rollcall.example' }
  const smtpUrl = await wayTo('smtp', testServers().smtpUrl)
  // Services that call each other: these addresses are known before there is a service.
  const [toRegistration, toNotification] = [await lateAddress(), await lateAddress()]
  const user = await composeUser(
    {
      ...config,
      ...perMinute,
      mongodbUrl: databaseUrl('user'),
      registrationServiceUrl: toRegistration.url,
      notificationServiceUrl: toNotification.url,
    },
    logger,
  ).then(started)
  const toUser = {
    http: await wayTo('user', at(user.ports.http.port())),
    operator: await wayTo('user', at(user.ports.operator.port())),
    internal: await wayTo('user', at(user.ports.internal.port())),
  }
  const notification = await composeNotification(
    {
      ...config,
      ...perMinute,
      mongodbUrl: databaseUrl('notification'),
      smtpUrl,
      mailFrom,
      ...DEFAULT_MAIL_SETTINGS,
      ...notificationConfig,
      userServiceUrl: toUser.internal,
      registrationServiceUrl: toRegistration.url,
    },
    logger,
    notificationOverrides,
  ).then(started)
  const notificationServiceUrl = at(notification.ports.internal.port())
  const registration = await composeRegistration(
    {
      ...config,
      ...perMinute,
      mongodbUrl: databaseUrl('registration'),
      userServiceUrl: toUser.internal,
      notificationServiceUrl,
    },
    logger,
  ).then(started)
  toRegistration.leadsTo(registration.ports.internal.port())
  toNotification.leadsTo(notification.ports.internal.port())

  const upstreams: Upstreams = {
    public: {
      user: [toUser.http],
      notification: [at(notification.ports.http.port())],
      registration: [at(registration.ports.http.port())],
    },
    operator: {
      user: [toUser.operator],
      notification: [at(notification.ports.operator.port())],
      registration: [at(registration.ports.operator.port())],
    },
  }
  const forCallers = await openGateway('public', upstreams)
  const forOperators = await openGateway('operator', upstreams)
  const adminUrl = forOperators.url
  const operator = client(adminUrl, bearer(OPERATOR_TOKEN))
  return {
    url: forCallers.url,
    adminUrl,
    operatorToken: OPERATOR_TOKEN,
    rabbitmqUrl: config.rabbitmqUrl,
    redisUrl: config.redisUrl,
    /** An operator client, to check the results of the command line. */
    operator,
    health: {
      user: at(user.ports.admin.port()),
      registration: at(registration.ports.admin.port()),
      notification: at(notification.ports.admin.port()),
    },
    /** The addresses of internal operations, which the gateway does not serve. */
    internalUrl: {
      user: toUser.internal,
      notification: notificationServiceUrl,
      registration: at(registration.ports.internal.port()),
    },
    /** The addresses of the services behind the gateway. */
    upstreams,

    /** A service account with a key; by default with group 1 and its subgroups in scope. */
    async aKey(account: object = {}) {
      const roles = ['Course attendance manager', 'User administrator']
      const grants = roles.map((role) => ({ role, groupId: 1 }))
      const path = '/admin/service-accounts/'
      const { id } = expectBody(await operator.post(path, { name: 'HR sync', grants, ...account }), 201)
      const key = expectBody(await operator.post(`${path}${id}/keys/`, {}), 201)
      const { keyId: apiKey, secret: apiSecret } = key as { keyId: string; secret: string }
      const credential = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
      return { accountId: id as number, apiKey, apiSecret, credential }
    },

    async stop() {
      for (const gateway of [forCallers, forOperators]) gateway.close()
      await stopServices(running)
      await toRegistration.stop()
      await toNotification.stop()
      await remove()
    },
  }
}

/** One for a whole test file, with a group for all users: started before the first test, stopped after the last. */
export function wholeSystem(options: SystemOptions = {}): System {
  const system = {} as System
  beforeAll(async () => {
    Object.assign(system, await startSystem(options))
    expectBody(await system.operator.put('/admin/groups/1/', { name: 'All users', parentId: null }), 201)
  }, 120_000)
  afterAll(() => system.stop())
  return system
}
