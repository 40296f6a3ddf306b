import { randomUUID } from 'node:crypto'
import { aDatabase } from '../../../testing/database.ts'
import { tombstoneModel } from '../erasure/record.ts'
import { Tombstones } from '../erasure/repository.ts'
import type { Tombstone } from '../erasure/tombstone.ts'
import { StoredOutbox } from '../store/outbox.ts'
import { newTrace } from '../observability/trace.ts'

const model = tombstoneModel(aDatabase())
const now = new Date()
const outbox = new StoredOutbox(model, { now: () => now }, { types: ['user.erased.confirmed.v1'] })
const tombstones = new Tombstones({ service: 'registration', model, outbox })
beforeAll(() => tombstones.prepare())

let userId = 0
async function put(registrationIds: readonly number[] = []): Promise<Tombstone> {
  const tombstone = { userId, eventId: randomUUID(), withRegistrations: false, registrationIds }
  await tombstones.put({ ...tombstone, trace: newTrace() }, { confirm: true, now })
  return tombstone
}
/** The confirmations that are due, which are then published. */
async function published() {
  const claimed = await outbox.claim(10)
  await outbox.markPublished(claimed)
  return claimed.map(({ event }) => event.payload)
}
beforeEach(() => void userId++)

describe('the confirmation of an erasure (O18)', () => {
  it('is published when everything is erased, and names the registrations', async () => {
    const tombstone = await put([7, 8])
    await tombstones.addRecords(tombstone, 2)
    expect(await published()).toEqual([])
    await tombstones.addRecords(tombstone, 3)
    await tombstones.confirm(tombstone, now)
    expect(await published()).toMatchObject([
      {
        userId,
        erasedEventId: tombstone.eventId,
        service: 'registration',
        records: 5,
        registrationIds: [7, 8],
      },
    ])
  })

  it('is published again, as another event, if more is found afterwards', async () => {
    const tombstone = await put()
    await tombstones.addRecords(tombstone, 1)
    await tombstones.confirm(tombstone, now)
    const [first] = await published()
    await Promise.all([tombstones.addRecords(tombstone, 1), tombstones.addRecords(tombstone, 1)])
    const [second, ...others] = await published()
    expect([second?.records, others]).toEqual([3, []])
    expect(second?.eventId).not.toBe(first?.eventId)
  })

  it('is not published for an earlier repetition of the erasure', async () => {
    const earlier = await put()
    await put()
    await tombstones.confirm(earlier, now)
    expect(await published()).toEqual([])
  })
})
