import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGateway } from '../../../scripts/dev/gateway/gateway.ts'
import type { Audience, ServiceName } from '../../../scripts/dev/gateway/routes.ts'
import { testServers } from '../../../scripts/test/servers.ts'
import { composeNotification } from '../../../services/notification/src/service.ts'
import { composeRegistration } from '../../../services/registration/src/service.ts'
import { startParts, stopParts, type Service } from '../../../services/shared/process/part.ts'
import { searchMetrics, testLogger } from '../../../services/shared/tests/kit/canary.ts'
import { bearer, client, uncheckedClient } from '../../../services/shared/tests/kit/client.ts'
import { eventually } from '../../../services/shared/tests/kit/eventually.ts'
import {
  freshDatabaseUrl,
  isolatedConfig,
  OPERATOR_TOKEN,
} from '../../../services/shared/tests/kit/isolated.ts'
import { composeUser } from '../../../services/user/src/service.ts'

export type System = Awaited<ReturnType<typeof startSystem>>

const at = (port: number) => `http://127.0.0.1:${port}`

interface Listening extends Service {
  readonly ports: Readonly<Record<'operator' | 'admin', { port(): number }>>
}

export interface SystemOptions {
  /** Where each service finds its database; by default one of its own on the server of the tests. */
  readonly databaseUrl?: (service: ServiceName) => string
  /** Accepted beside that of the tests. */
  readonly secondOperatorToken?: string
  /** How a server or the user service is reached; a test that cuts the way to one puts a line in between. */
  readonly wayTo?: (name: 'redis' | 'rabbitmq' | 'smtp' | 'user', url: string) => Promise<string>
}

/** The whole system as its callers meet it: three services, through their composition roots, behind the gateway. */
export async function startSystem({
  databaseUrl = freshDatabaseUrl,
  secondOperatorToken,
  wayTo = (_name, url) => Promise.resolve(url),
}: SystemOptions = {}) {
  const { config: isolated, remove } = await isolatedConfig()
  const config = {
    ...isolated,
    redisUrl: await wayTo('redis', isolated.redisUrl),
    rabbitmqUrl: await wayTo('rabbitmq', isolated.rabbitmqUrl),
    operatorTokens: [OPERATOR_TOKEN, ...(secondOperatorToken === undefined ? [] : [secondOperatorToken])],
  }
  const logger = testLogger()
  const perMinute = { requestsPerMinute: 1_000_000 }
  const running: Service[] = []
  const started = async <S extends Listening>(service: S): Promise<S> => {
    await startParts(service.parts)
    running.unshift(service)
    await eventually(async () => {
      const { body } = await uncheckedClient(at(service.ports.admin.port())).get('/readyz')
      if (body.status !== 'ready') throw new Error(`not ready: ${JSON.stringify(body)}`)
    }, 15_000)
    return service
  }

  const user = await started(
    await composeUser({ ...config, ...perMinute, mongodbUrl: databaseUrl('user') }, logger),
  )
  const toUser = {
    http: await wayTo('user', at(user.ports.http.port())),
    operator: await wayTo('user', at(user.ports.operator.port())),
    internal: await wayTo('user', at(user.ports.internal.port())),
  }
  const mailFrom = { name: 'Rollcall', address: 'no-reply@rollcall.example' }
  const notification = await started(
    await composeNotification(
      {
        ...config,
        mongodbUrl: databaseUrl('notification'),
        smtpUrl: await wayTo('smtp', testServers().smtpUrl),
        mailFrom,
      },
      logger,
    ),
  )
  const registration = await started(
    await composeRegistration(
      {
        ...config,
        ...perMinute,
        mongodbUrl: databaseUrl('registration'),
        userServiceUrl: toUser.internal,
        notificationServiceUrl: at(notification.ports.internal.port()),
      },
      logger,
    ),
  )

  const upstreams = {
    public: { user: [toUser.http], registration: [at(registration.ports.http.port())] },
    operator: {
      user: [toUser.operator],
      notification: [at(notification.ports.operator.port())],
      registration: [at(registration.ports.operator.port())],
    },
  }
  const gateways: Server[] = []
  const gateway = async (audience: Audience): Promise<string> => {
    const server = createGateway({ audience, upstreams }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    gateways.push(server)
    return at((server.address() as AddressInfo).port)
  }
  const url = await gateway('public')
  const adminUrl = await gateway('operator')

  return {
    url,
    adminUrl,
    operatorToken: OPERATOR_TOKEN,
    rabbitmqUrl: config.rabbitmqUrl,
    redisUrl: config.redisUrl,
    /** An operator without the command line, to look at what it did. */
    operator: client(adminUrl, bearer(OPERATOR_TOKEN)),
    health: {
      user: at(user.ports.admin.port()),
      registration: at(registration.ports.admin.port()),
      notification: at(notification.ports.admin.port()),
    },
    /** Where internal operations answer, which no gateway passes on. */
    internalUrl: {
      user: toUser.internal,
      notification: at(notification.ports.internal.port()),
    },

    /** A service account with a key; by default it reaches everything below group 1. */
    async aKey(account: object = {}): Promise<{ apiKey: string; apiSecret: string; accountId: number }> {
      const operator = client(adminUrl, bearer(OPERATOR_TOKEN))
      const roles = ['Course attendance manager', 'User administrator']
      const grants = roles.map((role) => ({ role, groupId: 1 }))
      const { body } = await operator.post('/admin/service-accounts/', {
        name: 'HR sync',
        grants,
        ...account,
      })
      const key = await operator.post(`/admin/service-accounts/${body.id}/keys/`, {})
      return { accountId: body.id, apiKey: key.body.keyId, apiSecret: key.body.secret }
    },

    async stop() {
      for (const server of gateways) {
        server.closeAllConnections()
        server.close()
      }
      for (const { ports } of [user, registration, notification]) await searchMetrics(at(ports.admin.port()))
      for (const service of running) {
        const failures = await stopParts(service.parts)
        if (failures.length > 0) throw new AggregateError(failures.map(({ error }) => error))
      }
      await remove()
    },
  }
}
