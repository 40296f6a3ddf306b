import { createLogger } from '../../../shared/logger.ts'
import { startParts } from '../../../shared/process/part.ts'
import { bearer, client } from '../../../shared/tests/kit/client.ts'
import { freshDatabaseUrl, isolatedConfig, OPERATOR_TOKEN } from '../../../shared/tests/kit/isolated.ts'
import {
  ATTENDANCE,
  at,
  must,
  NORTH,
  putFirstGroups,
  ready,
  ROOT,
  stopServices,
} from '../../../shared/tests/kit/portal.ts'
import { composeUser } from '../../../user/src/service.ts'
import type { RegistrationConfig } from '../../src/config.ts'
import { composeRegistration, type Overrides, type RegistrationService } from '../../src/service.ts'

export * from '../../../shared/tests/kit/portal.ts'

/** The name of every account. */
export const CALLER = 'HR sync'

/** Of a service that is away. */
const NOBODY_LISTENS = at(1)

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
  const logger = createLogger('test', process.env['TEST_LOG_LEVEL'] ?? 'error')
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
    notificationServiceUrl: options.notificationServiceUrl ?? NOBODY_LISTENS,
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
      const [result] = must(await users.post('/admin/users/batch/', [row]), 200)
      if (result.status !== 201) throw new Error(`no user: ${JSON.stringify(result)}`)
      return result.user as { id: number; email: string; externalId: string }
    },

    /** A user and a course that can be registered for each other. */
    async pair(course: Record<string, unknown> = {}, user: Record<string, unknown> = {}) {
      return { courseId: (await this.aCourse(course)).id, userId: (await this.aUser(user)).id }
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
      await stopServices([...services, user])
      await remove()
    },
  }
}

/** One for a whole test file: there before the first test, gone after the last. */
export function registrationPortal(options: Options = {}): Portal {
  const portal = {} as Portal
  beforeAll(async () => void Object.assign(portal, await startPortal(options)))
  afterAll(() => portal.stop())
  return portal
}
