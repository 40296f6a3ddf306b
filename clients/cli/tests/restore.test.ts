import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { manage, testServers } from '../../../testing/servers.ts'
import { startMailServer, type MailServer } from '../../../testing/notification/mail-server.ts'
import type { ServiceName } from '../../../services/platform/contract/operation.ts'
import { client, uncheckedClient } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { freshDatabaseUrl } from '../../../testing/isolated.ts'
import { nextPageOf } from '../../../testing/pages.ts'
import { expectBody } from '../../../testing/portal.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'
import { startSystem, type System } from '../../../testing/clients/system.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { EXIT } from '../src/exit-codes.ts'

const SERVICES = ['registration', 'user', 'notification'] as const
const COURSE = 7
const isDrill = process.env['RESTORES'] === 'all'
const LOST = isDrill ? 100 : 20
/** Above every id that was issued before. */
const FLOOR = 100_000
const AN_HOUR = 3_600_000

const ofEach = <T>(of: (service: ServiceName) => T) =>
  Object.fromEntries(SERVICES.map((service) => [service, of(service)])) as Readonly<Record<ServiceName, T>>

type Dump = ReadonlyMap<string, Record<string, any>[]>
let key: Awaited<ReturnType<System['issueKey']>>
let before: Readonly<Record<ServiceName, Dump>>
let after: typeof before
/** Registered between the backup and the loss. */
let between: number[]

const running: (() => Promise<void>)[] = []
const stopped = async () => {
  for (const stop of running.splice(0)) await stop()
}

const server = mongoose.createConnection(testServers().mongodbUrl, { autoIndex: false, autoCreate: false })
const database = (url: string) => server.useDb(new URL(url).pathname.slice(1))

/** A system on these records with a mail server of its own, and the commands of its operators. */
async function operated(records?: typeof before) {
  const urls = ofEach(freshDatabaseUrl)
  for (const service of SERVICES)
    for (const [name, some] of records?.[service] ?? [])
      if (some.length > 0) await database(urls[service]).collection(name).insertMany(some)
  const mails = await startMailServer()
  const toMails = await tcpProxy(mails.url)
  const toDeliveries = await tcpProxy(urls.notification)
  const system = await startSystem({
    databaseUrl: (service) => (service === 'notification' ? toDeliveries.url : urls[service]),
    wayTo: (name, url) => Promise.resolve(name === 'smtp' ? toMails.url : url),
  })
  running.push(system.stop, toMails.stop, toDeliveries.stop, mails.stop)
  const run = (...args: string[]) => command([...args, '--json'], { env: settings(system, key) })
  return {
    system,
    mails,
    toMails,
    /** The way of the notification service to its database. */
    toDeliveries,
    run,
    registrations: database(urls.registration).collection('registrations'),
    told: async (...args: string[]) => (await run(...args)).json<any[]>(),
    /** Registrations of new users. */
    async register(names: readonly string[]): Promise<{ id: number; externalId: string }[]> {
      const rows = names.map((name) => ({
        loginName: name,
        externalId: name,
        email: `${name}@example.org`,
        firstName: 'Ada',
        lastName: 'Byron',
        groupIds: [1],
      }))
      const users = expectBody(await system.operator.post('/admin/users/batch/', rows), 200) as any[]
      const items = users.map(({ user }) => ({ userId: user.id, courseId: COURSE }))
      const response = await client(system.url, key.credential).post('/registrations/batch/', items)
      const results = expectBody(response, 200) as any[]
      return results.map(({ registration }, i) => ({ ...users[i].user, id: registration.id }))
    },
    dump: async () => {
      const dumps = await Promise.all(SERVICES.map((service) => dumpOf(urls[service])))
      return ofEach((service) => dumps[SERVICES.indexOf(service)] as Dump)
    },
  }
}

/** All records; registrations are an hour old. */
async function dumpOf(url: string): Promise<Dump> {
  const dump = new Map<string, Record<string, any>[]>()
  for (const { name } of await database(url).listCollections())
    dump.set(name, await database(url).collection(name).find().toArray())
  for (const one of dump.get('registrations') ?? []) one['createdAt'] = new Date(+one['createdAt'] - AN_HOUR)
  return dump
}

const idsIn = ({ received }: MailServer) =>
  received.map(({ mail }) => Number(/^<222\.(\d+)\./.exec(mail.messageId ?? '')?.[1]))

