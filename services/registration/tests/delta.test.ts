import { DeltaCopy, LateWriters, OVERLAP } from '../../shared/tests/kit/late-writers.ts'
import { wrapped } from '../../shared/tests/kit/wrapped.ts'
import type { Registrations } from '../src/store/registrations.ts'
import { startPortal, type Portal } from './kit/portal.ts'

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
    async change(id, change) {
      const before = await real.find(id)
      if (!before) throw new Error(`registration ${id} is gone`)
      const stamped = change(before)
      await late.pause()
      return real.change(id, () => stamped)
    },
  })

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ overrides: { clock: late.clock, registrations: holdingBack } })
})
afterAll(() => portal.stop())

it('loses no write of eight that become visible late, when each poll overlaps by 60 s (R13)', async () => {
  const { api } = await portal.anAccount()
  const course = await portal.aCourse()
  const users: number[] = []
  for (let i = 0; i < WRITERS * ROUNDS; i++) users.push((await portal.aUser()).id)
  const since = (moment: string) => `/registrations/?updated_after=${moment}&limit=3`
  const careful = new DeltaCopy(api, late.clock, since, OVERLAP)
  const careless = new DeltaCopy(api, late.clock, since, 0)

  const writer = (w: number) => async () => {
    for (const userId of users.slice(w * ROUNDS, (w + 1) * ROUNDS)) {
      const { body } = await api.post('/registrations/', { courseId: course.id, userId })
      await api.post(`/registrations/${body.id}/complete/`, { score: w })
    }
  }
  await late.run(
    Array.from({ length: WRITERS }, (_, w) => writer(w)),
    async () => {
      await careful.readPage()
      await careless.readPage()
    },
  )
  await careful.catchUp()
  await careless.catchUp()

  const { body: all } = await api.get('/registrations/?limit=1000')
  expect(all).toHaveLength(users.length)
  const kept = [...careful.records.values()].sort((a, b) => a.id - b.id)
  expect(kept).toEqual(all)
  // Without the overlap it would have lost some: what is asked of clients is needed.
  expect([...careless.records.values()].sort((a, b) => a.id - b.id)).not.toEqual(all)
})
