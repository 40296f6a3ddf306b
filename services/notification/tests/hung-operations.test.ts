import { randomUUID } from 'node:crypto'
import Mail from 'nodemailer/lib/mailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { Agent, Pool } from 'undici'
import type { PeriodicTask } from '../../platform/work/periodic-task.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
  hangNext,
  hangNextOn,
  testEachHung,
  type HungCall,
  type HungOperation,
  type Trigger,
} from '../../../testing/hung-operations.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { anEvent, type RegistrationCreated } from '../../../testing/notification/messages.ts'
import { scene, testClock } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'
import { webhookScene } from '../../../testing/notification/webhooks.ts'
import { respondWith } from '../../../testing/receiver.ts'
import { LEASE_MS } from '../src/emails/rules.ts'
import { MAX_CONNECTIONS, SMTP_TIMEOUTS } from '../src/emails/smtp-options.ts'
import { AddressGuard, type Resolve } from '../src/webhooks/deliveries/address-guard.ts'
import type { ServerDns } from '../src/webhooks/deliveries/backing-servers.ts'
import { WebhookHttpClient } from '../src/webhooks/deliveries/http-client.ts'
import { LEASE_MS as WEBHOOK_LEASE_MS } from '../src/webhooks/deliveries/rules.ts'

/** Long enough for an operation that does not hang, on a busy machine. */
const STORE_DEADLINE_MS = 500
const FIRST_RETRY_MS = 5_000

const clock = testClock()
const overrides = {
  clock,
  storeDeadlineMs: STORE_DEADLINE_MS,
  smtpTimeouts: { ...SMTP_TIMEOUTS, attemptMs: 1_500, graceMs: 100, probeMs: 300 },
}
const at = scene({ started: false })
beforeAll(async () => {
  at.config = { ...at.config, smtpReplyTimeoutMs: 500, deliveryRetentionDays: 1 }
  at.running = await startNotification(at.config, overrides)
  await at.running.ready()
})

/** How many e-mails each address gets in the end. */
const expected = new Map<string, number>()

async function anEmail(count = 1): Promise<RegistrationCreated> {
  const event = await at.publisher.publish(anEvent())
  expected.set(event.userEmail, count)
  return event
}
const sent = (event: RegistrationCreated) => at.running.becomes(event.registrationId, { status: 'sent' })
const logged = (text: string) =>
  eventually(() => {
    const texts = at.running.lines.map(({ reason, msg }) => JSON.stringify({ reason, msg }))
    expect(texts.filter((line) => line.includes(text))).not.toEqual([])
  })

/** The operation has hung, which a log line says, and later e-mails are sent. */
async function expectGivenUp(hung: HungCall, what: string): Promise<void> {
  await eventually(() => expect(hung.happened).toBe(true))
  await logged(`${what} did not end within`)
  await sent(await anEmail())
}

/** What leads to the operation, and to how many e-mails. */
const TRIGGERS: Readonly<Record<string, Trigger>> = {
  async 'a new registration'(hang, what) {
    const hung = hang()
    const event = await anEmail()
    await expectGivenUp(hung, what)
    await sent(event)
  },
  /** The delivery keeps its lease. */
  async 'a new registration whose lease has to end'(hang, what) {
    const hung = hang()
    const event = await anEmail()
    await expectGivenUp(hung, what)
    clock.advance(LEASE_MS)
    await sent(event)
  },
  async 'a temporary rejection'(hang, what) {
    const event = anEvent()
    at.mailServer.behave(450, event.userEmail)
    const hung = hang()
    await at.publisher.publish(event)
    expected.set(event.userEmail, 1)
    await expectGivenUp(hung, what)
    at.mailServer.behave('accept', event.userEmail)
    await eventually(async () => {
      const [delivery] = await at.running.deliveries(event.registrationId)
      expect(delivery).toMatchObject({ status: 'queued', lastError: expect.stringContaining('450') })
    })
    clock.advance(FIRST_RETRY_MS)
    await sent(event)
  },
  async 'an interrupted session'(hang, what) {
    const event = anEvent()
    at.mailServer.behave(421, event.userEmail)
    const hung = hang()
    await at.publisher.publish(event)
    expected.set(event.userEmail, 1)
    await at.running.becomes(event.registrationId, { status: 'queued', attempts: 1 })
    at.mailServer.behave('accept', event.userEmail)
    await expectGivenUp(hung, what)
    clock.advance(FIRST_RETRY_MS)
    await sent(event)
  },
  async 'a resend'(hang, what) {
    const event = await anEmail(2)
    await sent(event)
    const [delivery] = await at.running.deliveries(event.registrationId)
    const hung = hang()
    await at.running.operator.post(`/admin/deliveries/${delivery?.id}/resend/`)
    await expectGivenUp(hung, what)
    clock.advance(LEASE_MS)
    await eventually(async () => {
      const deliveries = await at.running.deliveries(event.registrationId)
      expect(deliveries.map(({ status }) => status)).toEqual(['sent', 'sent'])
    })
  },
  async 'an erasure'(hang, what) {
    const event = await anEmail()
    await sent(event)
    const userId = event.registrationId
    await at.database.collection('deliveries').updateOne({ registrationId: userId }, { $set: { userId } })
    const hung = hang()
    const erasure = { occurredAt: event.occurredAt, userId, groupIds: [], withRegistrations: false }
    const content = JSON.stringify({ eventId: randomUUID(), ...erasure })
    const { channel } = at.publisher
    channel.sendToQueue('notification.user-erased', Buffer.from(content), { type: 'user.erased.v1' })
    await expectGivenUp(hung, what)
    await eventually(async () => {
      const [delivery] = await at.running.deliveries(userId)
      expect(delivery?.to).not.toBe(event.userEmail)
    })
  },
  async 'a dead letter'(hang, what) {
    const count = async () => (await at.running.operator.get('/admin/dead-letters/')).body.length as number
    const before = await count()
    const hung = hang()
    await at.publisher.raw('no JSON')
    await expectGivenUp(hung, what)
    await eventually(async () => expect(await count()).toBe(before + 1))
  },
}

