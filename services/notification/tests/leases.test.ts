import { eventually } from '../../shared/tests/kit/eventually.ts'
import { wrapped } from '../../shared/tests/kit/wrapped.ts'
import type { DeliveryStatus } from '../src/domain/delivery.ts'
import type { Deliveries } from '../src/store/deliveries.ts'
import { aDelivery } from './kit/deliveries.ts'
import { anEvent, type RegistrationCreated } from './kit/messages.ts'
import { scene, testClock } from './kit/scene.ts'
import { startNotification } from './kit/start-notification.ts'

const clock = testClock()
/** Failures to come when a sent e-mail is recorded. */
let unrecorded = 0
const forgetful = (deliveries: Deliveries): Deliveries =>
  wrapped(deliveries, {
    sent: (...given) =>
      unrecorded-- > 0 ? Promise.reject(new Error('the database is away')) : deliveries.sent(...given),
  })
const at = scene({ overrides: { clock, deliveries: forgetful } })

/** The row that a process leaves when it dies between taking a delivery and the end of the attempt. */
async function leftBehind(event: RegistrationCreated, leaseMs: number, status: DeliveryStatus = 'sending') {
  const { eventId, registrationId, userEmail: to } = event
  const { id: _, ...fields } = aDelivery({
    ...{ eventId, registrationId, to, status, createdAt: clock.now() },
    messageId: `<222.${registrationId}.${eventId}@rollcall.example>`,
    dueAt: new Date(clock.now().getTime() + leaseMs),
  })
  await at.database
    .collection('deliveries')
    .insertOne({ _id: 1_000_000 + registrationId, ...fields } as never)
}

describe('a delivery that a process left half sent (design, "The way of one registration", step 3)', () => {
  it('is sent again, with the same Message-ID, once its lease has run out', async () => {
    const event = anEvent()
    await leftBehind(event, -1)
    await at.publisher.publish(event)
    const [taken] = await at.mailServer.takenFor(event.userEmail)
    expect(taken?.mail.messageId).toBe(`<222.${event.registrationId}.${event.eventId}@rollcall.example>`)
    await at.running.becomes(event.registrationId, { status: 'sent', attempts: 2 })
  })

  it.each(['sending', 'queued'] as const)(
    'is found by the sweep when no message is left (%s)',
    async (status) => {
      const event = anEvent()
      await leftBehind(event, -1, status)
      await at.mailServer.takenFor(event.userEmail)
    },
  )

  it('is left alone while its lease is live, and its message comes later', async () => {
    const event = anEvent()
    await leftBehind(event, 14_000)
    await at.publisher.publish(event)
    await eventually(() =>
      expect(at.running.lines).toContainEqual(
        expect.objectContaining({ messageId: event.eventId, kind: 'delayed' }),
      ),
    )
    await at.mailServer.takenFor(event.userEmail, 0)
    clock.advance(14_000)
    await at.mailServer.takenFor(event.userEmail)
    await eventually(async () =>
      expect(await at.publisher.waitingIn('notification.registration-created.retry-1s')).toBe(0),
    )
    await at.mailServer.takenFor(event.userEmail, 1)
  })
})

it('does not send again what it could not record at once', async () => {
  const event = anEvent()
  unrecorded = 3
  await at.publisher.publish(event)
  await at.running.becomes(event.registrationId, { status: 'sent' })
  expect(unrecorded).toBeLessThan(0)
  await at.mailServer.takenFor(event.userEmail, 1)
})

it('shares the work with a second process, and each registration still gets one e-mail', async () => {
  // Leases are told by clocks: one that is ahead by more than a lease takes what others are at work on.
  const second = await startNotification(at.config, { clock })
  await second.ready()
  const events = Array.from({ length: 40 }, () => anEvent())
  await Promise.all([...events, ...events].map((event) => at.publisher.publish(event)))
  for (const event of events) await at.mailServer.takenFor(event.userEmail, 1, 15_000)
  await eventually(async () => expect(await at.publisher.waitingIn()).toBe(0))
  expect(await second.stop()).toEqual([])
  for (const event of events) await at.mailServer.takenFor(event.userEmail, 1)
  const sentBy = [at.running, second].map(
    ({ lines }) => lines.filter(({ msg }) => msg === 'e-mail sent').length,
  )
  expect(Math.min(...sentBy)).toBeGreaterThan(0)
})
