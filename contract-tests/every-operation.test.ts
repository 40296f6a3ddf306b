import { Redis } from 'ioredis'
import { Collection } from 'mongodb'
import pLimit from 'p-limit'
import { wholeSystem } from '../testing/clients/system.ts'
import { testServers } from '../testing/servers.ts'
import { roleNames, type RoleKey } from '../services/platform/contract/generated/catalogue.ts'
import contract from '../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { UNREACHABLE_RESPONSES } from '../testing/response-coverage.ts'
import { EXPECTED_FAILURE } from '../testing/leak-check.ts'
import {
  bearer,
  client,
  RawBody,
  uncheckedClient,
  type Client,
  type TestResponse,
} from '../testing/client.ts'
import { declaredResponses } from '../testing/contract-check.ts'
import { eventually } from '../testing/eventually.ts'
import {
  deleteKeys,
  freshDatabaseUrl,
  OPERATOR_READ_TOKEN,
  OPERATOR_TOKEN,
  SERVICE_TOKEN,
} from '../testing/isolated.ts'
import { expectBody, NORTH, ROOT, SOUTH } from '../testing/portal.ts'
import { SmtpMailer } from '../services/notification/src/emails/smtp-mailer.ts'
import { Activity } from '../services/platform/store/activity.ts'
import { tcpProxy } from '../testing/tcp-proxy.ts'
import { accountOperations, addressOf, named, operations, pathOf, type Operation } from './operations.ts'

const responses = declaredResponses(contract).filter((response) => !(response in UNREACHABLE_RESPONSES))
const declares = (operationId: string, code: string) =>
  responses.some((response) => response.startsWith(`${operationId} `) && response.endsWith(` ${code}`))

/** How a case differs from the example request of an operation, and from a system without faults. */
interface Provocation {
  readonly as?: 'overLimit' | 'withoutRole' | 'readOnly' | 'unauthenticated'
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: (operation: Operation) => unknown
  /** Before each request. These requests are sent one after the other, others several at a time. */
  readonly arrange?: (operation: Operation) => Promise<void>
  /** Before and after all requests. */
  readonly begin?: () => Promise<void>
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
  'too-many-requests': { as: 'overLimit', arrange: spendLimit },
  'internal-error': { body: withCredential, begin: breakDatabase, restore: () => jest.restoreAllMocks() },
  'dependency-unavailable': { begin: () => databases('cut', 503), restore: () => databases('heal', 200) },
}
/** The cases alternate between the two forms, because the same code writes both for every operation. */
const FORMS = ['application/json', 'application/problem+json']
const isScim = ({ path }: Pick<Operation, 'path'>) => path.startsWith('/scim/')
/** SCIM has a form of its own. */
const formOf = (operation: Operation, form: string) =>
  isScim(operation) && form === 'application/json' ? 'application/scim+json' : form
/** Few enough that a busy machine responds in time. */
const REQUESTS_AT_A_TIME = 16
/** No record has this id. */
const UNKNOWN_ID = '999999'
const OPERATOR_OVER_LIMIT = 'operator-token-of-the-tests-1'
jest.setTimeout(120_000)
let proxy: Awaited<ReturnType<typeof tcpProxy>>
let redis: Redis
const accounts: Record<string, Record<string, string>> = { unauthenticated: {} }

beforeAll(async () => void (proxy = await tcpProxy(testServers().mongodbUrl)))
const databaseUrl = () => Object.assign(new URL(freshDatabaseUrl()), { host: new URL(proxy.url).host }).href
const system = wholeSystem({ databaseUrl, config: { operatorTokens: [OPERATOR_TOKEN, OPERATOR_OVER_LIMIT] } })
afterAll(() => proxy.stop())

beforeAll(async () => {
  redis = new Redis(system.redisUrl)
  const kinds = { usual: {}, overLimit: { requestsPerMinute: 1 }, withoutRole: { grants: [] } }
  for (const [name, account] of Object.entries(kinds))
    accounts[name] = (await system.issueKey(account)).credential
})
afterAll(() => redis.disconnect())

