import '../../shared/tests/kit/matchers.ts'
import { ROOT, startUser, type Portal } from './kit/start-user.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startUser()
})
afterAll(() => portal.stop())

it('creates, reads and finds a user (specification §4.2)', async () => {
  const { api } = await portal.anAccount([ROOT])
  const created = await api.post('/users/', portal.someone({ externalId: 'hr-1' }))
  expect(created).toMatchObject({ status: 201, body: { externalId: 'hr-1', expirationDate: '' } })
  expect(created.headers.get('location')).toBe(`/users/${created.body.id}/`)
  expect((await api.get(`/users/${created.body.id}/`)).body).toEqual(created.body)
  const resolved = await portal.internal.post('/internal/users/resolve/', [{ userExternalId: 'hr-1' }])
  expect(resolved.body).toMatchObject([{ code: 'resolved', user: { id: created.body.id, groupIds: [ROOT] } }])
})
