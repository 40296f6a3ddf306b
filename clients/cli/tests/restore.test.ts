import mongoose from 'mongoose'
import { manage } from '../../../scripts/test/servers.ts'
import { startMailServer, type MailServer } from '../../../services/notification/tests/kit/mail-server.ts'
import type { ServiceName } from '../../../services/shared/contract/operation.ts'
import { client, uncheckedClient } from '../../../services/shared/tests/kit/client.ts'
import { eventually } from '../../../services/shared/tests/kit/eventually.ts'
import { freshDatabaseUrl } from '../../../services/shared/tests/kit/isolated.ts'
import { must } from '../../../services/shared/tests/kit/portal.ts'
import { tcpProxy } from '../../../services/shared/tests/kit/tcp-proxy.ts'
import { startSystem, type System } from '../../tests/kit/system.ts'
import { command } from './kit/command.ts'

const SERVICES = ['registration', 'user', 'notification'] as const
const COURSE = 7
const LOST = 100
/** Above every id that was issued before. */
const FLOOR = 100_000
const AN_HOUR = 3_600_000

type Urls = Readonly<Record<ServiceName, string>>
type Dump = ReadonlyMap<string, Record<string, any>[]>
type Key = Awaited<ReturnType<System['aKey']>>

let key: Key
let before: Readonly<Record<ServiceName, Dump>>
let after: typeof before
/** Registered between the backup and the loss. */
let between: number[]

const credential = () => ({ 'x-api-key': key.apiKey, 'x-api-secret': key.apiSecret })
const running: (() => Promise<void>)[] = []
const stopped = async () => {
  for (const stop of running.splice(0)) await stop()
}

/** A system on these databases with a mail server of its own, and the commands of its operators. */
async function operated(urls: Urls) {
  const mails = await startMailServer()
  const toMails = await tcpProxy(mails.url)
  const system = await startSystem({
    databaseUrl: (service) => urls[service],
    wayTo: (name, url) => Promise.resolve(name === 'smtp' ? toMails.url : url),
  })
  running.push(system.stop, toMails.stop, mails.stop)
  const run = (...args: string[]) =>
    command([...args, '--json'], {
      env: {
        ROLLCALL_URL: system.url,
        ROLLCALL_ADMIN_URL: system.adminUrl,
        ROLLCALL_OPERATOR_TOKEN: system.operatorToken,
        ...(key ? { ROLLCALL_API_KEY: key.apiKey, ROLLCALL_API_SECRET: key.apiSecret } : {}),
      },
    })
  return {
    ...{ system, mails, toMails, run },
    told: async (...args: string[]) => (await run(...args)).json<any[]>(),
    /** Registrations of new users, with their e-mails' addresses. */
    async register(names: readonly string[]): Promise<{ id: number; email: string; externalId: string }[]> {
      const rows = names.map((name) => ({
        ...{ loginName: name, externalId: name, email: `${name}@example.org` },
        ...{ firstName: 'Ada', lastName: 'Byron', groupIds: [1] },
      }))
      const users = must(await system.operator.post('/admin/users/batch/', rows), 200) as any[]
      const items = users.map(({ user }) => ({ userId: user.id, courseId: COURSE }))
      const answer = await client(system.url, credential()).post('/registrations/batch/', items)
      const results = must(answer, 200) as any[]
      return results.map(({ registration }, i) => ({ ...users[i].user, id: registration.id }))
    },
  }
}

const freshUrls = (): Urls => ({
  registration: freshDatabaseUrl(),
  user: freshDatabaseUrl(),
  notification: freshDatabaseUrl(),
})