const isBegin = (_: object, update: any) => update.$inc?.attempts === 1
const isClaim = (_: object, update: any) => update.$set?.claim !== undefined
const isUpdate = ([write]: any[]) => write.updateOne !== undefined
const isErasure = (filter: any) => filter.userId !== undefined && filter.status !== undefined
const ofCounter = (name: string) => (filter: any) => filter._id === name

const WRITES: readonly [string, keyof typeof TRIGGERS, string, string, ((...args: any[]) => boolean)?][] = [
  ['an id is reserved', 'a new registration', 'counters', 'findOneAndUpdate', ofCounter('deliveries')],
  ['e-mails are inserted', 'a new registration', 'deliveries', 'insertMany'],
  ['an attempt begins', 'a new registration whose lease has to end', 'deliveries', 'updateMany', isBegin],
  ['an e-mail is recorded as sent', 'a new registration', 'deliveries', 'bulkWrite', isUpdate],
  ['a failure is recorded', 'a temporary rejection', 'deliveries', 'updateOne'],
  ['e-mails are leased', 'a resend', 'deliveries', 'updateMany', isClaim],
  ['a tombstone is stored', 'an erasure', 'erasedUsers', 'insertMany'],
  ['e-mails are erased', 'an erasure', 'deliveries', 'updateMany', isErasure],
  ['a dead letter is inserted', 'a dead letter', 'deadLetters', 'insertMany'],
]
const READS: readonly HungOperation[] = [
  [
    'a tombstone is looked for',
    'a new registration whose lease has to end',
    'erasedUsers',
    'find',
    (filter) => filter._id !== undefined,
  ],
  ['due e-mails are looked for', 'a resend', 'deliveries', 'find', (filter) => filter.dueAt !== undefined],
  ['leased e-mails are read', 'a resend', 'deliveries', 'find', (filter) => typeof filter.claim === 'string'],
]

