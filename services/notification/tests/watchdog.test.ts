import { Watchdog } from '../../platform/process/watchdog.ts'
import { eventually } from '../../../testing/eventually.ts'
import { anEvent, QUEUE } from '../../../testing/notification/messages.ts'
import { STALLED_REPLY_TIMEOUT_MS } from '../../../testing/notification/child.ts'
import { scene } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { EmailDeliveries } from '../src/emails/repository.ts'
import { SMTP_TIMEOUTS } from '../src/emails/smtp-options.ts'

/** Operations that never settle, until the test lets them. */
const held = new Map<keyof EmailDeliveries, PromiseWithResolvers<void>>()
const hold = (operation: keyof EmailDeliveries) => held.set(operation, Promise.withResolvers())
function goOn() {
  for (const { resolve } of held.values()) resolve()
  held.clear()
}
const holdable = (real: EmailDeliveries): EmailDeliveries =>
  withOverrides(real, {
    addAutomatic: async (...given) => {
      await held.get('addAutomatic')?.promise
      return await real.addAutomatic(...given)
    },
    claimDue: async (limit) => {
      await held.get('claimDue')?.promise
      return await real.claimDue(limit)
    },
    recordSent: async (...given) => {
      await held.get('recordSent')?.promise
      await real.recordSent(...given)
    },
  })
const at = scene({ started: false })
beforeAll(async () => {
  at.running = await startNotification(
    { ...at.config, smtpReplyTimeoutMs: STALLED_REPLY_TIMEOUT_MS },
    {
      measureMs: 250,
      deliveries: holdable,
      // An attempt that is shorter than the time after which work has stalled, as in production.
      smtpTimeouts: { ...SMTP_TIMEOUTS, untilTextMs: 2_000 },
    },
  )
  await at.running.ready()
})
let checks: jest.SpiedFunction<Watchdog['check']>
beforeAll(() => {
  checks = jest.spyOn(Watchdog.prototype, 'check')
})
/** Enough checks for the watchdog to say that work has stalled. */
async function checksPassed() {
  const before = checks.mock.calls.length
  await eventually(() => expect(checks.mock.calls.length).toBeGreaterThan(before + 10))
}
const status = async () => (await at.running.operator.get('/admin/deliveries/status/')).body
const READY = { status: 'ready', away: [] }

describe('stalled work, although every server is available', () => {
  it.each([
    ['a message whose e-mail is never stored', 'addAutomatic', QUEUE],
    ['an e-mail whose result is never recorded', 'recordSent', 'e-mails'],
    ['e-mails that are never claimed', 'claimDue', 'e-mails'],
  ] as const)('is reported: %s', async (_what, operation, work) => {
    hold(operation)
    const event = await at.publisher.publish(anEvent())
    const degraded = { status: 'degraded', away: [`stalled: ${work}`] }
    await eventually(async () => expect(await at.running.health()).toEqual(degraded))
    expect(await status()).toMatchObject({ status: 'degraded', stalled: [work] })
    const gauge = (value: number) => new RegExp(`^rollcall_stalled\\{work="${work}",.*\\} ${value}$`, 'm')
    expect(await at.running.metrics()).toMatch(gauge(1))
    goOn()
    await at.running.becomes(event.registrationId, { status: 'sent' })
    await eventually(async () => expect(await at.running.health()).toEqual(READY))
    expect(await at.running.metrics()).toMatch(gauge(0))
  })

  it('does not include an e-mail while the mail server takes long to accept it', async () => {
    at.mailServer.behave('stall')
    const event = await at.publisher.publish(anEvent())
    await eventually(
      async () => expect(await at.running.metrics()).toMatch(/mails_awaiting_reply\{.*\} 1$/m),
      10_000,
    )
    await checksPassed()
    expect(await at.running.health()).toEqual(READY)
    at.mailServer.behave('accept')
    at.mailServer.acceptStalled()
    await at.running.becomes(event.registrationId, { status: 'sent' })
  })

  it('does not include an e-mail that is due later', async () => {
    const event = anEvent()
    at.mailServer.behave(450, event.userEmail)
    await at.publisher.publish(event)
    await at.running.becomes(event.registrationId, { status: 'queued' })
    await checksPassed()
    expect(await at.running.health()).toEqual(READY)
    expect(await status()).toMatchObject({ backlog: { queuedEmails: 1 } })
  })
})

it('the status counts the messages in a queue separately', async () => {
  hold('addAutomatic')
  // Of more messages than are handled at a time, some wait in the queue.
  const events = await Promise.all(Array.from({ length: 50 }, () => at.publisher.publish(anEvent())))
  const queues = { queues: expect.arrayContaining([{ name: QUEUE, messages: 10, consumers: 1 }]) }
  await eventually(async () => expect(await status()).toMatchObject(queues))
  expect(await at.running.metrics()).toMatch(
    /^rollcall_queue_messages\{queue="notification.registration-created",.*\} 10$/m,
  )
  goOn()
  for (const { registrationId } of events) await at.running.becomes(registrationId, { status: 'sent' })
})