describe('each common error of every operation that declares it (A1, A3, A5, R20, S1, S4):', () => {
  it.each(Object.entries(PROVOCATIONS))('%s', async (code, provocation) => {
    const declaring = operations
      .filter(({ operationId }) => declares(operationId, code))
      .map((operation, i) => ({ operation, form: FORMS[i % 2] as string }))
    await provocation.begin?.()
    const inTurn = pLimit(provocation.arrange ? 1 : REQUESTS_AT_A_TIME)
    const send = async ({ operation, form }: (typeof declaring)[number]) => {
      const { headers } = await provoked(operation, provocation, form, code)
      const type = headers.get('content-type')?.split(';')[0]
      return `${operation.operationId} ${headers.get('x-error-code')} ${type}`
    }
    const errors = await Promise.all(declaring.map((one) => inTurn(send, one)))
    await provocation.restore?.()
    expect(errors).not.toEqual([])
    expect(errors).toEqual(
      declaring.map(({ operation, form }) => `${operation.operationId} ${code} ${formOf(operation, form)}`),
    )
  })
})

it('a batch may have a body of 1 MB, other operations of callers and operators 100 kB (R19)', () => {
  const limits = operations.flatMap(({ audience, path, 'x-body-limit': bytes }) =>
    audience === 'internal' || bytes === undefined ? [] : [{ path, bytes }],
  )
  expect(limits).toEqual(
    limits.map(({ path }) => ({ path, bytes: /\/(batch|import)\/$/.test(path) ? 1_048_576 : 102_400 })),
  )
})

it('every service reports its status while its database is unavailable (O16)', async () => {
  await databases('cut', 503)
  const paths = { registration: 'registrations', user: 'users', notification: 'deliveries' }
  for (const [service, path] of Object.entries(paths)) {
    const { status, body } = await system.operator.get(`/admin/${path}/status/`)
    expect([status, body]).toMatchObject([200, { service, status: 'not ready', oldestPendingEvent: null }])
    expect(body.dependencies).toContainEqual({
      name: 'mongodb',
      up: false,
      critical: true,
      reason: expect.stringMatching(/./),
    })
  }
  await databases('heal', 200)
})

