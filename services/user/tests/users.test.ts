import type { Client } from '../../shared/tests/kit/client.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { listenToEvents } from './kit/listen-events.ts'
import { must, NORTH, ROOT, startUser, type Portal } from './kit/start-user.ts'

let portal: Portal
let api: Client
let events: Awaited<ReturnType<typeof listenToEvents>>
let hours = 0
const aDayLater = () => (hours += 24)
const clock = { now: () => new Date(Date.now() + hours * 3_600_000) }
beforeAll(async () => {
  portal = await startUser({ overrides: { clock } })
  api = (await portal.anAccount([ROOT])).api
  events = await listenToEvents(portal.config.rabbitmqUrl)
})
afterAll(async () => {
  await events.close()
  await portal.stop()
})

const aUser = async (fields: Record<string, unknown> = {}, groupId = ROOT) =>
  must(await api.post(`/users/?groupId=${groupId}`, portal.someone(fields)), 201)

describe('reading', () => {
  it('shows all fields, "" where unset (specification §2.2, S6)', async () => {
    const user = await aUser({ loginName: 'all-fields' })
    expect((await api.get(`/users/${user.id}/`)).body).toEqual({
      id: user.id,
      address: '',
      address2: '',
      city: '',
      country: '',
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      email: expect.any(String),
      expirationDate: '',
      externalId: '',
      firstName: 'Ada',
      lastName: expect.any(String),
      loginName: 'all-fields',
      state: '',
      updatedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      zip: '',
      ovFormWithInput12: '',
      workSettingsOtherSpecify: '',
      workSettingsPrivateIndustryExcept: '',
    })
  })

  it('answers on both path forms, with and without the last slash (S9)', async () => {
    const { id } = await aUser()
    expect(await api.get(`/api/v2/users/${id}`)).toMatchObject({ status: 200, body: { id } })
    const created = await api.post('/api/v2/users', portal.someone())
    expect(created.headers.get('location')).toBe(`/api/v2/users/${created.body.id}/`)
  })

  it('knows what the caller already has (ETag, If-None-Match)', async () => {
    const { id } = await aUser({ externalId: 'known' })
    const first = await api.get(`/users/${id}/`)
    const tag = first.headers.get('etag') as string
    for (const path of [`/users/${id}/`, '/users/external_id/known/'])
      expect((await api.get(path, { 'if-none-match': tag })).status).toBe(304)
    must(await api.post(`/users/${id}/`, { city: 'Tacoma' }), 200)
    expect((await api.get(`/users/${id}/`, { 'if-none-match': tag })).status).toBe(200)
  })
})

