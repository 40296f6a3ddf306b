import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { startMailServer, type Behaviour } from '../../../testing/notification/mail-server.ts'
import { openPublisher, type Publisher } from '../../../testing/notification/messages.ts'
import {
  EVENTS_EXCHANGE,
  QUEUES,
  MESSAGE_RETRY_DELAYS_MS,
  retryQueue,
} from '../../../services/platform/messaging/topology.ts'
import type { ServiceName } from '../../../services/platform/contract/operation.ts'
import { bearer, client, type Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { freshDatabaseUrl, SERVICE_TOKEN } from '../../../testing/isolated.ts'
import { everythingStored } from '../../../testing/personal-data.ts'
import { expectBody } from '../../../testing/portal.ts'
import { checkForLeaks } from '../../../testing/leak-check.ts'
import { startProcess } from '../../../testing/processes.ts'
import { respondWith, startReceiver, type Receiver } from '../../../testing/receiver.ts'
import { REGISTRATION_EVENTS, USER_EVENTS } from '../../../testing/notification/webhooks.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'
import { startSystem, type System } from '../../../testing/clients/system.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { EXIT } from '../src/exit-codes.ts'

const SERVICES = ['user', 'registration', 'notification'] as const
const COURSES = [1, 2, 3, 4]
const STATUSES = ['Not Started', 'Approved', 'Completed', 'Withdrawn']
/** What becomes of the e-mail about each registration. */
const MAILS: Behaviour[] = ['accept', 450, 550, 'accept']
/** Created and updated once; four registrations, three of which move. */
const EVENTS = 2 + COURSES.length + 3

const NAMES = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' }

type Line = Awaited<ReturnType<typeof tcpProxy>>
const lines = {} as Record<ServiceName | 'rabbitmq' | 'smtp' | 'redis', Line>
const databaseUrls = {} as Record<ServiceName, string>
/** Past the line that is cut. */
let rabbitmqUrl: string
let mails: Awaited<ReturnType<typeof startMailServer>>
let system: System
let publisher: Publisher
let key: Awaited<ReturnType<System['issueKey']>>
let api: Client
/** Of webhooks: one accepts them, one is always busy, one is disabled. */
const receivers: Receiver[] = []
/** As the operator's terminal. */
const run = (...args: string[]) => command([...args, '--json'], { env: settings(system, key) })

beforeAll(async () => {
  mails = await startMailServer()
  for (const service of SERVICES) {
    databaseUrls[service] = freshDatabaseUrl()
    lines[service] = await tcpProxy(databaseUrls[service])
  }
  system = await startSystem({
    databaseUrl: (service) => {
      const url = new URL(lines[service].url)
      url.searchParams.set('directConnection', 'true')
      return url.href
    },
    startProcess,
    wayTo: async (name, url) => {
      if (name === 'user') return url
      if (name === 'rabbitmq') rabbitmqUrl = url
      lines[name] = await tcpProxy(name === 'smtp' ? mails.url : url)
      return lines[name].url
    },
  })
  publisher = await openPublisher(rabbitmqUrl)
  expectBody(await system.operator.put('/admin/groups/1/', { name: 'Everybody', parentId: null }), 201)
  for (const id of COURSES)
    expectBody(
      await system.operator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1] }),
      201,
    )
  key = await system.issueKey()
  api = client(system.url, key.credential)
  for (const code of [204, 503, 204]) {
    const receiver = await startReceiver(respondWith(code))
    receivers.push(receiver)
    const events = [...REGISTRATION_EVENTS, ...USER_EVENTS, 'user.erased']
    const { id } = expectBody(await api.post('/webhook-endpoints/', { url: receiver.url, events }), 201)
    if (receivers.length === 3)
      expectBody(await api.post(`/webhook-endpoints/${id}/`, { enabled: false }), 200)
  }
}, 160_000)

afterAll(async () => {
  await publisher.close()
  for (const receiver of receivers) await receiver.stop()
  await system.stop()
  checkForLeaks('a log line', logs())
  for (const line of Object.values(lines)) await line.stop()
  await mails.stop()
})

/**
 * A person whose every text begins with the mark, with registrations, e-mails and a dead letter of every
 * kind.
 */
