/**
 * The window that SMTP leaves: the server has taken an e-mail, and its sender dies before that is written
 * down (R21). A server that accepts idempotency keys closes the window. Here one process is killed.
 * `npm run check -- window` kills many, and prints the figures of docs/reliability.md.
 */
import { eventually } from '../../../testing/eventually.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import { EMAIL_LEASE_MS } from '../src/emails/rules.ts'
import { NOT_SENDING } from '../src/emails/email-dispatcher.ts'
import { DEFAULT_MAX_CONNECTIONS } from '../src/emails/smtp-options.ts'
import type { EmailDeliveryRecord } from '../src/emails/record.ts'
import type { EmailDeliveries } from '../src/emails/repository.ts'
import { startNotificationProcess } from '../../../testing/notification/child.ts'
import { anEvent, type RegistrationCreated } from '../../../testing/notification/messages.ts'
import { scene, testClock, type Scene } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'

const isMeasured = process.env['WINDOW_KILLS'] !== undefined
const KILLS = Number(process.env['WINDOW_KILLS'] ?? 0)
const KILLS_WITH_KEYS = Number(process.env['WINDOW_KILLS_WITH_KEYS'] ?? 1)
const MAILS = 40
/** For a process to start and to send, on a busy machine. */
const START_MS = 300_000
/** How long the server takes to accept an e-mail: all connections are in use when the process is killed. */
const ACCEPT_MS = 100
const maxMs = (kills: number) => START_MS + kills * 30_000

const deliveriesOf = (at: Scene) => at.database.collection<EmailDeliveryRecord>('deliveries')

/** How often each address got the e-mail of each registration. */
function timesTaken(at: Scene): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const { to, mail } of at.mailServer.received) {
    const key = takenKey(String(mail.messageId?.split('.')[1]), to[0] ?? '')
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  return times
}
const takenKey = (registrationId: number | string, address: string) => `${registrationId} ${address}`

type Kill = Awaited<ReturnType<typeof killWhileSending>>

/** Kills a process while it sends. */
async function killWhileSending(at: Scene) {
  at.mailServer.limit({ acceptMs: ACCEPT_MS })
  const target = at.mailServer.received.length + 1 + Math.floor((Math.random() * MAILS) / 2)
  const events = Array.from({ length: MAILS }, () => anEvent())
  await Promise.all(events.map((event) => at.publisher.publish(event)))
  const child = startNotificationProcess(at.config)
  try {
    await eventually(() => expect(at.mailServer.received.length).toBeGreaterThanOrEqual(target), START_MS)
  } finally {
    child.signal('SIGKILL')
    await child.ended
  }
  const killedAt = Date.now()
  return { events, killedAt, unended: await deliveriesOf(at).find({ status: 'sending' }).toArray() }
}

/**
 * The registrations that each killed process had in hand, by when it began with them: a slow database writes
 * what a process asked for after that process is gone, so a write is first seen at a later kill. What a later
 * process has claimed, and not begun again, is in the hand of the former one only.
 */
function inHandOf(kills: readonly Kill[]): Set<number>[] {
  const hands = kills.map(() => new Set<number>())
  const seen = new Set<string>()
  for (const { registrationId, attempts, dueAt } of kills.flatMap(({ unended }) => unended)) {
    const attempt = `${registrationId} ${attempts}`
    if (seen.has(attempt)) continue
    seen.add(attempt)
    const leasedAt = (dueAt as Date).getTime() - EMAIL_LEASE_MS
    hands[kills.findIndex(({ killedAt }) => leasedAt <= killedAt)]?.add(registrationId)
  }
  return hands
}

/** Sends what the killed processes have left, and prints how long a result was not recorded. */
async function sendTheRest(at: Scene, events: readonly RegistrationCreated[]) {
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
  // Until each has been sent, and that is written down.
  await eventually(
    async () => {
      const sent = new Set(await deliveriesOf(at).distinct('registrationId', { status: 'sent' }))
      expect(events.map(({ registrationId }) => registrationId).filter((id) => !sent.has(id))).toEqual([])
    },
    maxMs(KILLS + KILLS_WITH_KEYS),
  )
  windows.sort((a, b) => a - b)
  const share = (part: number) => windows[Math.floor((windows.length - 1) * part)]
  return `from taken to written down: half within ${share(0.5)} ms, 99 in 100 within ${share(0.99)} ms`
}