describe('updating', () => {
  it('changes nothing when what was read is sent back (S6)', async () => {
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
    must(await api.post(`/users/${id}/`, { city: 'Tacoma' }), 200)
    // The second version is the change of the city: sending back what was read had made none.
    await eventually(() => expect(events.of(id).map(({ payload }) => payload.version)).toEqual([1, 2]))
  })

  it('merges what is sent, ignores read-only fields, clears with "" (R17)', async () => {
    const created = await aUser({ city: 'Seattle', zip: '98101', externalId: 'merge-1' })
    const { id, createdDate } = created
    aDayLater()
    const updated = must(
      await api.post(`/users/${id}/`, {
        id: 1,
        createdDate: '1999-01-01T00:00:00Z',
        updatedDate: 'nonsense',
        lastName: 'King',
        city: '',
        externalId: '',
      }),
      200,
    )
    expect(updated).toMatchObject({
      id,
      createdDate,
      lastName: 'King',
      city: '',
      zip: '98101',
      externalId: '',
    })
    expect(new Date(updated.updatedDate).getTime()).toBeGreaterThan(new Date(created.updatedDate).getTime())
    expect(await api.get('/users/external_id/merge-1/')).toBeError('not-found')
  })

  it.each([
    [{ firstName: '' }],
    [{ lastName: '   ' }],
    [{ email: '' }],
    [{ loginName: '\t' }],
    [{ country: 'XX' }],
    [{ state: 'ZZ' }],
    [{ expirationDate: '2024-02-30T00:00:00Z' }],
    [{ expirationDate: '9999-12-31T23:59:59-01:00' }],
    [{ city: 'x'.repeat(256) }],
    [{ firstName: null }],
    [{ unknown: 'field' }],
  ])('refuses %j (R17, R19)', async (fields) => {
    const { id } = await aUser()
    expect(await api.post(`/users/${id}/`, fields)).toBeError('invalid-request')
  })

  it('is the same by external id with POST, PUT and PATCH (S10)', async () => {
    const { id } = await aUser({ externalId: 'by-external-id' })
    const path = '/users/external_id/by-external-id/'
    for (const [i, method] of ['POST', 'PUT', 'PATCH'].entries()) {
      const answer = await api.send(method, path, { city: `city ${i}` })
      expect(answer).toMatchObject({ status: 200, body: { id, city: `city ${i}`, firstName: 'Ada' } })
    }
    expect(await api.post('/users/external_id/nobody/', {})).toBeError('not-found')
  })

  it.each(['POST', 'PUT', 'PATCH'])(
    'refuses by external id what it refuses by id: %s (S10)',
    async (method) => {
      const taken = { loginName: `taken-${method}`, externalId: `taken-${method}` }
      await aUser(taken)
      const { externalId } = await aUser({ externalId: `by-${method}` })
      const send = (fields: object, headers = {}) =>
        api.send(method, `/users/external_id/${externalId}/`, fields, headers)
      expect(await send({ loginName: taken.loginName })).toBeError('login-name-taken')
      expect(await send({ externalId: taken.externalId })).toBeError('user-external-id-taken')
      expect(await send({ city: 'Oslo' }, { 'if-match': '"other"' })).toBeError('precondition-failed')
    },
  )

  it('acts only on the state that If-Match names', async () => {
    const { id } = await aUser({ externalId: 'if-match' })
    const tag = (await api.get(`/users/${id}/`)).headers.get('etag') as string
    const updated = await api.post(`/users/${id}/`, { city: 'Tacoma' }, { 'if-match': tag })
    expect(updated.status).toBe(200)
    expect(await api.post(`/users/${id}/`, { city: 'Oslo' }, { 'if-match': tag })).toBeError(
      'precondition-failed',
    )
    for (const path of [`/users/${id}/`, '/users/external_id/if-match/'])
      expect(await api.delete(path, { 'if-match': tag })).toBeError('precondition-failed')
    expect(
      (await api.delete(`/users/${id}/`, { 'if-match': updated.headers.get('etag') as string })).status,
    ).toBe(204)
  })

  it('refuses the login name or external id of another user (R15)', async () => {
    await aUser({ loginName: 'Taken', externalId: 'taken' })
    const { id } = await aUser()
    expect(await api.post(`/users/${id}/`, { loginName: 'tAKEN' })).toBeError('login-name-taken')
    expect(await api.post(`/users/${id}/`, { externalId: 'taken' })).toBeError('user-external-id-taken')
    // External ids are matched exactly, and a user may change the case of its own login name.
    must(await api.post(`/users/${id}/`, { externalId: 'TAKEN' }), 200)
    must(await api.post(`/users/${id}/`, { loginName: `Mine-${id}` }), 200)
    expect(must(await api.post(`/users/${id}/`, { loginName: `MINE-${id}` }), 200).loginName).toBe(
      `MINE-${id}`,
    )
  })
})

describe('deleting', () => {
  it('answers 204 by id and by external id (S2, S10)', async () => {
    const one = await aUser()
    await aUser({ externalId: 'to-delete' })
    expect(await api.delete(`/users/${one.id}/`)).toMatchObject({ status: 204, body: undefined })
    expect((await api.delete('/users/external_id/to-delete')).status).toBe(204)
  })

  it('makes the user unknown, and frees the login name and the external id (R15, R16)', async () => {
    const fields = { loginName: 'again', externalId: 'again' }
    const first = await aUser(fields)
    const path = `/users/${first.id}/`
    must(await api.delete(path), 204)
    for (const answer of [await api.get(path), await api.post(path, { city: 'X' }), await api.delete(path)])
      expect(answer).toBeError('not-found')
    const second = await aUser(fields)
    expect(second.id).not.toBe(first.id)
    expect((await api.get('/users/external_id/again/')).body.id).toBe(second.id)
  })
})

describe('user.changed.v1 (design, step 4)', () => {
  it('tells the state and the version after each change, with the trace of the request', async () => {
    const traceId = 'c'.repeat(32)
    const created = await api.post('/users/', portal.someone({ externalId: 'told' }), {
      traceparent: `00-${traceId}-${'1'.repeat(16)}-01`,
      'x-request-id': 'request-7',
    })
    const { id } = created.body
    await eventually(() => expect(events.of(id)).toHaveLength(1))
    must(await portal.operator.put(`/admin/groups/${NORTH}/members/${id}/`), 204)
    await eventually(() => expect(events.of(id)).toHaveLength(2))
    must(await api.delete(`/users/${id}/`), 204)
    await eventually(() => expect(events.of(id)).toHaveLength(3))
    const [first, second, third] = events.of(id)
    expect(first).toMatchObject({
      type: 'user.changed.v1',
      headers: { 'x-request-id': 'request-7', traceparent: expect.stringContaining(traceId) },
      payload: { userId: id, version: 1, externalId: 'told', groupIds: [ROOT], deleted: false },
    })
    expect(first?.messageId).toBe(first?.payload.eventId)
    expect(second?.payload).toMatchObject({ version: 2, groupIds: [ROOT, NORTH], deleted: false })
    expect(third?.payload).toMatchObject({ version: 3, groupIds: [ROOT, NORTH], deleted: true })
    expect(new Set(events.of(id).map(({ messageId }) => messageId)).size).toBe(3)
  })
})
