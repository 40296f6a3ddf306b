import { recordedLog } from '../../shared/tests/kit/recorded-log.ts'
import type { Client } from '../../shared/tests/kit/client.ts'
import { nextOf } from '../../shared/tests/kit/late-writers.ts'
import { must, NORTH, NORTH_SCHOOL, ROOT, SOUTH, startUser, type Portal } from './kit/start-user.ts'

const log = recordedLog('user')
let portal: Portal
let operator: Client
let lastGroup = 1000
beforeAll(async () => {
  portal = await startUser({ logger: log.logger })
  operator = portal.operator
})
afterAll(() => portal.stop())

async function aGroup(parentId: number | null = ROOT): Promise<number> {
  const id = ++lastGroup
  must(await operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId }), 201)
  return id
}
async function aUser(): Promise<number> {
  const { api } = await portal.anAccount([ROOT])
  return must(await api.post('/users/', portal.someone()), 201).id
}

describe('groups (O1)', () => {
  it('are created, read, replaced and deleted; what was read can be put back', async () => {
    const path = `/admin/groups/${++lastGroup}/`
    const created = await operator.put(path, { name: 'West', parentId: ROOT })
    expect(created).toMatchObject({ status: 201, body: { id: lastGroup, name: 'West', parentId: ROOT } })
    expect(created.headers.get('location')).toBe(path)
    const read = await operator.get(path)
    expect(read.body).toEqual(created.body)
    expect(await operator.put(path, read.body)).toMatchObject({ status: 200, body: read.body })
    expect(await operator.put(path, { name: 'Far West' })).toMatchObject({
      status: 200,
      body: { name: 'Far West', parentId: null },
    })
    expect((await operator.delete(path)).status).toBe(204)
    expect(await operator.get(path)).toBeError('not-found')
    expect(await operator.delete(path)).toBeError('not-found')
  })

  it('are listed by id, in pages (R13)', async () => {
    await aGroup()
    const page = await operator.get('/admin/groups/?limit=2', { prefer: 'count=exact' })
    expect(page.body).toEqual([
      { id: ROOT, name: 'group 1', parentId: null },
      { id: NORTH, name: 'group 10', parentId: ROOT },
    ])
    const next = nextOf(page) as string
    expect((await operator.get(next)).body[0]).toMatchObject({ id: NORTH_SCHOOL })
    const all = await operator.get('/admin/groups/?offset=1')
    expect(all.body).toHaveLength(Number(page.headers.get('x-total-count')) - 1)
  })

  it('need a parent that exists', async () => {
    expect(await operator.put(`/admin/groups/${++lastGroup}/`, { name: 'x', parentId: 987654 })).toBeError(
      'parent-not-found',
    )
  })

  it('stay while they have subgroups, users or grants', async () => {
    const id = await aGroup()
    const path = `/admin/groups/${id}/`
    const below = await aGroup(id)
    expect(await operator.delete(path)).toBeError('group-in-use')
    must(await operator.delete(`/admin/groups/${below}/`), 204)

    const userId = await aUser()
    must(await operator.put(`${path}members/${userId}/`), 204)
    expect(await operator.delete(path)).toBeError('group-in-use')
    must(await operator.delete(`${path}members/${userId}/`), 204)

    const { id: accountId } = await portal.anAccount([id])
    expect(await operator.delete(path)).toBeError('group-in-use')
    must(await operator.delete(`/admin/service-accounts/${accountId}/`), 204)
    must(await operator.delete(path), 204)
  })

  it('can be used again after a deletion was refused', async () => {
    const id = await aGroup()
    const [first, second] = [await aUser(), await aUser()]
    must(await operator.put(`/admin/groups/${id}/members/${first}/`), 204)
    expect(await operator.delete(`/admin/groups/${id}/`)).toBeError('group-in-use')
    must(await operator.put(`/admin/groups/${id}/members/${second}/`), 204)
    expect((await operator.get(`/admin/groups/${id}/members/`)).body).toEqual([
      { userId: first },
      { userId: second },
    ])
  })
})

describe('members (O3)', () => {
  it('are put in and taken out, any number of times', async () => {
    const id = await aGroup()
    const [first, second] = [await aUser(), await aUser()]
    for (let i = 0; i < 2; i++)
      for (const userId of [first, second])
        expect((await operator.put(`/admin/groups/${id}/members/${userId}/`)).status).toBe(204)
    const page = await operator.get(`/admin/groups/${id}/members/?limit=1`, { prefer: 'count=exact' })
    expect(page.body).toEqual([{ userId: first }])
    expect(page.headers.get('x-total-count')).toBe('2')
    const next = nextOf(page) as string
    expect((await operator.get(next)).body).toEqual([{ userId: second }])
    for (let i = 0; i < 2; i++)
      expect((await operator.delete(`/admin/groups/${id}/members/${first}/`)).status).toBe(204)
    expect((await operator.get(`/admin/groups/${id}/members/`)).body).toEqual([{ userId: second }])
  })

  it('are no news when nothing changed (S6)', async () => {
    const userId = await aUser()
    const version = async () =>
      (await portal.internal.post('/internal/users/resolve/', [{ userId }])).body[0].user.version
    expect(await version()).toBe(1)
    must(await operator.put(`/admin/groups/${ROOT}/members/${userId}/`), 204)
    must(await operator.delete(`/admin/groups/${SOUTH}/members/${userId}/`), 204)
    expect(await version()).toBe(1)
    must(await operator.put(`/admin/groups/${SOUTH}/members/${userId}/`), 204)
    expect(await version()).toBe(2)
  })
})

describe('operators', () => {
  it('leave a line for every change, without their token (O10)', async () => {
    const id = await aGroup()
    const line = log.lines.findLast(({ event }) => event === 'audit')
    expect(line).toMatchObject({
      event: 'audit',
      operation: 'putGroup',
      target: { group: id },
      operator: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    expect(JSON.stringify(log.lines)).not.toContain('operator-token')
  })
})
