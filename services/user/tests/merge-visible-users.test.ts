import { Breakpoint } from '../../../testing/breakpoint.ts'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody, NORTH, SOUTH, userPortal } from '../../../testing/user/start-user.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import { OutcomeUnknown } from '../../platform/errors.ts'
import type { Users } from '../src/users/repository.ts'

/** Before the write. */
const breakpoint = new Breakpoint()
let isReplyLost = false
const wrapped = (real: Users): Users =>
  withOverrides(real, {
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
const groupsOf = async (id: number) => (await portal.resolved(id)).groupIds

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
    const users = expectBody(await south.post(PATH, [known, anonymous]), 200).map(({ user }: any) => user)
    const results = await merge([
      { externalId: 'p-south', city: 'Oslo' },
      { loginName: anonymous.loginName, externalId: 'p-taken-over' },
      portal.someone({ externalId: 'p-north', loginName: known.loginName }),
    ])
    const detail = 'Another user has this loginName. Choose another one.'
    const taken = { status: 409, code: 'login-name-taken', detail }
    const outOfReach = { status: 403, code: 'user-out-of-reach', detail: 'Forbidden' }
    expect(results).toEqual([
      { index: 0, ...outOfReach },
      { index: 1, ...taken },
      { index: 2, ...taken },
    ])
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
    expect(await send([row], `${PATH}?groupId=${NORTH}`)).toBeError('idempotency-key-reused')
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

it('needs the role User administrator (A3)', async () => {
  const other = await portal.anAccount([], {
    grants: [{ role: 'Course attendance manager', groupId: NORTH }],
  })
  expect(await other.api.post(PATH, [portal.someone()])).toBeError('role-missing')
})
