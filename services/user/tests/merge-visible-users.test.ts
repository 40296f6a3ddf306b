import { Breakpoint } from '../../../testing/breakpoint.ts'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody, NORTH, NORTH_SCHOOL, SOUTH, userPortal } from '../../../testing/user/start-user.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import { OutcomeUnknown } from '../../platform/errors.ts'
import type { Users } from '../src/users/repository.ts'

/** Before the write of new users, and before that of changed ones. */
const breakpoint = new Breakpoint()
const beforeChange = new Breakpoint()
let isReplyLost = false
const wrapped = (real: Users): Users =>
  withOverrides(real, {
    async changeAll(...given) {
      await beforeChange.reach()
      return await real.changeAll(...given)
    },
    async addAll(...given) {
      await breakpoint.reach()
      const notAdded = await real.addAll(...given)
      if (!isReplyLost) return notAdded
      isReplyLost = false
      throw new OutcomeUnknown('mongodb', 'the reply was lost')
    },
  })
const portal = userPortal({ overrides: { users: wrapped } })
let api: Client
beforeAll(async () => void ({ api } = await portal.anAccount([NORTH])))

const PATH = '/users/batch/'
const merge = async (items: unknown, headers = {}, path = PATH) =>
  expectBody(await api.post(path, items, headers), 200)
const groupsOf = async (id: number) => (await portal.identified(id)).groupIds

describe('POST /users/batch/ (B1b)', () => {
  it('creates, changes or leaves each user, and one bad item does not affect others (R15b)', async () => {
    const ada = portal.someone({ externalId: 'p-1' })
    const first = await merge([ada, portal.someone({ externalId: 'p-2' })])
    expect(first).toMatchObject([
      { index: 0, status: 201, outcome: 'created', user: { externalId: 'p-1', loginName: ada.loginName } },
      { index: 1, status: 201, outcome: 'created' },
    ])
    const results = await merge([
      ada,
      { externalId: 'p-2', city: 'Oslo' },
      { externalId: 'p-2', city: 'Bergen' },
      { ...portal.someone(), groupIds: [NORTH] },
    ])
    expect(results.map(({ index, status, code, outcome }: any) => [index, status, code ?? outcome])).toEqual([
      [0, 200, 'unchanged'],
      [1, 200, 'changed'],
      [2, 409, 'duplicate-in-batch'],
      [3, 400, 'invalid-request'],
    ])
    expect(results[0].user).toEqual(first[0].user)
    expect((await api.get(`/users/${first[1].user.id}/`)).body).toEqual(results[1].user)
  })

  it.each([{}, { 'idempotency-key': 'cost' }])('costs its number of items: %j (A5, R20)', async (headers) => {
    const { api: limited } = await portal.anAccount([NORTH], { requestsPerMinute: 10 })
    const response = await limited.post(PATH, [portal.someone(), portal.someone()], headers)
    expect([response.status, response.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringContaining('r=8;'),
    ])
  })

  it.each([0, 501])('accepts 1 to 500 items, not %i', async (count) => {
    expect(await api.post(PATH, Array(count).fill({}))).toBeError('invalid-request')
  })
})

