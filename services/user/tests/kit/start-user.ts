import type { Logger } from '../../../shared/logger.ts'
import { startParts, stopParts } from '../../../shared/process/part.ts'
import { searchMetrics, testLogger } from '../../../shared/tests/kit/canary.ts'
import { bearer, client, type Client } from '../../../shared/tests/kit/client.ts'
import { isolatedConfig, OPERATOR_TOKEN, SERVICE_TOKEN } from '../../../shared/tests/kit/isolated.ts'
import { ADMINISTRATOR, at, must, putFirstGroups, ready, ROOT } from '../../../shared/tests/kit/portal.ts'
import { composeUser, type Overrides } from '../../src/service.ts'

export * from '../../../shared/tests/kit/portal.ts'

interface Options {
  overrides?: Overrides
  /** Processes of the service side by side on one database. */
  processes?: number
  logger?: Logger
  config?: Partial<Parameters<typeof composeUser>[0]>
}

/** The user service on real servers, through its real composition root, with a small tree: north (a school below it), south. */
export async function startUser({ overrides = {}, processes = 1, ...options }: Options = {}) {
  const { config: isolated, remove } = await isolatedConfig()
  const config = { ...isolated, requestsPerMinute: 1_000_000, ...options.config }
  const logger = options.logger ?? testLogger('user')
  const services = await Promise.all(
    Array.from({ length: processes }, async () => {
      const service = await composeUser(config, logger, overrides)
      await startParts(service.parts)
      return service
    }),
  )
  for (const { ports } of services) await ready(ports.admin.port())
  const [first] = services as [(typeof services)[number]]
  const urls = services.map(({ ports }) => at(ports.http.port()))
  const [url] = urls as [string]
  const operators = services.map(({ ports }) => client(at(ports.operator.port()), bearer(OPERATOR_TOKEN)))
  const [operator] = operators as [Client]
  const internalUrl = at(first.ports.internal.port())
  const internal = client(internalUrl, bearer(SERVICE_TOKEN))
  await putFirstGroups(operator)

  let made = 0
  return {
    url,
    urls,
    internalUrl,
    operatorUrl: at(first.ports.operator.port()),
    adminUrl: at(first.ports.admin.port()),
    config,
    operator,
    /** The operator's view of each process. */
    operators,
    internal,
    anybody: client(url),
    /** A service account that administers users in these groups, and a client that calls as it. */
    async anAccount(groupIds: readonly number[] = [ROOT], fields: Record<string, unknown> = {}) {
      const account = must(
        await operator.post('/admin/service-accounts/', {
          name: `account ${++made}`,
          grants: groupIds.map((groupId) => ({ role: ADMINISTRATOR, groupId })),
          ...fields,
        }),
        201,
      )
      const key = must(await operator.post(`/admin/service-accounts/${account.id}/keys/`), 201)
      const credential = { 'x-api-key': key.keyId as string, 'x-api-secret': key.secret as string }
      return {
        id: account.id as number,
        credential,
        api: client(url, credential),
        apis: urls.map((each) => client(each, credential)),
      }
    },
    /** What a create needs, with names that nobody else has. */
    someone: (fields: Record<string, unknown> = {}) => someone(++made, fields),
    async stop() {
      for (const service of services) {
        await searchMetrics(at(service.ports.admin.port()))
        const failures = await stopParts(service.parts)
        if (failures.length > 0) throw failures[0]?.error
      }
      await remove()
    },
  }
}

export type Portal = Awaited<ReturnType<typeof startUser>>

const someone = (i: number, fields: Record<string, unknown>) => ({
  email: `user${i}@example.org`,
  firstName: 'Ada',
  lastName: `Byron ${i}`,
  loginName: `user${i}`,
  ...fields,
})
