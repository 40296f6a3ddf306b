import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import type { Users } from '../src/users/repository.ts'
import { expectBody, NORTH, ROOT, SOUTH, userPortal } from '../../../testing/user/start-user.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'

/** How often each way into the store of users was taken. */
const asked = { findByUpsertKeys: 0, add: 0, addAll: 0, change: 0, changeAll: 0 }
const counting = (real: Users): Users => {
  const counted = (name: keyof typeof asked) => ({
    [name]: (...given: never[]) => {
      asked[name]++
      return (real[name] as (...given: never[]) => unknown).call(real, ...given)
    },
  })
  return withOverrides(
    real,
    Object.assign({}, ...(Object.keys(asked) as (keyof typeof asked)[]).map(counted)),
  )
}
const { logger, lines } = recordedLog('user')
const portal = userPortal({ logger, overrides: { users: counting } })
let api: Client
beforeAll(async () => void ({ api } = await portal.anAccount()))

const sent = (items: unknown[], more = {}) => portal.operator.post('/admin/users/batch/', items, more)
/** Every batch is tried before: a dry run says what becomes of each row, and changes nothing of it (R11). */
const merge = async (items: unknown[]) => {
  const dry = await sent(items, { prefer: 'validate-only' })
  expect(dry.headers.get('preference-applied')).toBe('validate-only')
  const [tried, results] = [expectBody(dry, 200), expectBody(await sent(items), 200)]
  const made = new Set(results.filter(({ status }: any) => status === 201).map(({ user }: any) => user.id))
  const seen = ({ user, ...result }: any) =>
    user ? { ...result, user: { ...user, id: made.has(user.id) ? 0 : user.id, ...DATES } } : result
  expect(tried.map(seen)).toEqual(results.map(seen))
  return results
}
const DATES = { createdDate: expect.any(String), updatedDate: expect.any(String) }

let lastExternalId = 0
const people = (count: number, fields: object = {}) =>
  Array.from({ length: count }, () => {
    const externalId = `someone-${++lastExternalId}`
    return { ...portal.someone({ externalId, ...fields }), externalId }
  })

it('creates, merges or rejects each row on its own, as a dry run predicts (O2, R11)', async () => {
  const known = expectBody(
    await api.post('/users/', portal.someone({ externalId: 'b-1', city: 'Oslo' })),
    201,
  )
  const other = expectBody(await api.post('/users/', portal.someone({ loginName: 'B-Login' })), 201)
  const results = await merge([
    portal.someone({ groupIds: [NORTH] }),
    { externalId: 'b-1', firstName: 'Grace', groupIds: [SOUTH, NORTH] },
    { loginName: 'b-lOGIN', externalId: 'b-2' },
    { loginName: '' },
    { firstName: 'Nobody', externalId: 'b-new' },
    portal.someone({ groupIds: [987654] }),
    'no user at all',
    { ...portal.someone(), unknown: 1 },
    { externalId: 'b-3', groupIds: [987654] },
    portal.someone({ expirationDate: '9999-12-31T23:59:59-01:00' }),
  ])
  expect(results).toMatchObject([
    { index: 0, status: 201, user: { id: expect.any(Number), firstName: 'Ada' } },
    { index: 1, status: 200, user: { id: known.id, firstName: 'Grace', city: 'Oslo' } },
    { index: 2, status: 200, user: { id: other.id, externalId: 'b-2', loginName: 'b-lOGIN' } },
    { index: 3, status: 400, code: 'invalid-request' },
    { index: 4, status: 400, code: 'invalid-request', detail: 'email is required.' },
    { index: 5, status: 422, code: 'group-not-found' },
    { index: 6, status: 400, code: 'invalid-request' },
    { index: 7, status: 400, code: 'invalid-request' },
    { index: 8, status: 422, code: 'group-not-found' },
    { index: 9, status: 400, code: 'invalid-request' },
  ])
  expect(results[5].detail).toContain('987654')
  expect((await portal.identified(results[0].user.id)).groupIds).toEqual([NORTH])
  expect(await portal.identified(known.id)).toMatchObject({ groupIds: [NORTH, SOUTH], version: 2 })
  expect((await portal.identified(other.id)).groupIds).toEqual([ROOT])
})

it('changes nothing when repeated: no version, no event, no audit line (O10, S6)', async () => {
  const rows = people(5, { groupIds: [NORTH] })
  const first = await merge(rows)
  const isAudit = ({ event }: Record<string, unknown>) => event === 'audit'
  const audited = lines.filter(isAudit).length
  const second = await merge(rows)
  for (const result of first) expect(result).toMatchObject({ status: 201, outcome: 'created' })
  for (const result of second) expect(result).toMatchObject({ status: 200, outcome: 'unchanged' })
  expect(second.map(({ user }: any) => user)).toEqual(first.map(({ user }: any) => user))
  for (const { user } of first) expect((await portal.identified(user.id)).version).toBe(1)
  expect(lines.filter(isAudit)).toHaveLength(audited)
})

