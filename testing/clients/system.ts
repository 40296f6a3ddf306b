import type { Upstreams } from '../../local/gateway/gateway.ts'
import type { ServiceName } from '../../local/gateway/routes.ts'
import { testServers } from '../servers.ts'
import { DEFAULT_MAIL_SETTINGS } from '../../services/notification/src/emails/mail-writer.ts'
import {
  composeNotification,
  type Overrides as NotificationOverrides,
} from '../../services/notification/src/service.ts'
import { composeRegistration } from '../../services/registration/src/service.ts'
import type { CommonOverrides } from '../../services/platform/foundation.ts'
import { startParts, type Service } from '../../services/platform/process/part.ts'
import { testLogger } from '../leak-check.ts'
import { bearer, client } from '../client.ts'
import { openGateway } from '../gateway.ts'
import {
  freshDatabaseUrl,
  isolatedConfig,
  type IsolatedConfig,
  NOT_LISTENING,
  OPERATOR_TOKEN,
  REDIS_REPLY_TIMEOUT_MS,
} from '../isolated.ts'
import { at, expectBody, ready, stopServices } from '../portal.ts'
import type { Environment } from '../child.ts'
import type { ServiceProcess, startProcess } from '../processes.ts'
import { tcpProxy } from '../tcp-proxy.ts'
import { composeUser } from '../../services/user/src/service.ts'

export type System = Awaited<ReturnType<typeof startSystem>>

type Composed = Service & {
  readonly ports: Readonly<Record<'http' | 'operator' | 'internal' | 'admin', { port(): number }>>
}
type Addresses = Pick<ServiceProcess, 'url' | 'operatorUrl' | 'internalUrl' | 'healthUrl'>

export interface SystemOptions {
  /** Each service gets its own process; by default all are composed in this one. */
  readonly startProcess?: typeof startProcess
  /** The processes of the user service, and of the registration service, which the gateway calls in turn. */
  readonly replicas?: number
  /** Where each service finds its database; by default one of its own on the server of the tests. */
  readonly databaseUrl?: (service: ServiceName) => string
  /** Gets every line that the services log, besides the search for leaks. */
  readonly onLogLine?: (line: string) => void
  /** For all services, in which they differ from other tests. */
  readonly config?: Partial<IsolatedConfig>
  readonly overrides?: CommonOverrides
  readonly notificationOverrides?: NotificationOverrides
  /** How a server or the user service is reached; a test can put a proxy in between. */
  readonly wayTo?: (name: 'redis' | 'rabbitmq' | 'smtp' | 'user', url: string) => Promise<string>
}

