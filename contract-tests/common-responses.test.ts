import { Redis } from 'ioredis'
import { Collection } from 'mongodb'
import { wholeSystem } from '../testing/clients/system.ts'
import { testServers } from '../scripts/test/servers.ts'
import contract from '../services/shared/contract/generated/openapi.json' with { type: 'json' }
import { UNREACHABLE_RESPONSES } from '../testing/response-coverage.ts'
import { EXPECTED_FAILURE } from '../testing/leak-check.ts'
import { bearer, client, RawBody, uncheckedClient } from '../testing/client.ts'
import { declaredResponses } from '../testing/contract-check.ts'
import { eventually } from '../testing/eventually.ts'
import {
  deleteKeys,
  freshDatabaseUrl,
  OPERATOR_READ_TOKEN,
  OPERATOR_TOKEN,
  SERVICE_TOKEN,
} from '../testing/isolated.ts'
import { tcpProxy } from '../testing/tcp-proxy.ts'
import { addressOf, operations, pathOf, type Operation } from './owasp/operations.ts'

const responses = declaredResponses(contract).filter((response) => !(response in UNREACHABLE_RESPONSES))
const declares = (operationId: string, code: string) =>
  responses.some((response) => response.startsWith(`${operationId} `) && response.endsWith(` ${code}`))

/** How a case differs from the example request of an operation, and from a system without faults. */
interface Provocation {
  readonly as?: 'overLimit' | 'withoutRole' | 'readOnly' | 'unauthenticated'
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: (operation: Operation) => unknown
  readonly arrange?: (operation: Operation) => Promise<void>
  readonly restore?: () => unknown
}

const PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  'invalid-request': { query: '?colour=red' },
  'malformed-json': { body: () => new RawBody('{') },
  // The failures of an address are limited, and there are more operations than it may fail at.
  'invalid-token': { as: 'unauthenticated', arrange: () => deleteKeys(redis) },
  'role-missing': { as: 'withoutRole' },
  'operator-token-read-only': { as: 'readOnly' },
  'not-registered': {}, // no path leads to a record
  'not-found': {},
  'body-too-large': { body: (operation) => new RawBody(' '.repeat((operation['x-body-limit'] ?? 0) + 1)) },
  'unsupported-media-type': { headers: { 'content-type': 'text/plain' } },
  'too-many-requests': { as: 'overLimit', arrange: spendQuota },
  'internal-error': { body: withCredential, arrange: breakDatabase, restore: () => jest.restoreAllMocks() },
  'dependency-unavailable': { arrange: () => databases('cut', 503), restore: () => databases('heal', 200) },
}
/** No record has this id. */
const UNKNOWN_ID = '999999'
const OPERATOR_OVER_LIMIT = 'operator-token-of-the-tests-1'
jest.setTimeout(120_000)
let proxy: Awaited<ReturnType<typeof tcpProxy>>
let redis: Redis
const accounts: Record<string, Record<string, string>> = { unauthenticated: {} }

beforeAll(async () => void (proxy = await tcpProxy(testServers().mongodbUrl)))
const databaseUrl = () => Object.assign(new URL(freshDatabaseUrl()), { host: new URL(proxy.url).host }).href
const system = wholeSystem({ databaseUrl, secondOperatorToken: OPERATOR_OVER_LIMIT })
afterAll(() => proxy.stop())

beforeAll(async () => {
  redis = new Redis(system.redisUrl)
  const kinds = { usual: {}, overLimit: { requestsPerMinute: 1 }, withoutRole: { grants: [] } }
  for (const [name, account] of Object.entries(kinds))
    accounts[name] = (await system.aKey(account)).credential
})
afterAll(() => redis.disconnect())

