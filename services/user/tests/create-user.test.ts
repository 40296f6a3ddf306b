import { DependencyUnavailable } from '../../shared/errors.ts'
import type { Client } from '../../shared/tests/kit/client.ts'
import { Gate } from '../../shared/tests/kit/gate.ts'
import type { Users } from '../src/store/users.ts'
import { must, NORTH, ROOT, SOUTH, startUser, type Portal } from './kit/start-user.ts'
import { wrapped } from '../../shared/tests/kit/wrapped.ts'

let portal: Portal
let api: Client
let total: () => Promise<number>
/** Where a new user is about to be written. */
const gate = new Gate()
/** The next new user is written, and nobody hears of it. */
let breaksAfterWriting = false
const breaking = (real: Users): Users =>
  wrapped(real, {
    add: async (...given) => {
      await gate.pass()
      await real.add(...given)
      if (!breaksAfterWriting) return
      breaksAfterWriting = false
      throw new DependencyUnavailable('mongodb')
    },
  })
beforeAll(async () => {
  portal = await startUser({ overrides: { users: breaking } })
  api = (await portal.anAccount([ROOT])).api
  total = async () =>
    Number((await api.get('/users/?limit=0', { prefer: 'count=exact' })).headers.get('x-total-count'))
})
afterAll(() => portal.stop())

describe('a new user', () => {
  it('ignores read-only fields, so a user that was read can be created elsewhere (R17)', async () => {
    const created = must(
      await api.post(
        '/users/',
        portal.someone({ id: 4, createdDate: 'x', updatedDate: 5, deleted: true, expirationDate: '' }),
      ),
      201,
    )
    expect(created.id).not.toBe(4)
    expect(created.deleted).toBeUndefined()
  })

  it('is found where the answer says, in the path form that was called (S2, S9)', async () => {
    for (const form of ['/users/', '/users', '/api/v2/users/']) {
      const { headers, body } = await api.post(form, portal.someone())
      expect(headers.get('location')).toBe(`${form.replace(/\/?$/, '/')}${body.id}/`)
      expect((await api.get(headers.get('location') as string)).body).toEqual(body)
    }
  })

  it('needs a login name and an external id of its own (R15)', async () => {
    must(await api.post('/users/', portal.someone({ loginName: 'Only-Me', externalId: 'only-me' })), 201)
    expect(await api.post('/users/', portal.someone({ loginName: 'only-mE' }))).toBeError('login-name-taken')
    expect(await api.post('/users/', portal.someone({ externalId: 'only-me' }))).toBeError(
      'user-external-id-taken',
    )
    // With both taken the answer is always the same one.
    expect(
      await api.post('/users/', portal.someone({ loginName: 'ONLY-ME', externalId: 'only-me' })),
    ).toBeError('login-name-taken')
    must(await api.post('/users/', portal.someone({ externalId: '' })), 201)
    must(await api.post('/users/', portal.someone({ externalId: '' })), 201)
  })
})

describe('the group of a new user (A6)', () => {
  const groupsOf = async (userId: number) =>
    (await portal.internal.post('/internal/users/resolve/', [{ userId }])).body[0].user.groupIds

  it('is the home group of the account, by default that of its first grant', async () => {
    const plain = await portal.anAccount([NORTH, SOUTH])
    expect(await groupsOf(must(await plain.api.post('/users/', portal.someone()), 201).id)).toEqual([NORTH])
    const settled = await portal.anAccount([NORTH, SOUTH], { homeGroupId: SOUTH })
    expect(await groupsOf(must(await settled.api.post('/users/', portal.someone()), 201).id)).toEqual([SOUTH])
  })

  it('must lie where the account administers users, not where it holds another role', async () => {
    const { api: mixed } = await portal.anAccount([], {
      grants: [
        { role: 'Batch registration manager', groupId: SOUTH },
        { role: 'User administrator', groupId: NORTH },
      ],
    })
    expect(await mixed.post('/users/', portal.someone())).toBeError('forbidden')
    must(await mixed.post(`/users/?groupId=${NORTH}`, portal.someone()), 201)
  })
})

describe('Idempotency-Key (R10)', () => {
  it('gives the first answer again and creates once', async () => {
    const body = portal.someone()
    const before = await total()
    const key = { 'idempotency-key': 'create-once' }
    const first = await api.post('/users/', body, key)
    const second = await api.post('/users/', { ...body }, key)
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await total()).toBe(before + 1)
  })

  it('refuses another body under the same key', async () => {
    const key = { 'idempotency-key': 'another-body' }
    must(await api.post('/users/', portal.someone(), key), 201)
    expect(await api.post('/users/', portal.someone(), key)).toBeError('idempotency-key-reused')
  })

  it('shows the answer again only to who may see the user', async () => {
    const { api: north } = await portal.anAccount([NORTH])
    const body = portal.someone()
    const key = { 'idempotency-key': 'out-of-reach' }
    const user = must(await north.post('/users/', body, key), 201)
    must(await portal.operator.put(`/admin/groups/${SOUTH}/members/${user.id}/`), 204)
    must(await portal.operator.delete(`/admin/groups/${NORTH}/members/${user.id}/`), 204)
    expect(await north.post('/users/', body, key)).toBeError('forbidden')
  })

  it('finds what a first try had written before it broke off', async () => {
    const body = portal.someone()
    const key = { 'idempotency-key': 'broken-off' }
    const before = await total()
    breaksAfterWriting = true
    expect(await api.post('/users/', body, key)).toBeError('dependency-unavailable')
    const retried = await api.post('/users/', body, key)
    expect(retried).toMatchObject({ status: 201, body: { loginName: body.loginName } })
    expect(retried.headers.get('idempotent-replayed')).toBe('true')
    expect((await api.post('/users/', body, key)).body).toEqual(retried.body)
    expect(await total()).toBe(before + 1)
  })

  it('refuses a second request while the first with the key is at work', async () => {
    const body = portal.someone()
    const create = () => api.post('/users/', body, { 'idempotency-key': 'in-flight' })
    expect(await gate.hold(create, create)).toBeError('idempotency-in-flight')
    expect((await create()).headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('Prefer: validate-only (R11)', () => {
  const prefer = { prefer: 'validate-only' }

  it('shows the user as it would be, with id 0, and writes nothing', async () => {
    const before = await total()
    const body = portal.someone({ city: 'Seattle' })
    const answer = await api.post('/users/', body, prefer)
    expect(answer).toMatchObject({ status: 200, body: { ...body, id: 0, zip: '' } })
    expect(answer.headers.get('preference-applied')).toBe('validate-only')
    expect(answer.headers.get('vary')).toMatch(/prefer/i)
    expect(await total()).toBe(before)
    must(await api.post('/users/', body), 201)
  })
})
