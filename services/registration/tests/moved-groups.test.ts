import mongoose, { type Connection } from 'mongoose'
import { until } from '../../../local/support/wait.ts'
import { insert } from '../../platform/store/insert.ts'
import { registrationModel } from '../src/registrations/record.ts'
import { aUser, aStoredCourse, begun } from '../../../testing/registration/begun.ts'
import type { TestResponse } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
  ADMINISTRATOR,
  ATTENDANCE,
  expectBody,
  NORTH,
  registrationPortal,
  SOUTH,
} from '../../../testing/registration/portal.ts'

/** `npm run check -- groups` sets the number, and measures. */
const REGISTRATIONS = Number(process.env['MOVED_REGISTRATIONS'] ?? 0)

const portal = registrationPortal()
const GROUP = 7_100
const SUBGROUP = 7_101

type Caller = Awaited<ReturnType<typeof portal.anAccount>>
const callerIn = (groupId: number) =>
  portal.anAccount([ATTENDANCE, ADMINISTRATOR].map((role) => ({ role, groupId })))
const moveTo = async (parentId: number) => {
  const { status } = await portal.operator.user.put(`/admin/groups/${GROUP}/`, { name: 'moving', parentId })
  expect([200, 201]).toContain(status)
}
const idsOf = (response: TestResponse) => (expectBody(response, 200) as { id: number }[]).map(({ id }) => id)

describe('a moved group (A2b, A3, R13)', () => {
  const both = { groupIds: [NORTH, SOUTH] }
  const moving = { groupIds: [SUBGROUP] }
  let north: Caller
  let south: Caller
  let courses: number[]
  let users: number[]
  /** One is in the moving group by its course, the other by its user. */
  let registrations: number[]
  let movedAt: string

  /** What the account may do, with a new key: a verified scope is used for up to 15 s. */
  async function rightsOf({ id }: Caller) {
    const { api, users: userApi } = await portal.issueKey(id)
    const attempts = registrations.map(async (registration) => [
      (await api.get(`/registrations/${registration}/`)).status,
      (await api.get(`/registrations/${registration}/history/`)).status,
      (await api.post(`/registrations/${registration}/approve/`)).status,
    ])
    const pair = { courseId: (await portal.aCourse(moving)).id, userId: (await portal.aUser(moving)).id }
    const batch = [{ ...pair, userId: (await portal.aUser(moving)).id }]
    return {
      registrations: idsOf(await api.get('/registrations/?limit=1000')).filter((each) =>
        registrations.includes(each),
      ),
      courses: idsOf(await api.get('/courses/?limit=1000')).filter((each) => courses.includes(each)),
      users: idsOf(await userApi.get('/users/?limit=1000')).filter((each) => users.includes(each)),
      groups: idsOf(await userApi.get('/groups/?limit=1000')).filter((each) => each >= GROUP),
      attempts: await Promise.all(attempts),
      create: (await api.post('/registrations/', pair)).status,
      batch: (await api.post('/registrations/batch/', batch)).body[0].status,
    }
  }
  const everything = () => ({
    registrations,
    courses,
    users,
    groups: [GROUP, SUBGROUP],
    attempts: [
      [200, 200, 200],
      [200, 200, 200],
    ],
    create: 201,
    batch: 201,
  })
  /** The other course and the other user are in both regions. */
  const theRest = () => ({
    registrations: [],
    courses: [courses[1]],
    users: [users[0]],
    groups: [],
    attempts: [
      [403, 403, 403],
      [403, 403, 403],
    ],
    create: 403,
    batch: 403,
  })

  beforeAll(async () => {
    await moveTo(NORTH)
    const child = { name: 'below', parentId: GROUP }
    expectBody(await portal.operator.user.put(`/admin/groups/${SUBGROUP}/`, child), 201)
    const pairs = [await portal.aCourseAndUser(moving, both), await portal.aCourseAndUser(both, moving)]
    ;[courses, users] = [pairs.map(({ courseId }) => courseId), pairs.map(({ userId }) => userId)]
    ;[north, south] = [await callerIn(NORTH), await callerIn(SOUTH)]
    registrations = []
    for (const pair of pairs)
      registrations.push(expectBody(await north.api.post('/registrations/', pair), 201).id)
  })

  it('changes what each account sees and may do, in both directions', async () => {
    expect([await rightsOf(north), await rightsOf(south)]).toEqual([everything(), theRest()])
    movedAt = new Date().toISOString()
    await moveTo(SOUTH)
    expect([await rightsOf(north), await rightsOf(south)]).toEqual([theRest(), everything()])
  })

  it('is found by callers that poll for changes', async () => {
    const { api, users: userApi } = await portal.issueKey(south.id)
    await eventually(async () => {
      const updated = idsOf(await api.get(`/registrations/?updated_after=${movedAt}&status=Approved`))
      expect(updated).toEqual(registrations)
      expect(idsOf(await userApi.get(`/users/?updatedAfter=${movedAt}`))).toContain(users[1])
      const metrics = await (await fetch(`${portal.userHealthUrl}/metrics`)).text()
      expect(metrics).toContain('rollcall_jobs_waiting{job="moved groups",service="user"} 0')
    })
  })

  it('has its courses announced to the registration service, once for each move (A7)', async () => {
    const inGroup = (await portal.operator.registration.get('/admin/courses/?limit=1000')).body.filter(
      ({ groupIds }: { groupIds: number[] }) => groupIds.includes(SUBGROUP),
    ) as { id: number }[]
    expect(inGroup.length).toBeGreaterThan(1)
    const announce = async (seconds: number, fields: object = {}) => {
      const moved = { groupIds: [SUBGROUP], movedAt: new Date(Date.now() + seconds * 1_000), ...fields }
      return expectBody(await portal.internal.post('/internal/courses/moved/', moved), 200)
    }
    const all = { done: true, after: inGroup.at(-1)?.id }
    expect(await announce(20, { after: inGroup[0]?.id })).toEqual({ ...all, records: inGroup.length - 1 })
    expect(await announce(20)).toEqual({ ...all, records: inGroup.length })
    const later = { groupIds: [SUBGROUP], movedAt: new Date(Date.now() + 40_000).toISOString() }
    for (const records of [inGroup.length, 0]) expect(await announce(40, later)).toEqual({ ...all, records })
  })
})

