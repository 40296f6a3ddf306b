import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { mongo as driver } from 'mongoose'
import type { DomainEvent } from '../../platform/messaging/event.ts'
import { Scope, type Account } from '../../platform/domain/account.ts'
import { accepted, Unavailable } from '../../platform/errors.ts'
import { aDatabase } from '../../../testing/database.ts'
import { registrationStore } from '../../../testing/registration/store.ts'
import { newTrace } from '../../platform/observability/trace.ts'
import { onUserChanged } from '../src/copies/on-user-changed.ts'
import { matchAll } from '../src/courses/match.ts'
import { optionsOfCreate } from '../src/registrations/create.ts'
import { registerAll } from '../src/registrations/register.ts'
import { move, type Registration } from '../src/registrations/rules.ts'
import { aCourse, aUser, aStoredCourse, begun } from '../../../testing/registration/begun.ts'
import { copyParts } from '../../../testing/registration/copies.ts'

const database = aDatabase()
const now = new Date('2026-03-01T08:00:00Z')
const clock = { now: () => now }
const { model, outbox, registrations } = registrationStore({ database, clock })
const parts = copyParts({ database, model, clock })
const { courses, newestUsers, copies, putCourse } = parts
const trace = newTrace()
const BY = { id: 1, name: 'HR sync' }
beforeAll(() => Promise.all([registrations.prepare(), parts.prepare()]))

it('a search that joins the names of many callers stays below the maximum size of a command', async () => {
  const name = (n: number) => `${n} ${'語'.repeat(240)}`
  const course = await putCourse(aCourse({ id: 5_600, name: name(24_999) }))
  const calls = Array.from({ length: 50 }, (_, call) =>
    courses.findMatches(Array.from({ length: 500 }, (_, n) => ({ courseName: name(500 * call + n) }))),
  )
  const found = (await Promise.all(calls)).flat(2).flatMap(({ courseName = [] }) => courseName)
  expect(found).toEqual([course])
})

it('look-ups that callers share in one turn read each course once, not once for each query', () => {
  let reads = 0
  const get = (course: object, field: string) => {
    reads++
    return Reflect.get(course, field) as unknown
  }
  const course = (id: number) => aStoredCourse({ id, name: `Shared ${id}`, externalId: `S-${id}` })
  const courses = Array.from({ length: 300 }, (_, id) => new Proxy(course(id), { get: get as never }))
  const calls = courses.map((_, id) => [
    { courseId: id, courseName: `Shared ${id}`, courseExternalId: `S-${id}` },
  ])
  const found = matchAll(courses, calls)
  expect(reads).toBe(3 * courses.length)
  expect(found.flat().map(({ courseId }) => courseId?.[0]?.id)).toEqual(courses.map(({ id }) => id))
})

it('a batch that an earlier attempt wrote is repeated without the user service (R10)', async () => {
  const ids = [9_001, 9_002]
  const course = await putCourse(aCourse({ id: 6_000, groupIds: [7] }))
  const written = ids.map((id) => begun(id, { course, user: aUser({ id, groupIds: [7] }) }))
  await registrations.insert(written)
  const identifyUsers = jest.fn(() => Promise.reject(new Unavailable('user service', 'unavailable')))
  const repeat = (userIds: readonly number[]) =>
    registerAll(
      {
        courses,
        users: { identifyUsers },
        registrations,
        clock,
        createdPerMinute: { add: () => undefined },
      },
      userIds.map((userId) => accepted({ courseId: 6_000, userId })),
      optionsOfCreate({
        account: { id: 1, name: 'HR sync' } as Account,
        scope: new Scope([7]),
        prefer: { strict: false, validateOnly: false, countExact: false },
        trace,
      }),
      { firstId: 9_001, isRetry: true },
    )
  expect(await repeat(ids)).toMatchObject(
    ids.map((id) => ({ kind: 'accepted', value: { registration: { id }, wasCreatedEarlier: true } })),
  )
  expect(identifyUsers).not.toHaveBeenCalled()
  await expect(repeat([...ids, 9_003])).rejects.toThrow(Unavailable)
})

it('only what shows a history reads it', async () => {
  const registration = begun(9_100, { course: aStoredCourse(), user: aUser({ id: 9_100 }) })
  const externalId = 'with a long history'
  await registrations.insert([
    { ...registration, registration: { ...registration.registration, externalId } },
  ])
  const [entry] = registration.registration.history
  const MOVES = 1_000
  await model.updateOne(
    { _id: 9_100 },
    { $push: { history: { $each: Array.from({ length: MOVES }, () => entry) } } },
  )
  const found = [
    await registrations.find(9_100),
    ...(await registrations.findMany([9_100])),
    await registrations.findByExternalId(externalId),
  ]
  expect(found.map((one) => one?.history.length)).toEqual([1, 1, 1])
  let bytes = 0
  database.getClient().on('commandSucceeded', ({ reply }) => (bytes += JSON.stringify(reply).length))
  const conflicting = await registrations.findConflicting([
    { ...registration.registration, id: 9_101, externalId },
  ])
  expect(conflicting.conflictOf(registration.registration, undefined)).toBeDefined()
  expect(bytes).toBeLessThan(20_000)
  // A move keeps the entries that it has not read.
  const current = found[0] as Registration
  await registrations.change(current, trace, (before) => move(before, { to: 'Approved' }, BY, now))
  expect((await registrations.findWithHistory(9_100))?.history).toHaveLength(MOVES)
})

