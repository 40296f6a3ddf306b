import mongoose from 'mongoose'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'
import { expectStablePagesDuringChanges, locationOf, readAllIds } from '../../../testing/pages.ts'
import { getContract } from '../src/reference/get-contract.ts'
import {
  ADMINISTRATOR,
  ATTENDANCE,
  CALLER,
  NORTH,
  NORTH_SCHOOL,
  registrationPortal,
  ROOT,
  SOUTH,
} from '../../../testing/registration/portal.ts'

const portal = registrationPortal()
let operator: Client
let api: Client
beforeAll(async () => {
  operator = portal.operator.registration
  api = (await portal.anAccount()).api
})

let database: mongoose.Connection
beforeAll(async () => void (database = await mongoose.createConnection(portal.mongodbUrl).asPromise()))
afterAll(() => database.close())
const records = () => database.collection<{ _id: number }>('registrations')
/** The copy of the course, and the last change with milliseconds, which no response shows. */
const stored = (id: number) => records().findOne({ _id: id }, { projection: { course: 1, updatedAt: 1 } })

let last = 0
async function aRegistration() {
  const externalId = `x-${++last}`
  const { body } = await api.post('/registrations/', { ...(await portal.aCourseAndUser()), externalId })
  const id = body.id as number
  return { id, byId: `/registrations/${id}/`, byExternalId: `/registrations/external/${externalId}/` }
}

describe.each([
  ['approve', 'Approved'],
  ['complete', 'Completed'],
  ['withdraw', 'Withdrawn'],
])('POST …/%s/', (verb, status) => {
  it('moves by either id, checks If-Match, and returns the registration (§3, §4.1; S2, S5, B4)', async () => {
    for (const by of ['byId', 'byExternalId'] as const) {
      const { id, [by]: path } = await aRegistration()
      const move = (tag: string) => api.post(`${path}${verb}/`, undefined, { 'if-match': tag })
      const long = { 'if-none-match': `"${'-'.repeat(1_023)}"` }
      expect(await api.post(`${path}${verb}/`, undefined, long)).toBeError(
        'invalid-request',
        'header if-none-match must have at most 1024 characters.',
      )
      const { headers } = await api.get(path)
      expect(await move('"other"')).toBeError('precondition-failed')
      // As nginx makes it of a compressed response.
      const response = await move(`W/${headers.get('etag')}`)
      expect(response).toMatchObject({ status: 200, body: { id, statusName: status } })
      expect((await api.get(path)).body).toEqual(response.body)
      const known = { 'if-none-match': response.headers.get('etag') as string }
      expect((await api.get(path, known)).status).toBe(304)
    }
  })
})

async function registrations(count: number) {
  const { id: courseId } = await portal.aCourse()
  const items = []
  for (let i = 0; i < count; i++) items.push({ courseId, userId: (await portal.aUser()).id })
  const { body } = await api.post('/registrations/batch/', items)
  const created = body.map(({ registration }: any) => registration) as { id: number; userId: number }[]
  return { courseId, created, ids: created.map(({ id }) => id) }
}

const idsOf = (response: { body: { id: number }[] }) => response.body.map(({ id }) => id)

