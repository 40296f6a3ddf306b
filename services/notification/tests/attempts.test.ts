import { eventually } from '../../../testing/eventually.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import { EMAIL_LEASE_MS } from '../src/emails/rules.ts'
import type { EmailDeliveries } from '../src/emails/repository.ts'
import { toRecord } from '../src/emails/record.ts'
import { SMTP_TIMEOUTS } from '../src/emails/smtp-options.ts'
import { hangNextOn, STORE_DEADLINE_MS } from '../../../testing/hung-operations.ts'
import { aDelivery } from '../../../testing/notification/deliveries.ts'
import { startMailServer, type Behaviour } from '../../../testing/notification/mail-server.ts'
import { anEvent, QUEUE, type RegistrationCreated } from '../../../testing/notification/messages.ts'
import { expectBody } from '../../../testing/portal.ts'
import { scene, testClock } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'

interface Shown {
  readonly id: string
  readonly nextAttemptAt: string | null
}

const clock = testClock()
/** Failures to come when a sent e-mail is recorded. */
let unrecorded = 0
const forgetful = (deliveries: EmailDeliveries): EmailDeliveries =>
  withOverrides(deliveries, {
    recordSent: (...given) =>
      unrecorded-- > 0
        ? Promise.reject(new Error('the database is unavailable'))
        : deliveries.recordSent(...given),
  })
const at = scene({ config: { smtpReplyTimeoutMs: 2_000 }, overrides: { clock, deliveries: forgetful } })
const delivered = (registrationId: number, state: object) =>
  eventually(
    async () => expect((await at.running.deliveries(registrationId))[0]).toMatchObject(state),
    10_000,
  )

describe('an SMTP server that is unavailable (architecture, "Ready, degraded, not ready")', () => {
  it('makes the service degraded; afterwards each stored e-mail is sent once, resends too', async () => {
    const { port } = at.mailServer
    const before = await at.publisher.publish(anEvent())
    await at.running.becomes(before.registrationId, { status: 'sent' })
    const [sent] = await at.running.deliveries(before.registrationId)
    // An idle connection does not notice that its server has stopped: the first e-mails do.
    await at.mailServer.stop()
    const events = Array.from({ length: 30 }, () => anEvent())
    for (const event of events) await at.publisher.publish(event)
    const degraded = { status: 'degraded', away: ['smtp'] }
    await eventually(async () => expect(await at.running.health()).toEqual(degraded))
    const resent = await at.running.operator.post(`/admin/deliveries/${sent?.id}/resend/`)
    expect(resent.body.status).toBe('queued')
    await eventually(async () => expect(await at.publisher.waitingIn()).toBe(0))
    for (const { registrationId } of events) await at.running.becomes(registrationId, { status: 'queued' })
    const { body } = await at.running.operator.get('/admin/deliveries/status/')
    expect(body.backlog).toMatchObject({ queuedEmails: events.length + 1 })
    const list = '/admin/deliveries/?status=queued&limit=1000'
    const waiting: Shown[] = expectBody(await at.running.operator.get(list), 200)
    const later = waiting.filter(({ nextAttemptAt }) => nextAttemptAt !== null)
    expect(waiting).toHaveLength(events.length + 1)
    for (const { nextAttemptAt } of later)
      expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThan(clock.now().getTime())
    // The others are due, so a retry by hand changes nothing.
    const reasons = expectBody(await at.running.operator.get('/admin/reasons/?of=emails&status=queued'), 200)
    const retryable = reasons.groups.flatMap(({ retryableIds }: { retryableIds: string[] }) => retryableIds)
    expect(retryable.toSorted()).toEqual(later.map(({ id }) => id).toSorted())

    at.mailServer = await startMailServer({}, port)
    await at.running.ready()
    for (const event of [before, ...events]) await at.mailServer.receivedFor(event.userEmail)
    for (const { registrationId } of events) await at.running.becomes(registrationId, { status: 'sent' })
    expect(at.mailServer.received).toHaveLength(1 + events.length)
  })
})

