import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { composeNotification } from '../../../services/notification/src/service.ts'
import { composeRegistration } from '../../../services/registration/src/service.ts'
import { createLogger } from '../../../services/shared/logger.ts'
import { startParts, stopParts, type Service } from '../../../services/shared/process/part.ts'
import { bearer, client, uncheckedClient, type Client } from '../../../services/shared/tests/kit/client.ts'
import { eventually } from '../../../services/shared/tests/kit/eventually.ts'
import {
  freshDatabaseUrl,
  isolatedConfig,
  OPERATOR_TOKEN,
} from '../../../services/shared/tests/kit/isolated.ts'
import '../../../services/shared/tests/kit/matchers.ts'
import { tcpProxy } from '../../../services/shared/tests/kit/tcp-proxy.ts'
import { composeUser } from '../../../services/user/src/service.ts'
import { createGateway } from '../gateway/gateway.ts'
import { testServers } from '../../test/servers.ts'

/**
 * The table "Ready, degraded, down" of the design, row by row, through the gateway: all three services reach their
 * servers over lines that the test cuts.
 */
type Name = 'registration' | 'user' | 'notification'
const NAMES: readonly Name[] = ['registration', 'user', 'notification']

const logger = createLogger('test', process.env['TEST_LOG_LEVEL'] ?? 'silent')
let lines: Record<'mongodb' | 'redis' | 'rabbitmq' | 'smtp', Awaited<ReturnType<typeof tcpProxy>>>
let userLines: Awaited<ReturnType<typeof tcpProxy>>[]
let services: Record<Name, Service & { ports: { admin: { port(): number } } }>
let removeIsolated: () => Promise<void>
let gateway: Server
let asOperator: Client
let api: Client
let anotherKey: string

beforeAll(async () => {
  const { config, remove } = await isolatedConfig()
  removeIsolated = remove
  const servers = testServers()
  lines = {
    mongodb: await tcpProxy(servers.mongodbUrl),
    redis: await tcpProxy(config.redisUrl),
    rabbitmq: await tcpProxy(config.rabbitmqUrl),
    smtp: await tcpProxy(servers.smtpUrl),
  }
  const overLines = () => ({
    ...config,
    mongodbUrl: databaseAt(lines.mongodb.url),
    redisUrl: lines.redis.url,
    rabbitmqUrl: lines.rabbitmq.url,
    requestsPerMinute: 1_000_000,
  })
  const user = await composeUser(overLines(), logger)
  const mailFrom = { name: 'Rollcall', address: 'rollcall@example.org' }
  const notification = await composeNotification(
    { ...overLines(), smtpUrl: lines.smtp.url, mailFrom },
    logger,
  )
  await startParts(user.parts)
  await startParts(notification.parts)
  const userInternal = await tcpProxy(at(user.ports.internal))
  const userHttp = await tcpProxy(at(user.ports.http))
  const userOperator = await tcpProxy(at(user.ports.operator))
  userLines = [userInternal, userHttp, userOperator]
  const registration = await composeRegistration(
    {
      ...overLines(),
      userServiceUrl: userInternal.url.replace(/\/$/, ''),
      notificationServiceUrl: at(notification.ports.internal),
    },
    logger,
  )
  await startParts(registration.parts)
  services = { registration, user, notification }
  for (const name of NAMES) await becomes(name, 'ready')

  gateway = createGateway({
    audience: 'operator',
    upstreams: {
      public: { registration: [at(registration.ports.http)], user: [userHttp.url] },
      operator: {
        registration: [at(registration.ports.operator)],
        user: [userOperator.url],
        notification: [at(notification.ports.operator)],
      },
    },
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  asOperator = client(address, bearer(OPERATOR_TOKEN))
  await asOperator.put('/admin/groups/1/', { name: 'Portal', parentId: null })
  const grants = [{ role: 'Course attendance manager', groupId: 1 }]
  const account = await asOperator.post('/admin/service-accounts/', { name: 'HR sync', grants })
  const key = async () => {
    const { body } = await asOperator.post(`/admin/service-accounts/${account.body.id}/keys/`, {
      expiresAt: null,
    })
    return `${body.keyId}.${body.secret}`
  }
  api = client(address, bearer(await key()))
  anotherKey = await key()
})

afterAll(async () => {
  gateway.closeAllConnections()
  gateway.close()
  for (const name of NAMES) await stopParts(services[name].parts)
  for (const line of [...Object.values(lines), ...userLines]) await line.stop()
  await removeIsolated()
})

afterEach(async () => {
  for (const name of NAMES) await alive(name)
})

const at = (listener: { port(): number }) => `http://127.0.0.1:${listener.port()}`

/** The stand-in calls itself by an address of its own, which would lead around the line. */
function databaseAt(line: string): string {
  const url = new URL(freshDatabaseUrl())
  url.port = new URL(line).port
  url.searchParams.set('directConnection', 'true')
  return url.href
}

const admin = (name: Name) => uncheckedClient(at(services[name].ports.admin))

async function alive(name: Name): Promise<void> {
  expect((await admin(name).get('/livez')).status).toBe(200)
}

async function becomes(
  name: Name,
  status: 'ready' | 'degraded' | 'not ready',
  away: string[] = [],
): Promise<void> {
  await eventually(async () => {
    const answer = await admin(name).get('/readyz')
    expect({ ...answer.body, http: answer.status }).toEqual({
      status,
      away,
      http: status === 'not ready' ? 503 : 200,
    })
  }, 20_000)
}

async function aPair() {
  const id = Math.floor(Math.random() * 1e9) + 1
  const email = `${randomBytes(6).toString('hex')}@example.org`
  await asOperator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1] })
  const row = { loginName: email, email, firstName: 'Ada', lastName: 'Byron', groupIds: [1] }
  const { body } = await asOperator.post('/admin/users/batch/', [row])
  return { email, request: { courseId: id, userId: body[0].user.id as number } }
}

