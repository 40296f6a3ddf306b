import { aDatabase } from '../../shared/tests/kit/database.ts'
import { beginTrace } from '../../shared/trace.ts'
import { MongoRegistrations } from '../src/store/mongo-registrations.ts'
import { RegistrationOutbox } from '../src/store/registration-outbox.ts'
import { registrationModel } from '../src/store/registration-record.ts'
import { aResolvedUser, begun } from './kit/begun.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let now = new Date('2026-03-01T08:00:00Z')
let outbox: RegistrationOutbox
let registrations: MongoRegistrations
/** Ids of registrations whose copies were brought up to date. */
const caughtUp: number[] = []
const relay = { ready: () => false, offer: () => undefined }

beforeAll(async () => {
  database = await aDatabase()
  const model = registrationModel(database.connection)
  outbox = new RegistrationOutbox(model, { now: () => now }, (ids) =>
    Promise.resolve(void caughtUp.push(...ids)),
  )
  registrations = new MongoRegistrations({ model, relay, clock: { now: () => now } })
  await registrations.prepare()
})
afterAll(() => database.remove())

/** A minute after the one before. */
async function register(id: number): Promise<Date> {
  now = new Date(now.getTime() + 60_000)
  await registrations.add([begun(id, { user: aResolvedUser({ id }), now })], beginTrace(undefined, undefined))
  return now
}

it('tells since when the event waits that comes next, until the broker has it', async () => {
  expect(await outbox.oldest()).toBeUndefined()
  const first = await register(1)
  const second = await register(2)
  expect(await outbox.oldest()).toEqual(first)
  await outbox.settle(await outbox.claim(1))
  expect(await outbox.oldest()).toEqual(second)
  const leased = await outbox.claim(1)
  expect(await outbox.oldest()).toEqual(second)
  await outbox.release(leased)
  expect(await outbox.oldest()).toEqual(second)
  await outbox.settle(await outbox.claim(1))
  expect(await outbox.oldest()).toBeUndefined()
})

it('brings the copies up to date before an event is done with, also of those that a sweep has found', () => {
  expect(caughtUp).toEqual([1, 2])
})
