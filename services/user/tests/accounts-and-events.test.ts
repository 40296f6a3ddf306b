import mongoose from 'mongoose'
import { client, type Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { MOMENT } from '../../../testing/pact/shapes.ts'
import {
  ADMINISTRATOR,
  ATTENDANCE,
  expectBody,
  NORTH,
  NORTH_SCHOOL,
  ROOT,
  SOUTH,
  userPortal,
} from '../../../testing/user/start-user.ts'
import { keyModel } from '../src/service-accounts/keys/record.ts'

const portal = userPortal()

describe('the data that decides which events an account gets (A3, A7, W4)', () => {
  const ASKED = [NORTH, NORTH_SCHOOL, SOUTH, 999_999]
  const visibilityOf = async (...accountIds: number[]) =>
    expectBody(
      await portal.internal.post('/internal/service-accounts/visibility/', { accountIds, groupIds: ASKED }),
      200,
    )

  it('has the groups in which the account holds a role, subgroups included, at present', async () => {
    const { id } = await portal.anAccount([NORTH, NORTH_SCHOOL])
    expect(await visibilityOf(id, 999_999)).toEqual([
      {
        accountId: id,
        createdAt: expect.stringMatching(MOMENT),
        hasValidKey: true,
        scopes: {
          courseAttendanceManager: [],
          batchRegistrationManager: [],
          userAdministrator: [NORTH, NORTH_SCHOOL],
        },
      },
    ])
    await portal.operator.put(`/admin/service-accounts/${id}/`, {
      name: 'changed',
      grants: [{ role: ATTENDANCE, groupId: SOUTH }],
    })
    expect(await visibilityOf(id)).toMatchObject([
      { scopes: { courseAttendanceManager: [SOUTH], userAdministrator: [] } },
    ])
  })

  it('leaves out accounts without a valid key', async () => {
    const { id } = await portal.anAccount([NORTH])
    const { keyId } = (await portal.operator.get(`/admin/service-accounts/${id}/keys/`)).body[0]
    await portal.operator.delete(`/admin/service-accounts/${id}/keys/${keyId}/`)
    expect(await visibilityOf(id)).toMatchObject([{ accountId: id, hasValidKey: false }])
    await portal.operator.post(`/admin/service-accounts/${id}/keys/`)
    expect(await visibilityOf(id)).toMatchObject([{ accountId: id, hasValidKey: true }])
    const { body } = await portal.operator.post('/admin/service-accounts/', {
      name: 'without a key',
      grants: [{ role: ADMINISTRATOR, groupId: NORTH }],
    })
    expect(await visibilityOf(body.id)).toMatchObject([{ hasValidKey: false }])
  })

  it('has the groups of users, deleted or not', async () => {
    const { api } = await portal.anAccount([NORTH], { homeGroupId: NORTH })
    const { body: user } = await api.post('/users/', portal.someone())
    const groups = async () =>
      (await portal.internal.post('/internal/users/groups/', { userIds: [user.id, 999_999] })).body
    expect(await groups()).toEqual([{ userId: user.id, groupIds: [NORTH] }])
    await api.delete(`/users/${user.id}/`)
    expect(await groups()).toEqual([{ userId: user.id, groupIds: [NORTH] }])
  })
})

describe('an event about a user (W2)', () => {
  const stateOf = async (userId: number) =>
    (await portal.internal.post('/internal/users/states/', { userIds: [userId, 999_999] })).body

  it('comes from user.changed.v1, which says if the user is new, without personal data', async () => {
    const { api } = await portal.anAccount([NORTH], { homeGroupId: NORTH })
    const { body: user } = await api.post('/users/', portal.someone())
    const told = () => portal.events.of(user.id).map(({ payload }) => payload)
    await eventually(() => expect(told()).toMatchObject([{ version: 1, isNew: true }]))
    // The broker has confirmed the first state when a change is no longer announced as new.
    await api.post(`/users/${user.id}/`, { city: 'Oslo' })
    await eventually(() => expect(told()).toMatchObject([{}, { version: 2 }]))
    expect(JSON.stringify(told())).not.toContain(user.email)
  })

  it('shows the user as the API does, deleted or not', async () => {
    const { api } = await portal.anAccount([NORTH], { homeGroupId: NORTH })
    const { body: user } = await api.post('/users/', portal.someone())
    expect(await stateOf(user.id)).toEqual([
      { version: 1, groupIds: [NORTH], deleted: false, erased: false, preferredLanguage: '', user },
    ])
    await api.delete(`/users/${user.id}/`)
    expect(await stateOf(user.id)).toMatchObject([
      { version: 2, deleted: true, user: { id: user.id, email: user.email } },
    ])
  })
})

let lastId = 5_000
const pathOf = (id: number) => `/admin/service-accounts/${id}/`

/** An account under an id that the operator chooses, and a client that calls with its key. */
async function putAccount(id: number, fields: object = {}): Promise<Client> {
  const grants = [{ role: ADMINISTRATOR, groupId: ROOT }]
  expectBody(await portal.operator.put(pathOf(id), { name: `account ${id}`, grants, ...fields }), 201)
  const { keyId, secret } = expectBody(await portal.operator.post(`${pathOf(id)}keys/`), 201)
  return client(portal.url, { 'x-api-key': keyId, 'x-api-secret': secret })
}

/** Deletes the account and creates another one under its id. */
async function replaceAccount(id: number, fields: object = {}): Promise<Client> {
  expectBody(await portal.operator.delete(pathOf(id)), 204)
  return await putAccount(id, fields)
}

describe('an account that has the id of a deleted one (A8)', () => {
  const creationOf = async (id: number) => {
    const accountIds = [id, 999_999]
    const found = await portal.internal.post('/internal/service-accounts/existing/', { accountIds })
    const [account, ...others] = expectBody(found, 200)
    expect([account.accountId, others]).toEqual([id, []])
    return account.createdAt as string
  }

  it('has another date of creation, which a change keeps', async () => {
    const id = ++lastId
    await putAccount(id)
    const createdAt = await creationOf(id)
    expectBody(await portal.operator.put(pathOf(id), { name: 'renamed', grants: [] }), 200)
    expect(await creationOf(id)).toBe(createdAt)
    await replaceAccount(id)
    expect(await creationOf(id)).not.toBe(createdAt)
  })

  it('does not get the stored response of the deleted one for the same Idempotency-Key', async () => {
    const id = ++lastId
    const create = async (api: Client) =>
      await api.post('/users/', portal.someone(), { 'idempotency-key': 'import-17' })
    const first = expectBody(await create(await putAccount(id)), 201)
    expect(expectBody(await create(await replaceAccount(id)), 201).id).not.toBe(first.id)
  })

  it('has a rate limit of its own', async () => {
    const id = ++lastId
    const fields = { requestsPerMinute: 1 }
    const before = await putAccount(id, fields)
    expectBody(await before.get('/users/'), 200)
    expect(await before.get('/users/')).toBeError('too-many-requests')
    expectBody(await (await replaceAccount(id, fields)).get('/users/'), 200)
  })

  it('is not accessible with a key of the deleted one, even if a killed process has left it', async () => {
    const id = ++lastId
    const before = await putAccount(id)
    const connection = await mongoose.createConnection(portal.config.mongodbUrl).asPromise()
    const keys = keyModel(connection)
    const left = await keys.findOne({ accountId: id }).lean()
    expectBody(await portal.operator.delete(pathOf(id)), 204)
    if (left) await keys.create(left)
    await connection.close()
    const grants = [{ role: ADMINISTRATOR, groupId: ROOT }]
    expectBody(await portal.operator.put(pathOf(id), { name: 'another', grants }), 201)
    expect(await before.get('/users/')).toBeError('invalid-token')
    const question = { accountIds: [id], groupIds: [ROOT] }
    const { body } = await portal.internal.post('/internal/service-accounts/visibility/', question)
    expect(body).toMatchObject([{ accountId: id, hasValidKey: false }])
  })
})
