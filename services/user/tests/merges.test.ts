import { aDependency } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import type { Schemas } from '../../platform/contract/schema.ts'
import { Unavailable } from '../../platform/errors.ts'
import { newTrace } from '../../platform/observability/trace.ts'
import { LongJob } from '../../platform/store/long-job.ts'
import { Outbox } from '../../platform/store/outbox.ts'
import { MergeInProgress, NotMergeable } from '../src/errors.ts'
import { mergeModel, type MergeRecord } from '../src/merges/record.ts'
import type { PersonJobProgress } from '../src/person-jobs/record.ts'
import { Merges } from '../src/merges/repository.ts'
import { requireMergeable } from '../src/merges/rules.ts'
import { createMergeJobs, type MergeJobs } from '../src/merges/steps.ts'
import { userModel } from '../src/users/record.ts'
import { USER_OUTBOX, Users } from '../src/users/repository.ts'
import { erase, joinGroup, markDeleted, newUser, type User } from '../src/users/rules.ts'

const MINUTE_MS = 60_000
const SERVICES = ['user', 'registration', 'notification'] as const
const TRACE = newTrace()
const database = aDatabase()
const model = mergeModel(database)
const userRecords = userModel(database)
let now = Date.parse('2026-03-01T08:00:00Z')
const clock = { now: () => new Date(now) }
const { logger } = recordedLog()
const users = new Users({
  model: userRecords,
  outbox: new Outbox(userRecords, clock, USER_OUTBOX),
  clock,
  logger,
})
const merges = new Merges(model)
beforeAll(() => Promise.all([merges.prepare(), users.prepare()]))

let last = 0
/** What the other services were asked for, in this order. */
let asked: string[]
let unavailable: Set<string>
/** How many requests each service takes to give everything. */
let steps: number
/** How many registrations there are before the first request. */
let registrations: number
/** Called in each request. */
let onStep: () => unknown
/** Called when groups are protected from deletion; may return those that are deleted. */
let onGroups: () => Promise<unknown>
beforeEach(async () => {
  await model.deleteMany({ _id: { $gt: 0 } })
  asked = []
  unavailable = new Set()
  steps = 1
  registrations = 0
  onStep = () => {}
  onGroups = () => Promise.resolve()
})

const aUser = (groupIds: readonly number[] = [1]): Promise<User> => {
  const id = ++last
  const names = { firstName: 'A', lastName: 'B', loginName: `login-${id}`, externalId: `external-${id}` }
  const user = newUser({ ...names, email: 'a@example.org', groupIds }, clock.now())
  return users.add({ ...user, id }, TRACE)
}
const present = async ({ id }: User) => (await users.find(id)) as User
const change = ({ id }: User, update: (user: User, at: Date) => User) => users.change(id, TRACE, update)

function stepIn(service: string, id: number, into: number, after: number) {
  if (unavailable.has(service)) throw new Unavailable(service, new Error('timeout'))
  asked.push(`${service} ${id} to ${into}`)
  onStep()
  return Promise.resolve({ records: 1, done: after + 1 >= steps, after: after + 1 })
}

interface Request<Body> {
  readonly path: { readonly id: number }
  readonly body: Body
}

const aProcess = (): MergeJobs =>
  createMergeJobs({
    model,
    longJob(options) {
      const mongodb = aDependency('mongodb')
      const job = new LongJob<MergeRecord, PersonJobProgress>({ ...options, mongodb, clock, logger })
      // A test says when a job runs.
      return Object.assign(job, { wake: () => undefined })
    },
    users,
    groups: {
      async protectFromDeletion() {
        return ((await onGroups()) ?? []) as number[]
      },
    },
    registrationService: {
      call: ({ path, body }: Request<Schemas['RegistrationMergeInput'] | undefined>) =>
        body
          ? stepIn('registration', path.id, body.into.userId, body.after ?? 0)
          : Promise.resolve({ registrations }),
    } as never,
    notificationService: {
      call: ({ path, body }: Request<Schemas['DeliveryMergeInput']>) =>
        stepIn('notification', path.id, body.intoId, body.after ?? 0),
    } as never,
    merges,
    clock,
  })

