import { Unavailable } from '../../platform/errors.ts'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { Breakpoint } from '../../../testing/breakpoint.ts'
import { LARGE_HEADERS, sendBytes, parseResponse } from '../../../testing/send-bytes.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { Users } from '../src/users/repository.ts'
import { expectBody, NORTH, ROOT, SOUTH, userPortal } from '../../../testing/user/start-user.ts'
import { locationOf } from '../../../testing/pages.ts'

/** Where a new user is about to be written. */
const breakpoint = new Breakpoint()
/** The next new user is written, and the response is lost. */
let breaksAfterWriting = false
const breaking = (real: Users): Users =>
  withOverrides(real, {
    add: async (...given) => {
      await breakpoint.reach()
      const written = await real.add(...given)
      if (!breaksAfterWriting) return written
      breaksAfterWriting = false
      throw new Unavailable('mongodb', 'a test')
    },
  })
let hours = 0
const aDayLater = () => (hours += 24)
const clock = { now: () => new Date(Date.now() + hours * 3_600_000) }
const portal = userPortal({ overrides: { clock, users: breaking } })
let api: Client
beforeAll(async () => void ({ api } = await portal.anAccount()))

const aUser = async (fields: Record<string, unknown> = {}) =>
  expectBody(await api.post('/users/', portal.someone(fields)), 201)
const total = async () =>
  Number((await api.get('/users/?limit=0', { prefer: 'count=exact' })).headers.get('x-total-count'))

it('has no address of the domain of erased users, which only an erasure gives (O18)', async () => {
  const { id } = await aUser()
  for (const email of ['erased-7@erased.invalid', `erased-${id}@Erased.INVALID`]) {
    expect(await api.post('/users/', portal.someone({ email }))).toBeError('invalid-request')
    expect(await api.post(`/users/${id}/`, { email })).toBeError('invalid-request')
    const [item] = expectBody(await api.post('/users/batch/', [portal.someone({ email })]), 200)
    expect(item).toMatchObject({ status: 400, code: 'invalid-request' })
    const rows = [portal.someone({ email })]
    const [row] = expectBody(await portal.operator.post('/admin/users/batch/', rows), 200)
    expect(row).toMatchObject({ status: 400, code: 'invalid-request' })
    const resource = {
      userName: portal.someone()['loginName'],
      name: { givenName: 'Ada', familyName: 'Byron' },
    }
    const withAddress = (value: string) => ({ ...resource, emails: [{ value }] })
    expect((await api.post('/scim/v2/Users/', withAddress(email))).status).toBe(400)
    const created = expectBody(await api.post('/scim/v2/Users/', withAddress('a@example.org')), 201)
    const path = `/scim/v2/Users/${created.id}/`
    expect((await api.put(path, withAddress(email))).status).toBe(400)
    expect((await api.put(path, withAddress('b@example.org'))).status).toBe(200)
  }
})

describe('a new user', () => {
  it('ignores read-only fields, so a user that was read can be created elsewhere (R17)', async () => {
    const readOnly = { id: 4, createdDate: 'x', updatedDate: 5, deleted: true }
    const created = await aUser({ ...readOnly, expirationDate: '' })
    expect(created.id).not.toBe(4)
    expect(created.deleted).toBeUndefined()
  })
})

describe('the group of a new user (A6)', () => {
  const groupOfNew = async (creator: Client) =>
    (await portal.identified(expectBody(await creator.post('/users/', portal.someone()), 201).id)).groupIds

  it('is the home group of the account, by default that of its first grant', async () => {
    const plain = await portal.anAccount([NORTH, SOUTH])
    expect(await groupOfNew(plain.api)).toEqual([NORTH])
    const settled = await portal.anAccount([NORTH, SOUTH], { homeGroupId: SOUTH })
    expect(await groupOfNew(settled.api)).toEqual([SOUTH])
  })

  it('must be in the scope where it administers users, not where it holds another role', async () => {
    const { api: mixed } = await portal.anAccount([], {
      grants: [
        { role: 'Batch registration manager', groupId: SOUTH },
        { role: 'User administrator', groupId: NORTH },
      ],
    })
    expect(await mixed.post('/users/', portal.someone())).toBeError('group-out-of-reach')
    expectBody(await mixed.post(`/users/?groupId=${NORTH}`, portal.someone()), 201)
  })
})

