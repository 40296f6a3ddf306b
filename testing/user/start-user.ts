import type { UserChangedV1 } from '../../services/platform/contract/generated/events.ts'
import type { Logger } from '../../services/platform/observability/logger.ts'
import { startParts } from '../../services/platform/process/part.ts'
import { testLogger } from '../leak-check.ts'
import { brokerClient } from '../broker.ts'
import { bearer, client, type Client } from '../client.ts'
import { isolatedConfig, OPERATOR_TOKEN, REDIS_REPLY_TIMEOUT_MS, SERVICE_TOKEN } from '../isolated.ts'
import { ADMINISTRATOR, at, expectBody, putFirstGroups, ready, ROOT, stopServices } from '../portal.ts'
import { composeUser, type Overrides } from '../../services/user/src/service.ts'

export * from '../portal.ts'

interface Options {
  overrides?: Overrides
  /** Processes of the service side by side on one database. */
  processes?: number
  logger?: Logger
  registrationServiceUrl?: string
}

/**
 * Starts the user service on real servers through its composition root, with a few groups: north (with a
 * school below it) and south.
 */
export async function startUser({
  overrides = {},
  processes = 1,
  logger = testLogger('user'),
  ...told
}: Options = {}) {
  const { config: isolated, remove } = await isolatedConfig()
  const config = { ...isolated, ...told, requestsPerMinute: 1_000_000 }
  const services = await Promise.all(
    Array.from({ length: processes }, async () => {
      const service = await composeUser(config, logger, {
        redisReplyTimeoutMs: REDIS_REPLY_TIMEOUT_MS,
        ...overrides,
      })
      await startParts(service.parts)
      return service
    }),
  )
  for (const { ports } of services) await ready(ports.admin.port())
  const [first] = services as [(typeof services)[number]]
  const operators = services.map(({ ports }) => client(at(ports.operator.port()), bearer(OPERATOR_TOKEN)))
  const [operator] = operators as [Client]
  const internalUrl = at(first.ports.internal.port())
  const internal = client(internalUrl, bearer(SERVICE_TOKEN))
  await putFirstGroups(operator)

  let lastNumber = 0
  return {
    url: at(first.ports.http.port()),
    parts: first.parts,
    internalUrl,
    healthUrl: at(first.ports.admin.port()),
    config,
    operator,
    /** The operator's view of each process. */
    operators,
    internal,
    /** A service account that administers users in these groups, and a client that calls as it. */
    async anAccount(groupIds: readonly number[] = [ROOT], fields: Record<string, unknown> = {}) {
      const account = expectBody(
        await operator.post('/admin/service-accounts/', {
          name: `account ${++lastNumber}`,
          grants: groupIds.map((groupId) => ({ role: ADMINISTRATOR, groupId })),
          ...fields,
        }),
        201,
      )
      const key = expectBody(await operator.post(`/admin/service-accounts/${account.id}/keys/`), 201)
      const credential = { 'x-api-key': key.keyId as string, 'x-api-secret': key.secret as string }
      return {
        id: account.id as number,
        credential,
        api: client(at(first.ports.http.port()), credential),
        /** The same account at each process. */
        everywhere: services.map(({ ports }) => client(at(ports.http.port()), credential)),
      }
    },
    /** A new group. */
    async aGroup(parentId = ROOT): Promise<number> {
      const id = 1000 + ++lastNumber
      expectBody(await operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId }), 201)
      return id
    },
    /** The user as other services see it. */
    identified: async (userId: number) =>
      (await internal.post('/internal/users/identify/', [{ userId }])).body[0].user,
    /** The fields that a create requires, with a login name that no other user has. */
    someone(fields: Record<string, unknown> = {}) {
      const loginName = `user${++lastNumber}`
      const names = { firstName: 'Ada', lastName: `Byron ${lastNumber}`, loginName }
      return { email: `${loginName}@example.org`, ...names, ...fields }
    },
    async stop() {
      await stopServices(services)
      await remove()
    },
  }
}

/** One user service for a whole test file, stopped after its last test. */
export function userPortal(options: Options = {}) {
  const portal = {} as Awaited<ReturnType<typeof startUser>> & {
    events: Awaited<ReturnType<typeof eventsAt>>
  }
  beforeAll(async () => {
    Object.assign(portal, await startUser(options))
    portal.events = await eventsAt(portal.config.rabbitmqUrl)
  })
  afterAll(async () => {
    await portal.events.close()
    await portal.stop()
  })
  return portal
}

/** The events in the queue of the registration service, which is not running. */
async function eventsAt(rabbitmqUrl: string) {
  const { channel, close } = await brokerClient(rabbitmqUrl)
  const received: { payload: UserChangedV1; messageId: unknown; type: unknown; headers: any }[] = []
  await channel.consume('registration.user-changed', (message) => {
    if (!message) return
    const { messageId, type, headers } = message.properties
    received.push({ payload: JSON.parse(message.content.toString()), messageId, type, headers })
    channel.ack(message)
  })
  return { received, of: (id: number) => received.filter(({ payload }) => payload.userId === id), close }
}