describe('GET /registrations/', () => {
  it('filters by course, user, status and dates, combined with AND (§4.1; R14)', async () => {
    const { courseId, ids } = await registrations(3)
    await api.post(`/registrations/${ids[1]}/complete/`)
    const listed = async (more = '') => idsOf(await api.get(`/registrations/?course_id=${courseId}${more}`))
    await api.post(`/registrations/${ids[2]}/approve/`)
    expect(await listed('&status=Completed')).toEqual([ids[1]])
    expect(await listed('&status=Completed&status=Approved')).toEqual([ids[1], ids[2]])
    expect(await api.get('/registrations/?status=Completed&status=Done')).toBeError(
      'invalid-request',
      'query parameter status must be one of Not Started, Completed, Approved, Withdrawn.',
    )
    expect(await listed('&created_after=2999-01-01T00:00:00Z')).toEqual([])
    expect(await listed('&updated_after=2020-01-01T00:00:00%2B02:00')).toEqual(ids)
    expect(idsOf(await api.get('/registrations/?course_id=999999'))).toEqual([])
    const named = await portal.aUser({ externalId: 'hr-4711', groupIds: [NORTH] })
    const { body } = await api.post('/registrations/', { courseId, userId: named.id })
    expect(idsOf(await api.get('/registrations/?user_external_id=hr-4711'))).toEqual([body.id])
  })

  it('returns each lasting record once, page by page, during other changes (R13)', async () => {
    const admin = await portal.anAccount([{ role: ADMINISTRATOR, groupId: ROOT }])
    const { courseId, created, ids } = await registrations(15)
    await expectStablePagesDuringChanges(api, `/registrations/?course_id=${courseId}`, ids, async (id) => {
      await api.post('/registrations/', { courseId, userId: (await portal.aUser()).id })
      await admin.users.delete(`/users/${created.find((one) => one.id === id)?.userId}/`)
      await eventually(async () => expect(await api.get(`/registrations/${id}/`)).toBeError('not-registered'))
    })
  })

  it('hides registrations of a deleted course, until it is created again (R3, R12, R14)', async () => {
    const { courseId, ids } = await registrations(2)
    await operator.delete(`/admin/courses/${courseId}/`)
    expect((await api.get(`/registrations/?course_id=${courseId}`)).body).toEqual([])
    const deleted = await api.get(`/registrations/?course_id=${courseId}&includeDeleted=true`)
    expect(deleted.body.map((one: any) => [one.id, one.deleted])).toEqual(ids.map((id) => [id, true]))
    expect(await api.get(`/registrations/${ids[0]}/`)).toBeError('not-registered')
    const create = { courseId, userId: (await portal.aUser()).id }
    expect(await api.post('/registrations/', create)).toBeError('course-not-found')
    await operator.put(`/admin/courses/${courseId}/`, { name: 'Back again', groupIds: [NORTH] })
    const back = await api.get(`/registrations/?course_id=${courseId}`)
    expect(back.body.map(({ courseName }: any) => courseName)).toEqual(['Back again', 'Back again'])
  })
})

describe('GET /openapi.json (B6)', () => {
  it('shows the public operations and no others, without a credential', async () => {
    const response = await api.get('/openapi.json', { authorization: '' })
    expect(response.status).toBe(200)
    const paths = Object.keys(response.body.paths as object)
    expect(paths).toContain('/registrations/')
    expect(paths.filter((path) => /^\/(admin|internal)/.test(path))).toEqual([])
    const known = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await api.get('/openapi.json', known)).status).toBe(304)
  })

  it.each(['/openapi.json', '/api/v2/openapi.json'])(
    'names its servers below the path that a proxy has in front, at %s',
    async (path) => {
      const { servers } = (await api.get(path)).body as { servers: { url: string }[] }
      const addresses = servers.map(({ url }) => new URL(url, `https://proxy.example/lms${path}`).href)
      expect(addresses).toEqual(['https://proxy.example/lms/', expect.stringMatching(/lms\/api\/v2\/?$/)])
    },
  )

  it('is serialized once', async () => {
    const handle = getContract()
    const call = { rawPath: '/openapi.json' } as Parameters<typeof handle>[0]
    const [{ serialized }, again] = [await handle(call), await handle(call)]
    expect(serialized).toBeDefined()
    expect(again.serialized).toBe(serialized)
  })
})

