import { Scope, type Account } from '../../platform/domain/account.ts'
import { accepted } from '../../platform/errors.ts'
import type { LeasedEvent } from '../../platform/store/outbox.ts'
import { newTrace } from '../../platform/observability/trace.ts'
import { aDatabase } from '../../../testing/database.ts'
import { registrationStore } from '../../../testing/registration/store.ts'
import { aCourse, aUser } from '../../../testing/registration/begun.ts'
import { copyParts } from '../../../testing/registration/copies.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import { mergeRegistrations } from '../src/copies/merge.ts'
import type { UserLookup } from '../src/clients/user-service.ts'
import { toRecord } from '../src/courses/record.ts'
import { optionsOfCreate } from '../src/registrations/create.ts'
import { readImport } from '../src/registrations/import-rules.ts'
import { importAll, optionsOfImport } from '../src/registrations/import.ts'
import { registerAll } from '../src/registrations/register.ts'
import { registrationModel, type RegistrationRecord } from '../src/registrations/record.ts'
import type { Registration } from '../src/registrations/rules.ts'
import type { StoredCourse } from '../src/courses/rules.ts'

const database = aDatabase()
const clock = { now: () => new Date() }
type Pending = LeasedEvent<RegistrationRecord, 'course' | 'user'>
const queued: Pending[] = []
const relay = {
  willPublish: () => true,
  enqueue: (pending: readonly Pending[]) => void queued.push(...pending),
}
const model = registrationModel(database)
const parts = copyParts({ database, model, clock })
const { courses, newestUsers, courseRefresh, copies } = parts
const { registrations, outbox } = registrationStore({
  database,
  clock,
  relay,
  beforeMarked: (records) => copies.refreshNew(records),
})
const GROUP = 12
/** The user as the user service knows it. */
let user = aUser()
/** Users whom the user service has deleted, perhaps a moment ago. */
const deletedUsers = new Set<number>()
const users: Pick<UserLookup, 'identifyUsers'> = {
  identifyUsers: (queries) =>
    Promise.resolve(
      queries.map(({ userId = 0 }) =>
        deletedUsers.has(userId)
          ? { kind: 'not-found' }
          : { kind: 'identified', record: user, identifiedBy: 'userId', disagrees: false },
      ),
    ),
}
beforeAll(() => Promise.all([registrations.prepare(), parts.prepare()]))
afterEach(() => jest.restoreAllMocks())

const prefer = { strict: false, validateOnly: false, countExact: false }
const deps = { courses, users, registrations, clock, createdPerMinute: { add: () => undefined } }
const reserved = (firstId: number) => ({ firstId, isRetry: false })
const REGISTER = {
  /** From the request until the event is marked as published. */
  create: async (id: number) => {
    const account = { id: 1, name: 'HR sync' } as Account
    const call = { account, scope: new Scope([GROUP]), prefer, trace: newTrace() }
    const requests = [accepted({ courseId: id, userId: id })]
    await registerAll(deps, requests, optionsOfCreate(call), reserved(id))
    await outbox.markPublished(queued.splice(0))
  },
  import: async (id: number) => {
    const call = { operator: { name: 'night shift', fingerprint: '' }, prefer, trace: newTrace() }
    const sent = { statusName: 'Approved', createdDate: '2019-03-01T08:00:00Z' } as const
    const request = readImport({ ...sent, courseId: id, userId: id }, clock.now())
    await importAll(deps, [accepted(request)], optionsOfImport(call), reserved(id))
  },
}

/** By an operator. */
async function putCourse(id: number, ...groupIds: number[]): Promise<void> {
  const lease = courseRefresh.newLease()
  const { course } = await courses.put(aCourse({ id, groupIds }), lease)
  await courseRefresh.workOn(toRecord(course), lease)
}

const CHANGE = {
  user: async (id: number) => {
    user = aUser({ id, version: 2, groupIds: [GROUP, 13] })
    await copies.usersChanged([{ ...user, userId: id, deleted: false }])
  },
  course: (id: number) => putCourse(id, GROUP, 13),
}

