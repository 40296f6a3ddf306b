import { eventually } from '../../../testing/eventually.ts'
import { bearer, client } from '../../../testing/client.ts'
import { OURS, webhookScene } from '../../../testing/notification/webhooks.ts'
import { ADMINISTRATOR, ATTENDANCE, expectBody } from '../../../testing/portal.ts'
import { locationOf } from '../../../testing/pages.ts'

const lines: string[] = []
const { system, anAccount, aReceiver, anEndpoint, aUser } = webhookScene({
  onLogLine: (line) => void lines.push(line),
})

describe('webhook endpoints (W5)', () => {
  it('are created, read, changed and deleted by their account only, and show their secret once', async () => {
    const { api } = await anAccount()
    const other = await anAccount()
    const created = await api.post('/webhook-endpoints/', {
      url: 'https://hr.example.com/hooks?a=1',
      events: ['user.created'],
      description: 'HR',
    })
    const { id, secret, ...shown } = expectBody(created, 201)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(locationOf(created)).toBe(`/webhook-endpoints/${id}/`)
    const path = `/webhook-endpoints/${id}/`
    expect((await api.get(path)).body).toEqual({ id, ...shown })
    expect((await api.get('/webhook-endpoints/', { prefer: 'count=exact' })).body).toEqual([{ id, ...shown }])
    const update = { url: 'https://hr.example.com/new', events: ['user.deleted'], description: '' }
    expect((await api.post(path, update)).body).toEqual({ id, ...shown, ...update })
    expect((await api.post(path, { enabled: false })).body).toMatchObject({
      enabled: false,
      disabledReason: 'caller',
    })
    for (const send of [
      () => other.api.get(path),
      () => other.api.post(path, { enabled: true }),
      () => other.api.delete(path),
      () => other.api.post(`${path}test/`),
      () => other.api.post(`${path}rotate-secret/`),
      () => other.api.get(`${path}deliveries/`),
      () => other.api.post(`${path}deliveries/1/retry/`),
    ])
      expect(await send()).toBeError('not-found')
    expect((await other.api.get('/webhook-endpoints/')).body).toEqual([])
    expect(await api.delete(path)).toMatchObject({ status: 204 })
    expect(await api.get(path)).toBeError('not-found')
  })

  it('show when the key of the caller expires, and record its use, as every service does', async () => {
    const { accountId } = await anAccount()
    const keys = `/admin/service-accounts/${accountId}/keys/`
    const expiresAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 19)}Z`
    for (const path of ['/webhook-endpoints/', '/users/', '/courses/']) {
      const { keyId, secret } = expectBody(await system.operator.post(keys, { expiresAt }), 201)
      const response = await client(system.url, bearer(`${keyId}.${secret}`)).get(path)
      expect([path, response.headers.get('x-key-expires')]).toEqual([path, expiresAt])
      await eventually(async () =>
        expect(expectBody(await system.operator.get(keys), 200)).toContainEqual(
          expect.objectContaining({ keyId, lastUsedFrom: '127.0.0.1' }),
        ),
      )
    }
  })

  it('need a role for each type of event', async () => {
    const { api } = await anAccount(OURS, [ATTENDANCE])
    const url = 'https://hr.example.com/hooks'
    expect(await api.post('/webhook-endpoints/', { url, events: ['user.created'] })).toBeError('role-missing')
    const { id } = expectBody(
      await api.post('/webhook-endpoints/', { url, events: ['registration.created'] }),
      201,
    )
    expect(
      await api.post(`/webhook-endpoints/${id}/`, { events: ['registration.created', 'user.created'] }),
    ).toBeError('role-missing')
  })

  it('are at most 20 for each account, also if they are created concurrently', async () => {
    const { api } = await anAccount()
    const body = { url: 'https://hr.example.com/hooks', events: ['user.deleted'] }
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => api.post('/webhook-endpoints/', body)),
    )
    expect(responses.filter((response) => response.status === 201)).toHaveLength(20)
    expect(await api.post('/webhook-endpoints/', body)).toBeError('too-many-webhook-endpoints')
    const [{ id }] = (await api.get('/webhook-endpoints/')).body
    await api.delete(`/webhook-endpoints/${id}/`)
    expect((await api.post('/webhook-endpoints/', body)).status).toBe(201)
  })

  it('that an operator enables belong to the account with this id, within its limit (W5, A8)', async () => {
    const lost = await anAccount()
    const body = { url: 'https://hr.example.com/hooks', events: ['user.deleted'] }
    const { id } = expectBody(await lost.api.post('/webhook-endpoints/', body), 201)
    await system.operator.post(`/admin/webhook-endpoints/${id}/disable/`)
    const path = `/admin/service-accounts/${lost.accountId}/`
    expect(await system.operator.delete(path)).toMatchObject({ status: 204 })
    expect(await system.operator.post(`/admin/webhook-endpoints/${id}/enable/`)).toBeError(
      'webhook-account-deleted',
    )
    const created = { name: 'created again', grants: [{ role: ADMINISTRATOR, groupId: OURS }] }
    expectBody(await system.operator.put(path, created), 201)
    const { keyId, secret } = expectBody(await system.operator.post(`${path}keys/`, {}), 201)
    const api = client(system.url, bearer(`${keyId}.${secret}`))
    const enable = () => system.operator.post(`/admin/webhook-endpoints/${id}/enable/`)
    expect(await api.get(`/webhook-endpoints/${id}/`)).toBeError('not-found')

    const others: number[] = []
    while (others.length < 20) others.push(expectBody(await api.post('/webhook-endpoints/', body), 201).id)
    expect(await enable()).toBeError('too-many-webhook-endpoints')
    await api.delete(`/webhook-endpoints/${others[0]}/`)
    expectBody(await enable(), 200)
    expect((await api.get(`/webhook-endpoints/${id}/`)).body).toMatchObject({ enabled: true })
  })

  it.each([
    ['ftp://hr.example.com/', 'https'],
    ['https://user:password@hr.example.com/', 'user name'],
    ['https://hr.example.com/#part', 'fragment'],
    ['https://hr.example.com/#', 'fragment'],
    ['https://hr.example.com:22/', 'port'],
    ['https://', 'url'],
    ['https://10.0.0.5/', 'public address'],
    ['https://[fd00::5]/', 'public address'],
    ['https://bücher.example/', 'xn--'],
  ])('reject the URL %s', async (url, part) => {
    const { api } = await anAccount()
    const response = await api.post('/webhook-endpoints/', { url, events: ['user.created'] })
    expect(response).toBeError('invalid-request')
    expect(response.body.detail).toContain(part)
  })

  it('have an ETag, and are neither changed nor deleted if If-Match names another one (W5, B4)', async () => {
    const { api } = await anAccount()
    const { id } = await anEndpoint(api, await aReceiver())
    const path = `/webhook-endpoints/${id}/`
    const tagOf = (response: { headers: Headers }) => response.headers.get('etag') ?? ''
    const outdated = { 'if-match': tagOf(await api.get(path)) }
    const changed = await api.post(path, { description: 'HR' }, outdated)
    expectBody(changed, 200)
    expect(await api.post(path, { description: 'late' }, outdated)).toBeError('precondition-failed')
    expect(await api.delete(path, outdated)).toBeError('precondition-failed')
    expect((await api.get(path)).body).toMatchObject({ description: 'HR' })
    const unchanged = await api.get(path, { 'if-none-match': tagOf(changed) })
    expect(unchanged).toMatchObject({ status: 304 })
    const shown = `/admin/webhook-endpoints/${id}/`
    const known = { 'if-none-match': tagOf(await system.operator.get(shown)) }
    expect(await system.operator.get(shown, known)).toMatchObject({ status: 304 })
    expect(await api.delete(path, { 'if-match': tagOf(changed) })).toMatchObject({ status: 204 })
  })

  it.each([
    ['without a field', {}, 'The body must have at least one field.'],
    [
      'with an event twice',
      { events: ['user.created', 'user.created'] },
      'events must not have an item twice.',
    ],
  ])('reject an update %s', async (_what, body, detail) => {
    const { api } = await anAccount()
    const { id } = await anEndpoint(api, await aReceiver())
    expect(await api.post(`/webhook-endpoints/${id}/`, body)).toBeError('invalid-request', detail)
  })

  it('have one audit line for a change by an operator that is repeated (O10, W8)', async () => {
    const { api } = await anAccount()
    const { id } = await anEndpoint(api, await aReceiver())
    for (const change of ['disable', 'disable', 'enable', 'enable'])
      expectBody(await system.operator.post(`/admin/webhook-endpoints/${id}/${change}/`), 200)
    const logged = lines.map(
      (line) => JSON.parse(line) as { event?: string; operation: string; target?: any },
    )
    const audited = logged.filter(({ event, target }) => event === 'audit' && target.webhookEndpoint === id)
    expect(audited.map(({ operation }) => operation)).toEqual([
      'disableWebhookEndpoint',
      'enableWebhookEndpoint',
    ])
  })

  it('are listed, disabled and enabled by operators, and then not by their account (W8)', async () => {
    const { api, accountId } = await anAccount()
    const receiver = await aReceiver()
    const { id } = await anEndpoint(api, receiver, ['user.created'])
    const path = `/admin/webhook-endpoints/${id}/`
    const list = async (query: string) =>
      (await system.operator.get(`/admin/webhook-endpoints/?accountId=${accountId}${query}`)).body
    expect(await list('')).toMatchObject([{ id, accountId, enabled: true }])
    const all = expectBody(await system.operator.get('/admin/webhook-endpoints/?limit=1000'), 200)
    expect(all.at(-1)).toMatchObject({ id, accountId })
    expect(await system.operator.post(`${path}disable/`)).toMatchObject({
      status: 200,
      body: { enabled: false, disabledReason: 'operator' },
    })
    expect(await list('&enabled=true')).toEqual([])
    expect(await api.post(`/webhook-endpoints/${id}/`, { enabled: true })).toBeError(
      'webhook-disabled-by-operator',
    )
    for (const change of [{ url: `${receiver.url}/new` }, { events: ['user.updated'] }, { enabled: false }]) {
      expectBody(await api.post(`/webhook-endpoints/${id}/`, change), 200)
      expect(await api.post(`/webhook-endpoints/${id}/test/`)).toBeError('webhook-disabled-by-operator')
    }
    expectBody(await api.post(`/webhook-endpoints/${id}/`, { events: ['user.created'] }), 200)
    expectBody(await api.post(`/webhook-endpoints/${id}/rotate-secret/`), 200)
    const period = { after: '2020-01-01T00:00:00Z', before: '2999-01-01T00:00:00Z' }
    for (const send of [
      () => api.post(`/webhook-endpoints/${id}/test/`),
      () => api.post(`/webhook-endpoints/${id}/replay/`, period),
      () => api.post(`/webhook-endpoints/${id}/deliveries/1/retry/`),
    ])
      expect(await send()).toBeError('webhook-disabled-by-operator')
    await aUser()
    const ofEndpoint = `/admin/webhook-deliveries/?endpointId=${id}`
    await eventually(async () =>
      expect((await system.operator.get(ofEndpoint)).body).toMatchObject([{ status: 'failed' }]),
    )
    expect(await system.operator.post(`${path}enable/`)).toMatchObject({
      status: 200,
      body: { enabled: true },
    })
    expect((await system.operator.get(path)).body).toMatchObject({ id, disabledReason: null })
    expect(receiver.received).toEqual([])
  })
})
