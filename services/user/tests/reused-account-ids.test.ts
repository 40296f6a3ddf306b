import mongoose from 'mongoose'
import { client, type Client } from '../../../testing/client.ts'
import { ADMINISTRATOR, expectBody, ROOT, userPortal } from '../../../testing/user/start-user.ts'
import { keyModel } from '../src/service-accounts/keys/record.ts'

const portal = userPortal()

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
