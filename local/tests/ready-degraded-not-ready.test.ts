import { randomBytes } from 'node:crypto'
import { wholeSystem } from '../../testing/clients/system.ts'
import { bearer, client, uncheckedClient, type Client } from '../../testing/client.ts'
import { eventually } from '../../testing/eventually.ts'
import { freshDatabaseUrl } from '../../testing/isolated.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import { testServers } from '../../testing/servers.ts'

/**
 * "Ready, degraded, not ready" of docs/architecture.md through the gateway: all three services reach their
 * servers over lines that the test cuts. (The mail server is notification's own: attempts.test.ts.)
 */
type Name = 'registration' | 'user' | 'notification'
const NAMES: readonly Name[] = ['registration', 'user', 'notification']
type Way = 'mongodb' | 'redis' | 'rabbitmq' | 'smtp' | 'user'

const lines: { to: Way; line: Awaited<ReturnType<typeof tcpProxy>> }[] = []
const cut = (name: Way) => lines.forEach(({ to, line }) => to === name && line.cut())
const heal = (name: Way) => lines.forEach(({ to, line }) => to === name && line.heal())

async function wayTo(to: Way, url: string): Promise<string> {
  const line = await tcpProxy(url)
  lines.push({ to, line })
  return line.url.replace(/\/$/, '')
}

/** The stand-in calls itself by its own address, which would lead around the line. */
function databaseUrl(): string {
  const url = new URL(freshDatabaseUrl())
  url.port = new URL(mongodb).port
  url.searchParams.set('directConnection', 'true')
  return url.href
}

let mongodb: string
let api: Client
let anotherKey: string

beforeAll(async () => {
  mongodb = await wayTo('mongodb', testServers().mongodbUrl)
})
const system = wholeSystem({ wayTo, databaseUrl })
beforeAll(async () => {
  const { accountId, apiKey, apiSecret } = await system.issueKey()
  api = client(system.url, bearer(`${apiKey}.${apiSecret}`))
  const { body } = await system.operator.post(`/admin/service-accounts/${accountId}/keys/`, {})
  anotherKey = `${body.keyId}.${body.secret}`
})
afterAll(async () => {
  for (const { line } of lines) await line.stop()
})
afterEach(async () => {
  for (const name of NAMES) expect((await admin(name).get('/livez')).status).toBe(200)
})

const admin = (name: Name) => uncheckedClient(system.health[name])

const becomes = (name: Name, status: 'ready' | 'degraded' | 'not ready', away: unknown = []) =>
  eventually(async () => {
    const response = await admin(name).get('/readyz')
    const http = status === 'not ready' ? 503 : 200
    expect({ ...response.body, http: response.status }).toEqual({ status, away, http })
  })

const BOTH_PORTS = ['public', 'operator'] as const
const NOT_READY = BOTH_PORTS.map((port) => ({ port, readyz: 503, livez: 200 }))

/** What load balancers see on the ports to which they send requests, where they have no credential. */
const forLoadBalancers = (name: Name) =>
  Promise.all(
    BOTH_PORTS.map(async (port) => {
      const { get } = uncheckedClient(system.upstreams[port][name]?.[0] ?? '')
      return { port, readyz: (await get('/readyz')).status, livez: (await get('/livez')).status }
    }),
  )

async function allAre(status: 'ready' | 'degraded' | 'not ready', away?: unknown): Promise<void> {
  for (const name of NAMES) await becomes(name, status, away)
}

async function aPair() {
  const id = Math.floor(Math.random() * 1e9) + 1
  const email = `${randomBytes(6).toString('hex')}@example.org`
  await system.operator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1] })
  const row = { loginName: email, email, firstName: 'Ada', lastName: 'Byron', groupIds: [1] }
  const { body } = await system.operator.post('/admin/users/batch/', [row])
  return { email, request: { courseId: id, userId: body[0].user.id as number } }
}

const mailbox = uncheckedClient((testServers().mailboxUrl ?? '').replace(/\/$/, ''))
const mailsTo = async (address: string) =>
  (await mailbox.get(`/api/messages?to=${address}`)).body as unknown[]
const oneMailTo = (address: string) => eventually(async () => expect(await mailsTo(address)).toHaveLength(1))

describe('while MongoDB is unavailable', () => {
  it('no service is ready, each returns 503 with Retry-After, and work continues afterwards', async () => {
    const { request, email } = await aPair()
    cut('mongodb')
    await allAre('not ready', ['mongodb'])
    for (const name of NAMES) expect(await forLoadBalancers(name)).toEqual(NOT_READY)
    for (const response of [
      await api.post('/registrations/', request),
      await api.get('/users/'),
      await system.operator.get('/admin/deliveries/'),
    ]) {
      expect(response).toBeError('dependency-unavailable')
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    heal('mongodb')
    await allAre('ready')
    expect((await api.post('/registrations/', request)).status).toBe(201)
    await oneMailTo(email)
  })

  it('the consumer pauses, and a message that arrives meanwhile is handled once, afterwards', async () => {
    const { request, email } = await aPair()
    cut('smtp')
    const { status } = await api.post('/registrations/', request)
    cut('mongodb')
    await becomes('notification', 'not ready', expect.arrayContaining(['mongodb']))
    heal('smtp')
    heal('mongodb')
    expect(status).toBe(201)
    await oneMailTo(email)
    await allAre('ready')
  })
})

describe('while Redis is unavailable', () => {
  it('services continue with local limits and report that they are degraded', async () => {
    const { request, email } = await aPair()
    cut('redis')
    await allAre('degraded', ['redis'])
    const response = await api.post('/registrations/', request)
    expect(response.status).toBe(201)
    expect(response.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/)
    await oneMailTo(email)
    heal('redis')
    await allAre('ready')
  })
})

describe('while RabbitMQ is unavailable', () => {
  it('registrations are created, and their events and e-mails follow', async () => {
    const { request, email } = await aPair()
    cut('rabbitmq')
    await allAre('degraded', ['rabbitmq'])
    expect((await api.post('/registrations/', request)).status).toBe(201)
    expect(await mailsTo(email)).toEqual([])
    heal('rabbitmq')
    await oneMailTo(email)
    await allAre('ready')
  })
})

describe('while the user service is unavailable', () => {
  it('known credentials can still read; others and creates get a 503', async () => {
    const { request } = await aPair()
    expect((await api.get('/registrations/')).status).toBe(200)
    cut('user')
    await becomes('registration', 'ready')
    expect((await api.get('/registrations/')).status).toBe(200)
    expect(await api.get('/registrations/', bearer(anotherKey))).toBeError('dependency-unavailable')
    expect(await api.post('/registrations/', request)).toBeError('dependency-unavailable')
    const throughGateway = await api.get('/users/')
    expect([throughGateway.status, throughGateway.body]).toEqual([503, { detail: expect.any(String) }])
    heal('user')
    expect((await api.post('/registrations/', request)).status).toBe(201)
  })
})
