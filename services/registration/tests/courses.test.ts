import { client } from '../../shared/tests/kit/client.ts'
import '../../shared/tests/kit/matchers.ts'
import type { Client } from '../../shared/tests/kit/client.ts'
import { NORTH, startPortal, type Portal } from './kit/portal.ts'

let portal: Portal
let operator: Client

beforeAll(async () => {
  portal = await startPortal()
  operator = portal.operator.courses
})
afterAll(() => portal.stop())

describe('the catalogue of courses (O4)', () => {
  const full = {
    name: 'First aid',
    externalId: 'provider-9',
    groupIds: [NORTH],
    active: false,
    published: false,
    requiresRegistration: false,
    eventBased: true,
  }

  it('creates with 201 and a Location, and replaces with 200 (O9)', async () => {
    const created = await operator.put('/admin/courses/1/', full)
    expect([created.status, created.headers.get('location')]).toEqual([201, '/admin/courses/1/'])
    expect(created.body).toEqual({ id: 1, ...full })
    const replaced = await operator.put('/admin/courses/1/', { name: 'First aid', groupIds: [NORTH] })
    expect(replaced.status).toBe(200)
    expect(replaced.body).toEqual({
      id: 1,
      name: 'First aid',
      externalId: '',
      groupIds: [NORTH],
      active: true,
      published: true,
      requiresRegistration: true,
      eventBased: false,
    })
    expect((await operator.get('/admin/courses/1/')).body).toEqual(replaced.body)
  })

  it('takes the id from the path, whatever the body says', async () => {
    await operator.put('/admin/courses/2/', { id: 99, name: 'Second' })
    expect((await operator.get('/admin/courses/2/')).body).toMatchObject({ id: 2, name: 'Second' })
    expect(await operator.get('/admin/courses/99/')).toBeError('not-found')
  })

  it('deletes with 204, then knows the course no more until it is put again', async () => {
    await operator.put('/admin/courses/3/', { name: 'Third' })
    expect((await operator.delete('/admin/courses/3/')).status).toBe(204)
    expect(await operator.get('/admin/courses/3/')).toBeError('not-found')
    expect(await operator.delete('/admin/courses/3/')).toBeError('not-found')
    expect((await operator.put('/admin/courses/3/', { name: 'Third' })).status).toBe(201)
  })

  it.each([
    [{}, 'name is required.'],
    [{ name: '' }, expect.stringMatching(/^name /)],
    [{ name: 'x', groupIds: ['north'] }, 'groupIds.0 must be integer.'],
    [{ name: 'x', active: 'yes' }, 'active must be boolean.'],
    [{ name: 'x', colour: 'red' }, 'colour is not known here.'],
  ])('refuses %j and says why (S3)', async (body, detail) => {
    expect(await operator.put('/admin/courses/4/', body)).toBeError('invalid-request', detail as string)
  })

  it('lists by id, page by page (R13)', async () => {
    for (const id of [11, 12, 13]) await operator.put(`/admin/courses/${id}/`, { name: `Course ${id}` })
    const first = await operator.get('/admin/courses/?limit=2', { prefer: 'count=exact' })
    const ids: number[] = []
    for (let answer = first; ;) {
      ids.push(...answer.body.map(({ id }: { id: number }) => id))
      const next = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
      if (next === undefined) break
      answer = await operator.get(next)
    }
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids).toEqual(expect.arrayContaining([11, 12, 13]))
    expect(first.headers.get('x-total-count')).toBe(String(ids.length))
  })

  it('is for operators: a service account is none (A7)', async () => {
    const { credential } = await portal.anAccount()
    expect(await client(portal.urls.registrationOperator, credential).get('/admin/courses/')).toBeError(
      'invalid-token',
    )
  })

  it('renames a course on its registrations', async () => {
    const { api } = await portal.anAccount()
    const course = await portal.aCourse({ name: 'Old name' })
    const { body } = await api.post('/registrations/', {
      courseId: course.id,
      userId: (await portal.aUser()).id,
    })
    await operator.put(`/admin/courses/${course.id}/`, { name: 'New name', groupIds: [NORTH] })
    expect((await api.get(`/registrations/${body.id}/`)).body.courseName).toBe('New name')
  })
})
