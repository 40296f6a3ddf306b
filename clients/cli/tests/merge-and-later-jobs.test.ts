import { eventually } from '../../../testing/eventually.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { expectBody } from '../../../testing/portal.ts'

const system = wholeSystem()

it('after a merge an import remembers an open item for the account that is left (R22)', async () => {
  const { operator } = system
  expectBody(await operator.put('/admin/courses/4/', { name: 'Cranes', groupIds: [1] }), 201)
  const people = ['ada', 'ada.byron'].map((loginName) => ({
    loginName,
    externalId: loginName,
    email: `${loginName}@example.org`,
    firstName: 'Ada',
    lastName: 'Byron',
    groupIds: [1],
  }))
  const created = expectBody(await operator.post('/admin/users/batch/', people), 200)
  const [from, into] = created.map(({ user }: { user: { id: number } }) => user.id)
  const item = { courseId: 4, statusName: 'Not Started', createdDate: '2020-01-01T08:00:00Z' }
  const importFor = (userId: number) => operator.post('/admin/registrations/import/', [{ ...item, userId }])
  expect((await importFor(from)).body).toMatchObject([{ outcome: 'created' }])
  expect([200, 202]).toContain((await operator.post(`/admin/users/${from}/merge/`, { into })).status)
  await eventually(async () =>
    expect((await operator.get(`/admin/merges/${from}/`)).body).toMatchObject({ status: 'finished' }),
  )
  expect((await importFor(into)).body).toMatchObject([{ outcome: 'unchanged' }])
})
