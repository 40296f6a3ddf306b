import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Event } from '../../shared/messaging/event.ts'
import { aDependency } from '../../shared/tests/kit/broker.ts'
import { aDatabase } from '../../shared/tests/kit/database.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { recordedLog } from '../../shared/tests/kit/recorded-log.ts'
import { beginTrace } from '../../shared/trace.ts'
import { onUserChanged } from '../src/consumers/user-changed.ts'
import { Copies } from '../src/copies.ts'
import { MongoCourses } from '../src/store/mongo-courses.ts'
import { MongoRegistrations } from '../src/store/mongo-registrations.ts'
import { MongoUserCopies } from '../src/store/mongo-user-copies.ts'
import { registrationModel } from '../src/store/registration-record.ts'
import { aResolvedUser, aStoredCourse, begun } from './kit/begun.ts'

const clock = { now: () => new Date() }
let database: Awaited<ReturnType<typeof aDatabase>>
let registrations: MongoRegistrations
let userCopies: MongoUserCopies
let courses: MongoCourses
let copies: Copies
beforeAll(async () => {
  database = await aDatabase()
  const { connection } = database
  const model = registrationModel(connection)
  const relay = { ready: () => false, offer: () => undefined }
  registrations = new MongoRegistrations({ model, relay, clock })
  userCopies = new MongoUserCopies(connection)
  courses = new MongoCourses(connection)
  copies = new Copies({
    courses,
    userCopies,
    registrations,
    clock,
    mongodb: aDependency('mongodb'),
    ...recordedLog(),
  })
  await registrations.prepare()
})
afterAll(() => database.remove())

const trace = beginTrace(undefined, undefined)
/** What a user is at a version: the last of them is deleted. */
const stateAt = (userId: number, version: number) => ({
  userId,
  version,
  externalId: `U-${userId}-${version}`,
  groupIds: [version % 3],
  deleted: version === NEWEST,
})
const NEWEST = 5
const changed = (userId: number, version: number): Event<'user.changed.v1'> => ({
  type: 'user.changed.v1',
  trace,
  payload: { eventId: randomUUID(), occurredAt: new Date().toISOString(), ...stateAt(userId, version) },
})

let lastId = 0
/** A registration of a user as it was at first. */
async function aRegistration(userId: number): Promise<void> {
  const id = ++lastId
  const { externalId, groupIds, version } = stateAt(userId, 1)
  const user = aResolvedUser({ id: userId, externalId, groupIds, version })
  await registrations.add([begun(id, { course: aStoredCourse({ id }), user })], trace)
}

/** Every version at least once, some again, in any order and any number at a time. */
const deliveries = fc
  .array(fc.integer({ min: 1, max: NEWEST }), { maxLength: 4 })
  .chain((again) => fc.shuffledSubarray([1, 2, 3, 4, 5, ...again], { minLength: 5 + again.length }))

it('late, repeated and reordered messages of a user end in the newest state (design, "The way of one registration", step 5)', async () => {
  const handle = onUserChanged({ copies })
  let lastUser = 0
  await fc.assert(
    fc.asyncProperty(deliveries, deliveries, fc.integer({ min: 1, max: 4 }), async (one, other, atOnce) => {
      const [first, second] = [++lastUser, ++lastUser]
      await Promise.all([aRegistration(first), aRegistration(first), aRegistration(second)])
      const messages = [
        ...one.map((version) => changed(first, version)),
        ...other.map((version) => changed(second, version)),
      ]
      for (let i = 0; i < messages.length; i += atOnce)
        await Promise.all(messages.slice(i, i + atOnce).map((message) => handle(message)))

      const newest = [stateAt(first, NEWEST), stateAt(second, NEWEST)]
      expect(await userCopies.findMany([first, second])).toEqual(newest)
      const found = await registrations.findMany([lastId - 2, lastId - 1, lastId])
      expect(found.map(({ user }) => user)).toEqual(expect.arrayContaining([newest[0], newest[0], newest[1]]))
      for (const { user } of found) expect(user.version).toBe(NEWEST)
    }),
    { numRuns: 12 },
  )
})

it('a message that comes to two processes at once is kept once', async () => {
  const handlers = [1, 2].map(() => onUserChanged({ copies }))
  const userIds = Array.from({ length: 50 }, (_, i) => 1_000 + i)
  const all = userIds.flatMap((userId) => [1, 2, 3].map((version) => changed(userId, version)))
  await Promise.all(handlers.flatMap((handle) => all.map((message) => handle(message))))
  expect(await userCopies.findMany(userIds)).toEqual(userIds.map((userId) => stateAt(userId, 3)))
})

it('changed courses whose copying was cut off are copied by a sweep, however many they are', async () => {
  const flags = { active: true, published: true, requiresRegistration: true, eventBased: false }
  const put = (id: number) => courses.put({ id, name: 'Changed', externalId: '', groupIds: [7], ...flags })
  for (let id = 5_000; id < 5_110; id++) await put(id)
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'performance', 'Date'] })
  copies.start()
  jest.advanceTimersByTime(5_000)
  jest.useRealTimers()
  await eventually(async () => expect(await courses.notCopied(0)).toEqual([]), 20_000)
  await copies.stop()
})
