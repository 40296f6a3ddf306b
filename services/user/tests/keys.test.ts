import mongoose from 'mongoose'
import { Registry } from 'prom-client'
import { client, type Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { nextPageOf } from '../../../testing/pages.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { expectBody, userPortal } from '../../../testing/user/start-user.ts'
import { measureExpiringKeys } from '../src/service-accounts/keys/expiring-keys.ts'
import { keyModel } from '../src/service-accounts/keys/record.ts'
import { createUserMetrics } from '../src/metrics.ts'
import { Keys } from '../src/service-accounts/keys/repository.ts'

const log = recordedLog('user')
const portal = userPortal({ logger: log.logger })
let operator: Client
beforeAll(() => void ({ operator } = portal))

const accounts = '/admin/service-accounts/'

interface Credential {
  keyId: string
  secret: string
  expiresAt?: string
}
/** The account behind a credential, undefined when it is not valid. */
const verify = async ({ keyId, secret }: Credential) =>
  expectBody(await portal.internal.post('/internal/credentials/verify/', { keyId, secret }), 200).account
const issueKey = async (accountId: number, body?: unknown): Promise<Credential> =>
  expectBody(await operator.post(`${accounts}${accountId}/keys/`, body), 201)

describe('the use of a key (O6)', () => {
  const shownKey = async (accountId: number) =>
    expectBody(await operator.get(`${accounts}${accountId}/keys/`), 200).at(-1)

  it('is shown with its time and the address of the client, for every service', async () => {
    const { id, api } = await portal.anAccount()
    expectBody(await api.get('/users/'), 200)
    await eventually(async () => expect((await shownKey(id)).lastUsedFrom).toBe('127.0.0.1'))
    expect(Date.now() - Date.parse((await shownKey(id)).lastUsedAt)).toBeLessThan(120_000)

    const other = await portal.anAccount()
    const key = await issueKey(other.id)
    const headers = { 'x-caller-address': '2001:db8:1:2::/64' }
    expectBody(await portal.internal.post('/internal/credentials/verify/', verifiable(key), headers), 200)
    await eventually(async () => expect((await shownKey(other.id)).lastUsedFrom).toBe('2001:db8:1:2::/64'))
  })

  it('is written once a minute, for any number of requests and services', async () => {
    const { id } = await portal.anAccount()
    const key = await issueKey(id)
    const useFrom = async (address: string) =>
      expectBody(
        await portal.internal.post('/internal/credentials/verify/', verifiable(key), {
          'x-caller-address': address,
        }),
        200,
      )
    const writes = jest.spyOn(Keys.prototype, 'recordUse')
    await Promise.all([useFrom('192.0.2.1'), useFrom('192.0.2.2')])
    await eventually(async () => expect((await shownKey(id)).lastUsedFrom).toMatch(/^192\.0\.2\.[12]$/))
    const { lastUsedAt, lastUsedFrom } = await shownKey(id)
    const before = writes.mock.calls.length
    for (const last of [3, 4, 5]) await useFrom(`192.0.2.${last}`)
    expect(writes.mock.calls).toHaveLength(before)
    expect(await shownKey(id)).toMatchObject({ lastUsedAt, lastUsedFrom })
    await aMinutePasses(key.keyId)
    await useFrom('192.0.2.6')
    await eventually(async () => expect((await shownKey(id)).lastUsedFrom).toBe('192.0.2.6'))
    writes.mockRestore()
  })

  it('is not recorded for a wrong secret, a revoked or an expired key', async () => {
    const { id } = await portal.anAccount()
    const key = await issueKey(id)
    const writes = jest.spyOn(Keys.prototype, 'recordUse')
    await verify({ ...key, secret: 'wrong' })
    expectBody(await operator.delete(`${accounts}${id}/keys/${key.keyId}/`), 204)
    await verify(key)
    expect(writes).not.toHaveBeenCalled()
    writes.mockRestore()
  })
})

describe('keys that expire soon (O6)', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const path = () =>
    `/admin/keys/?expiresBefore=${encodeURIComponent(inDays(14))}&usedAfter=${encodeURIComponent(inDays(-7))}`

  it('are listed if they are in use, counted by a metric, and announced to their callers', async () => {
    const { id, api } = await portal.anAccount()
    const soon = await issueKey(id, { name: 'soon', expiresAt: inDays(13) })
    const [later, unused, revoked] = [
      await issueKey(id, { expiresAt: inDays(15) }),
      await issueKey(id, { expiresAt: inDays(13) }),
      await issueKey(id, { expiresAt: inDays(13) }),
    ]
    for (const key of [soon, later, revoked]) expect(await verify(key)).toBeDefined()
    expectBody(await operator.delete(`${accounts}${id}/keys/${revoked.keyId}/`), 204)
    await eventually(async () => {
      const listed = await operator.get(path(), { prefer: 'count=exact' })
      expect(listed.body).toMatchObject([{ keyId: soon.keyId, accountId: id, name: 'soon' }])
      expect(listed.headers.get('x-total-count')).toBe('1')
    })
    const all = await readAllKeyIds('/admin/keys/?limit=2')
    expect(all).toEqual(expect.arrayContaining([soon.keyId, later.keyId, unused.keyId, revoked.keyId]))
    expect(await measured()).toBe(1)

    expect((await api.get('/users/')).headers.has('x-key-expires')).toBe(false)
    const caller = (key: Credential) =>
      client(portal.url, { 'x-api-key': key.keyId, 'x-api-secret': key.secret })
    const told = await caller(soon).get('/users/')
    expect(told.headers.get('x-key-expires')).toBe(soon.expiresAt)
    expect((await caller(soon).get('/users/999999/')).headers.get('x-key-expires')).toBe(soon.expiresAt)
    expect((await caller(later).get('/users/')).headers.has('x-key-expires')).toBe(false)
  })

  it('are rotated: the new key has the same name and lifetime, and the old one expires later', async () => {
    const { id } = await portal.anAccount()
    const rotate = (key: Credential, body?: unknown) =>
      operator.post(`${accounts}${id}/keys/${key.keyId}/rotate/`, body)
    const old = await issueKey(id, { name: 'nightly sync', expiresAt: inDays(90) })
    const young = expectBody(await rotate(old), 201)
    expect(Math.abs(Date.parse(young.expiresAt) - Date.parse(inDays(90)))).toBeLessThan(120_000)
    for (const key of [old, young]) expect(await verify(key)).toBeDefined()
    const keys = expectBody(await operator.get(`${accounts}${id}/keys/?limit=1000`), 200)
    expect(keys.at(-1)).toMatchObject({ keyId: young.keyId, name: 'nightly sync' })
    expect(log.lines.findLast(({ event }) => event === 'audit')).toMatchObject({
      operation: 'rotateKey',
      target: { account: id, key: old.keyId, newKey: young.keyId },
    })

    const oldKeyExpiresAt = inDays(7).replace(/\.\d+/, '')
    const forever = expectBody(await rotate(old, { expiresAt: null, oldKeyExpiresAt }), 201)
    expect(forever.expiresAt).toBeNull()
    const shown = async (key: Credential) =>
      expectBody(await operator.get(`${accounts}${id}/keys/`), 200).find(
        ({ keyId }: Credential) => keyId === key.keyId,
      )
    expect((await shown(old)).expiresAt).toBe(oldKeyExpiresAt)
    // An expiry that is earlier stays.
    const repeated = expectBody(await rotate(old, { oldKeyExpiresAt: inDays(30) }), 201)
    expect((await shown(old)).expiresAt).toBe(oldKeyExpiresAt)
    // The response of the first rotation may have been lost.
    expect(Date.parse(repeated.expiresAt)).toBeGreaterThanOrEqual(Date.parse(young.expiresAt))

    expect(await rotate(old, { expiresAt: '2020-01-01T00:00:00Z' })).toBeError('invalid-request')
    expect(await rotate({ ...old, keyId: 'unknown' })).toBeError('not-found')
    const { id: otherId } = await portal.anAccount()
    expect(await operator.post(`${accounts}${otherId}/keys/${old.keyId}/rotate/`)).toBeError('not-found')
    expectBody(await operator.delete(`${accounts}${id}/keys/${old.keyId}/`), 204)
    expect(await rotate(old)).toBeError('key-revoked')
  })

  async function readAllKeyIds(first: string): Promise<string[]> {
    const ids: string[] = []
    for (let next: string | undefined = first; next !== undefined;) {
      const page = await operator.get(next)
      ids.push(...(page.body as Credential[]).map(({ keyId }) => keyId))
      next = nextPageOf(page)
    }
    return ids
  }

  /** What the metric would show after its next measurement. */
  async function measured(): Promise<number> {
    const connection = await mongoose.createConnection(portal.config.mongodbUrl).asPromise()
    const metrics = createUserMetrics(new Registry())
    const keys = new Keys(keyModel(connection), { next: () => Promise.resolve(0) } as never)
    const clock = { now: () => new Date() }
    await measureExpiringKeys({ keys, clock, metrics })
    await connection.close()
    return (await metrics.keysExpiring.get()).values[0]?.value ?? Number.NaN
  }
})

const verifiable = ({ keyId, secret }: Credential) => ({ keyId, secret })

/** As if the use of the key had been an hour earlier. */
async function aMinutePasses(keyId: string): Promise<void> {
  const connection = await mongoose.createConnection(portal.config.mongodbUrl).asPromise()
  const lastUsedAt = new Date(Date.now() - 60_001)
  await keyModel(connection).updateOne({ _id: keyId }, { $set: { lastUsedAt } })
  await connection.close()
}