it('a deleted group has no meaning for its courses, until a group has its id again (A7)', async () => {
  const ID = 7_300
  const put = () => portal.operator.user.put(`/admin/groups/${ID}/`, { name: 'again', parentId: NORTH })
  expectBody(await put(), 201)
  const { id: course } = await portal.aCourse({ groupIds: [ID] })
  const { id } = await callerIn(NORTH)
  const isVisible = async () => {
    const { api } = await portal.issueKey(id)
    return idsOf(await api.get('/courses/?limit=1000')).includes(course)
  }
  expect(await isVisible()).toBe(true)
  expect((await portal.operator.user.delete(`/admin/groups/${ID}/`)).status).toBe(204)
  expect(await isVisible()).toBe(false)
  expectBody(await put(), 201)
  expect(await isVisible()).toBe(true)
})

it('the next group with the id of a deleted one shows no one who was in that group (A8, R16)', async () => {
  const ID = 7_400
  const put = () => portal.operator.user.put(`/admin/groups/${ID}/`, { name: 'tenant', parentId: null })
  expectBody(await put(), 201)
  const former = await callerIn(ID)
  const pairs = []
  for (let i = 0; i < 3; i++) pairs.push(await portal.aCourseAndUser({ groupIds: [ID] }, { groupIds: [ID] }))
  for (const pair of pairs) expectBody(await former.api.post('/registrations/', pair), 201)
  for (const { courseId, userId } of pairs) {
    expectBody(await portal.operator.registration.delete(`/admin/courses/${courseId}/`), 204)
    expectBody(await former.users.delete(`/users/${userId}/`), 204)
  }
  const stored = async (id = 0) => (await portal.operator.user.get(`/admin/users/${id}/`)).body
  const { updatedDate } = await stored(pairs[0]?.userId)
  const lists = async ({ api, users }: Caller) => [
    idsOf(await users.get('/users/?includeDeleted=true')),
    idsOf(await api.get('/registrations/?includeDeleted=true')),
  ]
  expect(await lists(former)).toEqual([
    pairs.map(({ userId }) => userId),
    [expect.any(Number), expect.any(Number), expect.any(Number)],
  ])
  expectBody(await portal.operator.user.delete(`/admin/service-accounts/${former.id}/`), 204)
  expectBody(await portal.operator.user.delete(`/admin/groups/${ID}/`), 204)

  await eventually(async () => expectBody(await put(), 201))
  const next = await callerIn(ID)
  expect(await lists(next)).toEqual([[], []])
  // A deleted course that comes back is in the groups that the operator says.
  const course = `/admin/courses/${pairs[0]?.courseId}/`
  expectBody(await portal.operator.registration.put(course, { name: 'again', groupIds: [ID] }), 201)
  expect(await lists(next)).toEqual([[], []])
  // The retention period goes on.
  expect(await stored(pairs[0]?.userId)).toMatchObject({ groupIds: [], updatedDate })
})