const begin = (from: User, into: User) => {
  const beginning = { now: clock.now(), trace: TRACE, lease: { claim: 'a process', until: clock.now() } }
  return merges.begin({ fromId: from.id, intoId: into.id }, { ...beginning, operatorName: '' })
}
/** Each service in turn does all of its work that is due. */
async function work(...services: readonly (typeof SERVICES)[number][]) {
  const jobs = aProcess()
  for (const service of services.length === 0 ? SERVICES : services) await jobs[service].runNow()
  return asked.splice(0)
}
const stateOf = async ({ id }: User) => {
  const { reason, finishedAt, services } = (await merges.find(id))!
  return { reason, isFinished: finishedAt !== null, records: SERVICES.map((name) => services[name].records) }
}
const both = async (groups: [number[], number[]] = [[1], [2]]) =>
  [await aUser(groups[0]), await aUser(groups[1])] as const

describe('a merge (O18b)', () => {
  it('deletes the account, then the other services follow, and look again two minutes later', async () => {
    const [from, into] = await both()
    await begin(from, into)
    // Nothing goes over before nothing new can be registered.
    expect(await work('registration', 'notification')).toEqual([])
    steps = 2
    const names = SERVICES.slice(1).map((name) => `${name} ${from.id} to ${into.id}`)
    const twice = names.flatMap((name) => [name, name])
    expect(await work()).toEqual(twice)
    expect(await stateOf(from)).toEqual({ reason: null, isFinished: true, records: [2, 2, 2] })
    expect(await present(from)).toMatchObject({ deleted: true, mergedInto: into.id })
    expect(await present(into)).toMatchObject({ deleted: false, groupIds: [1, 2] })
    now += 1.9 * MINUTE_MS
    expect(await work()).toEqual([])
    now += 0.1 * MINUTE_MS
    expect(await work()).toEqual(twice)
    now += 60 * MINUTE_MS
    expect(await work()).toEqual([])
  })

  it('is not delayed in one service while the other is unavailable', async () => {
    const [from, into] = await both()
    await begin(from, into)
    unavailable.add('registration')
    expect(await work()).toEqual([`notification ${from.id} to ${into.id}`])
    expect(await stateOf(from)).toMatchObject({ isFinished: false })
    unavailable.clear()
    now += MINUTE_MS
    expect(await work()).toEqual([`registration ${from.id} to ${into.id}`])
    expect(await stateOf(from)).toMatchObject({ isFinished: true })
  })

  it('says how many registrations there were, also when a repeated request finds fewer', async () => {
    const [from, into] = await both()
    await begin(from, into)
    registrations = 49
    await work()
    expect((await stateOf(from)).records).toEqual([2, 49, 1])
  })

  it('is repeated soon where it fails after hours of steps', async () => {
    const [from, into] = await both()
    await begin(from, into)
    await work('user')
    now += 180 * MINUTE_MS
    steps = 2
    onStep = () => unavailable.add('registration')
    expect(await work('registration')).toHaveLength(1)
    unavailable.clear()
    onStep = () => {}
    now += 5_000
    expect(await work('registration')).toHaveLength(1)
    expect((await stateOf(from)).records[1]).toBe(2)
  })

  it('is done once, or not at all, if the account is deleted meanwhile', async () => {
    const [from, into] = await both()
    await begin(from, into)
    onGroups = () => change(from, markDeleted).catch(() => undefined)
    await work('user')
    expect(await present(into)).toMatchObject({ groupIds: [1, 2] })
    expect(await present(from)).toMatchObject({ mergedInto: into.id })
  })

  it('takes the other groups over if one is deleted meanwhile', async () => {
    const [from, into] = await both([[1, 3], [2]])
    await begin(from, into)
    const looks = [[], [3], [3], []]
    onGroups = () => Promise.resolve(looks.shift())
    await work('user')
    expect(await present(into)).toMatchObject({ groupIds: [1, 2] })
    expect(looks).toEqual([])
  })

  it('gives what comes late to the account that is left after another merge', async () => {
    const [from, into] = await both()
    const left = await aUser()
    await begin(from, into)
    await work()
    await begin(into, left)
    await work('user')
    now += 2 * MINUTE_MS
    expect(await work('registration')).toContain(`registration ${from.id} to ${left.id}`)
    expect(await present(from)).toMatchObject({ mergedInto: left.id })
  })

  it.each([
    ['a merge the other way round', (from: User, into: User) => begin(into, from)],
    ['a merge of the same account', async (from: User) => begin(from, await aUser())],
    ['a merge into the account that goes', async (from: User) => begin(await aUser(), from)],
    ['a merge of the account that is left', async (_: User, into: User) => begin(into, await aUser())],
  ])('excludes %s, also at the same time', async (_, other) => {
    const [from, into] = await both()
    const results = await Promise.allSettled([begin(from, into), other(from, into)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [failed] = results.filter((result) => result.status === 'rejected')
    expect(failed?.reason).toBeInstanceOf(MergeInProgress)
    expect(await model.countDocuments({})).toBe(1)
  })

  it('is stored once', async () => {
    const [from, into] = await both()
    const begun = await Promise.all([begin(from, into), begin(from, into)])
    expect(begun.filter(Boolean)).toHaveLength(1)
  })
})

describe('a merge is stopped', () => {
  const deleted = (user: User) => change(user, markDeleted)
  const erased = async (user: User) => void (await users.erase(user.id, TRACE))
  const crowd = Array.from({ length: 999 }, (_, i) => i + 10)

  it.each([
    ['into-deleted', ({ into }: { into: User }) => deleted(into)],
    ['into-erased', ({ into }: { into: User }) => erased(into)],
    ['from-deleted', ({ from }: { from: User }) => deleted(from)],
    ['from-erased', ({ from }: { from: User }) => erased(from)],
    [
      'too-many-groups',
      ({ from }: { from: User }) =>
        change(from, (user, at) => ({ ...joinGroup(user, 3, at), groupIds: [...crowd, 3] })),
    ],
  ])('before anything was done: %s', async (reason, happen) => {
    const [from, into] = await both()
    await begin(from, into)
    await happen({ from, into })
    const before = await present(into)
    expect(await work()).toEqual([])
    expect(await stateOf(from)).toMatchObject({ reason, isFinished: true })
    expect(await present(into)).toEqual(before)
    expect(await present(from)).not.toHaveProperty('mergedInto')
    // Both are free for another merge.
    const others = [await aUser(), await aUser()] as const
    if (reason.startsWith('into')) expect(await begin(from, others[0])).toBeDefined()
    else expect(await begin(others[1], into)).toBeDefined()
  })

  it.each([
    ['into-deleted', deleted],
    ['into-erased', erased],
  ])('in the middle: %s, and the identifiers of the account are free', async (reason, happen) => {
    const [from, into] = await both()
    await begin(from, into)
    await work('user')
    await expect(users.requireFree({ ...from, id: 0 })).rejects.toThrow()
    await happen(into)
    expect(await work()).toEqual([])
    expect(await stateOf(from)).toMatchObject({ reason, isFinished: true })
    expect(await present(from)).toMatchObject({ deleted: true })
    expect(await users.requireFree({ ...from, id: 0 })).toBeUndefined()
    now += 60 * MINUTE_MS
    expect(await work()).toEqual([])
  })
})

it('accounts that are in too many groups together are not merged', async () => {
  const [from, into] = await both([Array.from({ length: 600 }, (_, i) => i + 1), [1]])
  const crowded = { ...into, groupIds: Array.from({ length: 600 }, (_, i) => i + 500) }
  expect(requireMergeable(from, into, clock.now()).groupIds).toHaveLength(600)
  expect(() => requireMergeable(from, crowded, clock.now())).toThrow(NotMergeable)
})

it('an account that was merged is erased with the one that is left, not by its age', async () => {
  const [from, into] = await both()
  const gone = await aUser()
  await change(gone, markDeleted)
  await begin(from, into)
  await work()
  now += MINUTE_MS
  const due = await users.listDeletedUntil(clock.now(), 10_000)
  expect([due.includes(from.id), due.includes(gone.id)]).toEqual([false, true])
  expect(await users.listMergedInto(into.id)).toEqual([from.id])
  expect(erase(await present(from), clock.now())).not.toHaveProperty('mergedInto')
})
