import mongoose from 'mongoose'
import { Registry } from 'prom-client'
import { client, type Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { nextPageOf } from '../../../testing/pages.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { readAllIds } from '../../../testing/pages.ts'
import { ExpiringKeys } from '../src/keys/expiring-keys.ts'
import { keyModel } from '../src/keys/record.ts'
import { MongoKeys } from '../src/keys/repository.ts'
import {
  ADMINISTRATOR,
  ATTENDANCE,
  FIRST_GROUPS,
  expectBody,
  NORTH,
  NORTH_SCHOOL,
  ROOT,
  SOUTH,
  userPortal,
} from '../../../testing/user/start-user.ts'

const log = recordedLog('user')
const portal = userPortal({ logger: log.logger })
let operator: Client
beforeAll(() => void ({ operator } = portal))

async function aUser(): Promise<number> {
  const { api } = await portal.anAccount([ROOT])
  return expectBody(await api.post('/users/', portal.someone()), 201).id
}

/** A list shows these two first, one on each page, and their number (R13). */
async function inPages(path: string, [first, second]: readonly unknown[], total = 2) {
  const page = await operator.get(`${path}?limit=1`, { prefer: 'count=exact' })
  expect(page.body).toEqual([first])
  expect(page.headers.get('x-total-count')).toBe(String(total))
  expect((await operator.get(`${path}?offset=1`)).body).toHaveLength(total - 1)
  expect((await operator.get(nextPageOf(page) as string)).body).toEqual([second])
}

describe('groups (O1)', () => {
  it('are listed by id, in pages (R13)', () => {
    const group = (id: number, parentId: number | null) => ({ id, name: `group ${id}`, parentId })
    return inPages('/admin/groups/', [group(ROOT, null), group(NORTH, ROOT)], FIRST_GROUPS.size)
  })

  it('are created, read, replaced and deleted; what was read can be put back', async () => {
    const path = '/admin/groups/77/'
    const created = await operator.put(path, { name: 'West', parentId: ROOT })
    expect(created).toMatchObject({ status: 201, body: { id: 77, name: 'West', parentId: ROOT } })
    expect(created.headers.get('location')).toBe(path)
    const read = await operator.get(path)
    expect(read.body).toEqual(created.body)
    expect(await operator.put(path, read.body)).toMatchObject({ status: 200, body: read.body })
    const moved = await operator.put(path, { name: 'Far West' })
    expect(moved).toMatchObject({ status: 200, body: { name: 'Far West', parentId: null } })
    expect((await operator.delete(path)).status).toBe(204)
    expect(await operator.get(path)).toBeError('not-found')
    expect(await operator.delete(path)).toBeError('not-found')
  })

  it('are created under an id that no group has or had, if the parent is there', async () => {
    const create = (parentId: number) => operator.post('/admin/groups/', { name: 'East', parentId })
    const first = await create(ROOT)
    const { id } = expectBody(first, 201)
    expect(first.headers.get('location')).toBe(`/admin/groups/${id}/`)
    expect((await operator.get(`/admin/groups/${id}/`)).body).toEqual({ id, name: 'East', parentId: ROOT })
    expectBody(await operator.delete(`/admin/groups/${id}/`), 204)
    expectBody(await operator.put(`/admin/groups/${id + 1}/`, { name: 'chosen by hand' }), 201)
    expect(expectBody(await create(ROOT), 201).id).toBe(id + 2)
    expect(await create(987654)).toBeError('parent-not-found')
    const orphan = { name: 'x', parentId: 987654 }
    expect(await operator.put('/admin/groups/78/', orphan)).toBeError('parent-not-found')
  })

  it('are created after an operator has chosen the largest id, or one that a group had before', async () => {
    expectBody(await operator.put(`/admin/groups/${Number.MAX_SAFE_INTEGER}/`, { name: 'largest' }), 201)
    const { id } = expectBody(await operator.post('/admin/groups/', { name: 'next' }), 201)
    const chosen = `/admin/groups/${id + 1}/`
    expectBody(await operator.put(chosen, { name: 'chosen' }), 201)
    expectBody(await operator.delete(chosen), 204)
    expect(expectBody(await operator.post('/admin/groups/', { name: 'after' }), 201).id).toBe(id + 2)
    expectBody(await operator.put(chosen, { name: 'chosen again' }), 201)
    expect((await operator.get(chosen)).body.name).toBe('chosen again')
  })

  it('lie at most 50 levels deep', async () => {
    let parentId: number | null = null
    for (let depth = 1; depth <= 50; depth++)
      parentId = expectBody(await operator.post('/admin/groups/', { name: 'deeper', parentId }), 201)
        .id as number
    const tooDeep = { name: 'too deep', parentId }
    expect(await operator.post('/admin/groups/', tooDeep)).toBeError('group-too-deep')
    expect(await operator.put('/admin/groups/78/', tooDeep)).toBeError('group-too-deep')
  })

  it('are shown to accounts that hold a role of either API in them or above, in pages (A3, B8, R13)', async () => {
    for (const role of [ADMINISTRATOR, ATTENDANCE]) {
      const grants = [NORTH, SOUTH].map((groupId) => ({ role, groupId }))
      const { api } = await portal.anAccount([], { grants })
      const page = await api.get('/groups/?limit=1', { prefer: 'count=exact' })
      expect(page.body).toEqual([{ id: NORTH, name: 'group 10', parentId: ROOT }])
      expect(page.headers.get('x-total-count')).toBe('3')
      expect(await readAllIds(api, '/api/v2/groups?limit=1')).toEqual([NORTH, NORTH_SCHOOL, SOUTH])
    }
    const mixed = [
      { role: ATTENDANCE, groupId: NORTH_SCHOOL },
      { role: ADMINISTRATOR, groupId: SOUTH },
    ]
    const both = await portal.anAccount([], { grants: mixed })
    expect(await readAllIds(both.api, '/groups/')).toEqual([NORTH_SCHOOL, SOUTH])
  })

  it('stay, and can be used, while they have subgroups, users or grants', async () => {
    const id = await portal.aGroup()
    const path = `/admin/groups/${id}/`
    const below = await portal.aGroup(id)
    expect(await operator.delete(path)).toBeError('group-in-use')
    expectBody(await operator.delete(`/admin/groups/${below}/`), 204)

    const members = [await aUser(), await aUser()]
    for (const userId of members) {
      expectBody(await operator.put(`${path}members/${userId}/`), 204)
      expect(await operator.delete(path)).toBeError('group-in-use')
    }
    for (const userId of members) expectBody(await operator.delete(`${path}members/${userId}/`), 204)

    const { id: accountId } = await portal.anAccount([id])
    expect(await operator.delete(path)).toBeError('group-in-use')
    expectBody(await operator.delete(`/admin/service-accounts/${accountId}/`), 204)
    expectBody(await operator.delete(path), 204)
  })
})

describe('members (O3)', () => {
  it('are put in and taken out, any number of times, and listed in pages (R13)', async () => {
    const id = await portal.aGroup()
    const [first, second] = [await aUser(), await aUser()]
    for (const userId of [first, second, first, second])
      expectBody(await operator.put(`/admin/groups/${id}/members/${userId}/`), 204)
    await inPages(`/admin/groups/${id}/members/`, [{ userId: first }, { userId: second }])
    for (const _twice of [1, 2])
      expectBody(await operator.delete(`/admin/groups/${id}/members/${first}/`), 204)
    expect((await operator.get(`/admin/groups/${id}/members/`)).body).toEqual([{ userId: second }])
  })
})

it('operators leave a line for every change, without their token (O10)', async () => {
  const id = await portal.aGroup()
  const line = log.lines.findLast(({ event }) => event === 'audit')
  expect(line).toMatchObject({
    event: 'audit',
    operation: 'putGroup',
    target: { group: id },
    operator: expect.stringMatching(/^[0-9a-f]{12}$/),
  })
  expect(JSON.stringify(log.lines)).not.toContain('operator-token')
})

const grant = (groupId: number, role = ADMINISTRATOR) => ({ role, groupId })
const accounts = '/admin/service-accounts/'

interface Credential {
  keyId: string
  secret: string
  expiresAt?: string
}
/** The account behind a credential, undefined when it is not valid. */
const verify = async ({ keyId, secret }: Credential) =>
  expectBody(await portal.internal.post('/internal/credentials/verify/', { keyId, secret }), 200).account
const aKey = async (accountId: number, body?: unknown): Promise<Credential> =>
  expectBody(await operator.post(`${accounts}${accountId}/keys/`, body), 201)

describe('service accounts (O5)', () => {
  it('are created with an id and read back, in groups that exist', async () => {
    const wanted = { name: 'HR sync', homeGroupId: SOUTH, grants: [grant(NORTH)], requestsPerMinute: 120 }
    const created = await operator.post(accounts, wanted)
    expect(created).toMatchObject({ status: 201, body: { ...wanted, id: expect.any(Number) } })
    const path = `${accounts}${created.body.id}/`
    expect(created.headers.get('location')).toBe(path)
    expect((await operator.get(path)).body).toEqual(created.body)
    expect(await operator.put(path, created.body)).toMatchObject({ status: 200, body: created.body })
    const nowhere = { ...wanted, grants: [grant(987654)] }
    expect(await operator.post(accounts, nowhere)).toBeError('group-not-found')
  })

  it('have by default the home of their first grant, and no limit of their own (A6, R20)', async () => {
    const { body } = await operator.post(accounts, { name: 'x', grants: [grant(SOUTH), grant(NORTH)] })
    expect(body).toMatchObject({ homeGroupId: SOUTH, requestsPerMinute: null })
    const { body: bare } = await operator.post(accounts, { name: 'y' })
    expect(bare).toMatchObject({ homeGroupId: null, grants: [] })
  })

  it('can be put under an id that the operator chooses, beside those that are given out', async () => {
    const { id } = expectBody(await operator.post(accounts, { name: 'x' }), 201)
    expectBody(await operator.put(`${accounts}${id + 1}/`, { name: 'chosen' }), 201)
    expectBody(await operator.put(`${accounts}${id + 1}/`, { name: 'chosen again' }), 200)
    expectBody(await operator.put(`${accounts}9007199254740991/`, { name: 'the largest' }), 201)
    expect(expectBody(await operator.post(accounts, { name: 'next' }), 201).id).toBe(id + 2)
  })

  it('are listed in pages (R13), and deleted', async () => {
    const page = expectBody(await operator.get(`${accounts}?limit=1000`), 200)
    await inPages(accounts, page, page.length)
    const path = `${accounts}${page[0].id}/`
    expectBody(await operator.delete(path), 204)
    expect(await operator.get(path)).toBeError('not-found')
    expect(await operator.delete(path)).toBeError('not-found')
  })
})

describe('keys (A2, O6)', () => {
  it('are issued with a secret that no list and no log shows', async () => {
    const { id } = await portal.anAccount()
    const key = await aKey(id, { expiresAt: '2099-01-01T02:00:00+02:00' })
    const expiresAt = '2099-01-01T00:00:00Z'
    const keyId = expect.stringMatching(/^rck_[0-9A-Za-z]{16}$/)
    expect(key).toEqual({ keyId, secret: expect.stringMatching(/^rcs_[0-9A-Za-z]{39}$/), expiresAt })
    const listed = await operator.get(`${accounts}${id}/keys/`)
    const shown = {
      keyId: key.keyId,
      accountId: id,
      name: '',
      createdAt: expect.any(String),
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      lastUsedFrom: '',
    }
    expect(listed.body.at(-1)).toEqual(shown)
    expect(await verify(key)).toBeDefined()
    expect(JSON.stringify([listed.body, log.lines])).not.toContain(key.secret)
  })

  it('live side by side, for rotation, in the order of issue, until they are revoked or expire (R13)', async () => {
    const { id } = expectBody(await operator.post(accounts, { name: 'rotates' }), 201)
    const [old, young] = [await aKey(id), await aKey(id, { expiresAt: null })]
    expect(await verify(old)).toBeDefined()
    for (const _twice of [1, 2]) expectBody(await operator.delete(`${accounts}${id}/keys/${old.keyId}/`), 204)
    expect(await verify(old)).toBeUndefined()
    expect(await verify(young)).toBeDefined()
    const expiring = await aKey(id, { expiresAt: new Date(Date.now() + 4_000).toISOString() })
    expect(await verify(expiring)).toBeDefined()
    await eventually(async () => expect(await verify(expiring)).toBeUndefined(), 20_000)
    const shown = [
      { keyId: old.keyId, revokedAt: expect.any(String) },
      { keyId: young.keyId, revokedAt: null },
    ].map((key) => expect.objectContaining(key))
    await inPages(`${accounts}${id}/keys/`, shown, 3)
  })

  it('belong to one account, and go with it', async () => {
    const [one, other] = [await portal.anAccount(), await portal.anAccount()]
    const key = await aKey(one.id)
    expect(await operator.delete(`${accounts}${other.id}/keys/${key.keyId}/`)).toBeError('not-found')
    expect(await operator.delete(`${accounts}${one.id}/keys/unknown/`)).toBeError('not-found')
    expect(await verify(key)).toBeDefined()
    expectBody(await operator.delete(`${accounts}${one.id}/`), 204)
    expect(await verify(key)).toBeUndefined()
    expect(await operator.get(`${accounts}${one.id}/keys/`)).toBeError('not-found')
    expect(await operator.post(`${accounts}${one.id}/keys/`)).toBeError('not-found')
    // The id may be given again; its old keys do not come back with it.
    expectBody(await operator.put(`${accounts}${one.id}/`, { name: 'again' }), 201)
    expect(await verify(key)).toBeUndefined()
    expect((await operator.get(`${accounts}${one.id}/keys/`)).body).toEqual([])
  })
})

describe('the use of a key (O6)', () => {
  const shownKey = async (accountId: number) =>
    expectBody(await operator.get(`${accounts}${accountId}/keys/`), 200).at(-1)

  it('is shown with its time and the address of the client, of this service and of others', async () => {
    const { id, api } = await portal.anAccount()
    expectBody(await api.get('/users/'), 200)
    await eventually(async () => expect((await shownKey(id)).lastUsedFrom).toBe('127.0.0.1'))
    expect(Date.now() - Date.parse((await shownKey(id)).lastUsedAt)).toBeLessThan(120_000)

    const other = await portal.anAccount()
    const key = await aKey(other.id)
    const headers = { 'x-caller-address': '2001:db8:1:2::/64' }
    expectBody(await portal.internal.post('/internal/credentials/verify/', verifiable(key), headers), 200)
    await eventually(async () => expect((await shownKey(other.id)).lastUsedFrom).toBe('2001:db8:1:2::/64'))
  })

  it('is written once an hour, however often and wherever the key is used', async () => {
    const { id } = await portal.anAccount()
    const key = await aKey(id)
    const useFrom = async (address: string) =>
      expectBody(
        await portal.internal.post('/internal/credentials/verify/', verifiable(key), {
          'x-caller-address': address,
        }),
        200,
      )
    const writes = jest.spyOn(MongoKeys.prototype, 'recordUse')
    await Promise.all([useFrom('192.0.2.1'), useFrom('192.0.2.2')])
    await eventually(async () => expect((await shownKey(id)).lastUsedFrom).toMatch(/^192\.0\.2\.[12]$/))
    const { lastUsedAt, lastUsedFrom } = await shownKey(id)
    const before = writes.mock.calls.length
    for (const last of [3, 4, 5]) await useFrom(`192.0.2.${last}`)
    expect(writes.mock.calls).toHaveLength(before)
    expect(await shownKey(id)).toMatchObject({ lastUsedAt, lastUsedFrom })
    await anHourPasses(key.keyId)
    await useFrom('192.0.2.6')
    await eventually(async () => expect((await shownKey(id)).lastUsedFrom).toBe('192.0.2.6'))
    writes.mockRestore()
  })

  it('is not recorded for a wrong secret, a revoked or an expired key', async () => {
    const { id } = await portal.anAccount()
    const key = await aKey(id)
    const writes = jest.spyOn(MongoKeys.prototype, 'recordUse')
    await verify({ ...key, secret: 'wrong' })
    expectBody(await operator.delete(`${accounts}${id}/keys/${key.keyId}/`), 204)
    await verify(key)
    expect(writes).not.toHaveBeenCalled()
    writes.mockRestore()
  })
})

describe('keys to be rotated (O6)', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const path = () =>
    `/admin/keys/?expiresBefore=${encodeURIComponent(inDays(14))}&usedAfter=${encodeURIComponent(inDays(-7))}`

  it('are those that expire soon and are in use: listed, counted by a metric, and told to their callers', async () => {
    const { id, api } = await portal.anAccount()
    const soon = await aKey(id, { name: 'soon', expiresAt: inDays(13) })
    const [later, unused, revoked] = [
      await aKey(id, { expiresAt: inDays(15) }),
      await aKey(id, { expiresAt: inDays(13) }),
      await aKey(id, { expiresAt: inDays(13) }),
    ]
    for (const key of [soon, later, revoked]) expect(await verify(key)).toBeDefined()
    expectBody(await operator.delete(`${accounts}${id}/keys/${revoked.keyId}/`), 204)
    await eventually(async () => {
      const listed = await operator.get(path(), { prefer: 'count=exact' })
      expect(listed.body).toMatchObject([{ keyId: soon.keyId, accountId: id, name: 'soon' }])
      expect(listed.headers.get('x-total-count')).toBe('1')
    })
    const all = await readAllKeyIds('/admin/keys/?limit=2')
    expect(all).toEqual(expect.arrayContaining([soon.keyId, later.keyId, unused.keyId, revoked.keyId]))
    expect(await measured()).toBe(1)

    expect((await api.get('/users/')).headers.has('x-key-expires')).toBe(false)
    const caller = (key: Credential) =>
      client(portal.url, { 'x-api-key': key.keyId, 'x-api-secret': key.secret })
    const told = await caller(soon).get('/users/')
    expect(told.headers.get('x-key-expires')).toBe(soon.expiresAt)
    expect((await caller(soon).get('/users/999999/')).headers.get('x-key-expires')).toBe(soon.expiresAt)
    expect((await caller(later).get('/users/')).headers.has('x-key-expires')).toBe(false)
  })

  it('are rotated: the new key has their name and lifetime, the old one lives as long as it is told', async () => {
    const { id } = await portal.anAccount()
    const rotate = (key: Credential, body?: unknown) =>
      operator.post(`${accounts}${id}/keys/${key.keyId}/rotate/`, body)
    const old = await aKey(id, { name: 'nightly sync', expiresAt: inDays(90) })
    const young = expectBody(await rotate(old), 201)
    expect(Math.abs(Date.parse(young.expiresAt) - Date.parse(inDays(90)))).toBeLessThan(120_000)
    for (const key of [old, young]) expect(await verify(key)).toBeDefined()
    const keys = expectBody(await operator.get(`${accounts}${id}/keys/`), 200)
    expect(keys.at(-1)).toMatchObject({ keyId: young.keyId, name: 'nightly sync' })
    expect(log.lines.findLast(({ event }) => event === 'audit')).toMatchObject({
      operation: 'rotateKey',
      target: { account: id, key: old.keyId, newKey: young.keyId },
    })

    const oldKeyExpiresAt = inDays(7).replace(/\.\d+/, '')
    const forever = expectBody(await rotate(old, { expiresAt: null, oldKeyExpiresAt }), 201)
    expect(forever.expiresAt).toBeNull()
    const shown = async (key: Credential) =>
      expectBody(await operator.get(`${accounts}${id}/keys/`), 200).find(
        ({ keyId }: Credential) => keyId === key.keyId,
      )
    expect((await shown(old)).expiresAt).toBe(oldKeyExpiresAt)
    // An expiry that is earlier stays.
    expectBody(await rotate(old, { oldKeyExpiresAt: inDays(30) }), 201)
    expect((await shown(old)).expiresAt).toBe(oldKeyExpiresAt)

    expect(await rotate(old, { expiresAt: '2020-01-01T00:00:00Z' })).toBeError('invalid-request')
    expect(await rotate({ ...old, keyId: 'unknown' })).toBeError('not-found')
    const { id: otherId } = await portal.anAccount()
    expect(await operator.post(`${accounts}${otherId}/keys/${old.keyId}/rotate/`)).toBeError('not-found')
    expectBody(await operator.delete(`${accounts}${id}/keys/${old.keyId}/`), 204)
    expect(await rotate(old)).toBeError('key-revoked')
  })

  async function readAllKeyIds(first: string): Promise<string[]> {
    const ids: string[] = []
    for (let next: string | undefined = first; next !== undefined;) {
      const page = await operator.get(next)
      ids.push(...(page.body as Credential[]).map(({ keyId }) => keyId))
      next = nextPageOf(page)
    }
    return ids
  }

  /** What the metric would show after its next measurement. */
  async function measured(): Promise<number> {
    const connection = await mongoose.createConnection(portal.config.mongodbUrl).asPromise()
    const registry = new Registry()
    const keys = new MongoKeys(connection, { next: () => Promise.resolve(0) } as never)
    const clock = { now: () => new Date() }
    await new ExpiringKeys({ keys, clock, logger: log.logger, registry }).measure()
    await connection.close()
    const metric = await registry.getSingleMetric('rollcall_keys_expiring')?.get()
    return metric?.values[0]?.value ?? Number.NaN
  }
})

