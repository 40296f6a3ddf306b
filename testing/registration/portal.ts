import type { Logger } from '../../services/platform/observability/logger.ts'
import { startParts } from '../../services/platform/process/part.ts'
import { testLogger } from '../leak-check.ts'
import { bearer, client } from '../client.ts'
import { freshDatabaseUrl, OPERATOR_TOKEN, REDIS_REPLY_TIMEOUT_MS, SERVICE_TOKEN } from '../isolated.ts'
import { tcpProxy } from '../tcp-proxy.ts'
import { ATTENDANCE, at, expectBody, NORTH, ready, ROOT, stopServices } from '../portal.ts'
import { startUser } from '../user/start-user.ts'
import type { RegistrationConfig } from '../../services/registration/src/config.ts'
import { composeRegistration, type Overrides } from '../../services/registration/src/service.ts'
import type { Overrides as UserOverrides } from '../../services/user/src/service.ts'

export * from '../portal.ts'

/** The name of every account. */
export const CALLER = 'HR sync'

export type Portal = Awaited<ReturnType<typeof startPortal>>

interface Options {
  overrides?: Overrides
  logger?: Logger
  userOverrides?: UserOverrides
  /** Changes the configuration of the registration service, for example to put a proxy in between. */
  told?: (config: RegistrationConfig) => Promise<RegistrationConfig>
}

/**
 * A portal for tests: the registration service and the user service, both through their real composition
 * roots on real servers.
 */
export async function startPortal({
  overrides = {},
  userOverrides = {},
  logger = testLogger(),
  told,
}: Options = {}) {
  const toRegistration = await tcpProxy('http://127.0.0.1:1')
  const user = await startUser({ registrationServiceUrl: toRegistration.url, overrides: userOverrides })
  const ownConfig = {
    ...user.config,
    mongodbUrl: freshDatabaseUrl(),
    userServiceUrl: user.internalUrl,
  }
  const config = (await told?.(ownConfig)) ?? ownConfig
  const registration = await composeRegistration(config, logger, {
    redisReplyTimeoutMs: REDIS_REPLY_TIMEOUT_MS,
    ...overrides,
  })
  const { parts, ports } = registration
  await startParts(parts)
  await ready(ports.admin.port())
  toRegistration.leadTo(at(ports.internal.port()))
  const url = at(ports.http.port())
  const operator = {
    user: user.operator,
    registration: client(at(ports.operator.port()), bearer(OPERATOR_TOKEN)),
  }

  let lastCourse = 200
  let lastUser = 0
  return {
    url,
    parts,
    userHealthUrl: user.healthUrl,
    internal: client(at(ports.internal.port()), bearer(SERVICE_TOKEN)),
    operatorUrl: at(ports.operator.port()),
    config,
    rabbitmqUrl: ownConfig.rabbitmqUrl,
    mongodbUrl: ownConfig.mongodbUrl,
    /** A client of the operator API of each service. */
    operator,

    /** A course that a user of the north may be registered for; `fields` replace its fields. */
    async aCourse(fields: Record<string, unknown> = {}) {
      const id = ++lastCourse
      const course = { name: `Course ${id}`, externalId: `C-${id}`, groupIds: [NORTH], ...fields }
      return expectBody(await operator.registration.put(`/admin/courses/${id}/`, course), 201) as {
        id: number
        name: string
        externalId: string
      }
    },

    /** A user of the north. */
    async aUser(fields: Record<string, unknown> = {}) {
      const row = { ...user.someone(), externalId: `U-${++lastUser}`, groupIds: [NORTH], ...fields }
      const [result] = expectBody(await operator.user.post('/admin/users/batch/', [row]), 200)
      if (result.status !== 201) throw new Error(`no user: ${JSON.stringify(result)}`)
      return result.user as { id: number; email: string; externalId: string }
    },

    /** A course, and a user that can be registered for it. */
    async aCourseAndUser(course: Record<string, unknown> = {}, user: Record<string, unknown> = {}) {
      return { courseId: (await this.aCourse(course)).id, userId: (await this.aUser(user)).id }
    },

    /**
     * A service account that holds a role in a group, by default everywhere, and a client that calls as it.
     */
    async anAccount(grants = [{ role: ATTENDANCE, groupId: ROOT }], fields: object = {}) {
      const account = { name: CALLER, grants, ...fields }
      return this.issueKey(expectBody(await operator.user.post('/admin/service-accounts/', account), 201).id)
    },

    /** A new key of an account: with it, no cached scope is used. */
    async issueKey(id: number) {
      const key = expectBody(
        await operator.user.post(`/admin/service-accounts/${id}/keys/`, { expiresAt: null }),
        201,
      )
      const credential = bearer(`${key.keyId}.${key.secret}`)
      return { id, api: client(url, credential), users: client(user.url, credential) }
    },

    async stop() {
      await stopServices([registration])
      await user.stop()
      await toRegistration.stop()
    },
  }
}

/** One portal for a whole test file. */
export function registrationPortal(options: Options = {}): Portal {
  const portal = {} as Portal
  beforeAll(async () => void Object.assign(portal, await startPortal(options)))
  afterAll(() => portal.stop())
  return portal
}
