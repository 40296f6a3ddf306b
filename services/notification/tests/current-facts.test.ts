/** An e-mail says what is true when it is sent (R21, R16). */
import { eventually } from '../../../testing/eventually.ts'
import type { Directory } from '../../../testing/notification/directory.ts'
import { aDelivery, NOW } from '../../../testing/notification/deliveries.ts'
import { anEvent, type RegistrationCreated } from '../../../testing/notification/messages.ts'
import { scene, testClock } from '../../../testing/notification/scene.ts'
import { expectBody } from '../../../testing/portal.ts'
import { afterFailure, EmailFailure } from '../src/emails/failures.ts'
import type { CancelReason } from '../src/emails/rules.ts'

const clock = testClock()
const at = scene({ overrides: { clock } })

type Changes = Parameters<Directory['change']>[1]

const eventNow = (fields: Partial<RegistrationCreated> = {}) =>
  anEvent({ occurredAt: clock.now().toISOString(), ...fields })
const timesTaken = ({ userEmail }: RegistrationCreated) =>
  at.mailServer.received.filter(({ to }) => to.includes(userEmail)).length

/** An e-mail that the mail server has put off, or has not confirmed. */
async function waiting(behaviour: 450 | 'drop' = 450): Promise<RegistrationCreated> {
  const event = eventNow()
  at.mailServer.behave(behaviour, event.userEmail)
  await at.publisher.publish(event)
  await at.running.becomes(event.registrationId, { status: 'queued', attempts: 1 })
  at.mailServer.behave('accept', event.userEmail)
  return event
}
const laterAttempt = () => clock.advance(5_500)

const shown = async ({ registrationId }: RegistrationCreated, state: object) =>
  eventually(async () => expect((await at.running.deliveries(registrationId))[0]).toMatchObject(state))

async function resend({ registrationId }: RegistrationCreated) {
  const [delivery] = await at.running.deliveries(registrationId)
  expectBody(await at.running.operator.post(`/admin/deliveries/${delivery?.id}/resend/`), 201)
}

describe('a later attempt asks what is true now (R21)', () => {
  const reasons: readonly [CancelReason, Changes | 'user' | 'registration'][] = [
    ['user-deleted', { state: { deleted: true } }],
    ['user-deleted', 'user'],
    ['user-erased', { state: { deleted: true, erased: true } }],
    ['user-expired', { user: { expirationDate: '2024-01-15T14:58:41Z' } }],
    ['course-deleted', { registration: { courseDeleted: true } }],
    ['registration-withdrawn', { registration: { withdrawn: true } }],
    ['registration-unknown', 'registration'],
  ]

  it('and cancels an e-mail that is no longer true, with the reason (R16)', async () => {
    const events = await Promise.all(reasons.map(() => waiting()))
    for (const [i, [, change]] of reasons.entries()) {
      const event = events[i] as RegistrationCreated
      if (typeof change === 'string') at.directory.forget(event, change)
      else at.directory.change(event, change)
    }
    laterAttempt()
    for (const [i, [reason]] of reasons.entries()) {
      const { registrationId } = events[i] as RegistrationCreated
      await at.running.becomes(registrationId, { status: 'cancelled', reason, attempts: 1, sentAt: null })
    }
    expect(events.map(timesTaken)).toEqual(events.map(() => 0))
    const list = expectBody(await at.running.operator.get('/admin/deliveries/?status=cancelled'), 200)
    expect(list.map(({ reason }: { reason: string }) => reason)).toEqual(
      expect.arrayContaining(reasons.map(([reason]) => reason)),
    )
    expect(await at.running.metrics()).toMatch(/rollcall_mails_total\S*outcome="cancelled"\S* 7/)
  })

  it('and writes to the present address, with the present names, in the present language', async () => {
    const event = await waiting()
    const userEmail = `corrected-${event.userEmail}`
    at.directory.change(event, {
      user: { email: userEmail, firstName: 'Grace' },
      state: { preferredLanguage: 'de-AT' },
      registration: { courseName: 'Fire safety, renamed' },
    })
    laterAttempt()
    const [taken] = await at.mailServer.receivedFor(userEmail)
    expect(taken?.mail.text).toMatch(/^Guten Tag Grace,[^]*Fire safety, renamed/)
    expect(timesTaken(event)).toBe(0)
    await shown(event, { to: userEmail, status: 'sent', attempts: 2 })
  })

  it('and writes to the account that is left of two that were merged', async () => {
    const [event, left] = [await waiting(), eventNow()]
    at.directory.add(left)
    at.directory.change(event, { state: { deleted: true, mergedInto: left.userId } })
    laterAttempt()
    await at.mailServer.receivedFor(left.userEmail)
    await shown(event, { to: left.userEmail, status: 'sent', attempts: 2 })
  })

  it('and goes on saying that a cancelled e-mail may have been sent', async () => {
    const event = await waiting('drop')
    at.directory.change(event, { state: { deleted: true } })
    laterAttempt()
    await shown(event, { status: 'cancelled', reason: 'user-deleted', possiblySent: true })
  })
})

