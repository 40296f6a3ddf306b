import mongoose, { type Connection } from 'mongoose'
import { startParts } from '../../platform/process/part.ts'
import type { StepResult } from '../../platform/domain/step.ts'
import { STEP_SIZE } from '../../platform/store/in-steps.ts'
import { insert } from '../../platform/store/insert.ts'
import { JOB_LEASE_MS } from '../../platform/store/long-job.ts'
import { bearer, client, type TestResponse } from '../../../testing/client.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { eventually } from '../../../testing/eventually.ts'
import { OPERATOR_TOKEN } from '../../../testing/isolated.ts'
import { nextPageOf } from '../../../testing/pages.ts'
import { aUser, aStoredCourse, begun } from '../../../testing/registration/begun.ts'
import {
  at,
  ATTENDANCE,
  expectBody,
  NORTH,
  registrationPortal,
  SOUTH,
  stopServices,
} from '../../../testing/registration/portal.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { StoredCourse } from '../src/courses/rules.ts'
import { registrationModel, type RegistrationModel } from '../src/registrations/record.ts'
import type { CopiesInRegistrations } from '../src/copies/in-registrations.ts'
import type { User } from '../src/clients/identification.ts'
import { composeRegistration } from '../src/service.ts'

/**
 * `npm run check -- groups` sets the number. Then steps have the size that they have in use, and the time is
 * printed.
 */
const asked = process.env['COURSE_REGISTRATIONS']
const REGISTRATIONS = Number(asked ?? 25)
const STEP = asked === undefined ? 10 : STEP_SIZE
/** The documented overlap of polls. */
const OVERLAP_MS = 60_000
const BEFORE = new Date('2024-01-15T12:00:00Z')
const HOUR_MS = 3_600_000

let clockOffsetMs = 0
/** Called after each step with the number of registrations that it has changed. */
let onStep: (records: number) => Promise<void> = () => Promise.resolve()
const reported = async (step: Promise<StepResult>): Promise<StepResult> => {
  const done = await step
  await onStep(done.records)
  return done
}
const watched = (real: CopiesInRegistrations): CopiesInRegistrations =>
  withOverrides(real, {
    refreshCourse: (...given) => reported(real.refreshCourse(...given)),
    refreshUser: (...given) => reported(real.refreshUser(...given)),
    eraseUser: (...given) => reported(real.eraseUser(...given)),
  })
const portal = registrationPortal({
  overrides: {
    clock: { now: () => new Date(Date.now() + clockOffsetMs) },
    copiesInRegistrations: watched,
    stepSize: STEP,
    jobWaitMs: 1_000,
  },
})

let connection: Connection
let model: RegistrationModel
beforeAll(async () => {
  connection = await mongoose.createConnection(portal.mongodbUrl).asPromise()
  model = registrationModel(connection)
})
afterEach(() => (onStep = () => Promise.resolve()))
afterAll(() => connection.close())

let lastId = 1_000_000
async function addRegistrations(count: number, pairOf: (id: number) => { course: StoredCourse; user: User }) {
  for (let left = count; left > 0; left -= 1_000) {
    const records = Array.from({ length: Math.min(1_000, left) }, () => {
      const id = ++lastId
      const { id: _id, ...fields } = begun(id, { ...pairOf(id), now: BEFORE }).registration
      return { _id, ...fields, open: true, heldExternalId: '', events: [] }
    })
    await insert(model, records)
  }
}

/** A course in the north with registrations of users who are in both regions. */
async function aLargeCourse(registrations = REGISTRATIONS) {
  const { id, name } = await portal.aCourse({ groupIds: [NORTH] })
  const course = aStoredCourse({ id, name, groupIds: [NORTH] })
  await addRegistrations(registrations, (userId) => ({
    course,
    user: aUser({ id: userId, groupIds: [NORTH, SOUTH] }),
  }))
  return { id, name }
}

