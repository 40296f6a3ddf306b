/** With a mail server that accepts idempotency keys, no e-mail comes twice (R21). */
import { eventually } from '../../../testing/eventually.ts'
import type { Behaviour } from '../../../testing/notification/mail-server.ts'
import { anEvent, type RegistrationCreated } from '../../../testing/notification/messages.ts'
import { Unavailable } from '../../platform/errors.ts'
import { Pace } from '../src/emails/pace.ts'
import { EMAIL_LEASE_MS } from '../src/emails/rules.ts'
import { StoredMailSettings } from '../src/emails/settings/repository.ts'
import { expectBody } from '../../../testing/portal.ts'
import { scene, testClock } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'

const clock = testClock()
const idempotencyHeader = 'Idempotency-Key'
const at = scene({
  config: {
    mailIdempotencyHeader: idempotencyHeader,
    mailReturnPath: 'bounces+{id}@rollcall.example',
    smtpReplyTimeoutMs: 2_000,
  },
  overrides: { clock },
  mailServer: { idempotencyHeader },
})

const shown = ({ registrationId }: RegistrationCreated, state: object) =>
  eventually(async () => expect((await at.running.deliveries(registrationId))[0]).toMatchObject(state))
const keysOf = ({ eventId }: RegistrationCreated) =>
  at.mailServer.keys.known.filter((key) => key.includes(eventId))

/** An e-mail that the mail server has, or not, and has not confirmed. */
async function unconfirmed(behaviour: Behaviour = 'lose'): Promise<RegistrationCreated> {
  const event = anEvent({ occurredAt: clock.now().toISOString() })
  at.mailServer.behave(behaviour, event.userEmail)
  await at.publisher.publish(event)
  await shown(event, { status: 'queued', attempts: 1, possiblySent: true })
  at.mailServer.behave('accept', event.userEmail)
  return event
}

/** The second attempt, of which the mail server must not find that it is another e-mail. */
async function isSentOnce(event: RegistrationCreated): Promise<void> {
  const { repeated, refused } = at.mailServer.keys
  clock.advance(5_500)
  await shown(event, { status: 'sent', attempts: 2 })
  await at.mailServer.receivedFor(event.userEmail, 1)
  expect(at.mailServer.keys.repeated).toBe(repeated + 1)
  expect(at.mailServer.keys.refused).toEqual(refused)
}

it('an unconfirmed attempt is repeated byte for byte, under the same key (R21)', async () => {
  const event = await unconfirmed()
  const [key] = keysOf(event)
  expect(key).toMatch(new RegExp(`^222\\.${event.registrationId}\\.${event.eventId}\\.[0-9a-f]{32}$`))
  await isSentOnce(event)
})

it('it stays the same though names, the language, the template and the sender change meanwhile', async () => {
  const event = await unconfirmed()
  at.directory.change(event, {
    user: { firstName: 'Grace' },
    state: { preferredLanguage: 'fr' },
    registration: { courseName: 'renamed' },
  })
  await at.running.stop()
  const common = { subject: 'another', text: 'another', html: 'another' }
  const mailTemplates = { common, byLanguage: {}, missing: ['it/222.txt'] }
  const mailFrom = { name: 'Another', address: 'another@rollcall.example' }
  at.running = await startNotification(
    { ...at.config, mailTemplates, mailLanguage: 'de', mailFrom },
    { clock },
  )
  expect(at.running.lines).toContainEqual(expect.objectContaining({ missing: ['it/222.txt'] }))
  // What was fixed is read before the attempt begins, so an outage of MongoDB is no attempt, and takes no
  // place of the minute.
  const unavailable = new Unavailable('mongodb', 'as the test asked')
  const find = jest.spyOn(StoredMailSettings.prototype, 'find').mockRejectedValueOnce(unavailable)
  const refund = jest.spyOn(Pace.prototype, 'refund')
  clock.advance(5_500)
  await eventually(() => expect(find).toHaveBeenCalled())
  await eventually(() => expect(refund).toHaveBeenCalled())
  clock.advance(EMAIL_LEASE_MS)
  await isSentOnce(event)
  const other = await at.publisher.publish(anEvent())
  const [sent] = await at.mailServer.receivedFor(other.userEmail)
  expect(sent?.mail.subject).toBe('another')
})

it('it is another e-mail for another address, with another key', async () => {
  const event = await unconfirmed()
  const userEmail = `corrected-${event.userEmail}`
  at.directory.change(event, { user: { email: userEmail } })
  clock.advance(5_500)
  await at.mailServer.receivedFor(userEmail)
  await shown(event, { status: 'sent', to: userEmail, possiblySent: true })
  expect(new Set(keysOf(event)).size).toBe(2)
})

it.each(['text 554 Message already processed', 'text 550 5.5.0 The key was used before'] as const)(
  'a mail server that refuses the key of a repetition may have the e-mail: %s',
  async (reply) => {
    const event = await unconfirmed()
    at.mailServer.behave(reply, event.userEmail)
    clock.advance(5_500)
    await shown(event, { status: 'queued', attempts: 2, possiblySent: true })
    clock.advance(33_000)
    await shown(event, { status: 'queued', attempts: 3 })
    at.mailServer.behave('accept', event.userEmail)
    clock.advance(132_000)
    await shown(event, { status: 'sent', attempts: 4 })
    await at.mailServer.receivedFor(event.userEmail, 1)
  },
)

it('an e-mail that the mail server is still processing waits (451)', async () => {
  const event = await unconfirmed('stall')
  clock.advance(5_500)
  await shown(event, { status: 'queued', attempts: 2, lastError: expect.stringContaining('in progress') })
  at.mailServer.acceptStalled()
  await at.mailServer.receivedFor(event.userEmail, 1)
  clock.advance(5_500)
  await shown(event, { status: 'sent', attempts: 3 })
  await at.mailServer.receivedFor(event.userEmail, 1)
})

it('a bounce leads to its registration, by the envelope or by the Message-ID (R21)', async () => {
  const event = await at.publisher.publish(anEvent())
  const [taken] = await at.mailServer.receivedFor(event.userEmail)
  const [delivery] = await at.running.deliveries(event.registrationId)
  expect(taken?.returnPath).toBe(`bounces+${delivery?.id}@rollcall.example`)
  const found = async (messageId: string) => {
    const path = `/admin/deliveries/?messageId=${encodeURIComponent(messageId)}`
    return expectBody(await at.running.operator.get(path), 200)
  }
  const messageId = delivery?.messageId ?? ''
  for (const text of [messageId, messageId.slice(1, -1)])
    expect(await found(text)).toMatchObject([{ id: delivery?.id, registrationId: event.registrationId }])
  for (const text of [messageId.replace('222.', '223.'), 'another@example.org', '<>'])
    expect(await found(text)).toEqual([])
})

it('what fixes an attempt is kept only while it is unconfirmed', async () => {
  const stored = await at.database
    .collection('deliveries')
    .find({ fixed: { $exists: true } })
    .toArray()
  expect(stored).toEqual([])
})