async function kill(at: Scene, times: number, afterEach: (kill: Kill, i: number) => void = () => undefined) {
  const kills: Kill[] = []
  for (let i = 0; i < times; i++) {
    const killed = await killWhileSending(at)
    afterEach(killed, i)
    kills.push(killed)
  }
  const inHand = inHandOf(kills)
  const counts = inHand.map((hand) => hand.size)
  // Those that are sent, and those that the server has accepted and that are being recorded.
  expect(Math.max(...counts)).toBeLessThanOrEqual(DEFAULT_MAX_CONNECTIONS + NOT_SENDING)
  const events = kills.flatMap((killed) => killed.events)
  const all = counts.reduce((a, b) => a + b)
  const text = `${times} kills while sending, ${events.length} e-mails, ${all} in progress`
  return { events, inHand, text }
}

const print = (text: string) => void (isMeasured && process.stdout.write(`${text}\n`))

const ofOthers = isMeasured ? describe : () => undefined
ofOthers('a mail server that knows no keys', () => {
  const at = scene({ started: false })

  it(
    'gets at most the e-mails in progress twice when the process is killed, and loses none (R21)',
    async () => {
      const { events, inHand, text } = await kill(at, KILLS)
      const window = await sendTheRest(at, events)
      const taken = timesTaken(at)
      const timesOf = ({ registrationId, userEmail }: RegistrationCreated) =>
        taken.get(takenKey(registrationId, userEmail)) ?? 0
      for (const event of events) {
        expect(timesOf(event)).toBeGreaterThanOrEqual(1)
        const hands = inHand.filter((hand) => hand.has(event.registrationId)).length
        expect(timesOf(event)).toBeLessThanOrEqual(1 + hands)
      }
      const doubled = events.filter((event) => timesOf(event) > 1).length
      print(`without keys: ${text}: 0 lost, ${doubled} doubled\n${window}`)
    },
    maxMs(KILLS) + KILLS * 60_000,
  )
})

describe('a mail server that accepts idempotency keys', () => {
  const idempotencyHeader = 'Idempotency-Key'
  const at = scene({
    started: false,
    config: { mailIdempotencyHeader: idempotencyHeader },
    mailServer: { idempotencyHeader },
  })
  const correctedOf = ({ userEmail }: RegistrationCreated) => `corrected-${userEmail}`

  it(
    'gets no e-mail twice and loses none, also if addresses change between two attempts (R21)',
    async () => {
      const changed = new Set<RegistrationCreated>()
      // After every second kill, each person of its e-mails has another address.
      const { events, text } = await kill(at, KILLS_WITH_KEYS, ({ events: ofKill }, i) => {
        if (i % 2 === 1) return
        for (const event of ofKill) {
          at.directory.change(event, { user: { email: correctedOf(event) } })
          changed.add(event)
        }
      })
      const window = await sendTheRest(at, events)
      const taken = timesTaken(at)
      const isTaken = ({ registrationId }: RegistrationCreated, address: string) =>
        taken.has(takenKey(registrationId, address))
      expect([...taken].filter(([, times]) => times > 1)).toEqual([])
      const lost = events.filter(
        (event) => !isTaken(event, event.userEmail) && !isTaken(event, correctedOf(event)),
      )
      expect(lost).toEqual([])
      expect(at.mailServer.keys.refused).toEqual([])
      const { repeated } = at.mailServer.keys
      const both = [...changed].filter(
        (event) => isTaken(event, event.userEmail) && isTaken(event, correctedOf(event)),
      ).length
      print(`with keys: ${text}: 0 lost, 0 doubled; the mail server recognised ${repeated} repetitions`)
      print(`${changed.size} with another address: ${both} were taken for both, each once\n${window}`)
    },
    maxMs(KILLS_WITH_KEYS) + KILLS_WITH_KEYS * 60_000,
  )
})