function measureLargeGroup(): void {
  const LARGE = 7_200
  const BELOW = 7_201
  const USERS = Math.min(REGISTRATIONS, 1_000)
  const FIRST_ID = 1_000_000
  const large = (parentId: number) =>
    portal.operator.user.put(`/admin/groups/${LARGE}/`, { name: 'large', parentId })
  let connection: Connection

  beforeAll(async () => {
    expectBody(await large(NORTH), 201)
    const below = { name: 'below', parentId: LARGE }
    expectBody(await portal.operator.user.put(`/admin/groups/${BELOW}/`, below), 201)
    const inGroup = { groupIds: [BELOW] }
    const rows = Array.from({ length: USERS }, (_, i) => ({
      ...{ loginName: `moved-${i}`, email: `moved-${i}@example.org`, firstName: 'Ada', lastName: 'Byron' },
      ...inGroup,
    }))
    const users: { user: { id: number } }[] = []
    for (let i = 0; i < USERS; i += 500)
      users.push(
        ...expectBody(await portal.operator.user.post('/admin/users/batch/', rows.slice(i, i + 500)), 200),
      )
    connection = await mongoose.createConnection(portal.mongodbUrl).asPromise()
    const model = registrationModel(connection)
    for (let first = 0; first < REGISTRATIONS; first += USERS) {
      const course = aStoredCourse(await portal.aCourse(inGroup))
      const records = users.map(({ user }, i) => {
        const identified = aUser({ id: user.id, ...inGroup })
        const { id, ...fields } = begun(FIRST_ID + first + i, { course, user: identified }).registration
        return { _id: id, ...fields, open: true, heldExternalId: '', events: [] }
      })
      await insert(model, records)
    }
  }, 600_000)
  afterAll(() => connection.close())

  it('a group with many registrations is hidden within 15 s, and pollers find each (A2b, R13)', async () => {
    const [north, south] = [await callerIn(NORTH), await callerIn(SOUTH)]
    const count = async ({ api }: Caller, query: string) =>
      Number(
        (await api.get(`/registrations/?limit=1${query}`, { prefer: 'count=exact' })).headers.get(
          'x-total-count',
        ),
      )
    const isLarge = async ({ api }: Caller) => (await api.get(`/registrations/${FIRST_ID}/`)).status === 200
    expect([await isLarge(north), await isLarge(south)]).toEqual([true, false])
    const movedAt = new Date().toISOString()
    const startedAt = performance.now()
    const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10
    expectBody(await large(SOUTH), 200)
    await until(async () => expect(await isLarge(north)).toBe(false), { timeoutMs: 16_000, everyMs: 250 })
    const hidden = seconds()
    const copies = connection.collection('registrations')
    const refreshed = { _id: { $gte: FIRST_ID as never }, 'course.version': 2, 'user.version': 2 }
    await until(async () => expect(await copies.countDocuments(refreshed)).toBe(REGISTRATIONS), {
      timeoutMs: 1_800_000,
      everyMs: 1_000,
    })
    process.stdout.write(
      `${REGISTRATIONS} registrations: hidden after ${hidden} s, all with a new date after ${seconds()} s\n`,
    )
    expect(await count(await callerIn(LARGE), `&updated_after=${movedAt}`)).toBe(REGISTRATIONS)
    expect(await isLarge(await portal.issueKey(south.id))).toBe(true)
  }, 1_900_000)
}
if (REGISTRATIONS > 0) measureLargeGroup()