describe('an SMTP server that rejects an e-mail or does not reply', () => {
  const timesNamed = ({ userEmail }: RegistrationCreated) =>
    at.mailServer.recipients.filter((address) => address === userEmail).length
  /** In the end: a busy machine may find Redis slow for a moment. */
  const isReady = () =>
    eventually(async () => expect(await at.running.health()).toEqual({ status: 'ready', away: [] }))
  const begun = async (behaviour: Behaviour) => {
    const event = anEvent()
    at.mailServer.behave(behaviour, event.userEmail)
    return at.publisher.publish(event)
  }

  it.each([
    ['drops the connection after the text', 'drop', true],
    ['never replies after the text', 'stall', true],
    ['is closing (421)', 421, false],
    ['refuses its recipient for now (450)', 450, false],
  ] as const)(
    'gets it again after a pause when it %s, and others meanwhile',
    async (_, behaviour, possiblySent) => {
      const event = await begun(behaviour)
      await delivered(event.registrationId, { status: 'queued', attempts: 1, possiblySent })
      // The first 421 of a used connection is taken for its end, and the e-mail offered on another one.
      const offered = timesNamed(event)
      const other = await at.publisher.publish(anEvent())
      await at.mailServer.receivedFor(other.userEmail)
      expect(timesNamed(event)).toBe(offered)
      at.mailServer.behave('accept', event.userEmail)
      clock.advance(5_500)
      await at.mailServer.receivedFor(event.userEmail)
      await delivered(event.registrationId, { status: 'sent', attempts: 2, possiblySent })
      expect(timesNamed(event)).toBe(offered + 1)
      await isReady()
    },
  )

  it('never gets an e-mail again that it has rejected for good (550)', async () => {
    const event = await begun(550)
    await delivered(event.registrationId, {
      status: 'failed',
      attempts: 1,
      lastError: '550 550 as the test asked',
      failedAt: expect.stringMatching(/Z$/),
    })
    const receipt = { status: 'failed', attempts: 1, sentAt: null }
    expect(await at.running.receipt(event.registrationId)).toEqual(receipt)
    await eventually(async () => expect(await at.publisher.waitingIn()).toBe(0))
    await isReady()
    // A message that is delivered again changes nothing.
    await at.publisher.publish(event)
    await at.publisher.publish(anEvent())
    await delivered(event.registrationId, { status: 'failed', attempts: 1 })
    expect(timesNamed(event)).toBe(1)
  })
})

it('an e-mail whose process died is sent after its lease, with the same Message-ID', async () => {
  const event = anEvent()
  const { eventId, registrationId, userId, userEmail: to } = event
  at.directory.add(event)
  const delivery = aDelivery({
    id: 1_000_000 + registrationId,
    eventId,
    registrationId,
    userId,
    to,
    createdAt: clock.now(),
    messageId: `<222.${registrationId}.${eventId}@rollcall.example>`,
  })
  const lease = { claim: 'another process', until: clock.now() }
  await at.database.collection('deliveries').insertOne(toRecord(delivery, lease) as never)
  const [taken] = await at.mailServer.receivedFor(to)
  expect(taken?.mail.messageId).toBe(delivery.messageId)
  await delivered(registrationId, { status: 'sent', attempts: 2, possiblySent: true })
})

it('does not send an e-mail again whose result could not be recorded at once', async () => {
  const event = anEvent()
  unrecorded = 3
  await at.publisher.publish(event)
  await at.running.becomes(event.registrationId, { status: 'sent' })
  expect(unrecorded).toBeLessThan(0)
  await at.mailServer.receivedFor(event.userEmail, 1)
})

