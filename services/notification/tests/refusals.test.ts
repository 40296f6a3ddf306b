import { eventually } from '../../shared/tests/kit/eventually.ts'
import { anEvent } from './kit/messages.ts'
import { scene, testClock } from './kit/scene.ts'

const HOUR = 60 * 60 * 1000
const clock = testClock()
const at = scene({ overrides: { clock } })

const delivered = (registrationId: number, state: object) =>
  eventually(
    async () => expect((await at.running.deliveries(registrationId))[0]).toMatchObject(state),
    10_000,
  )

describe('an e-mail that is refused for good (SMTP 5xx)', () => {
  it('fails with what the server said, and its message is done with', async () => {
    const event = anEvent()
    at.mailServer.behave(550, event.userEmail)
    await at.publisher.publish(event)
    await delivered(event.registrationId, {
      status: 'failed',
      attempts: 1,
      lastError: '550 550 is what was asked for',
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

  it('fails once it was refused often, for a day', async () => {
    const event = anEvent()
    at.mailServer.behave(450, event.userEmail)
    await at.publisher.publish(event)
    for (let attempts = 1; attempts < 12; attempts++) {
      await delivered(event.registrationId, { status: 'queued', attempts })
      clock.advance(2 * HOUR + 15 * 60 * 1000)
    }
    await delivered(event.registrationId, {
      status: 'failed',
      attempts: 12,
      lastError: 'gave up: 450 450 is what was asked for',
    })
  })
})