describe('Idempotency-Key (R10)', () => {
  it('replays the response only to accounts that can see the user', async () => {
    const { api: north } = await portal.anAccount([NORTH])
    const body = portal.someone()
    const key = { 'idempotency-key': 'out-of-reach' }
    const user = expectBody(await north.post('/users/', body, key), 201)
    expectBody(await portal.operator.put(`/admin/groups/${SOUTH}/members/${user.id}/`), 204)
    expectBody(await portal.operator.delete(`/admin/groups/${NORTH}/members/${user.id}/`), 204)
    expect(await north.post('/users/', body, key)).toBeError('user-out-of-reach')
  })

  it('finds what an earlier attempt has written, returns it again, and rejects another body', async () => {
    const body = portal.someone()
    const key = { 'idempotency-key': 'broken-off' }
    const before = await total()
    breaksAfterWriting = true
    expect(await api.post('/users/', body, key)).toBeError('dependency-unavailable')
    const retried = await api.post('/users/', body, key)
    expect(retried).toMatchObject({ status: 201, body: { loginName: body.loginName } })
    const again = await api.post('/users/', body, key)
    expect(again.body).toEqual(retried.body)
    for (const response of [retried, again]) {
      const { headers } = response
      expect(locationOf(response)).toBe(`/users/${retried.body.id}/`)
      expect(headers.get('idempotent-replayed')).toBe('true')
    }
    expect(await api.post('/users/', portal.someone(), key)).toBeError('idempotency-key-reused')
    expect(await total()).toBe(before + 1)
  })

  it('rejects a second request while the first one with the key is in progress', async () => {
    const body = portal.someone()
    const create = () => api.post('/users/', body, { 'idempotency-key': 'in-flight' })
    expect(await breakpoint.pause(create, create)).toBeError('idempotency-in-flight')
  })
})

it('shows a user with id 0, and writes nothing, with Prefer: validate-only (R11)', async () => {
  const before = await total()
  const body = portal.someone({ city: 'Seattle' })
  const response = await api.post('/users/', body, { prefer: 'validate-only' })
  expect(response).toMatchObject({ status: 200, body: { ...body, id: 0, zip: '' } })
  expect(response.headers.get('preference-applied')).toBe('validate-only')
  expect(response.headers.get('vary')).toMatch(/prefer/i)
  expect(await total()).toBe(before)
  expectBody(await api.post('/users/', body), 201)
})

it('shows all fields, with "" for unset ones (specification §2.2, S6)', async () => {
  const names = portal.someone()
  const user = await aUser(names)
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const place = { address: '', address2: '', city: '', zip: '', state: '', country: '' }
  const settings = { workSettingsOtherSpecify: '', workSettingsPrivateIndustryExcept: '' }
  expect((await api.get(`/users/${user.id}/`)).body).toEqual({
    id: user.id,
    createdDate: date,
    updatedDate: date,
    expirationDate: '',
    externalId: '',
    ...names,
    ...place,
    ...settings,
    ovFormWithInput12: '',
  })
})

const PROBLEM = { accept: 'application/problem+json' }

