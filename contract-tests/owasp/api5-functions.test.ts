import { Redis } from 'ioredis'
import { wholeSystem } from '../../testing/clients/system.ts'
import { roleNames, type RoleKey } from '../../services/shared/contract/generated/catalogue.ts'
import { bearer, client } from '../../testing/client.ts'
import { deleteKeys, OPERATOR_READ_TOKEN, OPERATOR_TOKEN, SERVICE_TOKEN } from '../../testing/isolated.ts'
import { accountOperations, addressOf, named, operations, pathOf } from './operations.ts'

/** Broken function level authorization: every operation × every credential that must not call it. */
const system = wholeSystem()
const holders = new Map<RoleKey, Record<string, string>>()

beforeAll(async () => {
  for (const [key, role] of Object.entries(roleNames)) {
    const { apiKey, apiSecret } = await system.aKey({ grants: [{ role, groupId: 1 }] })
    holders.set(key as RoleKey, bearer(`${apiKey}.${apiSecret}`))
  }
})
beforeEach(async () => {
  const redis = new Redis(system.redisUrl)
  await deleteKeys(redis) // so many failed authentications are within no limit
  redis.disconnect()
})

const roles = Object.keys(roleNames) as RoleKey[]
/** Operations that accept any role (decision B8), or need a role for each type of event (W5). */
const FOR_EVERY_ROLE = [
  'listVisibleGroups',
  ...accountOperations
    .filter(({ path }) => path.startsWith('/webhook-endpoints/'))
    .map(({ operationId }) => operationId),
]

it.each(named(accountOperations))(
  '%s rejects every role that it does not name (A3)',
  async (id, operation) => {
    const { method, example, 'x-roles': accepted = [] } = operation
    const others = roles.filter((role) => !accepted.includes(role))
    expect(others.length === 0).toBe(FOR_EVERY_ROLE.includes(id))
    for (const role of others)
      expect(await client(system.url, holders.get(role)).send(method, pathOf(operation), example)).toBeError(
        'role-missing',
      )
  },
)

const inside = operations.filter(({ audience }) => audience !== 'public')

it.each(named(inside))(
  '%s is not to be had with a credential of another kind, nor elsewhere (A7)',
  async (_, operation) => {
    const { audience, method, example } = operation
    const [own, other] =
      audience === 'operator' ? [OPERATOR_TOKEN, SERVICE_TOKEN] : [SERVICE_TOKEN, OPERATOR_TOKEN]
    for (const credential of [bearer(other), ...holders.values()]) {
      const sender = client(addressOf(system, operation), credential)
      expect(await sender.send(method, pathOf(operation), example)).toBeError('invalid-token')
    }
    for (const prefix of ['', '/api/v2']) {
      const path = `${prefix}${pathOf(operation)}`
      expect(await client(system.url, bearer(own)).send(method, path, example)).toBeError('path-not-found')
    }
  },
)

const ofOperators = operations.filter(({ audience }) => audience === 'operator')
/** Operations other than GET that change nothing. */
const READS_WITH_A_BODY = ['previewTemplate']
/** What is a GET, and more than looking. */
const FULL_GETS: string[] = ['exportUser']

it.each(named(ofOperators))(
  '%s takes an operator token that may only look exactly where it changes nothing (O15)',
  async (id, operation) => {
    const { method, example } = operation
    const response = await client(system.adminUrl, bearer(OPERATOR_READ_TOKEN)).send(
      method,
      pathOf(operation),
      example,
    )
    const isRead = (method === 'GET' && !FULL_GETS.includes(id)) || READS_WITH_A_BODY.includes(id)
    if (isRead) expect([200, 404]).toContain(response.status)
    else expect(response).toBeError('operator-token-read-only')
  },
)