let base = 0

describe.each(['create', 'import'] as const)(
  'a registration by %s, while its user or course changes',
  (by) => {
    it.each(['user', 'course'] as const)(
      'has the newest %s, whichever of the two writes first',
      async (changing) => {
        const changed = { groupIds: [GROUP, 13], version: 2 }
        let id = (base += 1_000)
        for (const order of orders(2, 4)) {
          user = aUser({ id: ++id, groupIds: [GROUP] })
          await putCourse(id, GROUP)
          const [change, creation] = [new Way(() => CHANGE[changing](id)), new Way(() => REGISTER[by](id))]
          if (changing === 'user') change.rests(newestUsers, 'keep', 'after')
          else change.rests(courses, 'put', 'after')
          creation.rests(courses, 'findMatches', 'before')
          creation.rests(registrations, 'insert', 'before')
          creation.rests(copies, 'refreshNew', 'before')
          for (const first of order) await (first ? change : creation).step()
          const [registration] = await registrations.findMany([id])
          expect({ order, ...registration?.[changing] }).toMatchObject({ order, ...changed })
          jest.restoreAllMocks()
        }
      },
    )
  },
)

it('an import that stopped before the comparison is compared by a sweep (R22)', async () => {
  const id = (base += 1_000)
  await putCourse(id, GROUP)
  user = aUser({ id, groupIds: [GROUP] })
  jest.spyOn(copies, 'refreshNew').mockRejectedValueOnce(new Error('killed'))
  await expect(REGISTER.import(id)).rejects.toThrow('killed')
  await CHANGE.user(id)
  await model.updateOne({ _id: id }, { $set: { 'user.version': 1, eventsDueAt: new Date(0) } })
  expect(await outbox.claim(10)).toEqual([])
  const stored = await model.findById(id).lean()
  expect(stored).toMatchObject({ user: { version: 2 } })
  expect(stored).not.toHaveProperty('eventsDueAt')
})

it('an import that completes an open registration tells no one (R22)', async () => {
  const id = (base += 1_000)
  await putCourse(id, GROUP)
  user = aUser({ id, groupIds: [GROUP] })
  await REGISTER.create(id)
  const call = { operator: { name: 'night shift', fingerprint: '' }, prefer, trace: newTrace() }
  const sent = { statusName: 'Completed', openRegistration: 'complete' } as const
  const dated = { ...sent, completionDate: '2020-03-01T08:00:00Z', courseId: id, userId: id }
  const request = readImport(dated, clock.now())
  const [result] = await importAll(deps, [accepted(request)], optionsOfImport(call), reserved(id + 1))
  expect(result).toMatchObject({ kind: 'accepted', value: { registration: { id, status: 'Completed' } } })
  expect([queued, (await model.findById(id).lean())?.events]).toEqual([[], []])
})

it('a merge takes the place of the refresh of a deleted user, in steps of a second (O18b)', async () => {
  const id = (base += 1_000)
  await putCourse(id, GROUP)
  user = aUser({ id, groupIds: [GROUP] })
  await REGISTER.create(id)
  await newestUsers.keep([{ ...user, userId: id, version: 2, deleted: true }])
  await newestUsers.scheduleRefresh(id, clock.now())
  const copiesInRegistrations = { takeExternalIdsBack: () => Promise.resolve() }
  const merging = { registrations, copiesInRegistrations, newestUsers, userRefresh: { wake() {} } }
  const into = { userId: id + 1, version: 1, externalId: '', groupIds: [GROUP] }
  const [open] = await registrations.findMany([id])
  const finished = Array.from({ length: 120 }, (_, n) => ({ ...open, id: id + 1 + n, status: 'Completed' }))
  await registrations.insert(finished.map((one) => ({ registration: one as Registration, event: undefined })))
  const step = (after: number) => {
    const call = { path: { id }, body: { into, operatorName: '', after }, trace: newTrace() }
    return mergeRegistrations({ ...merging, clock })(call as never)
  }
  let ms = 0
  const slow = jest.spyOn(performance, 'now').mockImplementation(() => (ms += 1_000))
  expect((await step(0)).body).toEqual({ records: 100, done: false, after: id + 99 })
  slow.mockRestore()
  expect((await step(id + 99)).body).toEqual({ records: 21, done: true, after: id + 120 })
  expect((await registrations.findMany([id + 120]))[0]?.user.userId).toBe(id + 1)
  const found = await parts.newestUserRecords.find({ _id: { $in: [id, id + 1] } }).lean()
  expect(found.map(({ _id, refreshDueAt }) => refreshDueAt && _id)).toEqual([undefined, id + 1])
})