describe('the language of a person (B10)', () => {
  const languageOf = async (id: number) =>
    expectBody(await api.get(`/users/${id}/?include=details`), 200).preferredLanguage

  it('is set by create, update and batches, in its canonical form, and shown on request', async () => {
    const user = await aUser({ preferredLanguage: ' de-ch ' })
    expect(user).not.toHaveProperty('preferredLanguage')
    expect(await languageOf(user.id)).toBe('de-CH')
    const { version } = await portal.identified(user.id)
    const set = async (preferredLanguage: string) => {
      expectBody(await api.post(`/users/${user.id}/`, { preferredLanguage }), 200)
      return await languageOf(user.id)
    }
    expect(await set('de-CH')).toBe('de-CH')
    expect(await portal.identified(user.id)).toMatchObject({ version, preferredLanguage: 'de-CH' })
    expect(await set('iw')).toBe('he')
    expect(await portal.identified(user.id)).toMatchObject({ version: version + 1 })
    const { loginName } = user
    const batch = (path: string, client: Client) =>
      client.post(path, [{ loginName, preferredLanguage: 'pt-br' }])
    expect((await batch('/users/batch/', api)).body).toMatchObject([{ outcome: 'changed' }])
    expect(await languageOf(user.id)).toBe('pt-BR')
    expect((await batch('/admin/users/batch/', portal.operator)).body).toMatchObject([
      { outcome: 'unchanged' },
    ])
    const listed = await api.get(`/users/?loginName=${loginName}&include=details`)
    expect(listed.body).toMatchObject([{ preferredLanguage: 'pt-BR' }])
    // What was read with details can be sent back.
    expectBody(await api.post(`/users/${user.id}/`, listed.body[0]), 200)
    expect(await set('')).toBe('')
    expect(await languageOf((await aUser()).id)).toBe('')
  })

  it('is "" or a BCP 47 tag; any other text is rejected, with its place', async () => {
    const { id } = await aUser()
    const wrong = [
      'de_DE',
      'deutsch-',
      'a',
      'de-DE-de-DE',
      'x-own',
      `de-x-${'a2345678-'.repeat(4)}b`,
      '-',
      'de,fr',
      'de\u200E',
    ]
    for (const preferredLanguage of wrong) {
      const rejected = await api.post(`/users/${id}/`, { preferredLanguage }, PROBLEM)
      expect(rejected).toMatchObject({ status: 400, body: { errors: [{ pointer: '/preferredLanguage' }] } })
    }
    const people = wrong.map((preferredLanguage) => portal.someone({ preferredLanguage }))
    expect(await api.post('/users/', people[0])).toBeError('invalid-request')
    const results = expectBody(await api.post('/users/batch/', people), 200)
    expect(results).toMatchObject(wrong.map(() => ({ status: 400, code: 'invalid-request' })))
    expect(await languageOf(id)).toBe('')
  })
})