async function aPerson() {
  const mark = `quokka${randomUUID().slice(0, 8)}`
  const email = `${mark}.mail@example.org`
  const keys = { user: randomUUID(), batch: randomUUID(), single: randomUUID(), merge: randomUUID() }
  const fields = {
    firstName: `${mark}-first`,
    lastName: `${mark}-last`,
    loginName: `${mark}-login`,
    email,
    externalId: `${mark}-external`,
    preferredLanguage: 'fr-x-quokka',
    address: `${mark}-street`,
    address2: `${mark}-door`,
    city: `${mark}-city`,
    zip: mark,
    ovFormWithInput12: `${mark}-form`,
    state: 'NY',
    country: 'US',
    workSettingsOtherSpecify: `${mark}-other`,
    workSettingsPrivateIndustryExcept: `${mark}-except`,
  }
  const create = () => api.post('/users/', fields, { 'idempotency-key': keys.user })
  const { id } = expectBody(await create(), 201)
  const batch = COURSES.slice(1).map((courseId) => ({
    courseId,
    userEmail: email,
    externalId: `reg-${randomUUID()}`,
  }))
  const single = {
    courseId: COURSES[0],
    userExternalId: fields.externalId,
    externalId: `reg-${randomUUID()}`,
  }
  const merge = () =>
    api.post('/users/batch/', [{ ...fields, city: `${mark}-town` }], { 'idempotency-key': keys.merge })
  expectBody(await merge(), 200)
  const registerOne = () => api.post('/registrations/', single, { 'idempotency-key': keys.single })
  const registerMany = () => api.post('/registrations/batch/', batch, { 'idempotency-key': keys.batch })

  const registrationIds: number[] = []
  mails.behave(MAILS[0] as Behaviour, email)
  registrationIds.push(expectBody(await registerOne(), 201).id)
  await mails.receivedFor(email)
  mails.behave(MAILS[1] as Behaviour, email)
  for (const { registration } of expectBody(await registerMany(), 200)) registrationIds.push(registration.id)
  const [, approved, completed, withdrawn] = registrationIds
  expectBody(await api.post(`/registrations/${approved}/approve/`), 200)
  expectBody(await api.post(`/registrations/${completed}/complete/`, { score: 87.5, success: 'true' }), 200)
  expectBody(await api.post(`/registrations/${withdrawn}/withdraw/`), 200)
  await eventually(async () => {
    const deliveries = await deliveriesOf(registrationIds)
    expect(deliveries.map(({ status }) => status).sort()).toEqual(['queued', 'queued', 'queued', 'sent'])
  }, 60_000)
  // One of them is rejected for good.
  mails.behave(550, email)
  const [first] = (await deliveriesOf(registrationIds)).filter(({ status }) => status === 'queued')
  expectBody(await system.operator.post(`/admin/deliveries/${first.id}/resend/?anyway=true`), 201)
  await eventually(async () => {
    const failed = (await deliveriesOf(registrationIds)).filter(({ status }) => status === 'failed')
    expect(failed.length).toBeGreaterThan(0)
  }, 60_000)
  mails.behave(450, email)

  await eventually(async () => {
    const { webhooks } = expectBody(await system.operator.get(`/admin/users/${id}/export/`), 200)
    const attempts = (status: string) =>
      webhooks.flatMap(({ delivery }: any) => (delivery.status === status ? [delivery.attempts > 0] : []))
    expect(attempts('delivered')).toEqual(Array(EVENTS).fill(true))
    expect(attempts('failed')).toEqual(Array(EVENTS).fill(false))
    // A receiver that has accepted nothing yet gets one event at a time, and the others wait.
    expect(attempts('pending')).toHaveLength(EVENTS)
  }, 60_000)

  const letter = { registrationId: 'none', userId: id, userFirstName: fields.firstName }
  await publisher.raw(JSON.stringify(letter))
  await eventually(async () => {
    const letters = expectBody(await system.operator.get('/admin/dead-letters/?limit=500'), 200) as any[]
    expect(letters.filter(({ payload }) => payload.userId === id)).not.toEqual([])
  }, 60_000)
  return {
    id: id as number,
    mark,
    email,
    fields,
    registrationIds,
    letter,
    create,
    registerOne,
    registerMany,
    merge,
  }
}

