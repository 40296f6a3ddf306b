import '../../shared/tests/kit/matchers.ts'
import type { Client } from '../../shared/tests/kit/client.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { nextOf } from '../../shared/tests/kit/late-writers.ts'
import { ADMINISTRATOR, ATTENDANCE, NORTH, ROOT, SOUTH, startPortal, type Portal } from './kit/portal.ts'

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
    expect(
      idsOf(await api.get(`/registrations/?course_id=${courseId}&created_after=2999-01-01T00:00:00Z`)),
    ).toEqual([])
    expect(
      idsOf(await api.get(`/registrations/?course_id=${courseId}&updated_after=2020-01-01T00:00:00%2B02:00`)),
    ).toEqual(ids)
  })

  it('shows only what the account reaches (specification §1; A3)', async () => {
    const north = await registrations(1, NORTH)
    const south = await registrations(1, SOUTH)
    const narrow = await portal.anAccount([{ role: ATTENDANCE, groupId: SOUTH }])
    const seen = idsOf(await narrow.api.get('/registrations/'))
    expect(seen).toEqual(expect.arrayContaining(south.ids))
    expect(seen).not.toEqual(expect.arrayContaining(north.ids))
  })

  it.each([
    'offset=-1',
    'offset=x',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'limit=0x10',
    'limit=1e1',
    'colour=red',
    'cursor=bm8',
    'status=Lost',
    'created_after=yesterday',
  ])('refuses %s with 400 (R13, R14)', async (query) => {
    expect(await api.get(`/registrations/?${query}`)).toBeError(
      'invalid-request',
      expect.any(String) as never,
    )
  })

  it('pages by offset and limit, ordered by id, and takes a limit above 1000 as 1000 (R13)', async () => {
    const { courseId, ids } = await registrations(5)
    const page = (query: string) => api.get(`/registrations/?course_id=${courseId}&${query}`)
    expect(idsOf(await page('offset=1&limit=2'))).toEqual(ids.slice(1, 3))
    expect(idsOf(await page('limit=0'))).toEqual([])
    expect(idsOf(await page('limit=5000'))).toEqual(ids)
  })

  it('gives each record that is there throughout the walk exactly once through Link, while others come and go (R13)', async () => {
    const admin = await portal.anAccount([{ role: ADMINISTRATOR, groupId: ROOT }])
    const { courseId, created, ids } = await registrations(15)
    // Of those already walked by and of those still to come, one after each page.
    const leaving = [0, 14, 3, 13, 5].map((k) => created[k] as { id: number; userId: number })
    const staying = ids.filter((id) => !leaving.some((one) => one.id === id))
    const walked: number[] = []
    let changes = 0
    for (
      let path: string | undefined = `/registrations/?course_id=${courseId}&limit=3`;
      path !== undefined;
    ) {
      const answer = await api.get(path)
      walked.push(...idsOf(answer))
      path = nextOf(answer)
      const gone = leaving[changes++]
      if (gone === undefined) continue
      expect(path).toContain(`course_id=${courseId}`)
      await api.post('/registrations/', { courseId, userId: (await portal.aUser()).id })
      await admin.users.delete(`/users/${gone.userId}/`)
      await eventually(async () =>
        expect(await api.get(`/registrations/${gone.id}/`)).toBeError('not-registered'),
      )
    }
    expect(changes).toBeGreaterThan(leaving.length)
    expect(walked.filter((id) => staying.includes(id))).toEqual(staying)
    expect(new Set(walked).size).toBe(walked.length)
    // Who left before the walk came by is not in it.
    expect(walked).not.toContain(leaving[1]?.id)
  })

  it('counts only when asked (R13)', async () => {
    const { courseId } = await registrations(3)
    const path = `/registrations/?course_id=${courseId}&limit=1`
    const counted = await api.get(path, { prefer: 'count=exact' })
    expect(counted.headers.get('x-total-count')).toBe('3')
    expect(counted.headers.get('preference-applied')).toBe('count=exact')
    expect((await api.get(path)).headers.get('x-total-count')).toBeNull()
  })

  it('leaves out registrations of a deleted course and brings them back with it (R12)', async () => {
    const { courseId, ids } = await registrations(2)
    await portal.operator.courses.delete(`/admin/courses/${courseId}/`)
    expect((await api.get(`/registrations/?course_id=${courseId}`)).body).toEqual([])
    expect(await api.get(`/registrations/${ids[0]}/`)).toBeError('not-registered')
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