describe('updating a user', () => {
  it('changes nothing if the request sends back what was read (S6)', async () => {
    const { id } = await aUser({
      expirationDate: '2031-05-05T10:00:00.750+02:00',
      ovFormWithInput12: 'line one\nline two',
      country: 'US',
      state: 'WA',
    })
    const read = (await api.get(`/users/${id}/`)).body
    expect(read.expirationDate).toBe('2031-05-05T08:00:00Z')
    aDayLater()
    expect(await api.post(`/users/${id}/`, read)).toMatchObject({ status: 200, body: read })
    expectBody(await api.post(`/users/${id}/`, { city: 'Tacoma' }), 200)
    // The second version is the change of the city: sending back what was read had made none.
    await eventually(() => expect(portal.events.of(id).map(({ payload }) => payload.version)).toEqual([1, 2]))
  })

  it('merges the fields of the request, ignores read-only ones, clears with "" (R17)', async () => {
    const created = await aUser({ city: 'Seattle', zip: '98101', externalId: 'merge-1' })
    const { id, createdDate } = created
    aDayLater()
    const readOnly = { id: 1, createdDate: '1999-01-01T00:00:00Z', updatedDate: 'nonsense' }
    const fields = { lastName: 'King', city: '', externalId: '' }
    const updated = expectBody(await api.post(`/users/${id}/`, { ...readOnly, ...fields }), 200)
    expect(updated).toMatchObject({ id, createdDate, zip: '98101', ...fields })
    expect(new Date(updated.updatedDate).getTime()).toBeGreaterThan(new Date(created.updatedDate).getTime())
    expect(await api.get('/users/external_id/merge-1/')).toBeError('not-found')
  })

  it('may leave one name of a person empty, whatever the way to it, but not both (R17, R17b)', async () => {
    const rejection = {
      status: 400,
      code: 'invalid-request',
      detail: expect.stringMatching(/must not both be/),
    }
    const body = (result: any) => expectBody(result, 200)[0]
    const ways = {
      update: async ({ id }: any, names: object) => api.post(`/users/${id}/`, names),
      batch: async ({ loginName }: any, names: object) =>
        body(await api.post('/users/batch/', [{ loginName, ...names }])),
      'operator batch': async ({ loginName }: any, names: object) =>
        body(await portal.operator.post('/admin/users/batch/', [{ loginName, ...names }])),
    }
    for (const change of Object.values(ways)) {
      const user = await aUser({ firstName: 'Suharto', lastName: '' })
      expect(user).toMatchObject({ firstName: 'Suharto', lastName: '' })
      const rejected = await change(user, { firstName: ' ' })
      expect('body' in rejected ? { ...rejection, ...rejected.body } : rejected).toMatchObject(rejection)
      expect((await change(user, { firstName: '', lastName: 'Suharto' })).status).toBe(200)
      expect((await api.get(`/users/${user.id}/`)).body).toMatchObject({ firstName: '', lastName: 'Suharto' })
    }
    const nameless = portal.someone({ firstName: '', lastName: ' ' })
    for (const prefer of [{}, { prefer: 'validate-only' }])
      expect(await api.post('/users/', nameless, prefer)).toBeError('invalid-request', rejection.detail)
    for (const path of ['/users/batch/', '/admin/users/batch/'])
      expect(
        body(await (path.startsWith('/admin') ? portal.operator : api).post(path, [nameless])),
      ).toMatchObject(rejection)
    const { firstName: _, ...withoutField } = portal.someone({ lastName: 'Suharto' }) as Record<
      string,
      unknown
    >
    expect(await api.post('/users/', withoutField)).toBeError('invalid-request', 'firstName is required.')
  })

  it('never sets updatedDate back, although the clock of a process is behind (R13)', async () => {
    const { id, updatedDate } = await aUser()
    hours -= 24
    const changed = expectBody(await api.post(`/users/${id}/`, { city: 'Tacoma' }), 200)
    hours += 24
    expect(changed.updatedDate >= updatedDate).toBe(true)
  })

  it('rejects a login name that another user has (R15)', async () => {
    const [{ id }, { loginName }] = [await aUser(), await aUser()]
    expect(await api.post(`/users/${id}/`, { loginName })).toBeError('login-name-taken')
  })

  it.each([
    ['POST', '/users/external_id/'],
    ['PUT', '/users/external_id/'],
    ['PATCH', '/users/external_id/'],
    ['PATCH', '/users/'],
  ])('works by external id, too, and by PATCH: %s %s (S10)', async (method, path) => {
    const taken = { loginName: `taken-${method}-${path}`, externalId: `taken-${method}-${path}` }
    await aUser(taken)
    const { id, externalId } = await aUser({ externalId: `by-${method}-${path.length}` })
    const own = path === '/users/' ? id : externalId
    const send = (fields: object, headers = {}) => api.send(method, `${path}${own}/`, fields, headers)
    const changed = { id, city: `by ${method}`, firstName: 'Ada' }
    expect(await send({ city: `by ${method}` })).toMatchObject({ status: 200, body: changed })
    expect(await send({ loginName: taken.loginName })).toBeError('login-name-taken')
    expect(await send({ externalId: taken.externalId })).toBeError('user-external-id-taken')
    expect(await send({ city: 'Oslo' }, { 'if-match': '"other"' })).toBeError('precondition-failed')
    expect(await api.send(method, `${path}999999/`, {})).toBeError('not-found')
  })

  it('checks If-Match, and returns 304 for If-None-Match (B4)', async () => {
    const { id } = await aUser({ externalId: 'known' })
    const paths = [`/users/${id}/`, '/users/external_id/known/'] as const
    const tag = (await api.get(paths[0])).headers.get('etag') as string
    for (const path of paths) expect((await api.get(path, { 'if-none-match': tag })).status).toBe(304)
    // As Apache has made it of a compressed response.
    const changed = `${tag.slice(0, -1)}-gzip"`
    expect(await api.post(paths[0], { city: 'Tacoma' }, { 'if-match': tag.slice(1, -1) })).toBeError(
      'invalid-request',
    )
    const updated = await api.post(paths[0], { city: 'Tacoma' }, { 'if-match': changed })
    expect(updated.status).toBe(200)
    expect((await api.get(paths[0], { 'if-none-match': tag })).status).toBe(200)
    const late = { 'if-match': tag }
    expect(await api.post(paths[0], { city: 'Oslo' }, late)).toBeError('precondition-failed')
    for (const path of paths) expect(await api.delete(path, late)).toBeError('precondition-failed')
    expectBody(await api.delete(paths[0], { 'if-match': updated.headers.get('etag') as string }), 204)
  })
})

