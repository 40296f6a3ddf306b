import mongoose from 'mongoose'
import type { Client } from '../../../testing/client.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { locationOf, readAllIds } from '../../../testing/pages.ts'
import { expectBody, NORTH, userPortal } from '../../../testing/user/start-user.ts'

const log = recordedLog('user')
const portal = userPortal({ logger: log.logger })
let operator: Client
let north: Client
beforeAll(async () => {
  ;({ operator } = portal)
  north = (await portal.anAccount([NORTH])).api
})

async function aUser(fields: object = {}) {
  const [result] = expectBody(
    await operator.post('/admin/users/batch/', [portal.someone({ ...fields })]),
    200,
  )
  return result.user
}
/** With milliseconds, so that what happened to a person in one second has an order. */
const asOperatorsSee = <T extends { createdDate: string; updatedDate: string }>(
  user: T,
  groupIds: readonly number[],
) => {
  const inSecond = (date: string) => expect.stringMatching(`^${date.slice(0, -1)}\\.\\d{3}Z$`)
  const dates = { createdDate: inSecond(user.createdDate), updatedDate: inSecond(user.updatedDate) }
  return { ...user, ...dates, deleted: false, managedBy: '', preferredLanguage: '', groupIds }
}
const found = async (query: Record<string, string>) =>
  readAllIds(operator, `/admin/users/?${new URLSearchParams(query).toString()}`)

describe('users as operators see them (O14)', () => {
  it('are those of all groups, and those without a group, which no account sees', async () => {
    const inNorth = await aUser({ groupIds: [NORTH] })
    const alone = await aUser()
    expect(await readAllIds(operator, '/admin/users/?limit=1')).toEqual([inNorth.id, alone.id])
    expect(await north.get(`/users/${alone.id}/`)).toBeError('user-out-of-reach')
    const read = await operator.get(`/admin/users/${alone.id}/`)
    expect(read.body).toEqual(asOperatorsSee(alone, []))
    const listed = await operator.get('/admin/users/?limit=1', { prefer: 'count=exact' })
    expect(listed.body).toEqual([asOperatorsSee(inNorth, [NORTH])])
    expect(listed.headers.get('x-total-count')).toBe('2')
    expect(await operator.get('/admin/users/987654/')).toBeError('not-found')
  })

  it('come with an ETag (B4)', async () => {
    const path = `/admin/users/${(await aUser()).id}/`
    const etag = (await operator.get(path)).headers.get('etag') as string
    expect((await operator.get(path, { 'if-none-match': etag })).status).toBe(304)
  })

  it('are found by e-mail address, external id, login name and name, combined (R3, R17b, S11)', async () => {
    const { id } = await aUser({
      email: 'Zoë.Q@müller.example'.replace('ë', 'e'),
      externalId: 'hr-zoe',
      loginName: 'Zoë.Quist',
      firstName: 'Zoë Anna',
      lastName: 'Quist-Møller',
    })
    await aUser({ firstName: 'Anna', lastName: 'Other' })
    const mononym = await aUser({ firstName: '', lastName: 'Suharto' })
    expect(await found({ name: 'suharto' })).toEqual([mononym.id])
    for (const query of [
      { email: 'ZOE.q@müller.example' },
      { externalId: 'hr-zoe' },
      { externalId: ' hr-zoe' },
      { loginName: 'ZOE\u0308.QUIST' },
      { name: 'quist' },
      { name: 'MØLLER zoë' },
      { name: 'Quist-Møller, Zoë' },
      { name: 'quist,anna' },
      { name: 'anna  q', externalId: 'hr-zoe' },
    ])
      expect([query, await found(query)]).toEqual([query, [id]])
    for (const query of [
      { externalId: 'HR-ZOE' },
      { loginName: 'quist' },
      { name: 'quist other' },
      { name: 'q.ist' },
      { name: 'quist', externalId: 'none' },
    ])
      expect([query, await found(query)]).toEqual([query, []])
  })

  it('are found by one text, whatever it is of theirs, with the number of all (O14, O15)', async () => {
    const names = { firstName: 'Sofia', lastName: 'Kovalevskaya' }
    const { id } = await aUser({
      ...names,
      email: 'sofia@example.org',
      externalId: 'hr-sofia',
      loginName: 'Sofia.K',
    })
    const gone = await aUser({ ...names, externalId: 'hr-gone', loginName: 'Sofia.Gone', groupIds: [NORTH] })
    expectBody(await north.delete(`/users/${gone.id}/`), 204)
    for (const search of ['SOFIA@example.org', 'hr-sofia', 'SOFIA.K', 'kovalevskaya, sof', String(id)])
      expect([search, await found({ search })]).toEqual([search, [id]])
    for (const search of ['hr-gone', 'SOFIA.GONE', String(gone.id)])
      expect([search, await found({ search, includeDeleted: 'true' })]).toEqual([search, [gone.id]])
    for (const search of ['HR-SOFIA', 'sofia@example', '0', '9'.repeat(30), '(', 'none'])
      expect([search, await found({ search, includeDeleted: 'true' })]).toEqual([search, []])
    const path = '/admin/users/?search=kovalevskaya&includeDeleted=true&limit=1'
    const page = await operator.get(path, { prefer: 'count=exact' })
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2'])
  })

  it('are found on request after they were deleted (R16)', async () => {
    const fields = {
      externalId: 'gone.1',
      loginName: 'Gone.1',
      email: 'gone.1@example.org',
      lastName: 'Gone',
    }
    const { id } = await aUser({ ...fields, groupIds: [NORTH] })
    const other = await aUser({ externalId: 'goneX1', loginName: 'goneX1' })
    expectBody(await north.delete(`/users/${id}/`), 204)
    expect((await operator.get(`/admin/users/${id}/`)).body).toMatchObject({
      id,
      deleted: true,
      groupIds: [NORTH],
    })
    for (const query of [
      { externalId: 'gone.1' },
      { loginName: 'GONE.1' },
      { email: 'GONE.1@example.org' },
      { name: 'gone' },
    ] as Record<string, string>[]) {
      expect(await found(query)).toEqual([])
      expect(await found({ ...query, includeDeleted: 'true' })).toEqual([id])
    }
    expect(await found({ externalId: 'goneX1', includeDeleted: 'true' })).toEqual([other.id])
  })
})