describe('each common error, for every operation that declares it, in both forms of an error (A1, A3, A5, R20, S1, S4):', () => {
  it.each(Object.entries(PROVOCATIONS))('%s', async (code, provocation) => {
    const answered: string[] = []
    const expected: string[] = []
    for (const operation of operations.filter(({ operationId }) => declares(operationId, code)))
      for (const form of ['application/json', 'application/problem+json']) {
        const { headers } = await provoked(operation, provocation, form, code)
        const type = headers.get('content-type')?.split(';')[0]
        answered.push(`${operation.operationId} ${headers.get('x-error-code')} ${type}`)
        expected.push(`${operation.operationId} ${code} ${form}`)
      }
    await provocation.restore?.()
    expect(expected).not.toEqual([])
    expect(answered).toEqual(expected)
  })
})

it('every service tells its status while its database is unavailable (O16)', async () => {
  await databases('cut', 503)
  const paths = { registration: 'registrations', user: 'users', notification: 'deliveries' }
  for (const [service, path] of Object.entries(paths)) {
    const { status, body } = await system.operator.get(`/admin/${path}/status/`)
    expect([status, body]).toMatchObject([200, { service, status: 'not ready', oldestPendingEvent: null }])
    expect(body.dependencies).toContainEqual({ name: 'mongodb', up: false, critical: true })
  }
  await databases('heal', 200)
})

/** A busy machine may respond too late, with another response, so the request is tried again. */
async function provoked(operation: Operation, provocation: Provocation, accept: string, code: string) {
  const { as, query = '', body = () => operation.example, arrange, headers } = provocation
  for (let attempt = 1; ; attempt++) {
    await arrange?.(operation)
    const sender = client(addressOf(system, operation), { ...credentials(operation, as), accept })
    const path = `${pathOf(operation, UNKNOWN_ID)}${query}`
    const response = await sender.send(operation.method, path, body(operation), headers)
    if (attempt === 3 || response.headers.get('x-error-code') === code) return response
  }
}

function credentials({ audience }: Operation, as: Provocation['as']): Record<string, string> {
  if (as === 'unauthenticated' || audience === 'public') return accounts[as ?? 'usual'] ?? {}
  if (audience === 'internal') return bearer(SERVICE_TOKEN)
  const tokens = { overLimit: OPERATOR_OVER_LIMIT, readOnly: OPERATOR_READ_TOKEN } as const
  return bearer(as === 'overLimit' || as === 'readOnly' ? tokens[as] : OPERATOR_TOKEN)
}

/** The secret of the example is malformed, which is detected without a database. */
function withCredential({ operationId, example }: Operation): unknown {
  const { 'x-api-key': keyId, 'x-api-secret': secret } = accounts['usual'] ?? {}
  return operationId === 'verifyCredential' ? { keyId, secret } : example
}

/** Counts one request, then sets the counter to a million. */
async function spendQuota(operation: Operation): Promise<void> {
  await deleteKeys(redis)
  const overLimit = uncheckedClient(addressOf(system, operation), credentials(operation, 'overLimit'))
  await overLimit.send(operation.method, pathOf(operation, UNKNOWN_ID))
  for (const counter of await redis.keys('*')) await redis.set(counter, 1_000_000, 'EX', 60)
}

/**
 * Makes the driver and the date functions fail, so that every handler fails. The credential is verified and cached
 * before.
 */
async function breakDatabase(operation: Operation): Promise<void> {
  const isBroken = jest.isMockFunction(Reflect.get(Collection.prototype, 'find'))
  if (isBroken && operation.audience !== 'public') return
  jest.restoreAllMocks()
  for (const path of ['/registrations/', '/users/', '/webhook-endpoints/'])
    await client(system.url, accounts['usual']).get(path)
  const fail = () => {
    throw new Error(EXPECTED_FAILURE)
  }
  jest.spyOn(Intl, 'DateTimeFormat').mockImplementation(fail)
  const prototype = Collection.prototype as unknown as Record<string, () => unknown>
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (typeof value === 'function' && name !== 'constructor')
      jest.spyOn(prototype, name).mockImplementation(fail)
}

async function databases(change: 'cut' | 'heal', readiness: number): Promise<void> {
  proxy[change]()
  const isSeen = async (url: string) =>
    expect((await uncheckedClient(url).get('/readyz')).status).toBe(readiness)
  for (const url of Object.values(system.health)) await eventually(() => isSeen(url), 30_000)
}
