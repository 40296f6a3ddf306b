import { eventually } from '../../../testing/eventually.ts'
import { anEvent } from '../../../testing/notification/messages.ts'
import { scene, testClock } from '../../../testing/notification/scene.ts'

/** The delay after the first failure, with its jitter. */
const FIRST_RETRY_MS = 5_500

const clock = testClock()
const at = scene({ overrides: { clock } })
afterEach(() => {
  at.mailServer.behave('accept')
  at.mailServer.limitSessions(Infinity)
})

const delivered = (registrationId: number, state: object) =>
  eventually(async () => expect((await at.running.deliveries(registrationId))[0]).toMatchObject(state))
const isReady = () => eventually(async () => expect(await at.running.health()).toMatchObject({ away: [] }))

describe('a mail server that rejects a recipient (R21)', () => {
  it.each([550, 551, 553, '550 5.1.1 User unknown', '552 5.2.2 Over quota'] as const)(
    'never gets the e-mail again after %s',
    async (reply) => {
      const event = anEvent()
      at.mailServer.behave(reply, event.userEmail)
      await at.publisher.publish(event)
      await delivered(event.registrationId, { status: 'failed', attempts: 1 })
    },
  )

  it.each([
    '554 5.7.1 Relay access denied',
    '554 Blocked by a list',
    '550 5.7.1 Client host rejected',
  ] as const)('gets it again on its own schedule after %s, and other e-mails meanwhile', async (reply) => {
    const [event, other] = [anEvent(), anEvent()]
    at.mailServer.behave(reply, event.userEmail)
    await at.publisher.publish(event)
    await delivered(event.registrationId, { status: 'queued', attempts: 1 })
    await at.publisher.publish(other)
    await at.mailServer.receivedFor(other.userEmail)
    await isReady()
    at.mailServer.behave('accept', event.userEmail)
    clock.advance(FIRST_RETRY_MS)
    await at.mailServer.receivedFor(event.userEmail)
    await delivered(event.registrationId, { status: 'sent', attempts: 2 })
  })
})

describe('a mail server that rejects the sender (R21)', () => {
  it('after some e-mails of a session gets the others in new ones, each at its first attempt', async () => {
    at.mailServer.limitSessions(2, '452 4.5.3 Too many messages in this session')
    const events = Array.from({ length: 60 }, () => anEvent())
    await Promise.all(events.map((event) => at.publisher.publish(event)))
    for (const event of events) await at.mailServer.receivedFor(event.userEmail)
    for (const { registrationId } of events) await delivered(registrationId, { status: 'sent', attempts: 1 })
    await isReady()
  })

  it('in a new session too gets each e-mail again soon', async () => {
    at.mailServer.limitSessions(0, '452 4.3.1 Insufficient system storage')
    const event = await at.publisher.publish(anEvent())
    await delivered(event.registrationId, { status: 'queued', attempts: 1 })
    await isReady()
    at.mailServer.limitSessions(Infinity)
    clock.advance(FIRST_RETRY_MS)
    await at.mailServer.receivedFor(event.userEmail)
  })

  it('because of those in a minute is not asked at once in another session', async () => {
    at.mailServer.limitSessions(0, '450 4.7.1 Too many messages, try again later')
    const before = at.mailServer.refusals().length
    const event = await at.publisher.publish(anEvent())
    await delivered(event.registrationId, { status: 'queued', lastError: expect.stringContaining('4.7.1') })
    expect(at.mailServer.refusals().length - before).toBe(1)
    at.mailServer.limitSessions(Infinity)
    clock.advance(FIRST_RETRY_MS)
    await at.mailServer.receivedFor(event.userEmail)
  })

  it('for good gets each e-mail again on its own schedule', async () => {
    at.mailServer.limitSessions(0, '550 5.7.1 Sender not allowed')
    const event = await at.publisher.publish(anEvent())
    await delivered(event.registrationId, { status: 'queued', attempts: 1 })
    await isReady()
    at.mailServer.limitSessions(Infinity)
    clock.advance(FIRST_RETRY_MS)
    await at.mailServer.receivedFor(event.userEmail)
  })
})