it('shows `success` and `updatedDate` on request, and a corrected `success` (B2, R5, R6)', async () => {
  const { body: created } = await api.post('/registrations/', {
    ...(await portal.aCourseAndUser()),
    externalId: 'detailed',
  })
  const shown = async () => {
    const [one, external, [listed]] = (
      await Promise.all(
        [
          `/registrations/${created.id}/?include=details`,
          '/registrations/external/detailed/?include=details',
          `/registrations/?user_id=${created.userId}&include=details`,
        ].map((path) => api.get(path)),
      )
    ).map(({ body }) => body)
    expect([external, listed]).toEqual([one, one])
    return one
  }
  expect(await shown()).toEqual({ ...created, success: null, updatedDate: created.createdDate })
  for (const success of [true, false]) {
    await api.post(`/registrations/${created.id}/complete/`, { success })
    expect(await shown()).toMatchObject({ statusName: 'Completed', success })
  }
  expect((await api.get(`/registrations/${created.id}/history/`)).body).toMatchObject([
    { byName: CALLER, from: null, to: 'Not Started', success: null },
    { byName: CALLER, from: 'Not Started', to: 'Completed', success: true },
    { byName: CALLER, from: 'Completed', to: 'Completed', success: false },
  ])
  expect((await api.get(`/registrations/${created.id}/`)).body).not.toHaveProperty('success')
  expect(await api.get(`/registrations/${created.id}/?include=everything`)).toBeError('invalid-request')
})

it('has one ETag in both forms, which changes also with what only one of them shows (B4)', async () => {
  const { body, headers } = await api.post('/registrations/', await portal.aCourseAndUser())
  const path = `/registrations/${body.id}/`
  const tagOf = async (form: string) => (await api.get(form)).headers.get('etag') as string
  const complete = (success: boolean, tag: string) =>
    api.post(`${path}complete/`, { success }, { 'if-match': tag })
  const [created, withDetails] = [await tagOf(path), await tagOf(`${path}?include=details`)]
  expect([withDetails, headers.get('etag')]).toEqual([created, created])
  const passed = await complete(true, created)
  expect(passed.headers.get('etag')).toBe(await tagOf(path))
  const changed = await complete(false, passed.headers.get('etag') as string)
  expect([changed.status, changed.body]).toEqual([200, passed.body])
  expect(await complete(true, passed.headers.get('etag') as string)).toBeError('precondition-failed')
})

it('shows operators registrations of all groups by course, user and status, also deleted (A7)', async () => {
  const { body } = await api.post('/registrations/', await portal.aCourseAndUser())
  await portal.operator.registration.delete(`/admin/courses/${body.courseId}/`)
  const of = async (query: string) =>
    (await portal.operator.registration.get(`/admin/registrations/?${query}`)).body
  const shown = [{ ...body, success: null, updatedDate: expect.any(String), deleted: true }]
  expect(await of(`courseId=${body.courseId}`)).toEqual(shown)
  expect(await of(`userId=${body.userId}`)).toEqual(shown)
  expect(await of(`userId=${body.userId}&courseId=999999`)).toEqual([])
  expect(await of(`userId=${body.userId}&status=Completed&status=Not%20Started`)).toEqual(shown)
  expect(await of(`userId=${body.userId}&status=Completed`)).toEqual([])
  const history = await portal.operator.registration.get(`/admin/registrations/${body.id}/history/`)
  // With milliseconds, so that what happened to a person in one second has an order.
  const at = expect.stringMatching(/^[\d-]{10}T[\d:]{8}\.\d{3}Z$/)
  expect(history).toMatchObject({ status: 200, body: [{ at, to: 'Not Started' }] })
})

it('a registration is moved only if the present groups of its user are visible (A3)', async () => {
  const pair = await portal.aCourseAndUser({}, { groupIds: [SOUTH] })
  const { body } = await api.post('/registrations/', pair)
  await records().updateOne({ _id: body.id }, { $set: { 'user.groupIds': [NORTH] } })
  const { api: north } = await portal.anAccount([{ role: ATTENDANCE, groupId: NORTH }])
  expect(await north.post(`/registrations/${body.id}/approve/`)).toBeError('forbidden')
})