async function connected<T>(url: string, work: (db: mongoose.Connection) => Promise<T>): Promise<T> {
  const connection = await mongoose.createConnection(url).asPromise()
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** All records, an hour old. */
const dumpOf = (url: string): Promise<Dump> =>
  connected(url, async (connection) => {
    const dump = new Map<string, Record<string, any>[]>()
    for (const { name } of await connection.listCollections())
      dump.set(name, await connection.collection(name).find().toArray())
    for (const one of dump.get('registrations') ?? [])
      one['createdAt'] = new Date(+one['createdAt'] - AN_HOUR)
    return dump
  })

const dumps = async (urls: Urls) => ({
  registration: await dumpOf(urls.registration),
  user: await dumpOf(urls.user),
  notification: await dumpOf(urls.notification),
})

const load = (url: string, dump: Dump) =>
  connected(url, async (connection) => {
    for (const [name, records] of dump)
      if (records.length > 0) await connection.collection(name).insertMany(records)
  })

const idsIn = ({ received }: MailServer) =>
  received.map(({ mail }) => Number(/^<222\.(\d+)\./.exec(mail.messageId ?? '')?.[1]))
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

beforeAll(async () => {
  const urls = freshUrls()
  const { system, mails, register } = await operated(urls)
  must(await system.operator.put('/admin/groups/1/', { name: 'Everybody', parentId: null }), 201)
  must(await system.operator.put(`/admin/courses/${COURSE}/`, { name: 'Fire safety', groupIds: [1] }), 201)
  key = await system.aKey()
  await register(['old'])
  await eventually(() => expect(mails.received).toHaveLength(1), 60_000)
  before = await dumps(urls)
  between = (await register(numbers(0, LOST).map((n) => `lost-${n}`))).map(({ id }) => id)
  const renamed = { externalId: 'renamed' }
  must(await client(system.url, credential()).post('/users/external_id/old/', renamed), 200)
  await eventually(() => expect(mails.received).toHaveLength(1 + LOST), 120_000)
  await stopped()
  after = await dumps(urls)
}, 200_000)

afterEach(stopped)

const ONE_TWO_ALL: ServiceName[][] = [['registration'], ['user', 'notification'], [...SERVICES]]
const OTHERS: ServiceName[][] = [
  ['user'],
  ['notification'],
  ['registration', 'user'],
  ['registration', 'notification'],
]

describe('after a restore of the database of', () => {
  const restores = process.env['RESTORES'] === 'all' ? [...ONE_TWO_ALL, ...OTHERS] : ONE_TWO_ALL
  it.each(restores.map((restored) => [restored]))(
    '%j, an operator learns what is missing, and every new registration gets its one e-mail (O11, O12)',
    async (restored) => {
      const urls = freshUrls()
      for (const service of SERVICES)
        await load(urls[service], (restored.includes(service) ? before : after)[service])
      const { mails, run, told, register } = await operated(urls)
      const floors = await told('ids', 'floor', String(FLOOR))
      expect(floors).toEqual(['registration', 'user'].map((service) => ({ service, above: FLOOR })))

      const [goneBack, forgot] = [restored.includes('registration'), restored.includes('notification')]
      const without = forgot && !goneBack ? between : []
      const ofEMails = new Set((await told('deliveries', 'list', '--all')).map((one) => one.registrationId))
      const existing = (await told('registrations', 'list', '--all')).map(({ id }) => id)
      const gone = [...ofEMails].filter((id) => !existing.includes(id)).sort((a, b) => a - b)
      expect(gone).toEqual(goneBack && !forgot ? between : [])
      expect((await told('without-delivery', 'list', '--all')).map(({ id }) => id)).toEqual(without)
      const unknown = restored.includes('user') ? without : []
      const sent = await run('without-delivery', 'send', '--all')
      expect([sent.code, sent.json()]).toEqual([
        unknown.length > 0 ? 1 : 0,
        unknown.map((registrationId) => ({ registrationId, reason: 'user-not-found' })),
      ])

      const created = await register(['new-1', 'new-2', 'new-3'])
      for (const { id } of created) expect(id).toBeGreaterThan(FLOOR)
      const mailed = [...without.filter((id) => !unknown.includes(id)), ...created.map(({ id }) => id)]
      await eventually(() => expect(idsIn(mails).sort((a, b) => a - b)).toEqual(mailed), 120_000)
      expect((await told('without-delivery', 'list', '--all')).map(({ id }) => id)).toEqual(unknown)
      const old = restored.includes('user') ? 'old' : 'renamed'
      const copied = async () => (await run('registrations', 'get', '1')).json().userExternalId
      await eventually(async () => expect(await copied()).toBe(old), 60_000)
      // No vanished person's copy stands in a new registration.
      const listed = await told(
        'registrations',
        'list',
        '--created-after',
        new Date(Date.now() - 600_000).toISOString(),
      )
      expect(listed.map((one) => one.userExternalId)).toEqual(created.map(({ externalId }) => externalId))
    },
    200_000,
  )
})

it('what a lost broker held is listed, sent once by an operator, and in no e-mail twice (O11)', async () => {
  const urls = freshUrls()
  for (const service of SERVICES) await load(urls[service], before[service])
  const { system, mails, toMails, run, register } = await operated(urls)
  // While the mail server is away, messages wait in the broker.
  toMails.cut()
  await register(['first'])
  const away = async () => (await uncheckedClient(system.health.notification).get('/readyz')).body.away
  await eventually(async () => expect(await away()).toEqual(['smtp']), 60_000)
  const created = (await register(['second', 'third'])).map(({ id }) => id)
  const pending = () =>
    connected(urls.registration, (db) =>
      db.collection('registrations').countDocuments({ outboxDue: { $gt: new Date(0) } }),
    )
  await eventually(async () => expect(await pending()).toBe(0), 60_000)
  const vhost = `/api/vhosts${new URL(system.rabbitmqUrl).pathname}`
  await manage('DELETE', vhost)
  await manage('PUT', vhost)
  toMails.heal()

  const [one] = created
  const early = await run('without-delivery', 'send', String(one))
  expect([early.code, early.json()]).toEqual([1, [{ registrationId: one, reason: 'too-recent' }]])
  await connected(urls.registration, (db) =>
    db
      .collection('registrations')
      .updateMany({}, [{ $set: { createdAt: { $subtract: ['$createdAt', AN_HOUR] } } }]),
  )
  const list = '/admin/registrations-without-delivery/'
  const page = await system.operator.get(`${list}?limit=1`, { prefer: 'count=exact' })
  expect(page.headers.get('x-total-count')).toBe('2')
  const next = await system.operator.get(/<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '')
  expect([...page.body, ...next.body].map(({ id }) => id)).toEqual(created)
  expect(must(await system.operator.post(`${list}send/`, { all: true }), 200)).toEqual({
    sent: 2,
    notSent: [],
  })
  must(await system.operator.post(`${list}send/`, { all: true }), 200)
  await eventually(() => expect(idsIn(mails)).toEqual(expect.arrayContaining(created)), 60_000)
  const again = await run('without-delivery', 'send', String(one), '999999999')
  expect([again.code, again.json()]).toEqual([
    1,
    [
      { registrationId: one, reason: 'delivered' },
      { registrationId: 999_999_999, reason: 'not-registered' },
    ],
  ])
  // Numbers below those issued change nothing.
  for (const noun of ['registrations', 'users'])
    expect(must(await system.operator.post(`/admin/${noun}/ids/floor/`, { above: 1 }), 200)).toEqual({
      above: noun === 'users' ? 1 : 4,
    })
  expect(idsIn(mails)).toHaveLength(new Set(idsIn(mails)).size)
}, 200_000)
