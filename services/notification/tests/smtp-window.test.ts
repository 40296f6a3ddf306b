/**
 * The window that SMTP leaves: the server has taken an e-mail, and its sender dies before that is written
 * down (R21). A short profile by default; `npm run check -- window` measures, and prints what
 * docs/reliability.md says.
 */
import { eventually } from '../../../testing/eventually.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import { EMAIL_LEASE_MS } from '../src/emails/rules.ts'
import { MAX_CONNECTIONS } from '../src/emails/smtp-options.ts'
import type { EmailDeliveryRecord } from '../src/emails/record.ts'
import type { EmailDeliveries } from '../src/emails/repository.ts'
import { startNotificationProcess } from '../../../testing/notification/child.ts'
import { anEvent, type RegistrationCreated } from '../../../testing/notification/messages.ts'
import { scene, testClock } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'

const asked = process.env['WINDOW_KILLS']
const KILLS = Number(asked ?? 2)
const MAILS = 60
const MAX_MS = 60_000 + KILLS * 30_000

const at = scene({ started: false })

const deliveries = () => at.database.collection<EmailDeliveryRecord>('deliveries')
const timesTaken = ({ userEmail }: RegistrationCreated) =>
  at.mailServer.received.filter(({ to }) => to.includes(userEmail)).length

type Kill = Awaited<ReturnType<typeof killWhileSending>>

/** Kills a process while it sends. */
async function killWhileSending() {
  const target = at.mailServer.received.length + 1 + Math.floor((Math.random() * MAILS) / 2)
  const events = Array.from({ length: MAILS }, () => anEvent())
  await Promise.all(events.map((event) => at.publisher.publish(event)))
  const child = startNotificationProcess(at.config)
  try {
    await eventually(() => expect(at.mailServer.received.length).toBeGreaterThanOrEqual(target), 60_000)
  } finally {
    child.signal('SIGKILL')
    await child.ended
  }
  const killedAt = Date.now()
  return { events, killedAt, unended: await deliveries().find({ status: 'sending' }).toArray() }
}

/**
 * The registrations that each killed process had in hand, by when it began with them: a slow database writes
 * what a process asked for after that process is gone, so a write is first seen at a later kill.
 */
function inHandOf(kills: readonly Kill[]): Set<number>[] {
  const hands = kills.map(() => new Set<number>())
  for (const { registrationId, dueAt } of kills.flatMap(({ unended }) => unended)) {
    const leasedAt = (dueAt as Date).getTime() - EMAIL_LEASE_MS
    hands[kills.findIndex(({ killedAt }) => leasedAt <= killedAt)]?.add(registrationId)
  }
  return hands
}

it(
  'repeats at most the e-mails in progress when the process is killed, and loses none (R21)',
  async () => {
    const kills: Kill[] = []
    for (let kill = 0; kill < KILLS; kill++) kills.push(await killWhileSending())
    const inHand = inHandOf(kills)

    const clock = testClock()
    clock.advance(EMAIL_LEASE_MS)
    const windows: number[] = []
    const timed = (deliveries: EmailDeliveries): EmailDeliveries =>
      withOverrides(deliveries, {
        async recordSent(sent) {
          await deliveries.recordSent(sent)
          windows.push(clock.now().getTime() - sent.at.getTime())
        },
      })
    at.running = await startNotification(at.config, { clock, deliveries: timed })
    const events = kills.flatMap((kill) => kill.events)
    // Until each has been sent, and that is written down.
    await eventually(async () => {
      const sent = new Set(await deliveries().distinct('registrationId', { status: 'sent' }))
      expect(events.map(({ registrationId }) => registrationId).filter((id) => !sent.has(id))).toEqual([])
    }, MAX_MS)

    const doubled = events.filter((event) => timesTaken(event) > 1)
    const hands = ({ registrationId }: RegistrationCreated) =>
      inHand.filter((hand) => hand.has(registrationId)).length
    for (const event of events) {
      expect(timesTaken(event)).toBeGreaterThanOrEqual(1)
      expect(timesTaken(event)).toBeLessThanOrEqual(1 + hands(event))
    }
    const counts = inHand.map((hand) => hand.size)
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_CONNECTIONS)
    if (asked === undefined) return
    windows.sort((a, b) => a - b)
    const share = (part: number) => windows[Math.floor((windows.length - 1) * part)]
    process.stdout.write(
      `${KILLS} kills while sending, ${events.length} e-mails: none lost; ` +
        `of ${counts.reduce((a, b) => a + b)} that ` +
        `were in hand, at most ${Math.max(...counts)} at once, ${doubled.length} doubled\n` +
        `from taken to written down: half within ${share(0.5)} ms, 99 in 100 within ${share(0.99)} ms\n`,
    )
  },
  MAX_MS + KILLS * 60_000,
)
