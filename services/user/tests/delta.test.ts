import { copyBesideWriters, LateWriters } from '../../../testing/late-writers.ts'
import { wrapped } from '../../../testing/wrapped.ts'
import type { Users } from '../src/users/repository.ts'
import { must, ROOT, userPortal } from '../../../testing/user/start-user.ts'

const WRITERS = 8
const ROUNDS = 3

const late = new LateWriters()
/** Stands still between the moment in which a write is stamped and the one in which it is made. */
const holdingBack = (real: Users): Users =>
  wrapped(real, {
    async add(...given) {
      await late.pause()
      return real.add(...given)
    },
    async change(id, trace, move) {
      const before = await real.find(id)
      if (!before) throw new Error(`user ${id} is gone`)
      const stamped = move(before, late.clock.now())
      await late.pause()
      return real.change(id, trace, () => stamped)
    },
  })

const portal = userPortal({ overrides: { clock: late.clock, users: holdingBack } })

it('loses no write of eight that become visible late, deletions included, when each poll overlaps by 60 s (R13, R16)', async () => {
  const { api } = await portal.anAccount([ROOT])
  const since = (moment: string) => `/users/?updatedAfter=${moment}&includeDeleted=true&limit=3`

  const writers = Array.from({ length: WRITERS }, (_, w) => async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = must(await api.post('/users/', portal.someone()), 201)
      must(await api.post(`/users/${id}/`, { city: `Bergen ${w}` }), 200)
      if (round === 0) must(await api.delete(`/users/${id}/`), 204)
    }
  })
  const { careful, careless } = await copyBesideWriters(late, api, since, writers)

  const { body: all } = await api.get('/users/?includeDeleted=true&limit=1000')
  expect(all).toHaveLength(WRITERS * ROUNDS)
  expect(careful).toEqual(all)
  expect(careless).not.toEqual(all)
})
