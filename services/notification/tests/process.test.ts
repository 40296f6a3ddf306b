import { eventually } from '../../shared/tests/kit/eventually.ts'
import { LEASE_MS } from '../src/domain/delivery.ts'
import { environmentOf, startChild } from './kit/child.ts'
import { anEvent } from './kit/messages.ts'
import { scene, testClock } from './kit/scene.ts'
import { startNotification } from './kit/start-notification.ts'

const at = scene({ started: false })
const statusOf = async (registrationId: number) =>
  (await at.database.collection('deliveries').findOne({ registrationId }))?.['status'] as string | undefined

/** A process in the middle of sending: the server has the whole e-mail and has not answered. */
async function inTheMiddleOf(event: ReturnType<typeof anEvent>) {
  const child = startChild(environmentOf(at.config))
  at.mailServer.behave('stall', event.userEmail)
  await at.publisher.publish(event)
  await eventually(() => expect(at.mailServer.stalling()).toBe(1), 15_000)
  return child
}

it('finishes the e-mail that it is sending when it is told to stop (SIGTERM), and takes no other', async () => {
  const event = anEvent()
  const child = await inTheMiddleOf(event)
  child.signal('SIGTERM')
  await child.says('"stopping"')
  const late = await at.publisher.publish(anEvent())
  at.mailServer.release()
  expect(await child.exited).toEqual([0, null])
  expect(await statusOf(event.registrationId)).toBe('sent')
  await at.mailServer.takenFor(event.userEmail, 1)
  expect(await statusOf(late.registrationId)).toBeUndefined()
  await eventually(async () => expect(await at.publisher.waitingIn()).toBe(1))
  await at.publisher.channel.purgeQueue('notification.registration-created')
})

it('loses nothing when it is killed in the middle of sending: the lease runs out, and another sends', async () => {
  const event = anEvent()
  const child = await inTheMiddleOf(event)
  expect(await statusOf(event.registrationId)).toBe('sending')
  child.signal('SIGKILL')
  await child.exited
  at.mailServer.behave('accept', event.userEmail)

  const clock = testClock()
  const another = await startNotification(at.config, { clock })
  await another.ready()
  await at.mailServer.takenFor(event.userEmail, 0)
  clock.advance(LEASE_MS)
  await at.mailServer.takenFor(event.userEmail, 1)
  await eventually(async () => expect(await statusOf(event.registrationId)).toBe('sent'))
  expect(await another.stop()).toEqual([])
})

it('leaves alone what another process holds, though its own clock is minutes ahead', async () => {
  const first = await startNotification({ ...at.config, smtpReplyTimeoutMs: 60_000 })
  await first.ready()
  const event = anEvent()
  const begun = () => at.mailServer.named.filter((address) => address === event.userEmail)
  at.mailServer.behave('stall', event.userEmail)
  await at.publisher.publish(event)
  await eventually(() => expect(begun()).toHaveLength(1))
  const ahead = startChild(environmentOf(at.config), 10 * 60_000)
  await ahead.says('"dependency":"smtp","msg":"dependency is up"')
  await at.publisher.publish(event)
  await ahead.says(/message not handled/)
  expect(begun()).toHaveLength(1)
  at.mailServer.release()
  await first.becomes(event.registrationId, { status: 'sent', attempts: 1 })
  ahead.signal('SIGTERM')
  await ahead.exited
  expect(await first.stop()).toEqual([])
})

it('refuses a wrong configuration with every fault at once, and repeats no secret', async () => {
  const { MONGODB_URL: _, ...environment } = environmentOf(at.config)
  const child = startChild({ ...environment, SMTP_URL: 'http://user:hush@mail', MAIL_FROM: 'nobody' })
  expect(await child.exited).toEqual([78, null])
  expect(child.output()).toMatch(/MONGODB_URL is not set/)
  expect(child.output()).toMatch(/SMTP_URL must be a URL that starts with smtp/)
  expect(child.output()).toMatch(/MAIL_FROM must be an address/)
  expect(child.output()).not.toContain('hush')
})
