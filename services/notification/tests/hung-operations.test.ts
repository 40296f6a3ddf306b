/**
 * One operation that never settles, anywhere on the way of a change through the services. `npm run check --
 * hung` proves it for every operation and each outcome of a write. `npm test` takes the first write of each
 * service on each way, with the two outcomes by turns, and the first read: all have the same deadline.
 */
import { randomUUID } from 'node:crypto'
import mongoose, { type Connection } from 'mongoose'
import Mail from 'nodemailer/lib/mailer'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { Pool } from 'undici'
import type { ServiceName } from '../../platform/contract/operation.ts'
import { withDatabase } from '../../../local/support/mongodb-url.ts'
import { Relay } from '../../platform/messaging/relay.ts'
import { JOB_LEASE_MS, LongJob } from '../../platform/store/long-job.ts'
import { EVENT_LEASE_MS } from '../../platform/store/outbox.ts'
import type { PeriodicTask } from '../../platform/work/periodic-task.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
  hangNext,
  hangNextOn,
  insistWith,
  STORE_DEADLINE_MS,
  type HungCall,
} from '../../../testing/hung-operations.ts'
import { startMailServer, type Behaviour } from '../../../testing/notification/mail-server.ts'
import { openPublisher } from '../../../testing/notification/messages.ts'
import { testClock } from '../../../testing/notification/scene.ts'
import { EVERYBODY, OURS, webhookScene } from '../../../testing/notification/webhooks.ts'
import { expectBody } from '../../../testing/portal.ts'
import { testServers } from '../../../testing/servers.ts'
import { Dispatcher } from '../src/dispatch/dispatcher.ts'
import { SMTP_TIMEOUTS } from '../src/emails/smtp-options.ts'
import { WEBHOOK_LEASE_MS } from '../src/webhooks/deliveries/rules.ts'

const isFull = process.env['HUNG_OPERATIONS'] === 'all'
/** No lease is longer, and no delay before a second attempt. */
const LATER_MS = 2 * Math.max(EVENT_LEASE_MS, JOB_LEASE_MS, WEBHOOK_LEASE_MS)

const run = randomUUID().slice(0, 8)
const databaseOf = (service: ServiceName) => `test-${service}-${run}`
const urlOf = (service: ServiceName) => withDatabase(testServers().mongodbUrl, databaseOf(service))
const clock = testClock()
const lines: string[] = []
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let registrations: Connection
let publisher: Awaited<ReturnType<typeof openPublisher>>
let subscriber: Awaited<ReturnType<typeof aSubscriber>>
const USER_EVENTS = ['user.created', 'user.updated', 'user.erased']
/** What the receiver of webhooks has accepted. */
const accepted: string[] = []
let isFailing = false
/** The webhooks and e-mails to which all requests lead in the end. */
const expected: string[] = []

beforeAll(async () => void (mailServer = await startMailServer()))
// Before the vhost is removed.
afterAll(() => Promise.all([publisher.close(), registrations.close()]))
const { system, aCourse, aSubscriber } = webhookScene({
  databaseUrl: urlOf,
  wayTo: (name, url) => Promise.resolve(name === 'smtp' ? mailServer.url : url),
  onLogLine: (line) => void lines.push(line),
  // An e-mail whose text was not sent does not wait for a reply to it.
  config: { deliveryRetentionDays: 1, smtpReplyTimeoutMs: 600_000 },
  overrides: { clock, storeDeadlineMs: STORE_DEADLINE_MS },
  notificationOverrides: {
    webhookSweepMs: 2_000,
    smtpTimeouts: { ...SMTP_TIMEOUTS, untilTextMs: 1_500, graceMs: 100, probeMs: 300 },
  },
})
afterAll(() => mailServer.stop())
beforeAll(async () => {
  publisher = await openPublisher(system.rabbitmqUrl)
  registrations = await mongoose.createConnection(urlOf('registration')).asPromise()
  subscriber = await aSubscriber([...USER_EVENTS, 'registration.created', 'registration.approved'])
  subscriber.receiver.onRequest((response, { event }) => {
    if (!isFailing) accepted.push(`${event.type} ${event.data.id}`)
    response.writeHead(isFailing ? 500 : 204).end()
  })
})
beforeEach(() => void (lines.length = 0))