describe('an e-mail', () => {
  describe('is sent once when an operation of MongoDB never settles, and later ones are sent too', () => {
    testEachHung(TRIGGERS, { writes: WRITES, reads: READS })

    it.each([
      ['retention of deliveries', 'deliveries', 'countDocuments'],
      ['backlog', 'deadLetters', 'countDocuments'],
      ['age of outboxes', 'erasedUsers', 'findOne'],
      ['eraser', 'erasedUsers', 'find'],
    ])('the task "%s" fails once and runs again', async (name, collection, method) => {
      const task = at.running.service.parts.find((part) => part.name === name) as PeriodicTask
      const hung = hangNextOn(collection, method)
      await task.runNow()
      await expectGivenUp(hung, `${collection}.${method}`)
      await task.runNow()
      expect(at.running.lines.filter((line) => line['task'] === name)).toHaveLength(1)
    })
  })

  describe('is sent later, once, when nodemailer never settles', () => {
    it.each([
      ['an e-mail is sent', 'a new registration', Mail.prototype, 'sendMail', 'sending the e-mail'],
      ['the mail server is probed', 'an interrupted session', SMTPPool.prototype, 'verify', 'the probe'],
    ])('while %s for %s', (_, name, owner, method, what) =>
      TRIGGERS[name]!(() => hangNext(owner, method), what),
    )
  })

  it('a stop ends though a release never settles, and each e-mail is sent once', async () => {
    at.mailServer.behave('stall')
    const events: RegistrationCreated[] = []
    for (let i = 0; i < MAX_CONNECTIONS + 3; i++) events.push(await anEmail())
    await eventually(() => expect(at.mailServer.stalledCount()).toBe(MAX_CONNECTIONS))
    await eventually(async () => expect(await at.publisher.waitingIn()).toBe(0))
    const hung = hangNextOn('deliveries', 'updateMany', {
      when: (_, update) => update.$unset?.claim !== undefined,
    })
    const stopped = at.running.stop()
    await eventually(() => expect(hung.happened).toBe(true))
    at.mailServer.behave('accept')
    at.mailServer.acceptStalled()
    await stopped
    await logged('could not release leases')
    clock.advance(LEASE_MS)
    at.running = await startNotification(at.config, overrides)
    for (const event of events) await sent(event)
  })

  it('in the end each address has got its e-mails, and none twice', async () => {
    clock.advance(2 * LEASE_MS)
    await sent(await anEmail())
    const received = new Map<string, number>()
    for (const { to } of at.mailServer.received) received.set(to[0]!, (received.get(to[0]!) ?? 0) + 1)
    expect(received).toEqual(expected)
  })
})