it('hides a deleted user, and frees the login name and the external id (S2, S10, R15, R16)', async () => {
  const fields = { loginName: 'again', externalId: 'again' }
  const first = await aUser(fields)
  const path = `/users/${first.id}/`
  expect(await api.delete(path)).toMatchObject({ status: 204, body: undefined })
  for (const response of [await api.get(path), await api.post(path, { city: 'X' }), await api.delete(path)])
    expect(response).toBeError('not-found')
  const second = await aUser(fields)
  expect(second.id).not.toBe(first.id)
  expect((await api.get('/users/external_id/again/')).body.id).toBe(second.id)
  expectBody(await api.delete('/users/external_id/again'), 204)
  expect(await api.get(`/users/${second.id}/`)).toBeError('not-found')
})

it('publishes the state and the version after each change, with the trace of the request', async () => {
  const traceId = 'c'.repeat(32)
  const created = await api.post('/users/', portal.someone({ externalId: 'told' }), {
    traceparent: `00-${traceId}-${'1'.repeat(16)}-01`,
    'x-request-id': 'request-7',
  })
  const { id } = created.body
  const told = () => portal.events.of(id)
  await eventually(() => expect(told()).toHaveLength(1))
  expectBody(await portal.operator.put(`/admin/groups/${NORTH}/members/${id}/`), 204)
  await eventually(() => expect(told()).toHaveLength(2))
  expectBody(await api.delete(`/users/${id}/`), 204)
  await eventually(() => expect(told()).toHaveLength(3))
  const [first, second, third] = told()
  expect(first).toMatchObject({
    type: 'user.changed.v1',
    headers: { 'x-request-id': 'request-7', traceparent: expect.stringContaining(traceId) },
    payload: { userId: id, version: 1, externalId: 'told', groupIds: [ROOT], deleted: false },
  })
  expect(first?.messageId).toBe(first?.payload.eventId)
  expect(second?.payload).toMatchObject({ version: 2, groupIds: [ROOT, NORTH], deleted: false })
  expect(third?.payload).toMatchObject({ version: 3, groupIds: [ROOT, NORTH], deleted: true })
  expect(new Set(told().map(({ messageId }) => messageId)).size).toBe(3)
})

it('counts requests that cannot be read, on each port', async () => {
  for (const url of [portal.url, portal.internalUrl, portal.healthUrl])
    expect(parseResponse(await sendBytes(url, LARGE_HEADERS)).status).toBe(431)
  const metrics = await (await fetch(`${portal.healthUrl}/metrics`)).text()
  expect(metrics).toMatch(/^rollcall_http_rejections_total\{.*"none",code="headers-too-large".*\} 3$/m)
})