type Person = Awaited<ReturnType<typeof aPerson>>

async function deliveriesOf(registrationIds: readonly number[]): Promise<any[]> {
  const lists = await Promise.all(
    registrationIds.map((id) => system.operator.get(`/admin/deliveries/?registrationId=${id}`)),
  )
  return lists.flatMap((list) => expectBody(list, 200))
}

const receiptOf = async ({ id }: Person) =>
  expectBody(await system.operator.get(`/admin/erasures/${id}/`), 200)

const isFinished = (person: Person) =>
  eventually(async () => expect(await receiptOf(person)).toMatchObject({ status: 'finished' }), 120_000)

const logs = () =>
  Object.values(system.processes)
    .map((process) => process.output())
    .join('')

/** Where the mark of a person is found, in databases and queues. */
const tracesOf = async ({ mark }: Person) =>
  (await everythingStored(Object.values(databaseUrls), rabbitmqUrl)).filter((line) => line.includes(mark))

/** Nothing is left of the person once the messages that wait for a retry have come, and were dropped. */
async function nothingIsLeft(person: Person): Promise<void> {
  const queues = Object.keys(QUEUES).flatMap((queue) => [
    queue,
    ...MESSAGE_RETRY_DELAYS_MS.map((delayMs) => retryQueue(queue, delayMs)),
  ])
  for (const queue of queues)
    await eventually(async () => expect(await publisher.waitingIn(queue)).toBe(0), 60_000)
  await eventually(async () => expect(await tracesOf(person)).toEqual([]), 60_000)
}

/** The registrations as facts, which statistics count. */
async function facts({ registrationIds }: Person) {
  const all = expectBody(await system.operator.get('/admin/registrations/?limit=1000'), 200) as any[]
  return all
    .filter(({ id }) => registrationIds.includes(id))
    .map(({ id, userId, courseId, statusName, score, createdDate, completionDate, externalId }) => ({
      id,
      userId,
      courseId,
      statusName,
      score,
      createdDate,
      completionDate,
      externalId,
    }))
}

const erase = ({ id }: Person) => run('users', 'erase', String(id), '--reason', 'request 17', '--yes')

/** Erases a person while a server is unavailable. */
const whileStopped = (server: keyof typeof lines) => async (person: Person) => {
  lines[server].cut()
  if (server === 'user') {
    const asked = await system.operator.post(`/admin/users/${person.id}/erase/`, { reason: 'request 17' })
    expect(asked.status).toBe(503)
  } else {
    const [receipt] = (await erase(person)).json<any[]>()
    expect(receipt).toMatchObject({ userId: person.id, reason: 'request 17', withRegistrations: false })
    const ofServices = Object.fromEntries(receipt.services.map((one: any) => [one.service, one.status]))
    expect(ofServices).toMatchObject({ user: 'finished' })
  }
  lines[server].heal()
  if (server === 'user')
    await eventually(async () => expect((await erase(person)).code).toBe(EXIT.done), 60_000)
}

/**
 * Erases a person while the process of a service is killed that has begun with its part and has not finished.
 */
const whileKilled = (service: ServiceName) => async (person: Person) => {
  // Each response of the database is late, so that the part takes long enough.
  lines[service].slow(150)
  const database = await mongoose.createConnection(databaseUrls[service]).asPromise()
  const [collection, finishedAt] =
    service === 'user' ? ['erasures', 'services.user.finishedAt'] : ['erasedUsers', 'finishedAt']
  const unfinished = () =>
    database.collection<{ _id: number }>(collection).countDocuments({ _id: person.id, [finishedAt]: null })
  const asked = erase(person)
  await eventually(async () => expect(await unfinished()).toBe(1), 60_000)
  await system.processes[service].kill()
  expect(await unfinished()).toBe(1)
  await database.close()
  lines[service].heal()
  await asked
  await system.processes[service].restart()
}

