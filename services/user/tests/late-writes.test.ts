import { OutcomeUnknown } from '../../platform/errors.ts'
import { KEY_LEASE_MS } from '../../platform/store/idempotency-keys.ts'
import { Breakpoint } from '../../../testing/breakpoint.ts'
import { expectBody, NORTH, SOUTH, userPortal } from '../../../testing/user/start-user.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { Users } from '../src/users/repository.ts'

let now = Date.parse('2021-01-01T00:00:00Z')
/** Between the moment in which a write gets its date and the one in which it is made. */
const dated = new Breakpoint()
let losesReply = false
const pausing = (real: Users): Users =>
  withOverrides(real, {
    async add(...given) {
      await dated.reach()
      const added = await real.add(...given)
      if (losesReply) throw new OutcomeUnknown('mongodb', 'no reply')
      return added
    },
    async change(id, trace, move) {
      const before = await real.find(id)
      if (!before) throw new Error(`user ${id} is gone`)
      const changed = move(before, new Date(now))
      await dated.reach()
      return real.change(id, trace, () => changed)
    },
  })
const portal = userPortal({ overrides: { clock: { now: () => new Date(now) }, users: pausing } })

it('a write that is visible 55 s late is in the next poll, also a deletion (R13, R16)', async () => {
  const { api } = await portal.anAccount()
  const user = portal.someone()
  const changedSince = async (moment: number) =>
    (await api.get(`/users/?updatedAfter=${new Date(moment).toISOString()}&includeDeleted=true`)).body
  let id = 0
  for (const write of [
    () => api.post('/users/', user),
    () => api.post(`/users/${id}/`, { city: 'Bergen' }),
    () => api.delete(`/users/${id}/`),
  ]) {
    now += 3_600_000
    const poll = await dated.pause(write, () => {
      now += 55_000
      return api.get('/users/')
    })
    const polledAt = Date.parse(poll.headers.get('date') ?? '')
    expect(await changedSince(polledAt)).toEqual([])
    const [found, ...others] = await changedSince(polledAt - 60_000)
    expect([found, others]).toMatchObject([{ loginName: user['loginName'] }, []])
    id = found.id
  }
})

it('a retry does not show a user who was moved out of the scope meanwhile (R10, A4)', async () => {
  const { api } = await portal.anAccount([NORTH])
  const body = portal.someone()
  const attempt = () => api.post('/users/', body, { 'idempotency-key': 'moved' })
  losesReply = true
  expect(await attempt()).toBeError('dependency-unavailable')
  losesReply = false
  const { operator } = portal
  const [{ id }] = (await operator.get(`/admin/users/?loginName=${body['loginName']}`)).body
  expectBody(await operator.put(`/admin/groups/${SOUTH}/members/${id}/`), 204)
  expectBody(await operator.delete(`/admin/groups/${NORTH}/members/${id}/`), 204)
  now += KEY_LEASE_MS + 60_000
  expect(await attempt()).toBeError('user-out-of-reach')
  expectBody(await operator.put(`/admin/groups/${NORTH}/members/${id}/`), 204)
  expect((await attempt()).body).toMatchObject({ id, loginName: body['loginName'] })
})

it('attempts with one key return the user that was stored, also when they overlap (R10)', async () => {
  const { api } = await portal.anAccount()
  const body = portal.someone()
  const attempt = async () => (await api.post('/users/', body, { 'idempotency-key': 'overlapping' })).body
  const { first, late } = await dated.overlap(attempt, () => void (now += KEY_LEASE_MS + 1_000))
  expect([late, await attempt()]).toEqual([first, first])
  expect((await api.get(`/users/${first.id}/`)).body).toEqual(first)
})