const arrivals = () => [...accepted, ...mailServer.received.map(({ to }) => `e-mail ${to[0]}`)]
/** All has arrived, nothing twice, and that is recorded. */
async function settled(): Promise<void> {
  await eventually(() => expect(arrivals().toSorted()).toEqual(expected.toSorted()))
  await eventually(async () => {
    expect(await subscriber.deliveries('?status=pending')).toEqual([])
    for (const status of ['queued', 'sending'])
      expect((await system.operator.get(`/admin/deliveries/?status=${status}`)).body).toEqual([])
  })
}

const insist = insistWith(clock)
const create = (path: string, body: object) => {
  const key = { 'idempotency-key': randomUUID() }
  return insist(() => subscriber.api.post(path, body, key), 201)
}

let courseId: number
/** Its e-mail and its webhooks have arrived. */
let registered: Awaited<ReturnType<typeof register>>
beforeAll(async () => {
  courseId = await aCourse()
  registered = await register(await aUser())
  await settled()
})
let lastUser = 0
async function aUser(): Promise<{ id: number; email: string }> {
  const loginName = `hung-${++lastUser}`
  const names = { loginName, email: `${loginName}@example.org`, firstName: 'Ada', lastName: 'Byron' }
  const user = await create('/users/', names)
  expected.push(`user.created ${user.id}`)
  return user
}
async function register({ id: userId, email }: Awaited<ReturnType<typeof aUser>>) {
  const { id } = await create('/registrations/', { courseId, userId })
  expected.push(`registration.created ${id}`, `e-mail ${email}`)
  return { id: id as number, path: `/registrations/${id}/`, user: { id: userId, email } }
}
const emailsOf = async (registrationId: number) =>
  expectBody(await system.operator.get(`/admin/deliveries/?registrationId=${registrationId}`), 200)
const hasHappened = (hung: HungCall) => eventually(() => expect(hung.happened).toBe(true))
const usersUntil = (hung: HungCall) =>
  eventually(async () => {
    if (!hung.happened) await aUser()
    expect(hung.happened).toBe(true)
  })

/** The mail server does this at the first attempt. */
async function anEmailThat(behaviour: Behaviour, hang: () => HungCall): Promise<void> {
  const user = await aUser()
  mailServer.behave(behaviour, user.email)
  const hung = hang()
  await register(user)
  await hasHappened(hung)
  mailServer.behave('accept', user.email)
}

/**
 * What leads to an operation. After `hang` is called the operation never settles. @returns what holds when
 * all leases have ended, besides that all webhooks and e-mails arrive once
 */
type Way = (hang: () => HungCall) => Promise<void | (() => Promise<void>)>

