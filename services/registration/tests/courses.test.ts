import type { Client } from '../../shared/tests/kit/client.ts'
import { walk } from '../../shared/tests/kit/walk.ts'
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

  it('lists by id, page by page (R13)', async () => {
    for (const id of [11, 12, 13]) await operator.put(`/admin/courses/${id}/`, { name: `Course ${id}` })
    const counted = await operator.get('/admin/courses/?limit=2', { prefer: 'count=exact' })
    const ids = await walk(operator, '/admin/courses/?limit=2')
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids).toEqual(expect.arrayContaining([11, 12, 13]))
    expect(counted.headers.get('x-total-count')).toBe(String(ids.length))
  })
})
