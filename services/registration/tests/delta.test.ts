import { pollDuringWrites, DelayedWrites } from '../../../testing/delayed-writes.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { Registrations } from '../src/registrations/repository.ts'
import { registrationPortal } from '../../../testing/registration/portal.ts'

const WRITERS = 8
const ROUNDS = 4

const writes = new DelayedWrites()
/** Stands still between the moment in which a write is stamped and the one in which it is made. */
const holdingBack = (real: Registrations): Registrations =>
  withOverrides(real, {
    async insert(...given) {
      await writes.delay()
      return real.insert(...given)
    },
    async change(found, trace, change) {
      const stamped = change(found)
      await writes.delay()
      return real.change(found, trace, () => stamped)
    },
  })

const portal = registrationPortal({ overrides: { clock: writes.clock, registrations: holdingBack } })

it('loses no write of eight that become visible late, when each poll overlaps by 60 s (R13)', async () => {
  const { api } = await portal.anAccount()
  const course = await portal.aCourse()
  const users: number[] = []
  for (let i = 0; i < WRITERS * ROUNDS; i++) users.push((await portal.aUser()).id)
  const since = (moment: string) => `/registrations/?updated_after=${moment}&limit=3`

  const writer = (w: number) => async () => {
    for (const userId of users.slice(w * ROUNDS, (w + 1) * ROUNDS)) {
      const { body } = await api.post('/registrations/', { courseId: course.id, userId })
      await api.post(`/registrations/${body.id}/complete/`, { score: w })
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, w) => writer(w))
  const { withOverlap, withoutOverlap } = await pollDuringWrites(writes, api, since, writers)

  const { body: all } = await api.get('/registrations/?limit=1000')
  expect(all).toHaveLength(users.length)
  expect(withOverlap).toEqual(all)
  expect(withoutOverlap).not.toEqual(all)
})