beforeAll(async () => {
  const { system, mails, told, register, dump } = await operated()
  expectBody(await system.operator.put('/admin/groups/1/', { name: 'Everybody', parentId: null }), 201)
  expectBody(
    await system.operator.put(`/admin/courses/${COURSE}/`, { name: 'Fire safety', groupIds: [1] }),
    201,
  )
  key = await system.issueKey()
  await register(['old'])
  // An e-mail that is sent but not recorded yet would be sent again after a restore.
  const statuses = async () => (await told('deliveries', 'list', '--all')).map(({ status }) => status)
  await eventually(async () => expect(await statuses()).toEqual(['sent']), 60_000)
  before = await dump()
  between = (await register(Array.from({ length: LOST }, (_, n) => `lost-${n}`))).map(({ id }) => id)
  const renamed = { externalId: 'renamed' }
  expectBody(await client(system.url, key.credential).post('/users/external_id/old/', renamed), 200)
  await eventually(() => expect(mails.received).toHaveLength(1 + LOST), 120_000)
  await stopped()
  after = await dump()
}, 200_000)

afterEach(stopped)
afterAll(() => server.close())

/** The restore after which most is to be done; `npm run check -- restore` drills all of them. */
const HARDEST: ServiceName[] = ['user', 'notification']
const OTHERS: ServiceName[][] = [
  [...SERVICES],
  ['registration'],
  ['user'],
  ['notification'],
  ['registration', 'user'],
  ['registration', 'notification'],
]