it('an operator who replaces a course with If-Match does not undo another change (B4)', async () => {
  const { registration } = portal.operator
  const { id } = await portal.aCourse()
  const path = `/admin/courses/${id}/`
  const read = await registration.get(path)
  const tag = { 'if-match': read.headers.get('etag') as string }
  const retired = await registration.put(path, { ...read.body, active: false }, tag)
  expect([retired.status, retired.headers.get('etag')]).toEqual([200, expect.any(String)])
  expect(await registration.put(path, { ...read.body, name: 'Renamed' }, tag)).toBeError(
    'precondition-failed',
  )
  expect((await registration.get(path)).body).toEqual({ ...read.body, active: false })
  expect(await registration.put('/admin/courses/880088/', { name: 'New' }, { 'if-match': '*' })).toBeError(
    'precondition-failed',
  )
  const create = await registration.put(path, { name: 'New' }, { 'if-none-match': '*' })
  expect(create).toBeError('precondition-failed', expect.stringContaining('exists already'))
})

it('the same course again changes neither the course nor its registrations (B4)', async () => {
  const { id, byId } = await aRegistration()
  const path = `/admin/courses/${(await api.get(byId)).body.courseId}/`
  const course = await operator.get(path)
  const before = await stored(id)
  const again = await operator.put(path, course.body)
  expect([again.status, again.body]).toEqual([200, course.body])
  expect(await stored(id)).toEqual(before)
  expect(await operator.put(path, { ...course.body, name: 'Renamed' })).toMatchObject({ status: 200 })
  expect(await stored(id)).not.toEqual(before)
})

it('lists the visible courses in pages, and returns one with an ETag (B8, A3, A4, B4, R13)', async () => {
  const closed = { active: false, published: false }
  const name = 'First aid'
  const near = await portal.aCourse({ name, groupIds: [NORTH, SOUTH] })
  const below = await portal.aCourse({ name, groupIds: [NORTH_SCHOOL], ...closed })
  const far = await portal.aCourse({ name, groupIds: [SOUTH] })
  const north = await portal.anAccount([{ role: ATTENDANCE, groupId: NORTH }])
  expect(await readAllIds(north.api, '/courses/?limit=1&name=First+aid')).toEqual([near.id, below.id])
  expect(await readAllIds(north.api, '/courses/?active=false&published=false')).toEqual([below.id])
  const counted = await north.api.get('/courses/?name=First+aid&limit=1', { prefer: 'count=exact' })
  expect(counted.headers.get('x-total-count')).toBe('2')

  const read = await north.api.get(`/courses/${near.id}/`)
  expect(read).toMatchObject({ status: 200, body: counted.body[0] })
  // The other group of the course is not in scope, and changes nothing that is shown.
  expect(read.body.groupIds).toEqual([NORTH])
  await operator.put(`/admin/courses/${near.id}/`, { ...near, groupIds: [NORTH, ROOT] })
  const known = { 'if-none-match': read.headers.get('etag') ?? '' }
  expect((await north.api.get(`/api/v2/courses/${near.id}`, known)).status).toBe(304)
  expect(await north.api.get(`/courses/${far.id}/`)).toBeError('course-out-of-reach')
  await operator.delete(`/admin/courses/${near.id}/`)
  expect(await north.api.get(`/courses/${near.id}/`, known)).toBeError('not-found')
})

describe('the catalogue of courses (O4)', () => {
  it('creates with 201 and a Location, and replaces with 200, with the id of the path (O9)', async () => {
    const named = { name: 'First aid', groupIds: [NORTH] }
    const flags = { active: false, published: false, requiresRegistration: false, eventBased: true }
    const unusual = { ...named, ...flags, externalId: 'provider-9' }
    const created = await operator.put('/admin/courses/1/', { ...unusual, id: 99 })
    expect(created).toMatchObject({ status: 201, body: { ...unusual, id: 1 } })
    expect(locationOf(created)).toBe('/admin/courses/1/')
    const replaced = await operator.put('/admin/courses/1/', named)
    expect(replaced.status).toBe(200)
    const usual = { active: true, published: true, requiresRegistration: true, eventBased: false }
    expect(replaced.body).toEqual({ id: 1, ...named, ...usual, externalId: '' })
    const read = await operator.get('/admin/courses/1/')
    expect(read.body).toEqual(replaced.body)
    const known = { 'if-none-match': read.headers.get('etag') ?? '' }
    expect((await operator.get('/admin/courses/1/', known)).status).toBe(304)
    expect(await operator.get('/admin/courses/99/')).toBeError('not-found')
  })

  it('is listed by id, in pages (R13)', async () => {
    for (const id of [11, 12, 13]) await operator.put(`/admin/courses/${id}/`, { name: `Course ${id}` })
    const counted = await operator.get('/admin/courses/?limit=2', { prefer: 'count=exact' })
    const ids = await readAllIds(operator, '/admin/courses/?limit=2')
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids).toEqual(expect.arrayContaining([11, 12, 13]))
    expect(counted.headers.get('x-total-count')).toBe(String(ids.length))
  })
})