describe('users that the batch of a service account may change (A3, A4, A6, R3)', () => {
  let south: Client
  beforeAll(async () => void ({ api: south } = await portal.anAccount([SOUTH])))

  it('are in its groups: other items are rejected, and nothing is said about the user', async () => {
    const [known, anonymous] = [portal.someone({ externalId: 'p-south' }), portal.someone()]
    const hidden = portal.someone()
    const created = expectBody(await south.post(PATH, [known, anonymous, hidden]), 200)
    const users = created.map(({ user }: any) => user)
    await merge([portal.someone({ externalId: 'p-renamed' })])
    const results = await merge([
      { externalId: 'p-south', city: 'Oslo' },
      { loginName: anonymous.loginName, externalId: 'p-taken-over' },
      portal.someone({ externalId: 'p-north', loginName: known.loginName }),
      { externalId: 'p-renamed', loginName: hidden.loginName },
    ])
    const detail = expect.stringMatching(/^Another user has this loginName\. If it is the same person, /)
    const taken = { status: 409, code: 'login-name-taken', detail }
    const outOfReach = { status: 403, code: 'user-out-of-reach', detail: 'Forbidden' }
    expect(results).toEqual([
      { index: 0, ...outOfReach },
      { index: 1, ...taken },
      { index: 2, ...taken },
      { index: 3, ...taken },
    ])
    const named = { ...taken, detail: expect.stringMatching(/^User \d+, whose externalId is "p-south", /) }
    const visible = await south.post(PATH, [
      { ...known, externalId: 'p-new' },
      portal.someone({ externalId: 'p-third' }),
    ])
    expect(visible.body).toMatchObject([named, { status: 201 }])
    const renamed = await south.post(PATH, [{ externalId: 'p-third', loginName: known.loginName }])
    expect(renamed.body).toMatchObject([named])
    // Nor whether the one with the login name has an external id.
    expect(await merge([{ loginName: known.loginName }, { loginName: anonymous.loginName }])).toEqual([
      { index: 0, ...taken },
      { index: 1, ...taken },
    ])
    // That both name the same user is not told either.
    const twice = await merge([{ externalId: 'p-south', city: 'Oslo' }, { loginName: known.loginName }])
    expect(twice).toEqual([
      { index: 0, ...outOfReach },
      { index: 1, ...taken },
    ])
    for (const user of users) expect((await south.get(`/users/${user.id}/`)).body).toEqual(user)
  })

  it('get the home group or groupId if they are new, and keep their groups otherwise', async () => {
    const [home] = await merge([portal.someone({ externalId: 'p-home' })])
    expect(await groupsOf(home.user.id)).toEqual([NORTH])
    const school = await portal.aGroup(NORTH)
    const path = `${PATH}?groupId=${school}`
    const known = { externalId: 'p-home', city: 'Oslo' }
    const fresh = portal.someone({ externalId: 'p-school' })
    const { api: later } = await portal.anAccount([NORTH])
    const results = expectBody(await later.post(path, [known, fresh]), 200)
    expect(results).toMatchObject([{ outcome: 'changed' }, { outcome: 'created' }])
    expect(await groupsOf(home.user.id)).toEqual([NORTH])
    expect(await groupsOf(results[1].user.id)).toEqual([school])
  })

  it('need a visible groupId; without it, new ones need a visible home group', async () => {
    expect(await api.post(`${PATH}?groupId=${SOUTH}`, [portal.someone()])).toBeError('group-out-of-reach')
    const row = portal.someone({ externalId: 'p-homeless' })
    await merge([row])
    const { api: homeless } = await portal.anAccount([NORTH], { homeGroupId: SOUTH })
    const results = expectBody(await homeless.post(PATH, [{ ...row, city: 'Oslo' }, portal.someone()]), 200)
    expect(results).toMatchObject([
      { status: 200, outcome: 'changed' },
      { status: 403, code: 'group-out-of-reach' },
    ])
  })

  it('are not created in a group that is deleted meanwhile', async () => {
    const group = await portal.aGroup(NORTH)
    const { api: late } = await portal.anAccount([NORTH])
    const row = portal.someone({ externalId: 'p-late' })
    let response: any
    await breakpoint.pause(
      async () => (response = await late.post(`${PATH}?groupId=${group}`, [row])),
      async () => expectBody(await portal.operator.delete(`/admin/groups/${group}/`), 204),
    )
    expect(response.body).toMatchObject([{ status: 403, code: 'group-out-of-reach' }])
    expect(await late.get('/users/external_id/p-late/')).toBeError('not-found')
  })
})

