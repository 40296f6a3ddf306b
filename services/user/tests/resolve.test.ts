import type { Client } from '../../shared/tests/kit/client.ts'
import { must, NORTH, ROOT, startUser, type Portal } from './kit/start-user.ts'

let portal: Portal
let api: Client
beforeAll(async () => {
  portal = await startUser()
  api = (await portal.anAccount([ROOT])).api
})
afterAll(() => portal.stop())

const resolve = async (queries: unknown) =>
  must(await portal.internal.post('/internal/users/resolve/', queries), 200)

it('answers many queries in their order (R2, R3)', async () => {
  const ada = must(
    await api.post(
      `/users/?groupId=${NORTH}`,
      portal.someone({ externalId: 'R-1', email: 'R1@Example.org', expirationDate: '2030-01-01T00:00:00Z' }),
    ),
    201,
  )
  for (let i = 0; i < 2; i++)
    must(await api.post('/users/', portal.someone({ email: 'twins@example.org' })), 201)
  const found = await resolve([
    { userEmail: 'r1@EXAMPLE.org' },
    { userExternalId: 'r-1' },
    { userEmail: 'TWINS@example.org' },
    { userId: 987654, userExternalId: 'R-1', userEmail: 'twins@example.org' },
    { userId: ada.id, userEmail: 'twins@example.org', strict: true },
    {},
  ])
  expect(found).toMatchObject([
    { code: 'resolved', resolvedBy: 'userEmail', user: { id: ada.id } },
    { code: 'user-not-found' },
    { code: 'user-ambiguous' },
    { code: 'resolved', resolvedBy: 'userExternalId', user: { id: ada.id } },
    { code: 'identifiers-disagree' },
    { code: 'user-not-found' },
  ])
  expect(found[0].user).toEqual({
    id: ada.id,
    version: 1,
    externalId: 'R-1',
    email: 'R1@Example.org',
    firstName: ada.firstName,
    lastName: ada.lastName,
    loginName: ada.loginName,
    groupIds: [NORTH],
    expirationDate: '2030-01-01T00:00:00Z',
  })
})

it('never matches a deleted user, and sees a change at once (R3, R16)', async () => {
  const { id } = must(
    await api.post('/users/', portal.someone({ externalId: 'R-2', email: 'r2@example.org' })),
    201,
  )
  must(await api.post(`/users/${id}/`, { email: 'r2-new@example.org' }), 200)
  expect(await resolve([{ userEmail: 'r2@example.org' }, { userEmail: 'r2-new@example.org' }])).toMatchObject(
    [{ code: 'user-not-found' }, { code: 'resolved', user: { id, version: 2 } }],
  )
  must(await api.delete(`/users/${id}/`), 204)
  const queries = [{ userId: id }, { userExternalId: 'R-2' }, { userEmail: 'r2-new@example.org' }]
  expect(await resolve(queries)).toEqual(queries.map(() => ({ code: 'user-not-found' })))
})

it('takes up to 500 queries, and refuses what is not one', async () => {
  const { id } = must(await api.post('/users/', portal.someone()), 201)
  const answers = await resolve(
    Array.from({ length: 500 }, (_, i) => ({ userId: i === 499 ? id : 1_000_000 + i })),
  )
  expect(answers).toHaveLength(500)
  expect(answers[499]).toMatchObject({ code: 'resolved', user: { id } })
  const internal = (body: unknown) => portal.internal.post('/internal/users/resolve/', body)
  expect(await internal(Array.from({ length: 501 }, () => ({ userId: id })))).toBeError('invalid-request')
  expect(await internal([])).toBeError('invalid-request')
  expect(await internal([{ userId: 'x' }])).toBeError('invalid-request')
})