describe('after a restore of the database of', () => {
  const restores = isDrill ? [HARDEST, ...OTHERS] : [HARDEST]
  it.each(restores.map((restored) => [restored]))(
    '%j, an operator learns what is missing, and every new registration gets its one e-mail (O11, O12)',
    async (restored) => {
      const from = (service: ServiceName) => (restored.includes(service) ? before : after)[service]
      const { mails, run, told, register } = await operated(ofEach(from))
      const floors = await told('ids', 'floor', String(FLOOR), '--yes')
      expect(floors).toEqual(['registration', 'user'].map((service) => ({ service, above: FLOOR })))

      const [goneBack, forgot] = [restored.includes('registration'), restored.includes('notification')]
      const without = forgot && !goneBack ? between : []
      const ofEMails = new Set((await told('deliveries', 'list', '--all')).map((one) => one.registrationId))
      const existing = (await told('registrations', 'list', '--all')).map(({ id }) => id)
      const gone = [...ofEMails].filter((id) => !existing.includes(id)).sort((a, b) => a - b)
      expect(gone).toEqual(goneBack && !forgot ? between : [])
      expect((await told('without-delivery', 'list', '--all')).map(({ id }) => id)).toEqual(without)
      const unknown = restored.includes('user') ? without : []
      const sent = await run('without-delivery', 'send', '--all', '--yes')
      expect([sent.code, sent.json()]).toEqual([
        unknown.length > 0 ? EXIT.failed : EXIT.done,
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
      const lately = new Date(Date.now() - AN_HOUR / 2).toISOString()
      const listed = await told('registrations', 'list', '--created-after', lately)
      expect(listed.map((one) => one.userExternalId)).toEqual(created.map(({ externalId }) => externalId))
    },
    200_000,
  )
})

it('lists registrations whose messages a broker has lost, and sends each e-mail once (O11)', async () => {
  const { system, mails, toMails, toDeliveries, run, told, register, registrations } = await operated(before)
  toMails.cut()
  await register(['first'])
  const away = async () => (await uncheckedClient(system.health.notification).get('/readyz')).body.away
  await eventually(async () => expect(await away()).toEqual(['smtp']), 60_000)
  const examined = await run('doctor', '--health', system.health.notification)
  expect([examined.code, examined.json()]).toEqual([
    EXIT.unavailable,
    expect.arrayContaining([
      expect.objectContaining({ check: 'health', message: expect.stringMatching(/is degraded: smtp$/) }),
    ]),
  ])
  // While the notification service has no database, messages wait in the broker.
  toDeliveries.cut()
  await eventually(async () => expect(await away()).toContain('mongodb'), 60_000)
  const created = (await register(['second', 'third'])).map(({ id }) => id)
  // An imported registration has no e-mail that could be missing.
  const [{ courseId, userId }] = await told('registrations', 'list', '--limit', '1')
  const earlier = { statusName: 'Withdrawn', createdDate: '2019-03-01T08:00:00Z', openRegistration: 'beside' }
  const imported = { courseId, userId, ...earlier }
  const [{ status }] = (await system.operator.post('/admin/registrations/import/', [imported])).body
  expect(status).toBe(201)
  const pending = { eventsDueAt: { $gt: new Date(0) } }
  await eventually(async () => expect(await registrations.countDocuments(pending)).toBe(0), 60_000)
  const vhost = `/api/vhosts${new URL(system.rabbitmqUrl).pathname}`
  await manage('DELETE', vhost)
  await manage('PUT', vhost)
  toDeliveries.heal()
  toMails.heal()
  await eventually(async () => expect(await away()).toEqual([]), 60_000)

  const [one] = created
  const early = await run('without-delivery', 'send', String(one))
  expect([early.code, early.json()]).toEqual([EXIT.failed, [{ registrationId: one, reason: 'too-recent' }]])
  const older = { $set: { createdAt: { $subtract: ['$createdAt', AN_HOUR] } } }
  await registrations.updateMany({}, [older])
  const list = '/admin/registrations-without-delivery/'
  const page = await system.operator.get(`${list}?limit=1`, { prefer: 'count=exact' })
  expect(page.headers.get('x-total-count')).toBe('2')
  const next = await system.operator.get(nextPageOf(page) ?? '')
  expect([...page.body, ...next.body].map(({ id }) => id)).toEqual(created)
  const sent = expectBody(await system.operator.post(`${list}send/`, { all: true }), 200)
  expect(sent).toEqual({ sent: 2, notSent: [] })
  expectBody(await system.operator.post(`${list}send/`, { all: true }), 200)
  await eventually(() => expect(idsIn(mails)).toEqual(expect.arrayContaining(created)), 60_000)
  const again = await run('without-delivery', 'send', String(one), '999999999')
  expect(again.code).toBe(EXIT.failed)
  expect(again.json()).toEqual([
    { registrationId: one, reason: 'delivered' },
    { registrationId: 999_999_999, reason: 'not-registered' },
  ])
  // A number below those issued raises nothing.
  for (const [noun, above] of Object.entries({ registrations: 5, users: 1 })) {
    const floor = await system.operator.post(`/admin/${noun}/ids/floor/`, { above: 1 })
    expect(expectBody(floor, 200)).toEqual({ above })
  }
  expect(await told('dead-letters', 'list')).toEqual([])
  expect(idsIn(mails)).toHaveLength(new Set(idsIn(mails)).size)
}, 200_000)

/** What names the person of the backup, and the user service's own texts for it. */
const NAMES = /old@|"old"|Ada|Byron/

const recordsWithNames = (dumps: Readonly<Record<ServiceName, Dump>>) =>
  SERVICES.flatMap((service) => [...dumps[service]])
    .flatMap(([collection, records]) => records.map((record) => `${collection} ${JSON.stringify(record)}`))
    .filter((text) => NAMES.test(text))

it('repeats an erasure newer than the backup, so that no data of the person reappears (O18)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
  const list = join(folder, 'erasures.ndjson')
  const areFinished = ({ told }: Awaited<ReturnType<typeof operated>>) =>
    eventually(async () => expect(await told('erasures', 'list', '--in-progress')).toEqual([]), 120_000)

  const lost = await operated(before)
  const [{ id }] = await lost.told('users', 'find', '--external-id', 'old')
  await lost.told('users', 'erase', String(id), '--reason', 'request 17', '--yes')
  await areFinished(lost)
  expect((await lost.run('erasures', 'export', list)).code).toBe(EXIT.done)
  expect(recordsWithNames(await lost.dump())).toEqual([])
  await stopped()

  const restored = await operated(before)
  expect(recordsWithNames(await restored.dump())).not.toEqual([])
  await restored.told('ids', 'floor', String(FLOOR), '--yes')
  expect((await restored.run('users', 'erase', '--again', list, '--yes')).code).toBe(EXIT.done)
  await areFinished(restored)
  // The floor of ids has published the person's account once more.
  await eventually(async () => expect(recordsWithNames(await restored.dump())).toEqual([]), 120_000)
  const exported = await restored.run('users', 'export', String(id))
  expect(exported.json()).toEqual({ userId: id, exportedAt: expect.any(String), erased: true })
  expect(await restored.told('without-delivery', 'list', '--all')).toEqual([])
  await rm(folder, { recursive: true })
}, 200_000)