const verifiable = ({ keyId, secret }: Credential) => ({ keyId, secret })

/** As if the use of the key had been an hour earlier. */
async function anHourPasses(keyId: string): Promise<void> {
  const connection = await mongoose.createConnection(portal.config.mongodbUrl).asPromise()
  const lastUsedAt = new Date(Date.now() - 3_600_001)
  await keyModel(connection).updateOne({ _id: keyId }, { $set: { lastUsedAt } })
  await connection.close()
}

describe('verifying a credential', () => {
  it('tells the account and, for each role, the groups down to the last subgroup (A3)', async () => {
    const { body: account } = await operator.post(accounts, {
      name: 'reaches far',
      requestsPerMinute: 42,
      grants: [
        grant(NORTH, 'Course attendance manager'),
        grant(NORTH_SCHOOL, 'Batch registration manager'),
        grant(SOUTH, 'Batch registration manager'),
      ],
    })
    expect(await verify(await aKey(account.id))).toEqual({
      accountId: account.id,
      name: 'reaches far',
      homeGroupId: NORTH,
      requestsPerMinute: 42,
      reach: {
        courseAttendanceManager: [NORTH, NORTH_SCHOOL],
        batchRegistrationManager: [NORTH_SCHOOL, SOUTH],
        userAdministrator: [],
      },
    })
  })

  it('refuses a wrong secret in the same way as an unknown key (A1)', async () => {
    const { credential } = await portal.anAccount()
    const { secret } = await aKey((await portal.anAccount()).id)
    const keyId = credential['x-api-key']
    const unknown = { keyId: 'rck_0000000000000000', secret }
    for (const wrong of [{ keyId, secret }, unknown, { keyId, secret: 'no secret at all' }]) {
      const { body } = await portal.internal.post('/internal/credentials/verify/', wrong)
      expect(body).toEqual({ valid: false })
    }
  })
})

it('lets a revoked key and a lost grant go within 15 s (A2b)', async () => {
  const [revoked, moved] = [await portal.anAccount([SOUTH]), await portal.anAccount([SOUTH])]
  for (const { api } of [revoked, moved]) expectBody(await api.get('/users/'), 200)
  expectBody(await operator.delete(`${accounts}${revoked.id}/keys/${revoked.credential['x-api-key']}/`), 204)
  expectBody(await operator.put(`${accounts}${moved.id}/`, { name: 'without grants' }), 200)
  const now = performance.now.bind(performance)
  const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 15_000)
  expect(await revoked.api.get('/users/')).toBeError('invalid-token')
  expect(await moved.api.get('/users/')).toBeError('role-missing')
  later.mockRestore()
})
