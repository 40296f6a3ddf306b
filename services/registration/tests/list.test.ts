import '../../shared/tests/kit/matchers.ts'
import type { Client } from '../../shared/tests/kit/client.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { walkWhileOthersComeAndGo } from '../../shared/tests/kit/walk.ts'
import { ADMINISTRATOR, NORTH, ROOT, startPortal, type Portal } from './kit/portal.ts'

let portal: Portal
let api: Client
let account: Awaited<ReturnType<Portal['anAccount']>>

beforeAll(async () => {
  portal = await startPortal()
  account = await portal.anAccount()
  api = account.api
})
afterAll(() => portal.stop())

async function registrations(count: number, groupId = NORTH) {
  const course = await portal.aCourse({ groupIds: [groupId] })
  const users = []
  for (let i = 0; i < count; i++) users.push(await portal.aUser({ groupIds: [groupId] }))
  const answer = await api.post(
    '/registrations/batch/',
    users.map(({ id }) => ({ courseId: course.id, userId: id })),
  )
  const created = answer.body.map(({ registration }: any) => registration) as { id: number; userId: number }[]
  return { courseId: course.id, created, ids: created.map(({ id }) => id) }
}

const idsOf = (answer: { body: { id: number }[] }) => answer.body.map(({ id }) => id)

describe('GET /registrations/', () => {
  it('filters by course, user, status and dates, all ANDed (specification §4.1; R14)', async () => {
    const { courseId, created, ids } = await registrations(3)
    const [first, second] = created as [{ id: number; userId: number }, { id: number; userId: number }]
    await api.post(`/registrations/${second.id}/complete/`)
    expect(idsOf(await api.get(`/registrations/?course_id=${courseId}`))).toEqual(ids)
    expect(idsOf(await api.get(`/registrations/?course_id=${courseId}&user_id=${first.userId}`))).toEqual([
      first.id,
    ])
    expect(idsOf(await api.get(`/registrations/?course_id=${courseId}&status=Completed`))).toEqual([
      second.id,
    ])
    expect(idsOf(await api.get(`/registrations/?course_id=999999`))).toEqual([])
    const named = await portal.aUser({ externalId: 'hr-4711', groupIds: [NORTH] })
    const { body } = await api.post('/registrations/', { courseId, userId: named.id })
    expect(idsOf(await api.get('/registrations/?user_external_id=hr-4711'))).toEqual([body.id])
    ids.push(body.id)
    expect(
      idsOf(await api.get(`/registrations/?course_id=${courseId}&created_after=2999-01-01T00:00:00Z`)),
    ).toEqual([])
    expect(
      idsOf(await api.get(`/registrations/?course_id=${courseId}&updated_after=2020-01-01T00:00:00%2B02:00`)),
    ).toEqual(ids)
  })

  it.each(['offset=-1', 'limit=-1', 'cursor=bm8', 'status=Lost', 'created_after=yesterday'])(
    'refuses %s with 400 (R13, R14)',
    async (query) => {
      expect(await api.get(`/registrations/?${query}`)).toBeError('invalid-request')
    },
  )

  it('gives each record that is there throughout the walk exactly once through Link, while others come and go (R13)', async () => {
    const admin = await portal.anAccount([{ role: ADMINISTRATOR, groupId: ROOT }])
    const { courseId, created, ids } = await registrations(15)
    await walkWhileOthersComeAndGo(api, `/registrations/?course_id=${courseId}`, ids, async (id) => {
      await api.post('/registrations/', { courseId, userId: (await portal.aUser()).id })
      await admin.users.delete(`/users/${created.find((one) => one.id === id)?.userId}/`)
      await eventually(async () => expect(await api.get(`/registrations/${id}/`)).toBeError('not-registered'))
    })
  })

  it('leaves out registrations of a deleted course unless asked for, takes no new one, and brings them back with it (R3, R12, R14)', async () => {
    const { courseId, ids } = await registrations(2)
    await portal.operator.courses.delete(`/admin/courses/${courseId}/`)
    expect((await api.get(`/registrations/?course_id=${courseId}`)).body).toEqual([])
    const deleted = await api.get(`/registrations/?course_id=${courseId}&includeDeleted=true`)
    expect(deleted.body.map((one: any) => [one.id, one.deleted])).toEqual(ids.map((id) => [id, true]))
    expect(await api.get(`/registrations/${ids[0]}/`)).toBeError('not-registered')
    const create = { courseId, userId: (await portal.aUser()).id }
    expect(await api.post('/registrations/', create)).toBeError('course-not-found')
    await portal.operator.courses.put(`/admin/courses/${courseId}/`, {
      name: 'Back again',
      groupIds: [NORTH],
    })
    const back = await api.get(`/registrations/?course_id=${courseId}`)
    expect(back.body.map(({ courseName }: any) => courseName)).toEqual(['Back again', 'Back again'])
  })
})

describe('GET /openapi.json (B6)', () => {
  it('shows the public operations and no others, to anybody', async () => {
    const answer = await api.get('/openapi.json', { authorization: '' })
    expect(answer.status).toBe(200)
    const paths = Object.keys(answer.body.paths as object)
    expect(paths).toContain('/registrations/')
    expect(paths.filter((path) => /^\/(admin|internal)/.test(path))).toEqual([])
    const known = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await api.get('/openapi.json', known)).status).toBe(304)
  })
})