const WAYS = {
  'a user is created': async (hang) => usersUntil(hang()),
  async 'a user gets into a group'(hang) {
    const { user } = registered
    hang()
    await insist(() => system.operator.put(`/admin/groups/${EVERYBODY}/members/${user.id}/`), 204)
    expected.push(`user.updated ${user.id}`)
    return async () => {
      const registration = await registrations.collection('registrations').findOne({ 'user.userId': user.id })
      expect(registration?.['user'].groupIds.toSorted()).toEqual([EVERYBODY, OURS])
    }
  },
  async 'a user is erased'(hang) {
    const { user, id } = registered
    hang()
    const erase = `/admin/users/${user.id}/erase/`
    await insist(() => system.operator.post(erase, { reason: 'a request' }), 200, 202)
    expected.push(`user.erased ${user.id}`)
    return async () => {
      const { body } = await system.operator.get(`/admin/erasures/${user.id}/`)
      expect(body).toMatchObject({ status: 'finished' })
      expect(await emailsOf(id)).toMatchObject([{ to: `erased-${user.id}@erased.invalid` }])
    }
  },
  async 'a registration is created'(hang) {
    const user = await aUser()
    hang()
    await register(user)
  },
  async 'a registration is approved'(hang) {
    const { id, path } = registered
    hang()
    await insist(() => subscriber.api.post(`${path}approve/`), 200)
    expected.push(`registration.approved ${id}`)
  },
  async 'a course is renamed'(hang) {
    const { path } = registered
    const course = { name: `renamed ${expected.length}`, groupIds: [OURS] }
    hang()
    await insist(() => system.operator.put(`/admin/courses/${courseId}/`, course), 200)
    return async () => {
      expect((await subscriber.api.get(path)).body).toMatchObject({ courseName: course.name })
    }
  },
  'an e-mail is rejected for now': (hang) => anEmailThat(450, hang),
  'the session of an e-mail is interrupted': (hang) => anEmailThat('drop', hang),
  async 'an e-mail is sent again'(hang) {
    const { id, user } = registered
    const [{ id: deliveryId }] = await emailsOf(id)
    hang()
    await insist(() => system.operator.post(`/admin/deliveries/${deliveryId}/resend/`), 201)
    expected.push(`e-mail ${user.email}`)
  },
  async 'a message has no JSON'(hang) {
    const count = async () => (await system.operator.get('/admin/dead-letters/')).body.length as number
    const before = await count()
    hang()
    await publisher.raw('no JSON')
    return async () => expect(await count()).toBe(before + 1)
  },
  async 'what waits and what is old is counted'(hang) {
    hang()
    for (const part of system.partsOf())
      if (/^(backlog|retention of deliveries)$/.test(part.name)) await (part as PeriodicTask).runNow()
  },
  async 'a webhook fails'(hang) {
    isFailing = true
    const hung = hang()
    await aUser()
    await hasHappened(hung)
    isFailing = false
  },
  async 'a webhook arrives after a failure'(hang) {
    isFailing = true
    await aUser()
    const failingSince = async () => (await subscriber.api.get(subscriber.path)).body.failingSince
    await eventually(async () => expect(await failingSince()).not.toBeNull())
    const hung = hang()
    isFailing = false
    await usersUntil(hung)
  },
  async 'a webhook is repeated'(hang) {
    const { id } = registered.user
    const { headers } = subscriber.receiver.received.find(
      ({ event }) => event.type === 'user.created' && event.data.id === id,
    )!
    const deliveries = await subscriber.deliveries('?limit=1000')
    const delivery = deliveries.find(({ eventId }) => eventId === headers['webhook-id'])
    hang()
    expected.push(`user.created ${id}`)
    await insist(() => subscriber.api.post(`${subscriber.path}deliveries/${delivery.id}/retry/`), 202)
  },
} satisfies Record<string, Way>

/** The work goes on meanwhile, and nothing is lost or doubled in the end. */
async function prove(way: Way, hang: () => HungCall, said: string): Promise<void> {
  let hung: HungCall | undefined
  const holds = await way(() => (hung = hang()))
  await eventually(() => expect(hung?.happened).toBe(true))
  const isSaid = (line: string) => line.includes(`${said} did not end within`)
  await eventually(() => expect(lines.some(isSaid)).toBe(true))
  registered = await register(await aUser())
  const later = [`registration.created ${registered.id}`, `e-mail ${registered.user.email}`]
  await eventually(() => expect(arrivals()).toEqual(expect.arrayContaining(later)))
  clock.advance(LATER_MS)
  for (const part of system.partsOf()) {
    if (part instanceof Relay) part.sweep()
    if (part instanceof LongJob || part instanceof Dispatcher) part.wake()
  }
  await settled()
  if (holds) await eventually(holds)
}

/** When the operation happens, its service, collection and method, and its arguments. */
type Operation = readonly [
  moment: string,
  operation: `${ServiceName}.${string}.${string}`,
  when?: (...args: any[]) => boolean,
]
type Operations = Partial<Record<keyof typeof WAYS, readonly Operation[]>>

/** Whether the arguments have this text. */
const has =
  (text: string) =>
  (...args: unknown[]): boolean =>
    JSON.stringify(args).includes(text)
const isBegin = (_: object, update: any) => update.$inc?.attempts === 1
const isClaim = (_: object, update: any) => update.$set?.claim !== undefined
const isDelivered = (_: object, update: any) => update.$set?.status === 'delivered'
const isErasure = (_: object, update: any) => update.$set?.cancelReason === 'user-erased'
const isUpdate = ([write]: any[]) => write.updateOne !== undefined
const isOf = (id: string) => (filter: any) => filter._id === id
const isById = (filter: any) => filter._id !== undefined
const isResponse = has('"response":{"status"')
const isPublished = has('"events":[]')
const isUpdateOfMany = has('"updateMany"')
const isDue = (filter: any) => filter.dueAt !== undefined
const isSweep = has('"eventsDueAt":{"$lte"')

