import Mail from 'nodemailer/lib/mailer'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import type { PeriodicTask } from '../../platform/work/periodic-task.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
  hangNext,
  hangNextOn,
  isFull,
  STORE_DEADLINE_MS,
  testEachHung,
  type HungCall,
  type HungOperation,
  type Trigger,
} from '../../../testing/hung-operations.ts'
import { anEvent, type RegistrationCreated } from '../../../testing/notification/messages.ts'
import { scene, testClock } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'
import { EMAIL_LEASE_MS } from '../src/emails/rules.ts'
import { MAX_CONNECTIONS, SMTP_TIMEOUTS } from '../src/emails/smtp-options.ts'

const SWEEP_MS = 200
const FIRST_RETRY_MS = 5_500
/** Longer than a test: an e-mail whose text was not sent does not wait for it. */
const SMTP_REPLY_TIMEOUT_MS = 600_000

const clock = testClock()
const overrides = {
  clock,
  storeDeadlineMs: STORE_DEADLINE_MS,
  sweepMs: SWEEP_MS,
  smtpTimeouts: { ...SMTP_TIMEOUTS, untilTextMs: 1_500, graceMs: 100, probeMs: 300 },
}
const at = scene({ started: false })
beforeAll(async () => {
  at.config = { ...at.config, smtpReplyTimeoutMs: SMTP_REPLY_TIMEOUT_MS, deliveryRetentionDays: 1 }
  at.running = await startNotification(at.config, overrides)
  await at.running.ready()
})
beforeEach(() => void (at.running.lines.length = 0))

/** How many e-mails each address gets in the end. */
const expected = new Map<string, number>()

async function anEmail(count = 1): Promise<RegistrationCreated> {
  const event = await at.publisher.publish(anEvent())
  expected.set(event.userEmail, count)
  return event
}
const taskOf = (name: string) => at.running.service.parts.find((part) => part.name === name) as PeriodicTask
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
    clock.advance(EMAIL_LEASE_MS)
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
    at.mailServer.behave('drop', event.userEmail)
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
    clock.advance(EMAIL_LEASE_MS)
    await eventually(async () => {
      const deliveries = await at.running.deliveries(event.registrationId)
      expect(deliveries.map(({ status }) => status)).toEqual(['sent', 'sent'])
    })
  },
  async 'an erasure'(hang, what) {
    const event = await anEmail()
    await sent(event)
    const userId = event.registrationId
    const hung = hang()
    const path = `/internal/users/${userId}/deliveries/erase/`
    const erase = () => at.running.internal.post(path, { registrationIds: [] })
    const asked = erase()
    await expectGivenUp(hung, what)
    // The user service repeats it.
    if ((await asked).status !== 200) expect((await erase()).status).toBe(200)
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
const isErasure = (_: object, update: any) => update.$set?.reason === 'user-erased'
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

    const tasks = [
      ['retention of deliveries', 'deliveries', 'countDocuments'],
      ['backlog', 'deadLetters', 'countDocuments'],
    ] as const
    it.each(isFull ? tasks : tasks.slice(0, 1))(
      'each run of the task "%s" ends',
      async (name, collection, method) => {
        for (let run = 0; run < 2; run++) {
          const hung = hangNextOn(collection, method)
          await taskOf(name).runNow()
          await expectGivenUp(hung, `${collection}.${method}`)
        }
      },
    )
  })

  describe('is sent later, once, when nodemailer never settles', () => {
    it.each([
      ['an e-mail is sent', 'a new registration', Mail.prototype, 'sendMail', 'aborting the e-mail'],
      ['the mail server is probed', 'an interrupted session', SMTPTransport.prototype, 'verify', 'the probe'],
    ])('while %s (%s)', (_, name, owner, method, what) =>
      TRIGGERS[name]!(() => hangNext(owner, method), what),
    )
  })

  it('a stop ends though a release never settles, and each e-mail is sent once', async () => {
    at.mailServer.behave('stall')
    const events: RegistrationCreated[] = []
    for (let i = 0; i < MAX_CONNECTIONS + 3; i++) events.push(await anEmail())
    await eventually(() => expect(at.mailServer.stalledCount()).toBe(MAX_CONNECTIONS))
    const ids = events.map(({ registrationId }) => registrationId)
    const leased = { registrationId: { $in: ids }, claim: { $exists: true } }
    const countLeased = () => at.database.collection('deliveries').countDocuments(leased)
    await eventually(async () => expect(await countLeased()).toBe(events.length))
    const hung = hangNextOn('deliveries', 'updateMany', {
      when: (_, update) => update.$unset?.claim !== undefined,
    })
    const stopped = at.running.stop()
    await eventually(() => expect(hung.happened).toBe(true))
    at.mailServer.behave('accept')
    at.mailServer.acceptStalled()
    await stopped
    await logged('could not release leases')
    clock.advance(EMAIL_LEASE_MS)
    at.running = await startNotification(at.config, overrides)
    for (const event of events) await sent(event)
  })

  it('in the end each address has got its e-mails, and none twice', async () => {
    clock.advance(2 * EMAIL_LEASE_MS)
    await sent(await anEmail())
    const received = new Map<string, number>()
    for (const { to } of at.mailServer.received) received.set(to[0]!, (received.get(to[0]!) ?? 0) + 1)
    expect(received).toEqual(expected)
  })
})