/** The whole system: three services, through their composition roots, behind the gateway. */
export async function startSystem({
  startProcess: start,
  replicas = 1,
  databaseUrl = freshDatabaseUrl,
  onLogLine,
  wayTo = (_name, url) => Promise.resolve(url),
  config: told = {},
  overrides: ofAll = {},
  notificationOverrides = {},
}: SystemOptions = {}) {
  const { config: isolated, remove } = await isolatedConfig()
  const config = {
    ...isolated,
    ...told,
    redisUrl: await wayTo('redis', isolated.redisUrl),
    rabbitmqUrl: await wayTo('rabbitmq', isolated.rabbitmqUrl),
  }
  const logger = testLogger('system', onLogLine)
  const perMinute = { requestsPerMinute: 1_000_000 }
  const overrides = { redisReplyTimeoutMs: REDIS_REPLY_TIMEOUT_MS, ...ofAll }
  const composed: Composed[] = []
  const processes = {} as Record<ServiceName, ServiceProcess>
  const replicasOf: Record<ServiceName, ServiceProcess[]> = { user: [], notification: [], registration: [] }
  const databaseUrls = new Map<ServiceName, string>()

  /** @param environment for its own process, in addition to the common configuration */
  async function started(
    name: ServiceName,
    environment: Environment,
    compose: (common: typeof config & typeof perMinute) => Promise<Composed>,
  ): Promise<Addresses> {
    const mongodbUrl = databaseUrls.get(name) ?? databaseUrl(name)
    databaseUrls.set(name, mongodbUrl)
    if (start) {
      const process = await start(name, { ...config, mongodbUrl }, environment)
      processes[name] ??= process
      replicasOf[name].push(process)
      return process
    }
    const service = await compose({ ...config, ...perMinute, mongodbUrl })
    await startParts(service.parts)
    composed.unshift(service)
    const { http, operator, internal, admin } = service.ports
    await ready(admin.port())
    return {
      url: at(http.port()),
      operatorUrl: at(operator.port()),
      internalUrl: at(internal.port()),
      healthUrl: at(admin.port()),
    }
  }

  const mailFrom = { name: 'Rollcall', address: 'no-reply@rollcall.example' }
  const smtpUrl = await wayTo('smtp', testServers().smtpUrl)
  // Services that call each other: these addresses are known before there is a service.
  const [toRegistration, toNotification] = [await tcpProxy(NOT_LISTENING), await tcpProxy(NOT_LISTENING)]
  const startUser = () =>
    started(
      'user',
      { REGISTRATION_SERVICE_URL: toRegistration.url, NOTIFICATION_SERVICE_URL: toNotification.url },
      (common) =>
        composeUser(
          {
            ...common,
            registrationServiceUrl: toRegistration.url,
            notificationServiceUrl: toNotification.url,
          },
          logger,
          overrides,
        ),
    )
  const user = await startUser()
  const otherUsers = await Promise.all(Array.from({ length: replicas - 1 }, startUser))
  const toUser = {
    http: await wayTo('user', user.url),
    operator: await wayTo('user', user.operatorUrl),
    internal: await wayTo('user', user.internalUrl),
  }
  const notification = await started(
    'notification',
    {
      SMTP_URL: smtpUrl,
      MAIL_FROM: `${mailFrom.name} <${mailFrom.address}>`,
      SMTP_REPLY_TIMEOUT_MS: String(config.smtpReplyTimeoutMs),
      USER_SERVICE_URL: toUser.internal,
      REGISTRATION_SERVICE_URL: toRegistration.url,
      WEBHOOK_SECRET_KEYS: config.webhookSecretKeys.map((key) => key.toString('base64')).join(),
      WEBHOOK_ALLOWED_NETWORKS: config.webhookAllowedNetworks.join(),
      WEBHOOK_ALLOW_HTTP: config.webhookAllowHttp,
    },
    (common) =>
      composeNotification(
        {
          ...common,
          smtpUrl,
          mailFrom,
          ...DEFAULT_MAIL_SETTINGS,
          userServiceUrl: toUser.internal,
          registrationServiceUrl: toRegistration.url,
        },
        logger,
        { ...overrides, ...notificationOverrides },
      ),
  )
  const startRegistration = (userServiceUrl: string) =>
    started(
      'registration',
      { USER_SERVICE_URL: userServiceUrl, NOTIFICATION_SERVICE_URL: notification.internalUrl },
      (common) =>
        composeRegistration(
          { ...common, userServiceUrl, notificationServiceUrl: notification.internalUrl },
          logger,
          overrides,
        ),
    )
  const registration = await startRegistration(toUser.internal)
  const otherRegistrations = await Promise.all(
    otherUsers.map(({ internalUrl }) => startRegistration(internalUrl)),
  )
  toRegistration.leadTo(registration.internalUrl)
  toNotification.leadTo(notification.internalUrl)

  const upstreams: Upstreams = {
    public: {
      user: [toUser.http, ...otherUsers.map(({ url }) => url)],
      notification: [notification.url],
      registration: [registration, ...otherRegistrations].map(({ url }) => url),
    },
    operator: {
      user: [toUser.operator, ...otherUsers.map(({ operatorUrl }) => operatorUrl)],
      notification: [notification.operatorUrl],
      registration: [registration, ...otherRegistrations].map(({ operatorUrl }) => operatorUrl),
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
      user: user.healthUrl,
      registration: registration.healthUrl,
      notification: notification.healthUrl,
    },
    /** The addresses of internal operations, which the gateway does not serve. */
    internalUrl: {
      user: toUser.internal,
      notification: notification.internalUrl,
      registration: registration.internalUrl,
    },
    /** The servers in the configuration of the notification service, besides the database. */
    serversOfNotification: {
      rabbitmqUrl: config.rabbitmqUrl,
      redisUrl: config.redisUrl,
      smtpUrl,
      userServiceUrl: toUser.internal,
      registrationServiceUrl: toRegistration.url,
      webhookProxyUrl: config.webhookProxyUrl,
    },
    /** The addresses of the services behind the gateway. */
    upstreams,
    /** With the option `startProcess`: the first process of each service, and all of them. */
    processes,
    replicasOf,
    /** Without it. */
    partsOf: () => composed.flatMap(({ parts }) => parts),

    /** A service account with a key; by default with group 1 and its subgroups in scope. */
    async issueKey(account: object = {}) {
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
      for (const process of Object.values(replicasOf).flat()) await process.stop()
      await stopServices(composed)
      await toRegistration.stop()
      await toNotification.stop()
      await remove()
    },
  }
}

/**
 * One for a whole test file, with a group for all users: started before the first test, stopped after the
 * last.
 */
export function wholeSystem(options: SystemOptions = {}): System {
  const system = {} as System
  beforeAll(async () => {
    Object.assign(system, await startSystem(options))
    expectBody(await system.operator.put('/admin/groups/1/', { name: 'All users', parentId: null }), 201)
  }, 120_000)
  afterAll(() => system.stop())
  return system
}