/** A user of the north with registrations for courses that are in both regions. */
async function aUserWithManyRegistrations() {
  const { id, externalId } = await portal.aUser()
  const user = aUser({ id, externalId, groupIds: [NORTH] })
  await addRegistrations(REGISTRATIONS, (courseId) => ({
    course: aStoredCourse({ id: courseId, groupIds: [NORTH, SOUTH] }),
    user,
  }))
  return { id }
}

const ofUser = (id: number) => ({ 'user.userId': id })
/**
 * How many registrations each step changes, from now on. Each takes longer than polls overlap.
 * @param afterStep runs before the next step
 */
function recordSteps(afterStep = () => Promise.resolve()): number[] {
  const steps: number[] = []
  onStep = async (records) => {
    steps.push(records)
    clockOffsetMs += 1.5 * OVERLAP_MS
    await afterStep()
  }
  return steps
}

const moveTo = (groupId: number, { id, name }: { id: number; name: string }) =>
  portal.operator.registration.put(`/admin/courses/${id}/`, { name, groupIds: [groupId] })

/** A caller in the south who polls for changes as the guide says. */
async function aPoller() {
  const { api } = await portal.anAccount([{ role: ATTENDANCE, groupId: SOUTH }])
  /** The dates that each registration has had. */
  const found = new Map<number, Set<string>>()
  let polledAt = Date.now() + clockOffsetMs
  return {
    found,
    async poll(): Promise<void> {
      const since = new Date(polledAt - OVERLAP_MS).toISOString()
      let path: string | undefined = `/registrations/?include=details&limit=1000&updated_after=${since}`
      let firstDate: number | undefined
      while (path !== undefined) {
        const page: TestResponse = await api.get(path)
        if (page.status === 503) return // the next poll begins at the same date
        firstDate ??= Date.parse(page.headers.get('date') ?? '')
        for (const { id, updatedDate } of expectBody(page, 200))
          found.set(id, (found.get(id) ?? new Set()).add(updatedDate))
        path = nextPageOf(page)
      }
      polledAt = firstDate as number
    },
  }
}

const inSouth = (courseId: number) =>
  model.countDocuments({ 'course.id': courseId, 'course.groupIds': SOUTH, updatedAt: { $gt: BEFORE } })

it(`a poller finds ${REGISTRATIONS} registrations of a moved course, each written once (R13)`, async () => {
  const course = await aLargeCourse()
  const { found, poll } = await aPoller()
  await poll()
  expect(found.size).toBe(0)
  const steps = asked === undefined ? recordSteps(poll) : []
  const startedAt = performance.now()
  const isRefreshed = async () => (await inSouth(course.id)) === REGISTRATIONS
  expectBody(await moveTo(SOUTH, course), 200)
  // In the short test a poll follows each step. In the long one, the caller polls all the time.
  if (asked === undefined) await eventually(async () => expect(await isRefreshed()).toBe(true))
  else while (!(await isRefreshed())) await poll()
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  if (asked !== undefined) process.stdout.write(`${REGISTRATIONS} registrations refreshed in ${seconds} s\n`)
  await poll()
  expect(found.size).toBe(REGISTRATIONS)
  for (const dates of found.values()) expect(dates.size).toBe(1)
  // The clock passes the lease as well, so another run may repeat a step, which then writes nothing.
  if (asked === undefined) expect(steps.filter((records) => records > 0)).toEqual([10, 10, 5])
}, 7_200_000)

it('a request that changes a large course does not wait for all its registrations (A7)', async () => {
  const course = await aLargeCourse()
  const slow = Promise.withResolvers<void>()
  onStep = () => slow.promise
  expectBody(await moveTo(SOUTH, course), 200)
  expect(await inSouth(course.id)).toBe(STEP)
  slow.resolve()
  await eventually(async () => expect(await inSouth(course.id)).toBe(REGISTRATIONS))
})