describe('a webhook', () => {
  const lines: string[] = []
  const webhookClock = testClock()
  const { aUser, aSubscriber } = webhookScene({
    notificationOverrides: { clock: webhookClock, storeDeadlineMs: STORE_DEADLINE_MS },
    onLogLine: (line) => void lines.push(line),
  })
  let subscriber: Awaited<ReturnType<typeof aSubscriber>>
  beforeAll(async () => void (subscriber = await aSubscriber()))

  const DELIVERED = { status: 'delivered' }
  /** How many requests each event leads to in the end. */
  const expectedRequests = new Map<number, number>()
  const requestsOf = (id: number) => subscriber.receiver.received.filter(({ event }) => event.data.id === id)

  async function anEventOf(requests = 1): Promise<number> {
    const { id } = await aUser()
    expectedRequests.set(id, requests)
    return id
  }
  const arrived = (id: number) =>
    eventually(() => expect(requestsOf(id)).toHaveLength(expectedRequests.get(id) as number))
  const deliveryOf = async (id: number) => {
    const eventId = requestsOf(id)[0]?.headers['webhook-id']
    const deliveries = await subscriber.deliveries('?limit=1000')
    return deliveries.find((delivery) => delivery.eventId === eventId)
  }
  const recorded = (id: number, fields: object) =>
    eventually(async () => expect(await deliveryOf(id)).toMatchObject(fields))

  /** Sends events until the operation hangs. @returns their users */
  async function eventsUntil(hung: HungCall): Promise<number[]> {
    const users: number[] = []
    await eventually(async () => {
      if (!hung.happened) users.push(await anEventOf())
      expect(hung.happened).toBe(true)
    })
    return users
  }
  /** @returns the user of a later event */
  async function expectWebhookGivenUp(what: string): Promise<number> {
    await eventually(() =>
      expect(lines.some((line) => line.includes(`${what} did not end within`))).toBe(true),
    )
    const later = await anEventOf()
    await arrived(later)
    return later
  }

  const WEBHOOK_TRIGGERS: Readonly<Record<string, Trigger>> = {
    async 'a new event'(hang, what) {
      const users = await eventsUntil(hang())
      await expectWebhookGivenUp(what)
      for (const user of users) await arrived(user)
    },
    async 'a new event whose lease has to end'(hang, what) {
      const users = await eventsUntil(hang())
      await recorded(await expectWebhookGivenUp(what), DELIVERED)
      webhookClock.advance(WEBHOOK_LEASE_MS)
      for (const user of users) await arrived(user)
    },
    async 'a failed attempt'(hang, what) {
      // A failure that follows another one changes nothing in the endpoint.
      await eventually(async () =>
        expect((await subscriber.api.get(subscriber.path)).body).toMatchObject({ failingSince: null }),
      )
      subscriber.receiver.onRequest(respondWith(500))
      const hung = hang()
      const user = await anEventOf(2)
      await eventually(() => expect(requestsOf(user)).toHaveLength(1))
      subscriber.receiver.onRequest(respondWith(204))
      await eventually(() => expect(hung.happened).toBe(true))
      await recorded(await expectWebhookGivenUp(what), DELIVERED)
      await recorded(user, { status: 'pending', lastResponseStatus: 500 })
      webhookClock.advance(2 * FIRST_RETRY_MS)
      await arrived(user)
    },
    async 'a repetition'(hang, what) {
      const user = await anEventOf()
      await arrived(user)
      await recorded(user, DELIVERED)
      const { id } = await deliveryOf(user)
      const hung = hang()
      expectedRequests.set(user, 2)
      await subscriber.api.post(`${subscriber.path}deliveries/${id}/retry/`)
      await eventually(() => expect(hung.happened).toBe(true))
      await recorded(await expectWebhookGivenUp(what), DELIVERED)
      webhookClock.advance(WEBHOOK_LEASE_MS)
      await arrived(user)
    },
  }

  const isDelivered = (_: object, update: any) => update.$set?.status === 'delivered'
  const WEBHOOK_WRITES: readonly HungOperation[] = [
    ['ids are reserved', 'a new event', 'counters', 'findOneAndUpdate', ofCounter('webhookDeliveries')],
    ['it is inserted', 'a new event', 'webhookDeliveries', 'insertMany'],
    ['a success is recorded', 'a new event', 'webhookDeliveries', 'updateMany', isDelivered],
    ['the health of its endpoint is recorded', 'a new event', 'webhookEndpoints', 'updateMany'],
    ['a failure is recorded', 'a failed attempt', 'webhookDeliveries', 'bulkWrite', isUpdate],
    ['its lane is marked', 'a failed attempt', 'webhookLanes', 'bulkWrite'],
    ['the failure of its endpoint is recorded', 'a failed attempt', 'webhookEndpoints', 'updateOne'],
    ['it is leased', 'a repetition', 'webhookDeliveries', 'updateMany', isClaim],
  ]
  const WEBHOOK_READS: readonly HungOperation[] = [
    ['endpoints are asked for', 'a new event', 'counters', 'findOne', ofCounter('webhookEndpointChanges')],
    [
      'a tombstone is looked for',
      'a new event whose lease has to end',
      'erasedUsers',
      'find',
      (filter) => filter._id !== undefined,
    ],
    ['lanes are looked for', 'a repetition', 'webhookLanes', 'find', ({ dueAt }) => dueAt !== undefined],
    ['it is looked for', 'a repetition', 'webhookDeliveries', 'find', ({ dueAt, claim }) => dueAt && !claim],
  ]
  describe('is sent once when an operation of MongoDB never settles, and later ones are sent too', () => {
    testEachHung(WEBHOOK_TRIGGERS, { writes: WEBHOOK_WRITES, reads: WEBHOOK_READS })
  })

  it('is sent once when a call to another service never settles, and later ones are sent too', async () => {
    const when = ({ path }: { path: string }) => path === '/internal/users/states/'
    const users = await eventsUntil(hangNext(Pool.prototype, 'request', { when }))
    await expectWebhookGivenUp('user service')
    for (const user of users) await arrived(user)
  })

  it('in the end each event has arrived, and none twice', async () => {
    await eventually(async () => {
      const deliveries = await subscriber.deliveries('?limit=1000')
      expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']))
    })
    webhookClock.advance(2 * WEBHOOK_LEASE_MS)
    await arrived(await anEventOf())
    const requests = new Map([...expectedRequests.keys()].map((id) => [id, requestsOf(id).length]))
    expect(requests).toEqual(expectedRequests)
  })
})

describe('an attempt of a webhook fails in time', () => {
  const never = () => new Promise<never>(() => undefined)
  const attempt = async (resolve: Resolve, serverDns?: ServerDns) => {
    const guard = new AddressGuard({
      allowedNetworks: ['loopback'],
      backingServers: [{ kind: 'host', host: 'server.example', port: 1 }],
      ...(serverDns === undefined ? {} : { serverDns }),
      resolve,
      logger: testLogger(),
    })
    const client = new WebhookHttpClient({ guard, proxyUrl: '' })
    const result = await client.post(new URL('http://receiver.example/'), '{}', {}, 100)
    await client.close()
    return result
  }

  it.each([
    ['the DNS for the receiver', () => attempt(never)],
    [
      'the DNS for the servers of Rollcall',
      () => attempt(() => Promise.resolve(['127.0.0.1']), { lookup: never, resolveSrv: never } as never),
    ],
    [
      'the client',
      () => {
        hangNext(Agent.prototype, 'request')
        return attempt(never)
      },
    ],
  ])('when %s never settles', async (_, attempted) => {
    expect(await attempted()).toMatchObject({ kind: 'failed', error: 'timeout' })
  })
})
