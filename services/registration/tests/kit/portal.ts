import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { startParts, stopParts } from '../../../shared/process/part.ts'
import { searchMetrics, testLogger } from '../../../shared/tests/kit/canary.ts'
import { bearer, client } from '../../../shared/tests/kit/client.ts'
import { freshDatabaseUrl, isolatedConfig, OPERATOR_TOKEN } from '../../../shared/tests/kit/isolated.ts'
import { ATTENDANCE, at, must, NORTH, putFirstGroups, ready, ROOT } from '../../../shared/tests/kit/portal.ts'
import { composeUser } from '../../../user/src/service.ts'
import type { RegistrationConfig } from '../../src/config.ts'
import { composeRegistration, type Overrides, type RegistrationService } from '../../src/service.ts'

export * from '../../../shared/tests/kit/portal.ts'

/** The name of every account. */
export const CALLER = 'HR sync'

export type Portal = Awaited<ReturnType<typeof startPortal>>

interface Options {
  overrides?: Overrides
  /** Processes of the registration service side by side on one database. */
  processes?: number
  notificationServiceUrl?: string
  /** Who is believed about a caller's address. */
  trustedProxies?: readonly string[]
  /** Joins other services on their part of the broker. */
  rabbitmqUrl?: string
  /** What the registration service is told, changed; for lines that can be cut. */
  told?: (config: RegistrationConfig) => Promise<RegistrationConfig>
}

/**
 * A portal for tests: the registration service and the user service that it asks, both through their real composition
 * roots on real servers, with a small tree of groups: north (with a school below it) and south.
 */
export async function startPortal({ overrides = {}, processes = 1, ...options }: Options = {}) {
  const { config: own, remove } = await isolatedConfig()
  const { rabbitmqUrl = own.rabbitmqUrl, trustedProxies = own.trustedProxies } = options
  const config = { ...own, rabbitmqUrl, trustedProxies }
  const logger = testLogger()
  const user = await composeUser(
    { ...config, mongodbUrl: freshDatabaseUrl(), requestsPerMinute: 1_000_000 },
    logger,
  )
  await startParts(user.parts)
  await ready(user.ports.admin.port())
  const { told = (config: RegistrationConfig) => Promise.resolve(config) } = options
  const registrationConfig = await told({
    ...config,
    userServiceUrl: at(user.ports.internal.port()),
    notificationServiceUrl: options.notificationServiceUrl ?? at(await closedPort()),
    requestsPerMinute: 1_000_000,
  })
  const services: RegistrationService[] = []
  for (let i = 0; i < processes; i++) {
    const service = await composeRegistration(registrationConfig, logger, overrides)
    await startParts(service.parts)
    await ready(service.ports.admin.port())
    services.push(service)
  }
  const [registration] = services as [RegistrationService]

  const users = client(at(user.ports.operator.port()), bearer(OPERATOR_TOKEN))
  const courses = client(at(registration.ports.operator.port()), bearer(OPERATOR_TOKEN))
  await putFirstGroups(users)

  let lastCourse = 200
  let lastUser = 0
  return {
    rabbitmqUrl,
    urls: {
      registration: at(registration.ports.http.port()),
      registrationOperator: at(registration.ports.operator.port()),
      registrationAdmin: at(registration.ports.admin.port()),
      user: at(user.ports.http.port()),
    },
    /** The operator's view of both services. */
    operator: { users, courses },

    /** A course that a user of the north may be registered for; `fields` say what is different. */
    async aCourse(fields: Record<string, unknown> = {}) {
      const id = ++lastCourse
      const course = { name: `Course ${id}`, externalId: `C-${id}`, groupIds: [NORTH], ...fields }
      return must(await courses.put(`/admin/courses/${id}/`, course), 201) as {
        id: number
        name: string
        externalId: string
      }
    },

    /** A user of the north. */
    async aUser(fields: Record<string, unknown> = {}) {
      const n = ++lastUser
      const row = {
        loginName: `login-${n}`,
        email: `user-${n}@example.org`,
        externalId: `U-${n}`,
        firstName: 'Ada',
        lastName: `Byron ${n}`,
        groupIds: [NORTH],
        ...fields,
      }
      const answer = await users.post('/admin/users/batch/', [row])
      const [result] = answer.body as {
        status: number
        user: { id: number; email: string; externalId: string }
      }[]
      if (result?.status !== 201) throw new Error(`no user: ${JSON.stringify(answer.body)}`)
      return result.user
    },

    /** A service account that holds a role in a group, by default everywhere, and a client that calls as it. */
    async anAccount(
      grants: readonly { role: string; groupId: number }[] = [{ role: ATTENDANCE, groupId: ROOT }],
    ) {
      return this.aKey(must(await users.post('/admin/service-accounts/', { name: CALLER, grants }), 201).id)
    },

    /** A new key of an account: what the account reaches by it is what it may reach now, nothing remembered. */
    async aKey(id: number) {
      const key = must(await users.post(`/admin/service-accounts/${id}/keys/`, { expiresAt: null }), 201)
      const credential = bearer(`${key.keyId}.${key.secret}`)
      return {
        id,
        credential,
        api: client(at(registration.ports.http.port()), credential),
        /** The same account at each process. */
        everywhere: services.map((service) => client(at(service.ports.http.port()), credential)),
        users: client(at(user.ports.http.port()), credential),
      }
    },

    async stop() {
      for (const service of [...services, user]) {
        await searchMetrics(at(service.ports.admin.port()))
        const failures = await stopParts(service.parts)
        if (failures.length > 0) throw new AggregateError(failures.map(({ error }) => error))
      }
      await remove()
    },
  }
}

/** A port that nobody listens on: a service that is away. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