it('a user with many registrations is refreshed in steps, each with its own date (R13)', async () => {
  const { id } = await aUserWithManyRegistrations()
  const written = recordSteps()
  expectBody(await portal.operator.user.put(`/admin/groups/${SOUTH}/members/${id}/`), 204)
  const refreshed = { ...ofUser(id), 'user.groupIds': SOUTH, updatedAt: { $gt: BEFORE } }
  await eventually(async () => expect(await model.countDocuments(refreshed)).toBe(REGISTRATIONS))
  // The first step is that of the message.
  expect(written.length).toBeGreaterThan(1)
  expect(Math.max(...written)).toBeLessThanOrEqual(STEP)
  const dates = new Set((await model.find(ofUser(id)).lean()).map(({ updatedAt }) => updatedAt.getTime()))
  expect(dates.size).toBe(Math.ceil(REGISTRATIONS / STEP))
})

it.each([false, true])(
  'a user with many registrations is erased in steps, each with its own date; removed: %s (O18)',
  async (withRegistrations) => {
    const { id } = await aUserWithManyRegistrations()
    const written = recordSteps()
    const order = { reason: 'request 17', withRegistrations }
    expectBody(await portal.operator.user.post(`/admin/users/${id}/erase/`, order), 202)
    await eventually(async () => {
      const { services } = expectBody(await portal.operator.user.get(`/admin/erasures/${id}/`), 200)
      const ofService = { service: 'registration', status: 'finished' }
      expect(services).toContainEqual(expect.objectContaining(ofService))
    })
    const left = await model.find(ofUser(id)).lean()
    expect(left).toHaveLength(withRegistrations ? 0 : REGISTRATIONS)
    for (const { user } of left) expect(user).toMatchObject({ externalId: '', deleted: true })
    // Some registrations have been refreshed before, because the user was marked as deleted.
    expect(written.length).toBeGreaterThanOrEqual(REGISTRATIONS / STEP)
    expect(Math.max(...written)).toBeLessThanOrEqual(STEP)
    const dates = new Set(left.map(({ updatedAt }) => updatedAt.getTime()))
    if (!withRegistrations) expect(dates.size).toBeGreaterThanOrEqual(REGISTRATIONS / STEP)
  },
)

it('a refresh continues where a process hung; when that goes on, nothing is written twice', async () => {
  const course = await aLargeCourse()
  const [hung, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const refreshFirst = (real: CopiesInRegistrations): CopiesInRegistrations =>
    withOverrides(real, {
      async refreshCourse(record, range) {
        if (range.afterId > 0) {
          hung.resolve()
          await goesOn.promise
        }
        return real.refreshCourse(record, range)
      },
    })
  // Its leases end when the test moves the clock of the others, and never before.
  const aheadMs = clockOffsetMs + HOUR_MS
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const overrides = { copiesInRegistrations: refreshFirst, stepSize: STEP, clock }
  const other = await composeRegistration(portal.config, testLogger(), overrides)
  await startParts(other.parts)
  const sending = client(at(other.ports.operator.port()), bearer(OPERATOR_TOKEN)).put(
    `/admin/courses/${course.id}/`,
    { name: course.name, groupIds: [SOUTH] },
  )
  await hung.promise
  const datesOf = async () =>
    (await model.find({ 'course.id': course.id }).lean()).map(({ _id, updatedAt }) => [_id, updatedAt])
  const before = await datesOf()
  expect(await inSouth(course.id)).toBe(STEP)
  clockOffsetMs += HOUR_MS + JOB_LEASE_MS
  await eventually(async () => expect(await inSouth(course.id)).toBe(REGISTRATIONS))
  const after = await datesOf()
  expect(after.slice(0, STEP)).toEqual(before.slice(0, STEP))
  goesOn.resolve()
  expectBody(await sending, 200)
  expect(await datesOf()).toEqual(after)
  await stopServices([other])
})