const WRITES: Operations = {
  'a user is created': [
    ['an id is reserved', 'user.counters.findOneAndUpdate', isOf('users')],
    ['a key is claimed', 'user.idempotencyKeys.insertMany'],
    ['the response of a key is stored', 'user.idempotencyKeys.updateOne', isResponse],
    ['it is inserted', 'user.users.insertMany'],
    ['its event is published', 'user.users.updateMany', isPublished],
    ['a webhook gets its id', 'notification.counters.findOneAndUpdate', isOf('webhookDeliveries')],
    ['a webhook is inserted', 'notification.webhookDeliveries.insertMany'],
    ['a webhook is recorded as delivered', 'notification.webhookDeliveries.updateMany', isDelivered],
  ],
  'a user gets into a group': [
    ['it is written', 'user.users.updateOne'],
    ['the newest user is kept', 'registration.newestUsers.bulkWrite'],
    ['registrations are written', 'registration.registrations.bulkWrite', isUpdateOfMany],
  ],
  'a user is erased': [
    ['it is stored', 'user.erasures.insertMany'],
    ['the user is erased', 'user.users.updateOne', has('"erased-')],
    ['it is recorded', 'user.erasures.updateOne', has('services.user')],
    ['its end is written', 'user.erasures.updateOne', has('"work.user.passes":1')],
    ['its event is published', 'user.erasures.updateMany', isPublished],
    ['a tombstone is stored', 'notification.erasedUsers.insertMany'],
    ['e-mails are erased', 'notification.deliveries.updateMany', isErasure],
  ],
  'a registration is created': [
    ['an id is reserved', 'registration.counters.findOneAndUpdate', isOf('registrations')],
    ['a key is claimed', 'registration.idempotencyKeys.insertMany'],
    ['the response of a key is stored', 'registration.idempotencyKeys.updateOne', isResponse],
    ['it is inserted', 'registration.registrations.insertMany'],
    ['its event is published', 'registration.registrations.updateMany', isPublished],
    ['an attempt begins', 'notification.deliveries.updateMany', isBegin],
    ['an e-mail gets its id', 'notification.counters.findOneAndUpdate', isOf('deliveries')],
    ['an e-mail is inserted', 'notification.deliveries.insertMany'],
    ['an e-mail is recorded as sent', 'notification.deliveries.bulkWrite', isUpdate],
  ],
  'a registration is approved': [
    ['it is written', 'registration.registrations.updateOne'],
    ['its event is published', 'registration.registrations.updateMany', isPublished],
  ],
  'a course is renamed': [
    ['registrations are written', 'registration.registrations.bulkWrite', isUpdateOfMany],
    ['its end is written', 'registration.courses.updateOne', has('"$unset":{"refreshDueAt"')],
  ],
  'an e-mail is rejected for now': [['that is recorded', 'notification.deliveries.updateOne']],
  'an e-mail is sent again': [['it is leased', 'notification.deliveries.updateMany', isClaim]],
  'a message has no JSON': [['it is stored', 'notification.deadLetters.insertMany']],
  'a webhook fails': [
    ['that is recorded', 'notification.webhookDeliveries.bulkWrite', isUpdate],
    ['its lane is marked', 'notification.webhookLanes.bulkWrite'],
    ['its endpoint is written', 'notification.webhookEndpoints.updateOne'],
  ],
  'a webhook arrives after a failure': [
    ['its endpoint is written', 'notification.webhookEndpoints.updateOne'],
  ],
  'a webhook is repeated': [['it is leased', 'notification.webhookDeliveries.updateMany', isClaim]],
}
const READS: Operations = {
  'a user is created': [
    ['a key is looked for', 'user.idempotencyKeys.findOne'],
    ['due events are looked for', 'user.users.find', isSweep],
    ['endpoints are looked for', 'notification.counters.findOne', isOf('webhookEndpointChanges')],
  ],
  'a user is erased': [['due events are looked for', 'user.erasures.find', isSweep]],
  'a registration is created': [
    ['a tombstone is looked for', 'notification.erasedUsers.find', isById],
    ['a key is looked for', 'registration.idempotencyKeys.findOne'],
    ['the course is looked for', 'registration.courses.find', has('"deleted":false')],
    ['newer users are looked for', 'registration.newestUsers.find'],
    ['a tombstone is looked for', 'registration.erasedUsers.find', isById],
    ['due events are looked for', 'registration.registrations.find', isSweep],
  ],
  'a registration is approved': [
    ['it is looked for', 'registration.registrations.find', has('"_id":{"$in"')],
  ],
  'an e-mail is sent again': [
    ['due e-mails are looked for', 'notification.deliveries.find', isDue],
    ['leased e-mails are read', 'notification.deliveries.find', ({ claim }) => typeof claim === 'string'],
  ],
  'what waits and what is old is counted': [
    ['old e-mails are counted', 'notification.deliveries.countDocuments'],
    ['dead letters are counted', 'notification.deadLetters.countDocuments'],
  ],
  'a webhook is repeated': [
    ['lanes are looked for', 'notification.webhookLanes.find', isDue],
    ['it is looked for', 'notification.webhookDeliveries.find', (of) => of.endpointId && isDue(of)],
  ],
}