it('a request repeated beside a merge withdraws nothing that the other one has given (O18b)', async () => {
  const id = (base += 1_000)
  await putCourse(id, GROUP)
  user = aUser({ id, groupIds: [GROUP] })
  await REGISTER.create(id)
  const [older] = (await registrations.findMany([id])) as [Registration]
  const into = { userId: id + 1, version: 1, externalId: '', groupIds: [GROUP] }
  const younger = { ...older, id: id + 1, user: { ...older.user, userId: into.userId } }
  await registrations.insert([{ registration: younger, event: undefined }])
  const rest = { copiesInRegistrations: { takeExternalIdsBack: () => Promise.resolve() }, newestUsers, clock }
  const merge = (using: typeof registrations) => {
    const call = { path: { id }, body: { into, operatorName: '' }, trace: newTrace() }
    return mergeRegistrations({ ...rest, registrations: using, userRefresh: { wake() {} } })(call as never)
  }
  await merge(
    withOverrides(registrations, {
      async findOpenOf(...given) {
        await merge(registrations)
        return registrations.findOpenOf(...given)
      },
    }),
  )
  const found = await registrations.findMany([id, id + 1])
  expect(found.map(({ status, user: { userId } }) => [status, userId]).sort()).toEqual([
    ['Not Started', id + 1],
    ['Withdrawn', id + 1],
  ])
})

describe.each(['user', 'course'] as const)(
  'the external id of a registration whose %s is deleted (R9)',
  (of) => {
    const shown = async (id: number) => (await registrations.findMany([id]))[0]?.externalId
    const holder = async (externalId: string) => (await registrations.findByExternalId(externalId))?.id

    /** Registers another user for another course, with this external id. */
    async function register(id: number, externalId: string) {
      user = aUser({ id, groupIds: [GROUP] })
      await putCourse(id, GROUP)
      const call = { account: { id: 1, name: 'HR sync' } as Account, scope: new Scope([GROUP]), prefer }
      const request = { courseId: id, userId: id, externalId }
      const options = optionsOfCreate({ ...call, trace: newTrace() })
      const [result] = await registerAll(deps, [accepted(request)], options, reserved(id))
      queued.length = 0
      return result?.kind === 'rejected' ? result.error : undefined
    }

    let version = 1
    const toldUser = (id: number, deleted: boolean) =>
      copies.usersChanged([{ ...aUser({ id, version: ++version }), userId: id, deleted }])
    /** Until the copies of it are refreshed, by the function that this returns. */
    async function deleteIt(id: number) {
      if (of === 'user') {
        deletedUsers.add(id)
        return () => toldUser(id, true)
      }
      const lease = courseRefresh.newLease()
      const course = await courses.remove(id, lease)
      return () => courseRefresh.workOn(toRecord(course as StoredCourse), lease)
    }
    const bringBack = (id: number) => (of === 'user' ? toldUser(id, false) : putCourse(id, GROUP))

    it('is being released until its copies are refreshed, and is then free for another one', async () => {
      const [id, externalId] = [(base += 1_000), `free-${of}`]
      expect(await register(id, externalId)).toBeUndefined()
      const refresh = await deleteIt(id)
      expect((await register(id + 1, externalId))?.detail).toMatch(/^This externalId is being released/)
      await refresh()
      expect(await register(id + 2, externalId)).toBeUndefined()
      expect([await holder(externalId), await shown(id)]).toEqual([id + 2, externalId])
    })

    it('is taken back; one that another registration has stays away, and delays no other one', async () => {
      const [id, kept, taken] = [(base += 1_000), `kept-${of}`, `taken-${of}`]
      await register(id, taken)
      const before = await registrations.findMany([id])
      // A second registration of the same user and course, which keeps its external id.
      const second = { ...before[0], id: id + 1, externalId: kept, status: 'Withdrawn' } as Registration
      await registrations.insert([{ registration: second, event: undefined }])
      await (
        await deleteIt(id)
      )()
      expect([await holder(kept), await holder(taken)]).toEqual([undefined, undefined])
      await register(id + 2, taken)
      await bringBack(id)
      expect([await holder(kept), await holder(taken)]).toEqual([id + 1, id + 2])
      const [first] = await registrations.findMany([id])
      expect(first).toMatchObject({ externalId: '', [of]: { deleted: false } })
      expect(parts.lines.filter(({ registrationId }) => registrationId === id)).toHaveLength(1)
      // Nothing is done again.
      await bringBack(id)
      expect([await holder(kept), await holder(taken)]).toEqual([id + 1, id + 2])
    })
  },
)

