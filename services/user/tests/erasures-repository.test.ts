import { aDatabase } from '../../../testing/database.ts'
import { StoredOutbox } from '../../platform/store/outbox.ts'
import { newTrace } from '../../platform/observability/trace.ts'
import { erasureModel } from '../src/erasures/record.ts'
import { Erasures } from '../src/erasures/repository.ts'

const MINUTE_MS = 60_000
const model = erasureModel(aDatabase())
let now = new Date()
const clock = { now: () => now }
const outbox = new StoredOutbox(model, clock, { types: ['user.erased.v1'] })
const erasures = new Erasures({ model, outbox })
beforeAll(() => erasures.prepare())

let userId = 0
const begin = (order: { again?: boolean; withRegistrations?: boolean } = {}) =>
  erasures.begin(
    { userId, reason: 'request 17', withRegistrations: false, again: false, ...order },
    { groupIds: [12], now, trace: newTrace(), lease: { claim: 'a process', until: now } },
  )
/** The events that are due, which are then published. */
async function published() {
  const claimed = await outbox.claim(10)
  await outbox.markPublished(claimed)
  return claimed.map(({ event }) => event.payload)
}
async function after(minutes: number) {
  now = new Date(now.getTime() + minutes * MINUTE_MS)
  await erasures.repeatUnconfirmed(now)
  return published()
}
beforeEach(() => void userId++)

describe('the event of an erasure (O18)', () => {
  it('is published again every five minutes, until every service has finished', async () => {
    const { erasure } = await begin()
    const { eventId } = erasure
    const event = { eventId, userId, groupIds: [12], withRegistrations: false }
    expect(await published()).toMatchObject([event])
    expect(await after(4)).toEqual([])
    expect(await after(1)).toMatchObject([event])
    expect(await after(4)).toEqual([])
    const finish = (service: 'user' | 'registration' | 'notification') =>
      erasures.finish({ userId, eventId, service, records: 1, at: now })
    await finish('user')
    await finish('registration')
    expect(await after(1)).toMatchObject([event])
    await finish('notification')
    expect(await after(10)).toEqual([])
    expect(await erasures.find(userId)).toMatchObject({ finishedAt: expect.any(Date) })
  })

  it('is not due again before it is published', async () => {
    const { erasure } = await begin()
    const claimed = await outbox.claim(10)
    expect(await after(10)).toEqual([{ ...claimed[0]?.event.payload }])
    expect(await erasures.find(userId)).toMatchObject({ eventId: erasure.eventId })
  })

  it('is replaced by another one when the erasure is repeated with the registrations', async () => {
    const first = await begin()
    const repeated = await begin({ withRegistrations: true })
    expect(repeated.erasure.eventId).not.toBe(first.erasure.eventId)
    const { eventId } = repeated.erasure
    expect(await published()).toMatchObject([{ eventId, withRegistrations: true }])
  })
})
