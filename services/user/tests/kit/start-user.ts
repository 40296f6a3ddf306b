import { createLogger, type Logger } from '../../../shared/logger.ts'
import { startParts, stopParts } from '../../../shared/process/part.ts'
import {
  bearer,
  client,
  uncheckedClient,
  type Answer,
  type Client,
} from '../../../shared/tests/kit/client.ts'
import { eventually } from '../../../shared/tests/kit/eventually.ts'
import { isolatedConfig, OPERATOR_TOKEN, SERVICE_TOKEN } from '../../../shared/tests/kit/isolated.ts'
import { composeUser, type Overrides } from '../../src/service.ts'

export const ROOT = 1
export const NORTH = 10
export const NORTH_SCHOOL = 11
export const SOUTH = 20

export const ADMINISTRATOR = 'User administrator'

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
  const logger = options.logger ?? createLogger('user', process.env['TEST_LOG_LEVEL'] ?? 'silent')
  const services = await Promise.all(
    Array.from({ length: processes }, async () => {
      const service = await composeUser(config, logger, overrides)
      await startParts(service.parts)
      return service
    }),
  )
  for (const { ports } of services)
    await eventually(async () => {
      const { status, body } = await uncheckedClient(`http://127.0.0.1:${ports.admin.port()}`).get('/readyz')
      if (status !== 200 || body.status !== 'ready') throw new Error(JSON.stringify(body))
    }, 15_000)
  const urls = services.map(({ ports }) => `http://127.0.0.1:${ports.http.port()}`)
  const [url] = urls as [string]
  const operators = services.map(({ ports }) =>
    client(`http://127.0.0.1:${ports.operator.port()}`, bearer(OPERATOR_TOKEN)),
  )
  const [operator] = operators as [Client]
  const internalUrl = `http://127.0.0.1:${services[0]?.ports.internal.port()}`
  const internal = client(internalUrl, bearer(SERVICE_TOKEN))
  for (const [id, parentId] of [
    [ROOT, null],
    [NORTH, ROOT],
    [NORTH_SCHOOL, NORTH],
    [SOUTH, ROOT],
  ] as const)
    must(await operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId }), 201)

  let made = 0
  return {
    url,
    urls,
    internalUrl,
    operatorUrl: `http://127.0.0.1:${services[0]?.ports.operator.port()}`,
    adminUrl: `http://127.0.0.1:${services[0]?.ports.admin.port()}`,
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

/** The body of an answer that has to be a success. */
export function must(answer: Answer, status: number): any {
  if (answer.status !== status)
    throw new Error(`expected ${status}, received ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
