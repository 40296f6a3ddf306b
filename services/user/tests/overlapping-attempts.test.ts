import { KEY_LEASE_MS } from '../../platform/store/idempotency-keys.ts'
import { Breakpoint } from '../../../testing/breakpoint.ts'
import { userPortal } from '../../../testing/user/start-user.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { Users } from '../src/users/repository.ts'

let now = Date.parse('2021-01-01T00:00:00Z')
const beforeAdd = new Breakpoint()
const pausing = (real: Users): Users =>
  withOverrides(real, {
    async add(...given) {
      await beforeAdd.reach()
      return real.add(...given)
    },
  })
const portal = userPortal({ overrides: { clock: { now: () => new Date(now) }, users: pausing } })

it('attempts with one key return the user that was stored, also when they overlap (R10)', async () => {
  const { api } = await portal.anAccount()
  const body = portal.someone()
  const attempt = () => api.post('/users/', body, { 'idempotency-key': 'overlapping' })
  let late: unknown
  const first = await beforeAdd.pause(
    async () => {
      late = (await attempt()).body
    },
    async () => {
      now += KEY_LEASE_MS + 1_000
      return (await attempt()).body
    },
  )
  expect([late, (await attempt()).body]).toEqual([first, first])
  expect((await api.get(`/users/${first.id}/`)).body).toEqual(first)
})
