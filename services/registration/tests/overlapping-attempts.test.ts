import { KEY_LEASE_MS } from '../../platform/store/idempotency-keys.ts'
import { Breakpoint } from '../../../testing/breakpoint.ts'
import { registrationPortal } from '../../../testing/registration/portal.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { Registrations } from '../src/registrations/repository.ts'

let now = Date.parse('2021-01-01T00:00:00Z')
/** Between the evaluation and the insert. */
const evaluated = new Breakpoint()
const pausing = (real: Registrations): Registrations =>
  withOverrides(real, {
    async insert(...given) {
      await evaluated.reach()
      return real.insert(...given)
    },
  })
const portal = registrationPortal({
  overrides: { clock: { now: () => new Date(now) }, registrations: pausing },
})

it.each(['/registrations/', '/registrations/batch/'])(
  'attempts with one key at %s return the registration that was stored, also when they overlap (R10)',
  async (path) => {
    const { api } = await portal.anAccount()
    const pair = await portal.aCourseAndUser()
    const attempt = () =>
      api.post(path, path.endsWith('/batch/') ? [pair] : pair, { 'idempotency-key': path })
    let late: unknown
    const first = await evaluated.pause(
      async () => {
        late = (await attempt()).body
      },
      async () => {
        now += KEY_LEASE_MS + 1_000
        return (await attempt()).body
      },
    )
    expect([late, (await attempt()).body]).toEqual([first, first])
    const { id } = path.endsWith('/batch/') ? first[0].registration : first
    const { body } = await api.get(`/registrations/${id}/`)
    expect(path.endsWith('/batch/') ? first[0].registration : first).toEqual(body)
  },
)
