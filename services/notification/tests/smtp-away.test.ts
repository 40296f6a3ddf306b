import { eventually } from '../../shared/tests/kit/eventually.ts'
import { startMailServer, type Behaviour } from './kit/mail-server.ts'
import { anEvent, QUEUE, type RegistrationCreated } from './kit/messages.ts'
import { scene, testClock } from './kit/scene.ts'

const clock = testClock()
const at = scene({ overrides: { clock } })
const delivered = (registrationId: number, state: object) =>
  eventually(
    async () => expect((await at.running.deliveries(registrationId))[0]).toMatchObject(state),
    10_000,
  )
const degraded = () =>
  eventually(async () => expect(await at.running.health()).toEqual({ status: 'degraded', away: ['smtp'] }))

describe('an SMTP server that is away (design, "Ready, degraded, down")', () => {
  it('takes no message off its queue meanwhile, ready but degraded, and then each e-mail is sent exactly once', async () => {
    const { port } = at.mailServer
    // Idle connections tell nobody that their server went: the first e-mails find out.
    await at.mailServer.stop()
    const events = Array.from({ length: 30 }, () => anEvent())
    const [found, others] = [events.slice(0, 10), events.slice(10)]
    for (const event of found) await at.publisher.publish(event)
    await degraded()
    // The failure is known before it is recorded.
    await at.running.becomes(found[0]!.registrationId, { status: 'queued' })
    for (const event of others) await at.publisher.publish(event)
    await eventually(async () =>
      expect(await at.publisher.waitingIn(QUEUE)).toBeGreaterThanOrEqual(others.length),
    )
    for (const { registrationId } of others) expect(await at.running.deliveries(registrationId)).toEqual([])

    at.mailServer = await startMailServer({}, port)
    await at.running.ready()
    for (const event of events) await at.mailServer.takenFor(event.userEmail, 1, 15_000)
    for (const { registrationId } of events) await at.running.becomes(registrationId, { status: 'sent' })
    expect(at.mailServer.received).toHaveLength(events.length)
  })
})

describe('an SMTP server that fails in the middle of an e-mail', () => {
  const timesNamed = ({ userEmail }: RegistrationCreated) =>
    at.mailServer.named.filter((address) => address === userEmail).length
  const begun = async (behaviour: Behaviour) => {
    const event = anEvent()
    at.mailServer.behave(behaviour, event.userEmail)
    return at.publisher.publish(event)
  }

  it('is waited for after the text, with the lease renewed, and gets the e-mail once', async () => {
    const event = await begun('stall')
    const dueAt = async () =>
      (await at.database.collection('deliveries').findOne({ registrationId: event.registrationId }))?.[
        'dueAt'
      ] as Date
    await eventually(() => expect(at.mailServer.stalling()).toBe(1))
    const first = await dueAt()
    await eventually(async () =>
      expect(await at.running.metrics()).toMatch(/rollcall_mails_awaiting_reply\S* 1/),
    )
    expect((await dueAt()).getTime()).toBeGreaterThan(first.getTime())
    at.mailServer.release()
    await delivered(event.registrationId, { status: 'sent', attempts: 1, possiblySent: false })
    expect(timesNamed(event)).toBe(1)
    expect(await at.running.metrics()).toMatch(/rollcall_mails_awaiting_reply\S* 0/)
  })

  it.each([
    ['drops the connection after the text', 'drop', true],
    ['never replies after the text', 'stall', true],
    ['is closing (421)', 421, false],
  ] as const)(
    'gets it again after a rest when it %s, and others meanwhile',
    async (_, behaviour, possiblySent) => {
      const event = await begun(behaviour)
      await delivered(event.registrationId, { status: 'queued', attempts: 1, possiblySent })
      // The first 421 of a used connection is taken for its end, and the e-mail offered on another one.
      const offered = timesNamed(event)
      const other = await at.publisher.publish(anEvent())
      await at.mailServer.takenFor(other.userEmail)
      expect(timesNamed(event)).toBe(offered)
      at.mailServer.behave('accept', event.userEmail)
      clock.advance(5_000)
      await at.mailServer.takenFor(event.userEmail)
      await delivered(event.registrationId, { status: 'sent', attempts: 2, possiblySent })
      expect(timesNamed(event)).toBe(offered + 1)
      expect(await at.running.health()).toEqual({ status: 'ready', away: [] })
    },
  )
})

describe('an e-mail that is refused for good (SMTP 5xx)', () => {
  it('fails with what the server said, and its message is done with', async () => {
    const event = anEvent()
    at.mailServer.behave(550, event.userEmail)
    await at.publisher.publish(event)
    await delivered(event.registrationId, {
      status: 'failed',
      attempts: 1,
      lastError: '550 550 is what was asked for',
      failedAt: expect.stringMatching(/Z$/),
    })
    expect(await at.running.receipt(event.registrationId)).toEqual({
      status: 'failed',
      attempts: 1,
      sentAt: null,
    })
    await eventually(async () => expect(await at.publisher.waitingIn()).toBe(0))
    expect(await at.running.health()).toEqual({ status: 'ready', away: [] })
    // A message that is delivered again changes nothing.
    await at.publisher.publish(event)
    await at.publisher.publish(anEvent())
    await delivered(event.registrationId, { status: 'failed', attempts: 1 })
    expect(at.mailServer.named.filter((address) => address === event.userEmail)).toHaveLength(1)
  })
})

describe('an e-mail that is refused for now (SMTP 4xx for its recipient)', () => {
  it('waits without holding up the others, and is sent later', async () => {
    const greylisted = anEvent()
    at.mailServer.behave(450, greylisted.userEmail)
    await at.publisher.publish(greylisted)
    await delivered(greylisted.registrationId, { status: 'queued', attempts: 1 })
    expect(await at.running.health()).toEqual({ status: 'ready', away: [] })

    const other = await at.publisher.publish(anEvent())
    await at.mailServer.takenFor(other.userEmail)

    at.mailServer.behave('accept', greylisted.userEmail)
    await at.mailServer.takenFor(greylisted.userEmail, 0)
    clock.advance(5_000)
    await at.mailServer.takenFor(greylisted.userEmail)
    await delivered(greylisted.registrationId, { status: 'sent', attempts: 2 })
  })
})
