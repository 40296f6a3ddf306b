import { aDatabase } from '../../shared/tests/kit/database.ts'
import { anEvent } from '../../shared/tests/kit/broker.ts'
import { begin } from '../src/domain/registration.ts'
import { MongoRegistrations } from '../src/store/mongo-registrations.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let now = new Date('2026-03-01T08:00:00Z')
let registrations: MongoRegistrations

beforeAll(async () => {
  database = await aDatabase()
  registrations = new MongoRegistrations(database.connection, { now: () => now })
  await registrations.prepare()
})
afterAll(() => database.remove())

/** A minute after the one before. */
async function register(id: number): Promise<Date> {
  now = new Date(now.getTime() + 60_000)
  const course = { id: 210, name: 'Fire safety', groupIds: [12], version: 1, deleted: false }
  const user = { userId: id, version: 1, externalId: '', groupIds: [12], deleted: false }
  const registration = begin(id, course, user, '', { id: 3, name: 'HR sync' }, now)
  await registrations.add([{ registration, event: anEvent() }], false)
  return now
}

it('tells since when the event waits that comes next, until the broker has it', async () => {
  expect(await registrations.oldest()).toBeUndefined()
  const first = await register(1)
  const second = await register(2)
  expect(await registrations.oldest()).toEqual(first)
  await registrations.settle(await registrations.claim(1))
  expect(await registrations.oldest()).toEqual(second)
  const leased = await registrations.claim(1)
  expect(await registrations.oldest()).toEqual(second)
  await registrations.release(leased)
  expect(await registrations.oldest()).toEqual(second)
  await registrations.settle(await registrations.claim(1))
  expect(await registrations.oldest()).toBeUndefined()
})
