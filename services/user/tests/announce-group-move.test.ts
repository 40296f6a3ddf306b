import { Registry } from 'prom-client'
import { aDependency } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import type { Schemas } from '../../platform/contract/schema.ts'
import { Counters } from '../../platform/store/counters.ts'
import { insert } from '../../platform/store/insert.ts'
import { Outbox } from '../../platform/store/outbox.ts'
import { JOB_LEASE_MS, LongJob } from '../../platform/store/long-job.ts'
import { newTrace } from '../../platform/observability/trace.ts'
import { announceGroupMove } from '../src/users/announce-group-move.ts'
import { groupModel, type AnnouncementProgress, type GroupRecord } from '../src/groups/record.ts'
import { Groups } from '../src/groups/repository.ts'
import { createUserMetrics } from '../src/metrics.ts'
import { userModel } from '../src/users/record.ts'
import { USER_OUTBOX, Users } from '../src/users/repository.ts'
import { newUser } from '../src/users/rules.ts'

/** More than two queries have groups. */
const SUBGROUPS = 450
const USERS = 30
const STEP = 7
const [OLD_PARENT, NEW_PARENT, MOVED, FIRST] = [1, 2, 3, 10]

const database = aDatabase()
const groupRecords = groupModel(database)
const userRecords = userModel(database)
let now = Date.parse('2026-03-01T08:00:00Z')
const clock = { now: () => new Date(now) }
const groups = new Groups(groupRecords, new Counters(database).ids('groups'), clock)
const users = new Users({
  model: userRecords,
  outbox: new Outbox(userRecords, clock, USER_OUTBOX),
  clock,
  logger: recordedLog().logger,
})
/** The groups whose courses were announced, as far as the registration service has replied. */
const announced: number[] = []
let isRegistrationServiceUp = true

function aProcess() {
  const step = announceGroupMove({
    groups,
    users: {
      async touchMembers(...given) {
        const touched = await users.touchMembers(...given)
        now += 1_000 // each step has its own date
        return touched
      },
    },
    registrationService: {
      call({ body: { groupIds, after } }: { body: Schemas['MovedGroupsInput'] }) {
        if (!isRegistrationServiceUp) return Promise.reject(new Error('unavailable'))
        // Two courses for a request, in two responses.
        if (after === 0) return Promise.resolve({ records: 1, done: false, after: 5 })
        announced.push(...groupIds)
        return Promise.resolve({ records: 1, done: true, after: 6 })
      },
    } as never,
    metrics: createUserMetrics(new Registry()),
    stepSize: STEP,
  })
  return new LongJob<GroupRecord, AnnouncementProgress>({
    name: 'moved groups',
    everyMs: 60_000,
    model: groupRecords,
    dueField: 'announceDueAt',
    claimField: 'announceClaim',
    progressField: 'announceProgress',
    step,
    mongodb: aDependency('mongodb'),
    clock,
    logger: recordedLog().logger,
  })
}

const countMoved = () => groupRecords.countDocuments({ announceDueAt: { $gt: new Date(0) } })

it('announces each user and course below a moved group once, also if a step fails (R13)', async () => {
  await groups.prepare()
  await users.prepare()
  const unchecked = () => undefined
  for (const id of [OLD_PARENT, NEW_PARENT])
    await groups.put({ id, name: 'root', parentId: null }, unchecked, () => Promise.resolve(true))
  await groups.put({ id: MOVED, name: 'moved', parentId: OLD_PARENT }, unchecked, () => Promise.resolve(true))
  const subgroups = Array.from({ length: SUBGROUPS }, (_, i) => FIRST + i)
  const children = subgroups.map((id, i) => {
    const change = 4 + i
    return { _id: id, name: 'child', parentId: MOVED, change, usedNumbers: [change] }
  })
  await insert(groupRecords, children)
  const people = Array.from({ length: USERS }, (_, i) => {
    const names = { firstName: 'A', lastName: 'B', loginName: `login-${i}`, email: 'a@example.org' }
    // In two groups, which different queries have.
    const groupIds = [FIRST + i * 15, FIRST + ((i * 15 + 225) % SUBGROUPS)].sort((a, b) => a - b)
    return { ...newUser({ ...names, groupIds }, clock.now()), id: i + 1 }
  })
  await users.addAll(people, newTrace())
  now += 1_000
  await groups.put({ id: MOVED, name: 'moved', parentId: NEW_PARENT }, unchecked, () => Promise.resolve(true))
  now += 1_000

  isRegistrationServiceUp = false
  await aProcess().runNow()
  expect(await countMoved()).toBe(1)
  isRegistrationServiceUp = true
  await aProcess().runNow()
  expect(await countMoved()).toBe(1)
  now += JOB_LEASE_MS
  await aProcess().runNow()
  expect(await countMoved()).toBe(0)
  expect(announced).toEqual([MOVED, ...subgroups])
  const touched = await userRecords.find({ _id: { $gt: 0 } }).lean()
  expect(touched.map(({ version }) => version)).toEqual(people.map(() => 2))
  const dates = new Set(touched.map(({ updatedAt }) => updatedAt.getTime()))
  expect(dates.size).toBeGreaterThanOrEqual(USERS / STEP)
})
