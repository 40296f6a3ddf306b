import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { locationOf, nextPageOf, readAllIds } from '../../../testing/pages.ts'
import { MOMENT } from '../../../testing/pact/shapes.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
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
    expect(locationOf(created)).toBe(path)
    const read = await operator.get(path)
    expect(read.body).toEqual(created.body)
    expect(await operator.put(path, read.body)).toMatchObject({ status: 200, body: read.body })
    const moved = await operator.put(path, { name: 'Far West' })
    expect(moved).toMatchObject({ status: 200, body: { name: 'Far West', parentId: null } })
    expect((await operator.delete(path)).status).toBe(204)
    expect(await operator.get(path)).toBeError('not-found')
    expect(await operator.delete(path)).toBeError('not-found')
  })

  it('are created with an id that no group has or had, if the parent exists', async () => {
    const create = (parentId: number) => operator.post('/admin/groups/', { name: 'East', parentId })
    const first = await create(ROOT)
    const { id } = expectBody(first, 201)
    expect(locationOf(first)).toBe(`/admin/groups/${id}/`)
    expect((await operator.get(`/admin/groups/${id}/`)).body).toEqual({ id, name: 'East', parentId: ROOT })
    expectBody(await operator.delete(`/admin/groups/${id}/`), 204)
    expectBody(await operator.put(`/admin/groups/${id + 1}/`, { name: 'chosen by hand' }), 201)
    expect(expectBody(await create(ROOT), 201).id).toBe(id + 2)
    expect(await create(987654)).toBeError('parent-not-found')
    const orphan = { name: 'x', parentId: 987654 }
    expect(await operator.put('/admin/groups/78/', orphan)).toBeError('parent-not-found')
  })

  it('are created after an operator has chosen the largest id, or the next one (R16)', async () => {
    expectBody(await operator.put(`/admin/groups/${Number.MAX_SAFE_INTEGER}/`, { name: 'largest' }), 201)
    const { id } = expectBody(await operator.post('/admin/groups/', { name: 'next' }), 201)
    const chosen = `/admin/groups/${id + 1}/`
    expectBody(await operator.put(chosen, { name: 'chosen' }), 201)
    expectBody(await operator.delete(chosen), 204)
    expect(expectBody(await operator.post('/admin/groups/', { name: 'after' }), 201).id).toBe(id + 2)
    // The registration service, which does not run here, has not taken its deleted users and courses out.
    expect(await operator.put(chosen, { name: 'chosen again' })).toBeError('group-being-deleted')
  })

  it('are at most 50 levels deep, subgroups included, and never below themselves', async () => {
    const path: number[] = []
    for (let depth = 1; depth <= 50; depth++) {
      const group = { name: 'deeper', parentId: path.at(-1) ?? null }
      path.push(expectBody(await operator.post('/admin/groups/', group), 201).id)
    }
    const tooDeep = { name: 'too deep', parentId: path[49] }
    expect(await operator.post('/admin/groups/', tooDeep)).toBeError('group-too-deep')
    expect(await operator.put('/admin/groups/78/', tooDeep)).toBeError('group-too-deep')
    const below = (parentId?: number) => operator.put(`/admin/groups/${path[0]}/`, { name: 'x', parentId })
    expect(await below(ROOT)).toBeError('group-too-deep')
    for (const descendant of [path[0], path[1], path[48]])
      expect(await below(descendant)).toBeError('group-cycle')
  })

  it('are listed for accounts with a role of either API in them or above (A3, A4, B8, R13)', async () => {
    for (const role of [ADMINISTRATOR, ATTENDANCE]) {
      const grants = [NORTH, SOUTH].map((groupId) => ({ role, groupId }))
      const { api } = await portal.anAccount([], { grants })
      const page = await api.get('/groups/?limit=1', { prefer: 'count=exact' })
      // The group above is not in scope.
      expect(page.body).toEqual([{ id: NORTH, name: 'group 10', parentId: null }])
      expect((await api.get('/groups/')).body[1]).toMatchObject({ id: NORTH_SCHOOL, parentId: NORTH })
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

  it('are not deleted while they have subgroups, users or grants', async () => {
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
  it('are added and removed, any number of times, and listed in pages (R13)', async () => {
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

it('the audit log has every change by an operator, without the token (O10)', async () => {
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

it('the audit log has one line for a change that is repeated (O10)', async () => {
  const [group, userId] = [await portal.aGroup(), await aUser()]
  const { id, credential } = await portal.anAccount([group])
  const member = `/admin/groups/${group}/members/${userId}/`
  const account = { name: 'renamed', grants: [{ role: ADMINISTRATOR, groupId: group }] }
  const changes: readonly (readonly [operation: string, () => Promise<{ status: number }>])[] = [
    ['putGroup', () => operator.put(`/admin/groups/${group}/`, { name: 'renamed' })],
    ['putServiceAccount', () => operator.put(`/admin/service-accounts/${id}/`, account)],
    ['putGroupMember', () => operator.put(member)],
    ['deleteGroupMember', () => operator.delete(member)],
    ['handOverUsers', () => operator.post('/admin/sources/hand-over/', { ids: [userId], to: 'hr-audited' })],
    ['revokeKey', () => operator.delete(`${accounts}${id}/keys/${credential['x-api-key']}/`)],
  ]
  for (const [expected, change] of changes) {
    const isAudit = ({ event, operation }: Record<string, unknown>) => event && operation === expected
    const before = log.lines.filter(isAudit).length
    const [first, second] = [await change(), await change()]
    expect([expected, second.status]).toEqual([expected, first.status])
    expect([expected, log.lines.filter(isAudit).length - before]).toEqual([expected, 1])
  }
})

const grant = (groupId: number, role = ADMINISTRATOR) => ({ role, groupId })
const accounts = '/admin/service-accounts/'

interface Credential {
  keyId: string
  secret: string
}
/** The account behind a credential, undefined when it is not valid. */
const verify = async ({ keyId, secret }: Credential) =>
  expectBody(await portal.internal.post('/internal/credentials/verify/', { keyId, secret }), 200).account
const issueKey = async (accountId: number, body?: unknown): Promise<Credential> =>
  expectBody(await operator.post(`${accounts}${accountId}/keys/`, body), 201)

describe('service accounts (O5)', () => {
  it('are created with an id and read back, in groups that exist', async () => {
    const wanted = { name: 'HR sync', homeGroupId: SOUTH, grants: [grant(NORTH)], requestsPerMinute: 120 }
    const created = await operator.post(accounts, wanted)
    expect(created).toMatchObject({ status: 201, body: { ...wanted, id: expect.any(Number) } })
    const path = `${accounts}${created.body.id}/`
    expect(locationOf(created)).toBe(path)
    const read = await operator.get(path)
    expect(read.body).toEqual(created.body)
    const unchanged = { 'if-none-match': read.headers.get('etag') as string }
    expect((await operator.get(path, unchanged)).status).toBe(304)
    expect(await operator.put(path, created.body)).toMatchObject({ status: 200, body: created.body })
    for (const nowhere of [{ grants: [grant(987654)] }, { homeGroupId: 987654 }])
      expect(await operator.post(accounts, { ...wanted, ...nowhere })).toBeError('group-not-found')
  })

  it('have by default the home group of their first grant, and no limit of their own (A6, R20)', async () => {
    const { body } = await operator.post(accounts, { name: 'x', grants: [grant(SOUTH), grant(NORTH)] })
    expect(body).toMatchObject({ homeGroupId: SOUTH, requestsPerMinute: null })
    const { body: bare } = await operator.post(accounts, { name: 'y' })
    expect(bare).toMatchObject({ homeGroupId: null, grants: [] })
  })

  it('can be put with an id that the operator chooses, besides issued ids', async () => {
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
  it('are issued with a secret that is in no list and in no log', async () => {
    const { id } = await portal.anAccount()
    const key = await issueKey(id, { expiresAt: '2099-01-01T02:00:00+02:00' })
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

  it('are valid side by side during a rotation, until they are revoked or expire (R13)', async () => {
    const { id } = expectBody(await operator.post(accounts, { name: 'rotates' }), 201)
    const [old, young] = [await issueKey(id), await issueKey(id, { expiresAt: null })]
    expect(await verify(old)).toBeDefined()
    for (const _twice of [1, 2]) expectBody(await operator.delete(`${accounts}${id}/keys/${old.keyId}/`), 204)
    expect(await verify(old)).toBeUndefined()
    expect(await verify(young)).toBeDefined()
    const expiring = await issueKey(id, { expiresAt: new Date(Date.now() + 4_000).toISOString() })
    expect(await verify(expiring)).toBeDefined()
    await eventually(async () => expect(await verify(expiring)).toBeUndefined())
    const shown = [
      { keyId: old.keyId, revokedAt: expect.any(String) },
      { keyId: young.keyId, revokedAt: null },
    ].map((key) => expect.objectContaining(key))
    await inPages(`${accounts}${id}/keys/`, shown, 3)
  })

  it('belong to one account, and are deleted with it', async () => {
    const [one, other] = [await portal.anAccount(), await portal.anAccount()]
    const key = await issueKey(one.id)
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

describe('verifying a credential', () => {
  it('returns the account and, for each role, the groups with all subgroups (A3)', async () => {
    const { body: account } = await operator.post(accounts, {
      name: 'reaches far',
      requestsPerMinute: 42,
      grants: [
        grant(NORTH, 'Course attendance manager'),
        grant(NORTH_SCHOOL, 'Batch registration manager'),
        grant(SOUTH, 'Batch registration manager'),
      ],
    })
    expect(await verify(await issueKey(account.id))).toEqual({
      accountId: account.id,
      createdAt: expect.stringMatching(MOMENT),
      name: 'reaches far',
      homeGroupId: NORTH,
      requestsPerMinute: 42,
      scopes: {
        courseAttendanceManager: [NORTH, NORTH_SCHOOL],
        batchRegistrationManager: [NORTH_SCHOOL, SOUTH],
        userAdministrator: [],
      },
    })
  })

  it('rejects a wrong secret like an unknown key (A1)', async () => {
    const { credential } = await portal.anAccount()
    const { secret } = await issueKey((await portal.anAccount()).id)
    const keyId = credential['x-api-key']
    const unknown = { keyId: 'rck_0000000000000000', secret }
    for (const wrong of [{ keyId, secret }, unknown, { keyId, secret: 'no secret at all' }]) {
      const { body } = await portal.internal.post('/internal/credentials/verify/', wrong)
      expect(body).toEqual({ valid: false })
    }
  })
})

it('rejects a revoked key and a removed grant after 15 s at most (A2b)', async () => {
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