describe('broken object level authorization: an account with every role in another group', () => {
  const ROLES = ['Course attendance manager', 'Batch registration manager', 'User administrator']
  /** Operations that show another account something of the record. Do not add any. */
  const EXCEPTIONS: readonly string[] = []
  /** Creates something that belongs to the account itself, and not to a group. */
  const OF_ITS_OWN: readonly string[] = ['createWebhookEndpoint']
  /** Creates a user in the home group of the account. */
  const IN_ITS_OWN_GROUP: readonly string[] = ['createScimUser']
  /** Shows what SCIM is here, and no record. */
  const WITHOUT_RECORDS = accountOperations
    .filter(({ path }) => /^\/scim\/v2\/(ServiceProviderConfig|ResourceTypes|Schemas)\//.test(path))
    .map(({ operationId }) => operationId)
  /** Refused for every account. */
  const ALWAYS_REFUSED: readonly string[] = ['createScimGroup', 'deleteScimGroup']

  let owner: Client
  let stranger: Client
  let request: (operation: Operation) => { path: string; body: unknown }

  beforeAll(async () => {
    const { operator, url } = system
    for (const id of [NORTH, SOUTH])
      expectBody(await operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId: ROOT }), 201)
    expectBody(
      await operator.put('/admin/courses/9/', { name: 'Nine', externalId: 'C-9', groupIds: [NORTH] }),
      201,
    )
    const holderIn = async (groupId: number) =>
      client(url, (await system.issueKey({ grants: ROLES.map((role) => ({ role, groupId })) })).credential)
    owner = await holderIn(NORTH)
    stranger = await holderIn(SOUTH)
    const names = { firstName: 'Ada', lastName: 'Byron', loginName: 'ada', email: 'ada@example.org' }
    const user = expectBody(await owner.post('/users/', { ...names, externalId: 'U-1' }), 201)
    const endpoint = expectBody(
      await owner.post('/webhook-endpoints/', {
        url: 'http://127.0.0.1:65535/',
        events: ['registration.created'],
      }),
      201,
    )
    const registration = expectBody(
      await owner.post('/registrations/', { courseId: 9, userId: user.id, externalId: 'R-1' }),
      201,
    )
    const deliveryId = await eventually(async () => {
      const { body } = await owner.get(`/webhook-endpoints/${endpoint.id}/deliveries/`)
      expect(body).toHaveLength(1)
      return String(body[0].id)
    }, 20_000)
    const ids: Record<string, string> = {
      externalId: 'U-1',
      registrationExternalId: 'R-1',
      deliveryId,
      name: 'User',
      urn: 'urn:ietf:params:scim:schemas:core:2.0:User',
    }
    const resource = {
      userName: names.loginName,
      name: { givenName: names.firstName, familyName: names.lastName },
      emails: [{ value: names.email }],
    }
    const creation = { courseId: 9, userId: user.id }
    const bodies: Record<string, unknown> = {
      createRegistration: creation,
      createRegistrationBatch: [creation],
      createUser: { ...names, loginName: 'another' },
      mergeVisibleUserBatch: [{ ...names, externalId: 'U-1' }],
      createScimUser: { ...resource, userName: 'scim' },
      replaceScimUser: resource,
      patchScimUser: { Operations: [{ op: 'replace', path: 'userName', value: names.loginName }] },
      // It keeps its types of events: a delivery of another type would be removed at its next attempt.
      updateWebhookEndpoint: { description: 'another' },
      patchScimGroup: { Operations: [{ op: 'add', path: 'members', value: [{ value: String(user.id) }] }] },
    }
    request = ({ operationId, path, example }) => {
      const kind = path.replace('/scim/v2/', '/').split('/')[1] ?? ''
      const id =
        { users: user.id, courses: 9, 'webhook-endpoints': endpoint.id, Users: user.id, Groups: NORTH }[
          kind
        ] ?? registration.id
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? String(id))
      const group = operationId === 'createUser' ? `?groupId=${NORTH}` : ''
      const update = path.includes('/users/') && example !== undefined ? names : example
      return { path: target + group, body: bodies[operationId] ?? update }
    }
  })

  /**
   * What an account is shown or has done: nothing when all of it is refused or empty, or the group beside
   * itself.
   */
  const isNothing = (
    { status, body }: Awaited<ReturnType<Client['get']>>,
    { path }: Pick<Operation, 'path'>,
  ): boolean =>
    status === 403 ||
    // What belongs to another account does not exist for this one.
    (status === 404 && path.startsWith('/webhook-endpoints/{id}/')) ||
    (status === 200 &&
      itemsOf(body)?.every((item) => item.status === 403 || Number(item.id) === SOUTH) === true)

  const itemsOf = (body: any): { status?: number; id?: number | string }[] | undefined =>
    Array.isArray(body) ? body : body?.Resources

  /** Operations that remove the record come last. */
  const inOrder = [...accountOperations].sort((a, b) => +(a.method === 'DELETE') - +(b.method === 'DELETE'))

  it.each(named(inOrder))('%s does nothing for this account (A3, A4)', async (id, operation) => {
    const { path, body } = request(operation)
    if (WITHOUT_RECORDS.includes(id)) return
    if (![...OF_ITS_OWN, ...IN_ITS_OWN_GROUP].includes(id)) {
      const response = await stranger.send(operation.method, path, body)
      expect(isNothing(response, operation)).toBe(!EXCEPTIONS.includes(id))
    }
    if (operation.method === 'DELETE' || ALWAYS_REFUSED.includes(id)) return
    // The same request is not in vain: it shows or does something for the account that reaches the record.
    const response = await owner.send(operation.method, path, body)
    expect([
      id,
      isNothing(response, operation) || response.status === 400 || response.status === 404,
    ]).toEqual([id, false])
  })
})