describe('the source of a user (R24)', () => {
  const managedBy = async (id: number) =>
    expectBody(await api.get(`/users/${id}/?include=details`), 200).managedBy
  const from = (source: string, query = '') => `${PATH}?source=${source}${query}`
  const elsewhere = { status: 409, code: 'managed-elsewhere' }
  const stored = async (id: number) => (await portal.operator.get(`/admin/users/${id}/`)).body

  it('is the first one that names the user, which moves no date and sends no event', async () => {
    const [row, other] = [portal.someone({ externalId: 's-1' }), portal.someone({ externalId: 's-2' })]
    const [{ user }] = await merge([row])
    expect(user).not.toHaveProperty('managedBy')
    const before = await stored(user.id)
    expect(before.managedBy).toBe('')
    const results = await merge([row, other], {}, from('hr-a'))
    expect(results).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'created' }])
    expect(await stored(user.id)).toEqual({ ...before, managedBy: 'hr-a' })
    expect(await managedBy(results[1].user.id)).toBe('hr-a')
    // A group that is not visible is left out.
    await portal.operator.put(`/admin/groups/${SOUTH}/members/${user.id}/`)
    const listed = await api.get(`/users/?email=${row.email}&include=details`)
    expect(listed.body).toMatchObject([{ managedBy: 'hr-a', visibleGroupIds: [NORTH] }])
    await portal.operator.delete(`/admin/groups/${SOUTH}/members/${user.id}/`)
    // What was read can be sent back.
    const sent = { ...listed.body[0], managedBy: 'mine', city: 'Oslo' }
    expect(expectBody(await api.post(`/users/${user.id}/`, sent), 200)).not.toHaveProperty('managedBy')
    expect(await managedBy(user.id)).toBe('hr-a')
    await eventually(() => expect(portal.events.of(user.id)).toHaveLength(4))
  })

  it('keeps others from changing the user, unless they take over; no change is no error', async () => {
    const row = portal.someone({ externalId: 's-3' })
    const [{ user }] = await merge([row], {}, from('hr-a'))
    const renamed = { ...row, lastName: 'King' }
    for (const headers of [{}, { prefer: 'validate-only' }]) {
      const results = await merge([renamed, { externalId: 's-3' }], headers, from('hr-b'))
      expect(results).toMatchObject([elsewhere, { code: 'duplicate-in-batch' }])
      expect(results[0].detail).toContain(`User ${user.id} is kept by "hr-a".`)
      expect(await merge([row], headers, from('hr-b'))).toMatchObject([{ outcome: 'unchanged' }])
    }
    expect(await managedBy(user.id)).toBe('hr-a')
    // A write without a source is allowed, and leaves it.
    expect(await merge([renamed])).toMatchObject([{ outcome: 'changed' }])
    expect(await managedBy(user.id)).toBe('hr-a')
    expect(await merge([row], {}, from('hr-b', '&takeOver=true'))).toMatchObject([{ outcome: 'changed' }])
    expect(await managedBy(user.id)).toBe('hr-b')
    expect(await merge([row], {}, from('hr-c', '&takeOver=true'))).toMatchObject([{ outcome: 'unchanged' }])
    expect(await managedBy(user.id)).toBe('hr-c')
    expect(await api.post(`${PATH}?takeOver=true`, [row])).toBeError('invalid-request')
  })

  it('is that of one of two who write at the same time', async () => {
    const row = portal.someone({ externalId: 's-race' })
    const [{ user }] = await merge([row])
    let late: any
    await beforeChange.pause(
      async () => (late = await merge([{ ...row, city: 'Oslo' }], {}, from('hr-a'))),
      async () => expect(await merge([row], {}, from('hr-b'))).toMatchObject([{ outcome: 'unchanged' }]),
    )
    expect(late).toMatchObject([elsewhere])
    expect(await managedBy(user.id)).toBe('hr-b')
    expect((await stored(user.id)).city).toBe('')
  })

  it('is the present one: a change that was read before a hand-over is rejected', async () => {
    const row = portal.someone({ externalId: 's-late' })
    const [{ user }] = await merge([row], {}, from('hr-a'))
    let late: any
    await beforeChange.pause(
      async () => (late = await merge([{ ...row, city: 'Oslo' }], {}, from('hr-a'))),
      async () => expectBody(await hand({ ids: [user.id], to: 'hr-c' }), 200),
    )
    expect(late).toMatchObject([elsewhere])
    expect(await stored(user.id)).toMatchObject({ managedBy: 'hr-c', city: '' })
  })

  it.each([
    ['POST', (id: number) => `/users/${id}/`],
    ['POST', (_: number, external: string) => `/users/external_id/${external}/`],
    ['PUT', (_: number, external: string) => `/users/external_id/${external}/`],
    ['PATCH', (_: number, external: string) => `/users/external_id/${external}/`],
    ['PATCH', (id: number) => `/users/${id}/`],
    ['DELETE', (id: number) => `/users/${id}/`],
    ['DELETE', (_: number, external: string) => `/users/external_id/${external}/`],
  ])('holds for %s of one user, too', async (method, pathOf) => {
    const externalId = `s-${portal.someone().loginName}`
    const row = portal.someone({ externalId })
    const created = expectBody(await api.post('/users/?source=hr-a', row), 201)
    expect(await managedBy(created.id)).toBe('hr-a')
    const path = pathOf(created.id, externalId)
    const body = method === 'DELETE' ? undefined : { city: 'Oslo' }
    expect(await api.send(method, `${path}?source=hr-b`, body)).toBeError('managed-elsewhere')
    if (body) expectBody(await api.send(method, `${path}?source=hr-b`, { city: '' }), 200)
    expect(await stored(created.id)).toMatchObject({ managedBy: 'hr-a', city: '', deleted: false })
    const done = await api.send(method, `${path}?source=hr-b&takeOver=true`, body)
    expect(done.status).toBe(body ? 200 : 204)
    expect(await stored(created.id)).toMatchObject({ managedBy: 'hr-b', deleted: !body })
  })

  it('changes the ETag of both forms, so that If-Match notices who keeps the user', async () => {
    const [{ user }] = await merge([portal.someone()])
    const path = `/users/${user.id}/`
    const tagOf = async (query = '') => (await api.get(path + query)).headers.get('etag') as string
    const tag = await tagOf()
    expect(await tagOf('?include=details')).toBe(tag)
    await merge([{ loginName: user.loginName }], {}, from('hr-a'))
    expect(await api.post(path, { city: 'Oslo' }, { 'if-match': tag })).toBeError('precondition-failed')
    const changed = await api.post(path, { city: 'Oslo' }, { 'if-match': await tagOf() })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, await tagOf()])
  })

  it('is not told about a user who is not visible (A4)', async () => {
    const { api: south } = await portal.anAccount([SOUTH])
    const row = portal.someone({ externalId: 's-hidden' })
    const hidden = expectBody(await south.post('/users/?source=hr-a', row), 201)
    const answers = async () => {
      const paths = [`/users/${hidden.id}/`, '/users/external_id/s-hidden/']
      const single = paths.map((path) => api.post(`${path}?source=hr-b`, { city: 'Oslo' }))
      const batch = api.post(from('hr-b'), [
        { ...row, city: 'Oslo' },
        { loginName: row.loginName, city: 'X' },
      ])
      return (await Promise.all([...single, batch])).map(({ status, body }) => ({ status, body }))
    }
    const told = await answers()
    expect(JSON.stringify(told)).not.toContain('managed')
    expectBody(await hand({ ids: [hidden.id], to: 'hr-b' }), 200)
    expect(await answers()).toEqual(told)
    expectBody(await hand({ ids: [hidden.id], to: '' }), 200)
    expect(await answers()).toEqual(told)
    expect((await stored(hidden.id)).managedBy).toBe('')
  })

  it('holds for operators, who change groups without a source', async () => {
    const batch = '/admin/users/batch/'
    const row = { ...portal.someone({ externalId: 's-op' }), groupIds: [NORTH] }
    const operator = async (item: object, query = '') =>
      expectBody(await portal.operator.post(`${batch}${query}`, [item]), 200)
    expect(await operator(row, '?source=hr-a')).toMatchObject([{ outcome: 'created' }])
    expect(await operator({ ...row, city: 'Oslo' }, '?source=hr-b')).toMatchObject([elsewhere])
    expect(await operator({ ...row, groupIds: [SOUTH] }, '?source=hr-b')).toMatchObject([
      { outcome: 'changed' },
    ])
    const [{ user }] = await operator({ ...row, city: 'Oslo' }, '?source=hr-b&takeOver=true')
    expect(await stored(user.id)).toMatchObject({ managedBy: 'hr-b', groupIds: [NORTH] })
  })

  const hand = (body: object) => portal.operator.post('/admin/sources/hand-over/', body)

  it('is listed, handed over and released by operators, for users or for a whole source', async () => {
    const rows = ['s-h1', 's-h2', 's-h3'].map((externalId) => portal.someone({ externalId }))
    const ids = (await merge(rows, {}, from('hr-list'))).map(({ user }: any) => user.id)
    const { body: before } = await portal.operator.get(`/admin/users/${ids[0]}/`)
    const sources = async () => expectBody(await portal.operator.get('/admin/sources/'), 200)
    expect(await sources()).toContainEqual({ source: 'hr-list', users: 3 })
    expectBody(await api.delete(`/users/${ids[2]}/`), 204)
    expect(expectBody(await hand({ ids: [ids[0], 999_999], to: 'hr-next' }), 200)).toEqual({
      users: 1,
      remaining: false,
    })
    expect(await stored(ids[0])).toEqual({ ...before, managedBy: 'hr-next' })
    const found = await portal.operator.get('/admin/users/?managedBy=hr-list')
    expect(found.body.map(({ id }: any) => id)).toEqual([ids[1]])
    expect(expectBody(await hand({ from: 'hr-list', to: '' }), 200)).toEqual({ users: 1, remaining: false })
    expect((await sources()).map(({ source }: any) => source)).not.toContain('hr-list')
    for (const wrong of [{ to: 'x' }, { from: 'x', to: 'x' }, { ids: [], to: 'x' }, { from: '', to: 'x' }])
      expect(await hand(wrong)).toBeError('invalid-request')
  })

  describe('with outsideGroup=move', () => {
    const [inSchool, PLACE] = [`&groupId=${NORTH_SCHOOL}`, `&groupId=${NORTH_SCHOOL}&outsideGroup=move`]

    it('moves its users from their one visible group into the group, and keeps the others', async () => {
      const row = portal.someone({ externalId: 'm-1' })
      const [{ user }] = await merge([row], {}, from('hr-a'))
      await portal.operator.put(`/admin/groups/${SOUTH}/members/${user.id}/`)
      expect(await merge([row], {}, from('hr-a', inSchool))).toMatchObject([{ outcome: 'unchanged' }])
      expect(await merge([row], {}, from('hr-a', PLACE))).toMatchObject([{ outcome: 'changed' }])
      expect(await groupsOf(user.id)).toEqual([NORTH_SCHOOL, SOUTH])
      expect(await merge([row], {}, from('hr-a', PLACE))).toMatchObject([{ outcome: 'unchanged' }])
    })

    it('rejects those of another source or of none, and those of several visible groups', async () => {
      const rows = ['m-2', 'm-3', 'm-4'].map((externalId) => portal.someone({ externalId }))
      await merge([rows[0]], {}, from('hr-a'))
      await merge([rows[1]])
      const [{ user }] = await merge([rows[2]], {}, from('hr-b'))
      const second = await portal.aGroup(NORTH)
      await portal.operator.put(`/admin/groups/${second}/members/${user.id}/`)
      const { api: later } = await portal.anAccount([NORTH])
      const results = expectBody(await later.post(from('hr-b', PLACE), rows), 200)
      const outside = { status: 409, code: 'outside-group' }
      expect(results).toMatchObject([elsewhere, outside, outside])
      expect(results[2].detail).toContain(`groups ${NORTH}, ${second} all have the user`)
      expect(await merge(rows.slice(0, 1), {}, from('hr-b', `${PLACE}&takeOver=true`))).toMatchObject([
        { outcome: 'changed' },
      ])
      for (const query of [`?source=x&outsideGroup=move`, `?outsideGroup=move&groupId=${NORTH}`])
        expect(await api.post(PATH + query, rows)).toBeError('invalid-request')
    })
  })
})