/** What happens while a person is erased; `npm run check -- erasure` does all of it. */
const ALL = [
  ...(['rabbitmq', ...SERVICES, 'smtp', 'redis'] as const).map((server) => ({
    fault: `an outage of ${SERVICES.includes(server as ServiceName) ? `the database of ${server}` : server}`,
    eraseThrough: whileStopped(server),
  })),
  ...SERVICES.map((service) => ({
    fault: `a kill of the ${service} process`,
    eraseThrough: whileKilled(service),
  })),
]
const faults = process.env['ERASURES'] === 'all' ? ALL : [ALL[0] as (typeof ALL)[0]]

describe('a person is erased (O18)', () => {
  it.each(faults)(
    'everywhere, in spite of $fault; the export has all data before, and the number after (O19)',
    async ({ eraseThrough }) => {
      const person = await aPerson()
      const { id, mark, email, registrationIds } = person
      expect((await tracesOf(person)).length).toBeGreaterThan(6)

      // The export contains everything that was stored about the person.
      const exported = await run('users', 'export', String(id))
      const document = exported.json()
      expect(document).toMatchObject({ userId: id, erased: false, groups: [{ id: 1, name: 'Everybody' }] })
      const current = { ...person.fields, city: `${mark}-town` }
      for (const text of Object.values(current)) expect(exported.stdout).toContain(text)
      expect(document.registrations.map(({ registration }: any) => registration.statusName)).toEqual(STATUSES)
      expect(document.registrations.map(({ history }: any) => history.length)).toEqual([1, 2, 2, 2])
      expect(document.deliveries).toHaveLength(5)
      for (const state of ['delivered', 'pending', 'failed'])
        expect(document.webhooks.filter(({ delivery }: any) => delivery.status === state)).toHaveLength(
          EVENTS,
        )
      expect(document.deadLetters).toContainEqual(expect.objectContaining({ payload: person.letter }))
      const of = (service: 'registration' | 'notification') =>
        client(system.internalUrl[service], bearer(SERVICE_TOKEN))
      const whole = expectBody(await system.operator.get(`/admin/users/${id}/export/`), 200)
      // E-mails and webhooks are being retried meanwhile.
      const { exportedAt, deliveries, webhooks } = document
      expect({ ...whole, exportedAt, deliveries, webhooks }).toEqual(document)
      const parts = await of('registration').get(`/internal/users/${id}/registrations/`)
      expect(expectBody(parts, 200)).toHaveLength(4)
      const stored = await of('notification').get(`/internal/users/${id}/notifications/`)
      expect(expectBody(stored, 200).deliveries).toHaveLength(5)
      expect(expectBody(stored, 200).webhooks).toHaveLength(3 * EVENTS)
      const before = await facts(person)
      const since = new Date(Date.now() - 1_000).toISOString()

      await eraseThrough(person)
      await isFinished(person)
      const delivered = receivers.map(({ received }) => received.length)
      await eventually(async () => {
        const { services } = await receiptOf(person)
        expect(services.map(({ service }: any) => service)).toEqual([...SERVICES])
        for (const one of services)
          expect(one).toMatchObject({ status: 'finished', finishedAt: expect.any(String) })
        for (const one of services) expect(one).not.toMatchObject({ records: 0 })
      })

      await nothingIsLeft(person)

      // Lists, deltas and statistics stay right.
      expect(await facts(person)).toEqual(before)
      const listed = async (path: string) => expectBody(await api.get(path), 200) as any[]
      expect(await listed(`/registrations/?user_id=${id}`)).toEqual([])
      const deltas = await listed(`/registrations/?user_id=${id}&updated_after=${since}&includeDeleted=true`)
      expect(deltas.map((one) => [one.id, one.deleted, one.userExternalId])).toEqual(
        registrationIds.map((registrationId) => [registrationId, true, '']),
      )
      const users = await listed(`/users/?updatedAfter=${since}&includeDeleted=true&limit=1000`)
      const name = `erased-${id}`
      expect(users.find((user) => user.id === id)).toMatchObject({
        deleted: true,
        firstName: name,
        lastName: name,
        loginName: name,
        externalId: '',
        address: '',
        email: `${name}@erased.invalid`,
      })
      expect((await listed('/users/?limit=1000')).map((user) => user.id)).not.toContain(id)

      // No key brings the old responses back, and no e-mail is sent again.
      for (const again of [person.create, person.registerOne, person.registerMany, person.merge])
        expect(await again()).toBeError('user-erased')
      const [delivery] = await deliveriesOf(registrationIds)
      expect(delivery).toMatchObject({ to: `${name}@erased.invalid` })
      expect(await system.operator.post(`/admin/deliveries/${delivery.id}/resend/`)).toBeError('user-erased')

      // Receivers learn of it, and get nothing else.
      // A delivery that a killed process had leased is sent when the lease ends.
      const events = () => receivers.flatMap(({ received }) => received.map(({ event }) => event))
      const types = () => events().flatMap(({ data, type }) => (data.id === id ? [type] : []))
      const expected = expect.arrayContaining(['user.deleted', 'user.erased'])
      await eventually(() => expect(types()).toEqual(expected), 60_000)

      // Late messages.
      const taken = mails.recipients.length
      mails.behave('accept', email)
      await late(person)
      await nothingIsLeft(person)
      expect(mails.recipients.slice(taken)).toEqual([])
      expect(await facts(person)).toEqual(before)

      for (const [i, { received }] of receivers.entries())
        expect(received.slice(delivered[i]).filter(({ body }) => body.includes(mark))).toEqual([])

      // A second request changes nothing.
      const repeated = await system.operator.post(`/admin/users/${id}/erase/`, { reason: 'again' })
      expect(expectBody(repeated, 200)).toMatchObject({ status: 'finished', reason: 'request 17' })
      const after = (await run('users', 'export', String(id))).json()
      expect(after).toEqual({ userId: id, exportedAt: expect.any(String), erased: true })
      expect(logs()).not.toContain(mark)
    },
    300_000,
  )

  /** What an outage may have held back: an e-mail, a change and a dead letter. */
  async function late({ id, mark, email, letter }: Person): Promise<void> {
    const occurredAt = new Date().toISOString()
    const created = {
      eventId: randomUUID(),
      occurredAt,
      registrationId: 900_000 + id,
      courseId: 1,
      courseName: 'Course 1',
      userId: id,
      userEmail: email,
      userFirstName: mark,
      userLastName: mark,
      userExternalId: mark,
      createdDate: occurredAt,
      externalId: '',
    }
    await publisher.raw(JSON.stringify(created), { messageId: created.eventId })
    await publisher.raw(JSON.stringify(letter))
    const type = 'user.changed.v1'
    const changed = {
      eventId: randomUUID(),
      occurredAt,
      userId: id,
      version: 1_000,
      externalId: mark,
      groupIds: [1],
      deleted: false,
      isNew: false,
    }
    const content = Buffer.from(JSON.stringify(changed))
    publisher.channel.publish(EVENTS_EXCHANGE, type, content, { type, persistent: true })
    await publisher.channel.waitForConfirms()
  }

  it('with the registrations if --with-registrations says so, also in a second erasure', async () => {
    const { id } = expectBody(await api.post('/users/', { ...NAMES, loginName: randomUUID() }), 201)
    expectBody(await api.post('/registrations/', { courseId: COURSES[0], userId: id }), 201)
    const registrations = async () =>
      expectBody(await system.operator.get(`/admin/registrations/?userId=${id}`), 200)
    const erased = async (...options: string[]) => {
      await run('users', 'erase', String(id), '--reason', 'request 18', '--yes', ...options)
      await eventually(async () => {
        const { json } = await run('erasures', 'show', String(id))
        expect(json()).toMatchObject({ status: 'finished', withRegistrations: options.length > 0 })
      }, 60_000)
    }
    const begun = await system.operator.post(`/admin/users/${id}/erase/`, { reason: 'request 18' })
    expect(expectBody(begun, 202)).toMatchObject({ userId: id, withRegistrations: false, finishedAt: null })
    await erased()
    expect(await registrations()).toMatchObject([{ userId: id, userExternalId: '', deleted: true }])
    await erased('--with-registrations')
    expect(await registrations()).toEqual([])
    expect((await run('erasures', 'list', '--in-progress')).json()).toEqual([])
  }, 120_000)
})