it.each(['groups', 'service-accounts'])('an outdated If-Match replaces nothing: %s (B4)', async (records) => {
  const created = await operator.post(`/admin/${records}/`, { name: 'before' })
  const path = locationOf(created)
  const read = await operator.get(path)
  const tag = read.headers.get('etag') as string
  expect(tag).toBe(created.headers.get('etag'))
  expect((await operator.get(path, { 'if-none-match': tag })).status).toBe(304)
  const put = (name: string, ifMatch: string, target = path) =>
    operator.put(target, { ...read.body, name }, { 'if-match': ifMatch })
  const changed = await put('first', tag)
  expect(changed.status).toBe(200)
  expect(await put('late', tag)).toBeError('precondition-failed')
  expect((await operator.get(path)).body.name).toBe('first')
  expect((await put('second', changed.headers.get('etag') as string)).status).toBe(200)
  for (const any of ['*', '"none"'])
    expect(await put('x', any, `/admin/${records}/4711/`)).toBeError('precondition-failed')
})

it.each(['groups', 'service-accounts'])('If-None-Match: * only creates: %s (B4)', async (records) => {
  const path = `/admin/${records}/4712/`
  const create = (name: string) => operator.put(path, { name }, { 'if-none-match': '*' })
  expect((await create('first')).status).toBe(201)
  expect(await create('second')).toBeError('precondition-failed', expect.stringContaining('exists already'))
  expect((await operator.get(path)).body.name).toBe('first')
})

it('rejects a new key that has already expired (O6)', async () => {
  const { id } = await portal.anAccount([NORTH])
  const path = `/admin/service-accounts/${id}/keys/`
  const before = (await operator.get(path)).body
  const late = await operator.post(path, { expiresAt: '2020-01-01T00:00:00Z' })
  const detail = 'expiresAt must be in the future: a key that has expired cannot be used.'
  expect(late).toBeError('invalid-request', detail)
  expect((await operator.get(path)).body).toEqual(before)
})

describe('an erasure (O18)', () => {
  it('uses no id if it is repeated for a wrong user id', async () => {
    const order = { reason: 'restore', again: true }
    const { id: last } = await aUser()
    for (const id of [last + 101_000, 900_000_000_000, Number.MAX_SAFE_INTEGER]) {
      const response = await operator.post(`/admin/users/${id}/erase/`, order)
      expect(response).toBeError('invalid-request')
      expect(response.body.detail).toContain('rollcall ids floor')
    }
    expectBody(await operator.post(`/admin/users/${last + 50}/erase/`, order), 202)
    const { id: next } = await aUser()
    expect(next).toBeGreaterThan(last + 50)
    expect(next).toBeLessThan(last + 1_000)
  })

  it('includes the request of a create that was interrupted before its response was stored', async () => {
    const key = { 'idempotency-key': 'interrupted' }
    const { id } = expectBody(await north.post('/users/', portal.someone(), key), 201)
    const connection = await mongoose.createConnection(portal.config.mongodbUrl).asPromise()
    const idempotencyKeys = connection.collection('idempotencyKeys')
    await idempotencyKeys.updateOne(
      { firstId: id },
      { $set: { reservedIds: [id] }, $unset: { response: '', userIds: '' } },
    )
    expectBody(await operator.post(`/admin/users/${id}/erase/`, { reason: 'request 17' }), 202)
    const stored = await idempotencyKeys.findOne({ firstId: id })
    await connection.close()
    expect(stored).toMatchObject({ erased: true, bodyHash: '' })
    expect(await north.post('/users/', portal.someone(), key)).toBeError('user-erased')
  })

  it('has an audit line with all accounts of the person, and none if it changes nothing (O10)', async () => {
    const [from, into] = [await aUser(), await aUser()]
    expectBody(await operator.post(`/admin/users/${from.id}/merge/`, { into: into.id }), 202)
    for (const _twice of [1, 2])
      expectBody(await operator.post(`/admin/users/${into.id}/erase/`, { reason: 'request 17' }), 202)
    const erased = log.lines.filter(({ operation, event }) => event && operation === 'eraseUser')
    const target = { user: into.id, merged: [from.id], withRegistrations: false, again: false }
    const ofPerson = erased.filter((line) => [from.id, into.id].includes((line['target'] as any).user))
    expect(ofPerson).toMatchObject([{ target }])
  })
})
