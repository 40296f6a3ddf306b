import { Redis } from 'ioredis'
import { startSystem, type System } from '../../clients/tests/kit/system.ts'
import { roleNames, type RoleKey } from '../../services/shared/contract/generated/catalogue.ts'
import { bearer, client } from '../../services/shared/tests/kit/client.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { must } from '../../services/shared/tests/kit/portal.ts'
import { accountOperations, named, operations, type Operation } from './operations.ts'

/** Broken function level authorization: every operation × every credential that is not for it. */
let system: System
const holders = new Map<RoleKey, Record<string, string>>()

beforeAll(async () => {
  system = await startSystem()
  must(await system.operator.put('/admin/groups/1/', { name: 'Rollcall', parentId: null }), 201)
  for (const [key, role] of Object.entries(roleNames)) {
    const { apiKey, apiSecret } = await system.aKey({ grants: [{ role, groupId: 1 }] })
    holders.set(key as RoleKey, bearer(`${apiKey}.${apiSecret}`))
  }
})
let redis: Redis
beforeEach(async () => {
  redis ??= new Redis(system.redisUrl)
  await redis.flushdb() // so many failed authentications are within no limit
})
afterAll(async () => {
  redis.disconnect()
  await system.stop()
})

const pathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, '1')
const roles = Object.keys(roleNames) as RoleKey[]
/** Shows where an account holds a role, whichever (decision B8). Lines may go. */
const FOR_EVERY_ROLE = ['listVisibleGroups']

it.each(named(accountOperations))(
  '%s refuses every role that it does not name (A3)',
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
    const { audience, method, example, tags } = operation
    const internal = system.internalUrl[tags[0] as 'user' | 'notification']
    const [address, others] =
      audience === 'operator'
        ? [system.adminUrl, [bearer(SERVICE_TOKEN), ...holders.values()]]
        : [internal, [bearer(OPERATOR_TOKEN), ...holders.values()]]
    for (const credential of others)
      expect(await client(address, credential).send(method, pathOf(operation), example)).toBeError(
        'invalid-token',
      )
    for (const prefix of ['', '/api/v2']) {
      const elsewhere = client(system.url, bearer(audience === 'operator' ? OPERATOR_TOKEN : SERVICE_TOKEN))
      const path = `${prefix}${pathOf(operation)}`
      expect(await elsewhere.send(method, path, example)).toBeError('path-not-found')
    }
  },
)