describe('broken object property level authorization: fields that are not declared', () => {
  const results = ({ status, body }: TestResponse): number[] =>
    status === 200 && Array.isArray(body) ? body.map((item: TestResponse) => item.status) : [status]

  // Directories send attributes that are not declared; SCIM rejects them for strict accounts only (B9).
  const withBody = operations.filter((operation) => operation.example !== undefined && !isScim(operation))

  it.each(named(withBody))('%s rejects a field that is not in the contract (R4)', async (_, operation) => {
    const sender = client(addressOf(system, operation), credentials(operation, undefined))
    for (const extra of [
      '"isAdmin":true',
      '"scopes":[1]',
      '"__proto__":{"isAdmin":true}',
      '"constructor":1',
    ]) {
      // As text: an object can't have a field called __proto__ that is sent.
      const text = JSON.stringify(operation.example).replaceAll(
        /^(\[?\{)|(?<=\},)\{/g,
        (begin) => `${begin}${extra},`,
      )
      const response = await sender.send(
        operation.method,
        pathOf(operation),
        new RawBody(text.replaceAll(',}', '}')),
      )
      expect([extra, ...results(response)]).toEqual([extra, ...results(response).map(() => 400)])
    }
  })
})

describe('broken function level authorization: every credential that must not call it', () => {
  const holders = new Map<RoleKey, Record<string, string>>()

  beforeAll(async () => {
    for (const [key, role] of Object.entries(roleNames)) {
      const { apiKey, apiSecret } = await system.issueKey({ grants: [{ role, groupId: 1 }] })
      holders.set(key as RoleKey, bearer(`${apiKey}.${apiSecret}`))
    }
  })
  // So many failed authentications are within no limit.
  beforeEach(() => deleteKeys(redis))

  const roles = Object.keys(roleNames) as RoleKey[]
  const ofRegistrations: RoleKey[] = ['courseAttendanceManager', 'batchRegistrationManager']
  /** The roles that each API accepts, by the beginning of its paths. */
  const ACCEPTED: Readonly<Record<string, RoleKey[]>> = {
    registrations: ofRegistrations,
    courses: ofRegistrations,
    users: ['userAdministrator'],
    scim: ['userAdministrator'],
    // Decision B8.
    groups: roles,
    // Each type of event needs one of its own (W5).
    'webhook-endpoints': roles,
  }

  it.each(named(accountOperations))(
    '%s rejects every role that its API does not accept (A3)',
    async (_id, operation) => {
      const { method, example, path, 'x-roles': declared = [] } = operation
      const accepted = ACCEPTED[path.split('/')[1] ?? ''] ?? []
      expect(new Set(declared)).toEqual(new Set(accepted))
      for (const role of roles.filter((one) => !accepted.includes(one)))
        expect(
          await client(system.url, holders.get(role)).send(method, pathOf(operation), example),
        ).toBeError('role-missing')
    },
  )

  const inside = operations.filter(({ audience }) => audience !== 'public')

  it.each(named(inside))(
    '%s rejects other kinds of credentials, and is not at the public port (A7)',
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
    '%s accepts a read-only operator token only if it changes nothing (O15)',
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

/** Uses up the limit of a caller: sends a request that Redis counts, then sets the counter to a million. */
async function spendLimit(operation: Operation): Promise<void> {
  await deleteKeys(redis)
  const overLimit = uncheckedClient(addressOf(system, operation), credentials(operation, 'overLimit'))
  // While Redis responds slowly, a service counts in its memory.
  const counters = await eventually(async () => {
    await overLimit.send(operation.method, pathOf(operation, UNKNOWN_ID))
    const keys = await redis.keys('*')
    expect(keys).not.toEqual([])
    return keys
  })
  for (const counter of counters) await redis.set(counter, 1_000_000, 'EX', 60)
}

/**
 * Makes the driver and the date functions fail, so that every handler fails. The credential is verified and
 * cached before.
 */
async function breakDatabase(): Promise<void> {
  // Services remember a credential for up to 15 s. That of the tests before may end at any moment.
  accounts['usual'] = (await system.issueKey()).credential
  for (const path of ['/registrations/', '/users/', '/webhook-endpoints/'])
    await client(system.url, accounts['usual']).get(path)
  const fail = () => {
    throw new Error(EXPECTED_FAILURE)
  }
  // Those that ask no database: the preview of a template, the status, and the mail server.
  jest.spyOn(Intl, 'DateTimeFormat').mockImplementation(fail)
  jest.spyOn(Activity.prototype, 'rejections').mockRejectedValue(new Error(EXPECTED_FAILURE))
  jest.spyOn(SmtpMailer.prototype, 'probeAtOnce').mockRejectedValue(new Error(EXPECTED_FAILURE))
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