describe('Idempotency-Key at /users/batch/ (R10)', () => {
  const key = (name: string) => ({ 'idempotency-key': name })

  it('replays the first response, and rejects another body and another group', async () => {
    const row = portal.someone({ externalId: 'k-once' })
    const send = (items: unknown, path = PATH) => api.post(path, items, key('once'))
    const first = await send([row])
    await merge([{ ...row, city: 'Oslo' }])
    const again = await send([row])
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(await send([{ ...row, city: 'Bergen' }])).toBeError('idempotency-key-reused')
    for (const query of [`groupId=${NORTH}`, 'source=hr-a'])
      expect(await send([row], `${PATH}?${query}`)).toBeError('idempotency-key-reused')
  })

  it('is rejected while its first request is in progress', async () => {
    const rows = [portal.someone()]
    const send = () => api.post(PATH, rows, key('at work'))
    expect(await breakpoint.pause(send, send)).toBeError('idempotency-in-flight')
  })

  it('returns what an earlier attempt has written, and does not undo later changes', async () => {
    const rows = [portal.someone({ externalId: 'k-lost-1' }), portal.someone({ externalId: 'k-lost-2' })]
    const items = [...rows, rows[0], portal.someone({ externalId: 'k-lost-3' })]
    isReplyLost = true
    expect(await api.post(PATH, items, key('lost'))).toBeError('dependency-unavailable')
    await merge([{ externalId: 'k-lost-1', city: 'Oslo' }])
    const results = await merge(items, key('lost'))
    expect(results).toMatchObject([
      { status: 201, outcome: 'created', user: { externalId: 'k-lost-1', city: 'Oslo' } },
      { status: 201, outcome: 'created', user: { externalId: 'k-lost-2' } },
      { status: 409, code: 'duplicate-in-batch' },
      { status: 201, outcome: 'created', user: { externalId: 'k-lost-3' } },
    ])
    const ids = results.flatMap(({ user }: any) => user?.id ?? [])
    expect(new Set(ids).size).toBe(3)
    expect((await api.get('/users/external_id/k-lost-1/')).body.city).toBe('Oslo')
  })

  it('does not create a user again that was deleted after a lost response', async () => {
    const rows = [portal.someone({ externalId: 'k-deleted' })]
    isReplyLost = true
    expect(await api.post(PATH, rows, key('deleted'))).toBeError('dependency-unavailable')
    expectBody(await api.delete('/users/external_id/k-deleted/'), 204)
    expect(await merge(rows, key('deleted'))).toMatchObject([{ status: 403, code: 'group-out-of-reach' }])
    expect(await api.get('/users/external_id/k-deleted/')).toBeError('not-found')
  })

  it.each(['created', 'changed', 'unchanged'])(
    'replays no response about a user who was %s and then left the groups of the account (A4)',
    async (outcome) => {
      const { api: late } = await portal.anAccount([NORTH, SOUTH], { name: 'late' })
      const account = await portal.anAccount([NORTH])
      const row = portal.someone({ externalId: `k-moved-${outcome}` })
      if (outcome !== 'created') await merge([row])
      const rows = [outcome === 'changed' ? { ...row, city: 'Oslo' } : row]
      const send = () => account.api.post(PATH, rows, key('moved'))
      const results = expectBody(await send(), 200)
      expect(results).toMatchObject([{ outcome }])
      const [{ user }] = results
      await portal.operator.put(`/admin/groups/${SOUTH}/members/${user.id}/`)
      await portal.operator.delete(`/admin/groups/${NORTH}/members/${user.id}/`)
      await eventually(async () => expect(await send()).toBeError('user-out-of-reach'))
      expect((await late.get(`/users/${user.id}/`)).status).toBe(200)
    },
  )
})