it('shows the API reference at the public port, besides the operations (B6)', async () => {
  const page = await fetch(`${portal.url}/docs/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await api.get('/docs/nothing')).toBeError('path-not-found')
  expect((await fetch(`${portal.operatorUrl}/docs/`)).status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('no-cache')
})

describe('what the user service asks for, step by step', () => {
  it('is that the registrations of a user are erased, whose ids are kept (O18)', async () => {
    const { courseId, userId } = await portal.aCourseAndUser()
    const { id } = expectBody(await api.post('/registrations/', { courseId, userId }), 201)
    const path = `/internal/users/${userId}/registrations/`
    const found = async () => expectBody(await operator.get(`/admin/registrations/?userId=${userId}`), 200)
    const erase = async (withRegistrations: boolean) =>
      expectBody(await portal.internal.post(`${path}erase/`, { withRegistrations }), 200)
    expect(await erase(false)).toMatchObject({ done: true })
    expect(await found()).toMatchObject([{ id, userExternalId: '', deleted: true }])
    expect(await erase(true)).toMatchObject({ done: true })
    expect(await found()).toEqual([])
    expect(expectBody(await portal.internal.get(`${path}erased/`), 200)).toEqual([id])
  })

  it('is that a deleted group leaves the copies of users whose message is late (R16)', async () => {
    const former = 9_901
    await portal.operator.user.put(`/admin/groups/${former}/`, { name: 'former', parentId: null })
    const { id: userId } = await portal.aUser({ groupIds: [former] })
    const { courseId } = await portal.aCourseAndUser()
    const grants = [former, NORTH].map((groupId) => ({ role: ATTENDANCE, groupId }))
    const caller = (await portal.anAccount(grants)).api
    const { id } = expectBody(await caller.post('/registrations/', { courseId, userId }), 201)
    const found = async () => expectBody(await caller.get(`/registrations/?user_id=${userId}`), 200)
    expect(await found()).toMatchObject([{ id }])
    const left = { groupId: former, users: [] }
    const { body } = await portal.internal.post('/internal/groups/deleted/', left)
    expect([body.done, await found()]).toEqual([true, []])
  })

  it('is that a deleted group leaves deleted courses, and no others (R16)', async () => {
    const [deleted, other] = [
      await portal.aCourse({ groupIds: [NORTH] }),
      await portal.aCourse({ groupIds: [NORTH] }),
    ]
    await operator.delete(`/admin/courses/${deleted.id}/`)
    const groupsOf = async () =>
      (await portal.internal.post('/internal/courses/groups/', { courseIds: [deleted.id, other.id] })).body
    const kept = { courseId: other.id, groupIds: [NORTH] }
    expect(await groupsOf()).toEqual([{ courseId: deleted.id, groupIds: [NORTH] }, kept])
    const left = { groupId: NORTH, users: [] }
    await eventually(async () =>
      expect(expectBody(await portal.internal.post('/internal/groups/deleted/', left), 200)).toMatchObject({
        done: true,
      }),
    )
    expect(await groupsOf()).toEqual([{ courseId: deleted.id, groupIds: [] }, kept])
  })
})