describe('an event (R21)', () => {
  it('that is at most 15 s old is relied on: the first attempt asks nothing', async () => {
    const before = at.directory.asked.length
    const event = eventNow({ userPreferredLanguage: 'fr' })
    await at.publisher.publish(event)
    const [taken] = await at.mailServer.receivedFor(event.userEmail)
    expect(taken?.mail.text).toMatch(/^Bonjour /)
    expect(at.directory.asked).toHaveLength(before)
  })

  it('that is older is not, and what is late is asked about together', async () => {
    const before = at.directory.asked.length
    const occurredAt = new Date(clock.now().getTime() - 15_500).toISOString()
    const events = Array.from({ length: 40 }, () => eventNow({ occurredAt }))
    const [deleted, ...others] = events as [RegistrationCreated, ...RegistrationCreated[]]
    const publishing = events.map((event) => at.publisher.publish(event))
    at.directory.change(deleted, { state: { deleted: true } })
    await Promise.all(publishing)
    for (const event of others) await at.mailServer.receivedFor(event.userEmail)
    await at.running.becomes(deleted.registrationId, { status: 'cancelled', attempts: 0 })
    expect(at.directory.asked.length - before).toBeLessThan(events.length)
  })
})

describe('while a service that is to be asked is unavailable (R21)', () => {
  it('an e-mail waits, which is no attempt', async () => {
    at.directory.unavailable(true)
    const event = eventNow({ occurredAt: '2024-01-15T14:58:41Z' })
    await at.publisher.publish(event)
    await shown(event, {
      status: 'queued',
      attempts: 0,
      lastError: expect.stringMatching(/^waits to learn what is true now: .* service is unavailable$/),
    })
    // An e-mail that needs no answer is not delayed.
    const fresh = eventNow()
    await at.publisher.publish(fresh)
    await at.mailServer.receivedFor(fresh.userEmail)
    at.directory.unavailable(false)
    clock.advance(2_500)
    await at.mailServer.receivedFor(event.userEmail)
    await shown(event, { status: 'sent', attempts: 1 })
  })

  it('the day of a refused e-mail does not go on, and a killed attempt stays counted', () => {
    const mayGiveUpFrom = new Date(NOW.getTime() + 60_000)
    const failedAt = new Date(NOW.getTime() - 30_000)
    const delivery = aDelivery({ status: 'sending', refusals: 9, mayGiveUpFrom, failedAt })
    const update = afterFailure(delivery, new EmailFailure('facts-unavailable', 'unavailable'), NOW, 0)
    expect(update).toMatchObject({
      status: 'sending',
      refusals: 9,
      mayGiveUpFrom: new Date(NOW.getTime() + 90_000),
      dueAt: new Date(NOW.getTime() + 2_000),
    })
  })
})

describe('a resend (R21)', () => {
  it('goes to the present address, and is cancelled when it is no longer true', async () => {
    const event = await at.publisher.publish(eventNow())
    await at.running.becomes(event.registrationId, { status: 'sent' })
    const userEmail = `corrected-${event.userEmail}`
    at.directory.change(event, { user: { email: userEmail } })
    await resend(event)
    await at.mailServer.receivedFor(userEmail)
    // The mail server has it a moment before that is recorded.
    await shown(event, { status: 'sent', to: userEmail })
    at.directory.change(event, { registration: { withdrawn: true } })
    await resend(event)
    await shown(event, { status: 'cancelled', reason: 'registration-withdrawn' })
    expect(timesTaken(event)).toBe(1)
  })
})

describe('user.changed.v1 of a deleted user (R16)', () => {
  const deletionOf = async ({ userId }: RegistrationCreated) => {
    const queue = 'notification.user-changed'
    const [eventId, occurredAt] = [crypto.randomUUID(), new Date().toISOString()]
    const message = { eventId, occurredAt, userId, version: 2, externalId: '', groupIds: [1], isNew: false }
    const fields = { persistent: true, messageId: eventId, type: 'user.changed.v1' }
    const content = Buffer.from(JSON.stringify({ ...message, deleted: true }))
    at.publisher.channel.sendToQueue(queue, content, fields)
    await at.publisher.channel.waitForConfirms()
    await eventually(async () => expect(await at.publisher.waitingIn(queue)).toBe(0))
  }

  it('cancels what waits before it is due, unless the user has come back or was merged', async () => {
    const [deleted, restored, merged] = await Promise.all([waiting(), waiting(), waiting()])
    at.directory.change(deleted, { state: { deleted: true } })
    at.directory.change(merged, { state: { deleted: true, mergedInto: restored.userId } })
    await deletionOf(restored)
    await deletionOf(merged)
    await deletionOf(deleted)
    await shown(deleted, { status: 'cancelled', reason: 'user-deleted', attempts: 1, nextAttemptAt: null })
    for (const event of [restored, merged]) await shown(event, { status: 'queued' })
  })

  it('leaves nothing of a user who was erased before the e-mail was stored (O18)', async () => {
    const erased = await waiting()
    const tombstone = { _id: erased.userId, withRegistrations: false, registrationIds: [], records: 0 }
    await at.database.collection<typeof tombstone>('erasedUsers').insertOne(tombstone)
    at.directory.change(erased, { state: { deleted: true, erased: true } })
    await deletionOf(erased)
    const to = `erased-${erased.userId}@erased.invalid`
    await shown(erased, { status: 'cancelled', reason: 'user-erased', to })
    const path = `/internal/users/${erased.userId}/notifications/erase/`
    const again = await at.running.internal.post(path, { registrationIds: [] })
    expect(expectBody(again, 200)).toMatchObject({ done: true })
  })
})
