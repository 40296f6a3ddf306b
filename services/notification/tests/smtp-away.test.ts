import { eventually } from '../../shared/tests/kit/eventually.ts'
import { startMailServer } from './kit/mail-server.ts'
import { anEvent, QUEUE } from './kit/messages.ts'
import { scene } from './kit/scene.ts'

const at = scene()
const degraded = () =>
  eventually(async () => expect(await at.running.health()).toEqual({ status: 'degraded', away: ['smtp'] }))

describe('an SMTP server that is away (design, "Ready, degraded, down")', () => {
  it('makes the e-mails wait, ready but degraded, and then each is sent exactly once', async () => {
    const { port } = at.mailServer
    await at.mailServer.stop()
    const events = Array.from({ length: 30 }, () => anEvent())
    for (const event of events) await at.publisher.publish(event)
    await degraded()
    const [first] = events
    // The failure is known before it is recorded.
    await at.running.becomes(first!.registrationId, { status: 'queued' })

    at.mailServer = await startMailServer({}, port)
    await at.running.ready()
    for (const event of events) await at.mailServer.takenFor(event.userEmail, 1, 15_000)
    for (const { registrationId } of events) await at.running.becomes(registrationId, { status: 'sent' })
    expect(at.mailServer.received).toHaveLength(events.length)
  })

  it('takes no message off its queue meanwhile', async () => {
    const { port } = at.mailServer
    // Idle connections tell nobody that their server went: the first e-mail finds out.
    await at.mailServer.stop()
    const [found, ...others] = Array.from({ length: 5 }, () => anEvent())
    await at.publisher.publish(found!)
    await degraded()
    for (const event of others) await at.publisher.publish(event)
    await eventually(async () =>
      expect(await at.publisher.waitingIn(QUEUE)).toBeGreaterThanOrEqual(others.length),
    )
    for (const { registrationId } of others) expect(await at.running.deliveries(registrationId)).toEqual([])
    at.mailServer = await startMailServer({}, port)
    for (const { userEmail } of [found!, ...others]) await at.mailServer.takenFor(userEmail, 1, 15_000)
    await at.running.ready()
  })
})

describe('an SMTP server that fails in the middle of an e-mail', () => {
  it.each(['drop', 'stall'] as const)('gets it again after a %s', async (behaviour) => {
    const event = anEvent()
    at.mailServer.behave(behaviour, event.userEmail)
    await at.publisher.publish(event)
    await degraded()
    await at.running.becomes(event.registrationId, { status: 'queued' })
    at.mailServer.behave('accept', event.userEmail)
    await at.mailServer.takenFor(event.userEmail, 1, 15_000)
    await eventually(async () => {
      const [delivery] = await at.running.deliveries(event.registrationId)
      expect(delivery).toMatchObject({ status: 'sent', attempts: 2 })
      expect(delivery?.lastError).not.toBe('')
    })
    // Whether the server has kept an e-mail that it had in full is not known, so each attempt offers it only once.
    expect(at.mailServer.named.filter((address) => address === event.userEmail)).toHaveLength(2)
    await at.running.ready()
  })

  it('is taken for away when it is closing (421)', async () => {
    const event = anEvent()
    at.mailServer.behave(421, event.userEmail)
    await at.publisher.publish(event)
    await degraded()
    at.mailServer.behave('accept', event.userEmail)
    await at.mailServer.takenFor(event.userEmail, 1, 15_000)
    await at.running.ready()
  })
})