describe('an SMTP server that replies late', () => {
  const overrides = {
    clock,
    storeDeadlineMs: STORE_DEADLINE_MS,
    smtpTimeouts: { ...SMTP_TIMEOUTS, untilTextMs: 1_000 },
  }
  const at = scene({
    config: { smtpReplyTimeoutMs: 60_000, mailMaxConnections: 2 },
    overrides,
  })

  it('has its lease renewed until it replies to the text, and gets the e-mail once', async () => {
    const event = anEvent()
    at.mailServer.behave('stall', event.userEmail)
    await at.publisher.publish(event)
    const dueAt = async () =>
      (await at.database.collection('deliveries').findOne({ registrationId: event.registrationId }))?.[
        'dueAt'
      ] as Date
    await eventually(() => expect(at.mailServer.stalledCount()).toBe(1))
    const first = await dueAt()
    const awaitingReply = (count: number) =>
      eventually(async () =>
        expect(await at.running.metrics()).toMatch(new RegExp(`rollcall_mails_awaiting_reply\\S* ${count}`)),
      )
    await awaitingReply(1)
    await eventually(async () => expect((await dueAt()).getTime()).toBeGreaterThan(first.getTime()))
    at.mailServer.acceptStalled()
    await at.running.becomes(event.registrationId, { status: 'sent', attempts: 1 })
    expect(at.mailServer.recipients).toEqual([event.userEmail])
    await awaitingReply(0)
    expect(await at.running.deliveries(event.registrationId)).toMatchObject([{ possiblySent: false }])
  })

  it('gets as many e-mails at a time as MAIL_MAX_CONNECTIONS allows', async () => {
    at.mailServer.behave('stall')
    const before = at.mailServer.recipients.length
    await Promise.all(Array.from({ length: 5 }, () => at.publisher.publish(anEvent())))
    for (const begun of [2, 3, 4, 5]) {
      await eventually(() => expect(at.mailServer.stalledCount()).toBe(2))
      expect(at.mailServer.recipients).toHaveLength(before + begun)
      at.mailServer.acceptStalled(1)
    }
    at.mailServer.behave('accept')
    at.mailServer.acceptStalled()
    await eventually(() => expect(at.mailServer.stalledCount()).toBe(0))
  })

  it('gets the e-mail once though its lease ends, while MongoDB is unavailable for too long', async () => {
    const [sent, event] = [anEvent(), anEvent()]
    await at.publisher.publish(sent)
    await at.running.becomes(sent.registrationId, { status: 'sent' })
    at.mailServer.behave('stall', event.userEmail)
    await at.publisher.publish(event)
    await eventually(() => expect(at.mailServer.stalledCount()).toBe(1))
    clock.advance(EMAIL_LEASE_MS)
    // The claim that finds this one would find both.
    const [delivery] = await at.running.deliveries(sent.registrationId)
    const resent = await at.running.operator.post(`/admin/deliveries/${delivery?.id}/resend/`)
    expect(resent.body.status).toBe('queued')
    await at.mailServer.receivedFor(sent.userEmail, 2)
    at.mailServer.acceptStalled()
    await at.running.becomes(event.registrationId, { status: 'sent', attempts: 1 })
    await at.mailServer.receivedFor(event.userEmail, 1)
  })

  it('gets what is in progress while the service stops, though a release hangs, and no more', async () => {
    at.mailServer.behave('stall')
    const events = Array.from({ length: 4 }, () => anEvent())
    for (const event of events) await at.publisher.publish(event)
    const ids = events.map(({ registrationId }) => registrationId)
    const leased = { registrationId: { $in: ids }, claim: { $exists: true } }
    const deliveries = at.database.collection('deliveries')
    await eventually(async () => expect(await deliveries.countDocuments(leased)).toBe(events.length))
    await eventually(() => expect(at.mailServer.stalledCount()).toBe(2))
    const hung = hangNextOn([at.database.name, 'deliveries'], 'updateMany', {
      when: (_, update) => update.$unset?.claim !== undefined,
    })
    const stopped = at.running.stop()
    await eventually(() => expect(hung.happened).toBe(true))
    const late = await at.publisher.publish(anEvent())
    const said = { msg: expect.stringContaining('could not release leases') }
    await eventually(() => expect(at.running.lines).toContainEqual(expect.objectContaining(said)))
    at.mailServer.behave('accept')
    at.mailServer.acceptStalled()
    await stopped
    expect(await at.publisher.waitingIn()).toBe(1)
    const addresses = events.map(({ userEmail }) => userEmail)
    expect(at.mailServer.recipients.filter((address) => addresses.includes(address))).toHaveLength(2)
    expect(await deliveries.countDocuments({ registrationId: { $in: ids }, status: 'sent' })).toBe(2)
    clock.advance(EMAIL_LEASE_MS)
    at.running = await startNotification(at.config, overrides)
    for (const { registrationId, userEmail } of [...events, late]) {
      await at.running.becomes(registrationId, { status: 'sent' })
      await at.mailServer.receivedFor(userEmail, 1)
    }
  })
})

describe('two replicas', () => {
  const at = scene({ overrides: { clock } })

  it('share the work, and send one e-mail for an event that is delivered twice (R21)', async () => {
    // Leases are told by clocks: one that is ahead by more than a lease takes what others are at work on.
    const second = await startNotification(at.config, { clock })
    // A process is ready before it consumes.
    await eventually(async () => expect((await at.publisher.channel.checkQueue(QUEUE)).consumerCount).toBe(2))
    const events = Array.from({ length: 40 }, () => anEvent())
    await Promise.all([...events, ...events].map((event) => at.publisher.publish(event)))
    for (const event of events) await at.mailServer.receivedFor(event.userEmail)
    await eventually(async () => expect(await at.publisher.waitingIn()).toBe(0))
    await second.stop()
    for (const event of events) await at.mailServer.receivedFor(event.userEmail, 1)
    const sentBy = [at.running, second].map(
      ({ lines }) => lines.filter(({ msg }) => msg === 'e-mail sent').length,
    )
    expect(Math.min(...sentBy)).toBeGreaterThan(0)
  })
})