const mailbox = () => uncheckedClient((testServers().mailboxUrl ?? '').replace(/\/$/, ''))
const mailsTo = async (address: string) =>
  (await mailbox().get(`/api/messages?to=${address}`)).body as unknown[]
const oneMailTo = (address: string) =>
  eventually(async () => expect(await mailsTo(address)).toHaveLength(1), 20_000)

describe('while MongoDB is away', () => {
  it('no service is ready and each answers 503 with Retry-After; afterwards all goes on', async () => {
    const { request, email } = await aPair()
    lines.mongodb.cut()
    for (const name of NAMES) await becomes(name, 'not ready', ['mongodb'])
    for (const answer of [
      await api.post('/registrations/', request),
      await api.get('/users/'),
      await asOperator.get('/admin/deliveries/'),
    ]) {
      expect(answer).toBeError('dependency-unavailable')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    lines.mongodb.heal()
    for (const name of NAMES) await becomes(name, 'ready')
    expect((await api.post('/registrations/', request)).status).toBe(201)
    await oneMailTo(email)
  })

  it('the consumer pauses: a message that comes meanwhile is handled afterwards, once', async () => {
    const { request, email } = await aPair()
    lines.smtp.cut()
    const { status } = await api.post('/registrations/', request)
    lines.mongodb.cut()
    await becomes('notification', 'not ready', expect.arrayContaining(['mongodb']) as never)
    lines.smtp.heal()
    lines.mongodb.heal()
    expect(status).toBe(201)
    await oneMailTo(email)
    for (const name of NAMES) await becomes(name, 'ready')
  })
})

describe('while Redis is away', () => {
  it('services go on with local limits and say that they are degraded', async () => {
    const { request, email } = await aPair()
    lines.redis.cut()
    for (const name of NAMES) await becomes(name, 'degraded', ['redis'])
    const answer = await api.post('/registrations/', request)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/)
    await oneMailTo(email)
    lines.redis.heal()
    for (const name of NAMES) await becomes(name, 'ready')
  })
})

describe('while RabbitMQ is away', () => {
  it('registrations are taken, their events wait in the outbox and their e-mails follow', async () => {
    const { request, email } = await aPair()
    lines.rabbitmq.cut()
    for (const name of NAMES) await becomes(name, 'degraded', ['rabbitmq'])
    expect((await api.post('/registrations/', request)).status).toBe(201)
    expect(await mailsTo(email)).toEqual([])
    lines.rabbitmq.heal()
    await oneMailTo(email)
    for (const name of NAMES) await becomes(name, 'ready')
  })
})

describe('while the SMTP server is away', () => {
  it('e-mails wait, and each is sent once when it is back', async () => {
    const pairs = [await aPair(), await aPair(), await aPair()]
    lines.smtp.cut()
    for (const { request } of pairs) expect((await api.post('/registrations/', request)).status).toBe(201)
    await becomes('notification', 'degraded', ['smtp'])
    await becomes('registration', 'ready')
    lines.smtp.heal()
    for (const { email } of pairs) await oneMailTo(email)
    await becomes('notification', 'ready')
  })
})

describe('while the user service is away', () => {
  it('known credentials go on reading, new ones and creates get 503, and the registration service stays ready', async () => {
    const { request } = await aPair()
    expect((await api.get('/registrations/')).status).toBe(200)
    for (const line of userLines) line.cut()
    await becomes('registration', 'ready')
    expect((await api.get('/registrations/')).status).toBe(200)
    expect(await api.get('/registrations/', bearer(anotherKey))).toBeError('dependency-unavailable')
    expect(await api.post('/registrations/', request)).toBeError('dependency-unavailable')
    const throughGateway = await api.get('/users/')
    expect([throughGateway.status, throughGateway.body]).toEqual([503, { detail: expect.any(String) }])
    for (const line of userLines) line.heal()
    expect((await api.post('/registrations/', request)).status).toBe(201)
  })
})
