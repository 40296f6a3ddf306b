import { KEY_LEASE_MS } from '../../platform/store/idempotency-keys.ts'
import { Breakpoint } from '../../../testing/breakpoint.ts'
import { registrationPortal } from '../../../testing/registration/portal.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { Registrations } from '../src/registrations/repository.ts'

let now = Date.parse('2021-01-01T00:00:00Z')
/** Between the moment in which a write gets its date and the one in which it is made. */
const dated = new Breakpoint()
const pausing = (real: Registrations): Registrations =>
  withOverrides(real, {
    async insert(...given) {
      await dated.reach()
      return real.insert(...given)
    },
    async change(found, trace, change) {
      const changed = change(found)
      await dated.reach()
      return real.change(found, trace, () => changed)
    },
  })
const portal = registrationPortal({
  overrides: { clock: { now: () => new Date(now) }, registrations: pausing },
})

it('a write that is visible 55 s late is in the next poll, if polls overlap by 60 s (R13)', async () => {
  const { api } = await portal.anAccount()
  const pair = await portal.aCourseAndUser()
  const changedSince = async (moment: number) =>
    (await api.get(`/registrations/?updated_after=${new Date(moment).toISOString()}`)).body
  let id = 0
  for (const write of [
    () => api.post('/registrations/', pair),
    () => api.post(`/registrations/${id}/complete/`, { score: 1 }),
  ]) {
    now += 3_600_000
    const poll = await dated.pause(write, () => {
      now += 55_000
      return api.get('/registrations/')
    })
    const polledAt = Date.parse(poll.headers.get('date') ?? '')
    expect(await changedSince(polledAt)).toEqual([])
    const [found, ...others] = await changedSince(polledAt - 60_000)
    expect([found, others]).toMatchObject([pair, []])
    id = found.id
  }
})

it.each(['/registrations/', '/registrations/batch/'])(
  'attempts with one key at %s return the registration that was stored, also when they overlap (R10)',
  async (path) => {
    const { api } = await portal.anAccount()
    const pair = await portal.aCourseAndUser()
    const sent = path.endsWith('/batch/') ? [pair] : pair
    const attempt = async () => (await api.post(path, sent, { 'idempotency-key': path })).body
    const { first, late } = await dated.overlap(attempt, () => void (now += KEY_LEASE_MS + 1_000))
    expect([late, await attempt()]).toEqual([first, first])
    const { id } = path.endsWith('/batch/') ? first[0].registration : first
    const { body } = await api.get(`/registrations/${id}/`)
    expect(path.endsWith('/batch/') ? first[0].registration : first).toEqual(body)
  },
)