describe('two rows for one user in one batch (R15b)', () => {
  const duplicate = (index: number, shared: string) => ({
    status: 409,
    code: 'duplicate-in-batch',
    detail: `The item with index ${index} of this batch names ${shared}. Send each user once.`,
  })

  it('are an error: the later row is rejected and names the earlier one', async () => {
    const [first, second] = [portal.someone({ externalId: 'twice' }), portal.someone({ externalId: 'twice' })]
    const results = await merge([
      first,
      portal.someone(),
      second,
      portal.someone({ loginName: first.loginName.toUpperCase() }),
    ])
    expect(results).toMatchObject([
      { status: 201, outcome: 'created', user: { loginName: first.loginName } },
      { status: 201 },
      { index: 2, ...duplicate(0, 'the same externalId') },
      { index: 3, ...duplicate(0, 'the same loginName') },
    ])
  })

  it('are detected if one names the externalId and the other the loginName', async () => {
    const row = portal.someone({ externalId: 'twice-by-both' })
    const [{ user }] = await merge([row])
    const results = await merge([
      { externalId: 'twice-by-both', city: 'Bergen' },
      { loginName: row.loginName, city: 'Oslo' },
    ])
    expect(results).toMatchObject([
      { status: 200, outcome: 'changed', user: { id: user.id, city: 'Bergen' } },
      duplicate(0, 'the same user'),
    ])
  })
})

describe('a login name that belonged to another person (R15b)', () => {
  it('does not give access to the account of the previous owner', async () => {
    const ada = portal.someone({ externalId: 'hr-ada', loginName: 'a.byron', groupIds: [ROOT] })
    const [{ user }] = await merge([ada])
    for (const externalId of ['hr-anna', '']) {
      const row = { ...portal.someone({ loginName: 'A.Byron', firstName: 'Anna' }), externalId }
      expect(await merge([row])).toMatchObject([
        {
          status: 409,
          code: 'login-name-taken',
          detail: expect.stringContaining('whose externalId is "hr-ada"'),
        },
      ])
    }
    expect((await api.get(`/users/${user.id}/`)).body).toEqual(user)
  })

  it('identifies the account without an externalId, which gets one', async () => {
    const [{ user }] = await merge([portal.someone({ loginName: 'c.byron' })])
    const [adopted] = await merge([{ loginName: 'C.Byron', externalId: 'hr-carl' }])
    expect(adopted).toMatchObject({ status: 200, outcome: 'changed', user: { id: user.id } })
    const [again] = await merge([{ loginName: 'c.byron', externalId: 'hr-carl', city: 'Oslo' }])
    expect(again).toMatchObject({ status: 200, user: { id: user.id, externalId: 'hr-carl', city: 'Oslo' } })
  })

  it('identifies the account if the row names no externalId', async () => {
    const [{ user }] = await merge([portal.someone({ loginName: 'd.byron', externalId: 'hr-dora' })])
    const [result] = await merge([{ loginName: 'D.byron', city: 'Oslo' }])
    expect(result.user).toMatchObject({ id: user.id, externalId: 'hr-dora', city: 'Oslo' })
  })
})

it('rejects a row that would take a name of another user, and only that row (R15)', async () => {
  const rows = people(3)
  const made = await merge(rows)
  const [first, second, third] = rows.map(({ externalId }) => ({ externalId }))
  const results = await merge([
    { ...first, loginName: rows[1]?.loginName },
    { ...second, city: 'Oslo' },
    { ...third, city: 'Bergen' },
    portal.someone(),
  ])
  expect(results).toMatchObject([
    { index: 0, status: 409, code: 'login-name-taken' },
    { index: 1, status: 200, user: { id: made[1].user.id, city: 'Oslo' } },
    { index: 2, status: 200, user: { id: made[2].user.id, city: 'Bergen' } },
    { index: 3, status: 201 },
  ])
})

it('accepts rows that pass a login name on to each other', async () => {
  const [first] = await merge([portal.someone({ externalId: 'pass-1', loginName: 'passed-on' })])
  const results = await merge([
    { externalId: 'pass-1', loginName: 'passed-off' },
    portal.someone({ externalId: 'pass-2', loginName: 'passed-on' }),
  ])
  expect(results[0]).toMatchObject({ status: 200, user: { id: first.user.id, loginName: 'passed-off' } })
  expect(results[1]).toMatchObject({ status: 201, user: { externalId: 'pass-2', loginName: 'passed-on' } })
})

it('creates a user again whose earlier record is deleted (R16)', async () => {
  const row = portal.someone({ externalId: 'b-deleted' })
  const [{ user }] = await merge([{ ...row, groupIds: [ROOT] }])
  expectBody(await api.delete(`/users/${user.id}/`), 204)
  const [again] = await merge([row])
  expect(again.status).toBe(201)
  expect(again.user.id).not.toBe(user.id)
})

it('handles a hundred rows in few commands, with a result for each row', async () => {
  const rows = people(100, { groupIds: [SOUTH] })
  const before = { ...asked }
  const created = await merge(rows)
  expect(created.every(({ status }: any) => status === 201)).toBe(true)
  expect(new Set(created.map(({ user }: any) => user.id)).size).toBe(100)
  const merged = await merge(rows.slice(0, 50).map((row) => ({ ...row, city: 'Oslo' })))
  expect(merged.every(({ status, user }: any) => status === 200 && user.city === 'Oslo')).toBe(true)
  expect(asked).toEqual({
    ...before,
    findByUpsertKeys: before.findByUpsertKeys + 4, // a dry run reads, and does nothing else
    addAll: before.addAll + 2,
    changeAll: before.changeAll + 2,
  })
  await eventually(() => {
    const latest = new Map(portal.events.received.map(({ payload }) => [payload.userId, payload.version]))
    const missing = created.filter(({ user }: any, i: number) => latest.get(user.id) !== (i < 50 ? 2 : 1))
    expect(missing).toHaveLength(0)
  })
})

it('accepts 1 to 1000 rows', async () => {
  for (const rejected of [Array(1001).fill(portal.someone()), []])
    expect(await sent(rejected)).toBeError('invalid-request')
})