it('a list has records after a date, if their course and user are in scope (R14, A3)', async () => {
  const at = new Date('2024-03-01T12:00:00.250Z')
  const course = aStoredCourse({ id: 8_000, groupIds: [71] })
  const user = aUser({ id: 8_000, groupIds: [72] })
  await registrations.insert([begun(8_000, { course, user, now: at })])
  const found = async (filter: object, groupIds: readonly number[]) => {
    const page = { afterId: 0, offset: 0, limit: 10 }
    return (await registrations.list({ courseId: 8_000, ...filter }, new Scope(groupIds), page)).keys
  }
  for (const filter of ['createdAfter', 'updatedAfter']) {
    expect(await found({ [filter]: at }, [71, 72])).toEqual([])
    expect(await found({ [filter]: new Date(at.getTime() - 1) }, [71, 72])).toEqual([8_000])
  }
  expect(await found({}, [71])).toEqual([])
  expect(await found({}, [72])).toEqual([])
})

it('a duplicate with an unknown index is an internal error, not a used external id (R9)', async () => {
  const course = aStoredCourse({ id: 7_100 })
  const writeErrors = [{ index: 0, code: 11_000, errmsg: 'Failed unique index constraint.' }]
  const duplicate = Reflect.construct(driver.MongoBulkWriteError, [
    { message: 'failed', writeErrors },
    {},
  ]) as Error
  jest.spyOn(model, 'insertMany').mockRejectedValueOnce(duplicate)
  const inserting = registrations.insert([begun(7_100, { course })])
  await expect(inserting).rejects.toThrow('which is not one of its unique indexes')
})

describe('a change of a user', () => {
  const NEWEST = 5
  const handler = () => onUserChanged({ copies, job: parts.userRefresh })
  /** What a user is at a version: the last of them is deleted. */
  const stateAt = (userId: number, version: number) => ({
    userId,
    version,
    externalId: `U-${userId}-${version}`,
    groupIds: [version % 3],
    deleted: version === NEWEST,
  })
  const changed = (userId: number, version: number): DomainEvent<'user.changed.v1'> => ({
    type: 'user.changed.v1',
    trace,
    payload: {
      eventId: randomUUID(),
      occurredAt: new Date().toISOString(),
      ...stateAt(userId, version),
      isNew: version === 1,
    },
  })

  let lastId = 0
  /** A registration of a user as it was at first. */
  async function aRegistration(userId: number): Promise<void> {
    const id = ++lastId
    const user = aUser({ id: userId, ...stateAt(userId, 1) })
    await registrations.insert([begun(id, { course: aStoredCourse({ id }), user })])
  }

  /** Every version at least once, some again, in any order and any number at a time. */
  const deliveries = fc
    .array(fc.integer({ min: 1, max: NEWEST }), { maxLength: 4 })
    .chain((again) => fc.shuffledSubarray([1, 2, 3, 4, 5, ...again], { minLength: 5 + again.length }))

  it('leads to the newest state, although messages are late, repeated or reordered', async () => {
    const handle = handler()
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
        expect(await newestUsers.findMany([first, second])).toEqual(newest)
        const found = await registrations.findMany([lastId - 2, lastId - 1, lastId])
        expect(found.map(({ user }) => user)).toEqual(
          expect.arrayContaining([newest[0], newest[0], newest[1]]),
        )
        for (const { user } of found) expect(user.version).toBe(NEWEST)
      }),
      { numRuns: 12 },
    )
  })

  it('is not lost if another process inserts an older one at the same moment', async () => {
    const [older, newest] = [stateAt(2_000, 1), stateAt(2_000, NEWEST)]
    const stored = database.models['NewestUser']!
    const write = stored.bulkWrite.bind(stored)
    jest.spyOn(stored, 'bulkWrite').mockImplementationOnce(async () => {
      await newestUsers.keep([older])
      // What an upsert does that saw no record: the index rejects it.
      return write([{ insertOne: { document: { ...newest, _id: 2_000 } } }])
    })
    await newestUsers.keep([newest])
    expect(await newestUsers.findMany([2_000])).toEqual([newest])
  })
})

describe('the outbox', () => {
  beforeAll(() => model.deleteMany())

  it('publishes an event again under its id, once (O11)', async () => {
    const lost = begun(3, { user: aUser({ id: 3 }), now })
    await registrations.insert([lost])
    const [first] = await outbox.claim(1)
    await registrations.storeEventsAgain([lost])
    expect(await outbox.claim(1)).toEqual([])
    await outbox.markPublished([first!])
    for (let times = 0; times < 2; times++) await registrations.storeEventsAgain([lost])
    const again = await outbox.claim(2)
    expect(again.map(({ event }) => event)).toEqual([first?.event])
    await outbox.markPublished(again)
    const course = aStoredCourse({ id: 9 })
    await registrations.insert([begun(4, { user: aUser({ id: 3 }), course, now })])
    const [other] = await outbox.claim(1)
    expect(other?.event.payload.eventId).not.toBe(first?.event.payload.eventId)
    await outbox.markPublished([other!])
  })
})

it('finds two courses of a shared name, which is enough for "ambiguous" (R3)', async () => {
  for (const id of [1, 2, 3, 4, 5, 6])
    await putCourse(aCourse({ id, name: id < 6 ? 'Fire safety' : 'First aid' }))
  const matches = await courses.findMatches([{ courseName: 'Fire safety' }])
  expect(matches).toMatchObject([{ courseId: undefined, courseName: [{}, {}], courseExternalId: undefined }])
  const queries = [
    { courseId: 5, courseName: 'Fire safety' },
    { courseName: 'First aid', courseExternalId: '' },
  ]
  const [both, byName] = await courses.findMatches(queries)
  expect([both, byName]).toMatchObject([
    { courseId: [{ id: 5 }] },
    { courseName: [{ id: 6 }], courseExternalId: [] },
  ])
  // The one that was found by its id may be a third.
  expect(both?.courseName?.length).toBeGreaterThanOrEqual(2)
})
