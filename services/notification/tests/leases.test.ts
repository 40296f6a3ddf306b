import { randomUUID } from 'node:crypto'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import type { NewDelivery } from '../src/domain/delivery.ts'
import type { Deliveries } from '../src/store/deliveries.ts'
import { anEvent, type RegistrationCreated } from './kit/messages.ts'
import { scene, testClock } from './kit/scene.ts'
import { startNotification } from './kit/start-notification.ts'

const clock = testClock()
/** Failures to come when a sent e-mail is recorded. */
let unrecorded = 0
/** The event of a registration that can not be begun. */
let unlucky = ''
const aroundDeliveries = (deliveries: Deliveries): Deliveries =>
  new Proxy(deliveries, {
    get(target, name: keyof Deliveries) {
      if (name === 'sent' && unrecorded-- > 0) return () => Promise.reject(new Error('the database is away'))
      if (name === 'begin' && unlucky !== '') {
        return (delivery: NewDelivery, now: Date) =>
          delivery.eventId === unlucky
            ? Promise.reject(new Error('nobody foresaw this'))
            : target.begin(delivery, now)
      }
      return (target[name] as (...args: unknown[]) => unknown).bind(target)
    },
  })
const at = scene({ overrides: { clock, deliveries: aroundDeliveries } })

/** The row that a process leaves when it dies between taking a delivery and the end of the attempt. */
async function leftBehind(event: RegistrationCreated, leaseMs: number, status = 'sending') {
  await at.database.collection('deliveries').insertOne({
    _id: 1_000_000 + event.registrationId,
    kind: 'automatic',
    eventId: event.eventId,
    registrationId: event.registrationId,
    template: 222,
    to: event.userEmail,
    words: { courseName: event.courseName, firstName: 'Ada', registeredAt: new Date(event.createdDate) },
    messageId: `<222.${event.registrationId}.${event.eventId}@rollcall.example>`,
    status,
    attempts: 1,
    dueAt: new Date(clock.now().getTime() + leaseMs),
    lastError: '',
    sentAt: null,
    requestedAt: new Date(event.occurredAt),
    createdAt: clock.now(),
    requestId: '',
    traceparent: '',
  } as never)
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

  it.each(['sending', 'queued'])('is found by the sweep when no message is left (%s)', async (status) => {
    const event = anEvent()
    await leftBehind(event, -1, status)
    await at.mailServer.takenFor(event.userEmail)
  })

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

describe('a failure that nobody foresaw', () => {
  const outcomeFor = (eventId: string, headers: Record<string, number>) => {
    const event = anEvent({ eventId })
    unlucky = event.eventId
    return at.publisher.publish(event, headers as never).then(() =>
      eventually(() => {
        const line = at.running.lines.findLast(
          ({ messageId, msg }) => messageId === event.eventId && msg === 'message not handled',
        )
        expect(line).toBeDefined()
        return line
      }),
    )
  }

  it('is tried again, however often the message had to wait before', async () => {
    expect(await outcomeFor(randomUUID(), { 'x-attempt': 50, 'x-failures': 8 })).toMatchObject({
      kind: 'delayed',
      failures: 9,
    })
  })

  it('sets the message aside when it has failed ten times', async () => {
    expect(await outcomeFor(randomUUID(), { 'x-attempt': 50, 'x-failures': 9 })).toMatchObject({
      kind: 'dead-lettered',
      reason: 'gave up after 10 failures: nobody foresaw this',
    })
  })

  afterAll(() => (unlucky = ''))
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
