import { copyBesideWriters, LateWriters } from '../../../testing/late-writers.ts'
import { wrapped } from '../../../testing/wrapped.ts'
import type { Registrations } from '../src/registrations/repository.ts'
import { registrationPortal } from '../../../testing/registration/portal.ts'

const WRITERS = 8
const ROUNDS = 4

const late = new LateWriters()
/** Stands still between the moment in which a write is stamped and the one in which it is made. */
const holdingBack = (real: Registrations): Registrations =>
  wrapped(real, {
    async add(...given) {
      await late.pause()
      return real.add(...given)
    },
    async change(found, change) {
      const stamped = change(found)
      await late.pause()
      return real.change(found, () => stamped)
    },
  })

const portal = registrationPortal({ overrides: { clock: late.clock, registrations: holdingBack } })

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
  const { careful, careless } = await copyBesideWriters(late, api, since, writers)

  const { body: all } = await api.get('/registrations/?limit=1000')
  expect(all).toHaveLength(users.length)
  expect(careful).toEqual(all)
  expect(careless).not.toEqual(all)
})
