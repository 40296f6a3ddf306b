import { pollDuringWrites, DelayedWrites } from '../../../testing/delayed-writes.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { Users } from '../src/users/repository.ts'
import { expectBody, ROOT, userPortal } from '../../../testing/user/start-user.ts'

const WRITERS = 8
const ROUNDS = 3

const writes = new DelayedWrites()
/** Stands still between the moment in which a write is stamped and the one in which it is made. */
const holdingBack = (real: Users): Users =>
  withOverrides(real, {
    async add(...given) {
      await writes.delay()
      return real.add(...given)
    },
    async change(id, trace, move) {
      const before = await real.find(id)
      if (!before) throw new Error(`user ${id} is gone`)
      const stamped = move(before, writes.clock.now())
      await writes.delay()
      return real.change(id, trace, () => stamped)
    },
  })

const portal = userPortal({ overrides: { clock: writes.clock, users: holdingBack } })

it('loses no write of eight that become visible late, deletions included, when each poll overlaps by 60 s (R13, R16)', async () => {
  const { api } = await portal.anAccount([ROOT])
  const since = (moment: string) => `/users/?updatedAfter=${moment}&includeDeleted=true&limit=3`

  const writers = Array.from({ length: WRITERS }, (_, w) => async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = expectBody(await api.post('/users/', portal.someone()), 201)
      expectBody(await api.post(`/users/${id}/`, { city: `Bergen ${w}` }), 200)
      if (round === 0) expectBody(await api.delete(`/users/${id}/`), 204)
    }
  })
  const { withOverlap, withoutOverlap } = await pollDuringWrites(writes, api, since, writers)

  const { body: all } = await api.get('/users/?includeDeleted=true&limit=1000')
  expect(all).toHaveLength(WRITERS * ROUNDS)
  expect(withOverlap).toEqual(all)
  expect(withoutOverlap).not.toEqual(all)
})