/** Every order in which two can act, each in its own order: whether the first of them is next. */
function orders(first: number, second: number): boolean[][] {
  if (first + second === 0) return [[]]
  return [
    ...(first > 0 ? orders(first - 1, second).map((rest) => [true, ...rest]) : []),
    ...(second > 0 ? orders(first, second - 1).map((rest) => [false, ...rest]) : []),
  ]
}

/** An operation that pauses at given places and continues step by step. */
class Way {
  #go = Promise.withResolvers<void>()
  #resting = Promise.withResolvers<void>()
  readonly #ended: Promise<void>

  constructor(act: () => Promise<void>) {
    this.#ended = this.#rest().then(act)
  }

  rests<M extends string>(
    store: Record<M, (...given: never[]) => Promise<unknown>>,
    method: M,
    ...when: ('before' | 'after')[]
  ): void {
    const act = store[method].bind(store)
    jest.spyOn(store, method as never).mockImplementation((async (...given: never[]) => {
      if (when.includes('before')) await this.#rest()
      const response = await act(...given)
      if (when.includes('after')) await this.#rest()
      return response
    }) as never)
  }

  /** Until it rests again, or ends; nothing when it has ended. */
  async step(): Promise<void> {
    const { resolve: go } = this.#go
    this.#go = Promise.withResolvers()
    this.#resting = Promise.withResolvers()
    go()
    await Promise.race([this.#resting.promise, this.#ended])
  }

  #rest(): Promise<void> {
    this.#resting.resolve()
    return this.#go.promise
  }
}

it('an erased user with many registrations is erased again once, not with each step (R19)', async () => {
  let walks = 0
  const mainRecords = () => Promise.resolve({ records: walks++, done: true, after: 0 })
  const { newestUsers, userRefresh, tombstones } = copyParts({
    database,
    model,
    clock,
    stepSize: 2,
    erasing: { mainRecords, otherRecords: [] },
  })
  const userId = (base += 1_000)
  user = aUser({ id: userId, groupIds: [GROUP] })
  for (let id = userId; id < userId + 9; id++) {
    await putCourse(id, GROUP)
    const account = { id: 1, name: 'HR sync' } as Account
    const call = { account, scope: new Scope([GROUP]), prefer, trace: newTrace() }
    await registerAll(deps, [accepted({ courseId: id, userId })], optionsOfCreate(call), reserved(id))
  }
  await newestUsers.keep([{ ...user, userId, version: 2, externalId: '', deleted: true }])
  await newestUsers.scheduleRefresh(userId, clock.now())
  await tombstones.put({ userId, withRegistrations: false })
  await userRefresh.runNow()
  expect(await model.countDocuments({ 'user.userId': userId, 'user.deleted': true })).toBe(9)
  expect(walks).toBe(1)
})