type Test = readonly [way: keyof typeof WAYS, ...Operation]
const firstOfEach = (operations: Operations, by: (test: Test) => string): readonly Test[] => {
  const tests = Object.entries(operations).flatMap(([way, some]) =>
    some.map((operation): Test => [way as keyof typeof WAYS, ...operation]),
  )
  return isFull ? tests : [...new Map(tests.toReversed().map((test) => [by(test), test])).values()]
}
const writes = firstOfEach(WRITES, ([way, , operation]) => `${way} ${operation.split('.')[0]}`)
const reads = firstOfEach(READS, ([way]) => way)
const everySecond = (tests: readonly Test[], from: 0 | 1): readonly Test[] =>
  tests.filter((_, i) => isFull || i % 2 === from)

describe('nothing is lost or doubled, and work goes on, when an operation of MongoDB never settles', () => {
  const tests = [
    { of: everySecond(writes, 0), outcome: ', is not done', isDone: false },
    { of: everySecond(writes, 1), outcome: ', is done', isDone: true },
    { of: reads, outcome: '', isDone: false },
  ].flatMap(({ of, outcome, isDone }) =>
    of.map(([way, moment, operation, when]) => {
      const [service, collection = '', method = ''] = operation.split('.')
      return {
        name: `${way}: ${moment} (${operation}${outcome})`,
        way: WAYS[way],
        hang: () => hangNextOn([databaseOf(service as ServiceName), collection], method, { when, isDone }),
        said: `${collection}.${method}`,
      }
    }),
  )
  it.each(tests)('$name', ({ way, hang, said }) => prove(way, hang, said))
})

describe('nor when', () => {
  const asks = (asked: string) => ({ when: ({ path }: { path: string }) => path === asked })

  it('the user service never responds to a create, which is a 503 in time', async () => {
    const user = await aUser()
    const body = { courseId, userId: user.id }
    hangNext(Pool.prototype, 'request', asks('/internal/users/identify/'))
    expect(await subscriber.api.post('/registrations/', body)).toBeError('dependency-unavailable')
    registered = await register(user)
    await settled()
  })

  it.each<[string, keyof typeof WAYS, () => HungCall, string]>([
    [
      'the user service never responds to a webhook',
      'a user is created',
      () => hangNext(Pool.prototype, 'request', asks('/internal/users/states/')),
      'user service',
    ],
    [
      'nodemailer never ends an e-mail',
      'a registration is created',
      () => hangNext(Mail.prototype, 'sendMail'),
      'aborting the e-mail',
    ],
    [
      'nodemailer never ends a probe',
      'the session of an e-mail is interrupted',
      () => hangNext(SMTPTransport.prototype, 'verify'),
      'the probe',
    ],
  ])('%s (%s)', (_, way, hang, said) => prove(WAYS[way], hang, said))
})
