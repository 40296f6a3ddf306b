/**
 * A mail server with limits (R21), to which two processes send. A short profile by default;
 * `npm run check -- mail-limits` measures, and prints the result.
 */
import { eventually } from '../../../testing/eventually.ts'
import type { ServerLimits } from '../../../testing/notification/mail-server.ts'
import { anEvent } from '../../../testing/notification/messages.ts'
import { scene, testClock } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'
import { Pace } from '../src/emails/pace.ts'
import { EmailFailure } from '../src/emails/failures.ts'

const isMeasured = process.env['MAIL_LIMITS'] !== undefined
/** The first minute, in which the limits are found out. */
const FIRST_MS = 60_000
/** The first delay after a refusal for load. */
const RETRY_MS = 5_000

const at = scene({ started: false })

const clock = testClock()
const aPace = (perMinute = 0) => {
  const allowed = { allowed: true, limit: 0, remaining: 1, resetMs: 1_000 }
  const limiter = { spend: jest.fn(() => Promise.resolve(allowed)), refund: jest.fn(() => Promise.resolve()) }
  const limiterOf = jest.fn((_seconds: number) => limiter)
  const pace = new Pace({ maxConnections: 20, perMinute, limiterOf, clock })
  return Object.assign(pace, { limiter, limiterOf })
}
const tooMany = new EmailFailure('refused-for-load', 'too many at once', { code: '432 4.3.2' })
const overQuota = new EmailFailure('refused-for-load', 'too many in a minute', { code: '450 4.7.1' })

describe('the number of e-mails at a time (R21)', () => {
  it('is an eighth less after each refusal for load, at least one, and slowly grows again', () => {
    const pace = aPace()
    pace.refused(tooMany, performance.now())
    expect(pace.atOnce).toBe(17)
    for (let i = 0; i < 100; i++) pace.refused(tooMany, 0)
    expect(pace.atOnce).toBe(1)
    // What began together is one finding: the server is not taken for one that counts by the minute.
    expect(pace.perMinute).toBeUndefined()
    for (let i = 0; i < 64; i++) pace.accepted()
    expect(pace.atOnce).toBe(3)
    for (let i = 0; i < 1_000; i++) pace.accepted()
    expect(pace.atOnce).toBe(20)
    expect(pace.lastRefusal).toMatchObject({ reply: 'too many at once' })
  })

  it('becomes a number a minute, that of before, when one at a time is refused again and again', () => {
    const pace = aPace()
    for (let i = 0; i < 80; i++) pace.accepted()
    for (let i = 0; i < 100; i++) pace.refused(tooMany, 0)
    for (let i = 0; i < 4; i++) pace.refused(tooMany, performance.now() + 1)
    expect(pace.perMinute).toBeUndefined()
    for (let i = 0; i < 4; i++) pace.refused(overQuota, performance.now() + 1)
    expect(pace.perMinute).toBe(70)
    for (let i = 0; i < 75; i++) pace.accepted()
    expect(pace.perMinute).toBe(77)
  })

  it('is limited by no number a minute while too few are accepted to know one', () => {
    const pace = aPace()
    for (let i = 0; i < 5; i++) pace.accepted()
    for (let i = 0; i < 100; i++) pace.refused(overQuota, performance.now() + 1)
    expect([pace.atOnce, pace.perMinute]).toEqual([1, undefined])
  })

  it('is all that the settings allow after an idle time without a refusal', async () => {
    const refusedAt = performance.now()
    const now = jest.spyOn(performance, 'now').mockReturnValue(refusedAt)
    const pace = aPace()
    for (let i = 0; i < 80; i++) pace.accepted()
    for (let i = 0; i < 200; i++) pace.refused(overQuota, refusedAt + 1)
    const limitsAfter = async (ms: number) => {
      now.mockReturnValue(refusedAt + ms)
      const turn = await pace.turn()
      turn?.end()
      return [pace.atOnce, pace.perMinute]
    }
    expect(await limitsAfter(5 * 60_000 - 1)).toEqual([1, 70])
    // Not idle: the turn before was a moment ago.
    expect(await limitsAfter(5 * 60_000 + 30_000)).toEqual([1, 70])
    expect(await limitsAfter(7 * 60_000)).toEqual([20, undefined])
    now.mockRestore()
  })

  it('takes the same refusal of several e-mails for load, and others not', () => {
    const pace = aPace()
    const failure = (code: string, reply: string) => new EmailFailure('refused-for-now', reply, { code })
    expect(pace.noteReply(failure('550 5.7.0', 'too many: 1001'))).toBe(false)
    expect(pace.noteReply(failure('550 5.7.1', 'relaying denied'))).toBe(false)
    expect(pace.noteReply(failure('550 5.7.0', 'too many: 1002'))).toBe(false)
    expect(pace.noteReply(failure('550 5.7.0', 'too many: 1003'))).toBe(true)
  })

  it.each([
    [600, 10, 100],
    [100, 12, 20],
    [119, 12, 23],
    [29, 60, 29],
  ])(
    'of %d in a minute is in every %d s at most %d, together with other processes',
    async (perMinute, ...part) => {
      const pace = aPace(perMinute)
      await pace.turn()
      const [seconds, count] = part
      expect(pace.limiterOf).toHaveBeenCalledWith(seconds)
      expect(pace.limiter.spend).toHaveBeenCalledWith('e-mails', count, 1)
      // The place of an e-mail that is not sent.
      await pace.refund()
      expect(pace.limiter.refund).toHaveBeenCalledWith('e-mails', count, 1)
    },
  )

  it('is of attempts that have not ended: the next one waits for a place', async () => {
    const pace = aPace()
    for (let i = 0; i < 100; i++) pace.refused(tooMany, 0)
    const [first, second, third] = [pace.turn(), pace.turn(), pace.turn()]
    const begun: number[] = []
    for (const [i, turn] of [second, third].entries()) void turn.then(() => begun.push(i))
    const { end } = (await first) ?? {}
    expect(begun).toEqual([])
    end?.()
    end?.()
    await second
    expect(begun).toEqual([0])
    pace.stop()
    expect(await third).toBeUndefined()
  })

  it('lets no attempt begin when the process stops, also one that waits', async () => {
    const pace = aPace(1)
    expect(await pace.turn()).toMatchObject({ beganAt: expect.any(Number) })
    const waiting = pace.turn()
    pace.stop()
    expect(await waiting).toBeUndefined()
  })
})

/** Sends e-mails with two processes until all are accepted. */
async function sendAll({ mails, limits, settings }: Mode) {
  at.mailServer.limit(limits)
  const before = at.mailServer.received.length
  const start = () => startNotification({ ...at.config, ...settings }, { clock })
  const replicas = await Promise.all([start(), start()])
  const begunAt = Date.now()
  const accepted: number[] = []
  const counting = setInterval(() => {
    while (accepted.length < at.mailServer.received.length - before) accepted.push(Date.now())
  }, 20)
  const events = Array.from({ length: mails }, () => anEvent())
  await Promise.all(events.map((event) => at.publisher.publish(event)))
  await eventually(async () => {
    const { body: sending } = await replicas[0].operator.get('/admin/deliveries/?status=sending&limit=1')
    if (!isMeasured && sending.length === 0) clock.advance(RETRY_MS)
    expect(at.mailServer.received.length - before).toBe(mails)
  }, maxMs(mails))
  clearInterval(counting)
  const failed = (await replicas[0].operator.get('/admin/deliveries/?status=failed&limit=1')).body
  await Promise.all(replicas.map((replica) => replica.stop()))
  expect(failed).toEqual([])
  const later = (times: readonly number[]) => times.filter((time) => time > begunAt + FIRST_MS).length
  const refusals = at.mailServer.refusals()
  return {
    refusals: refusals.length,
    seconds: (Date.now() - begunAt) / 1_000,
    laterRefusals: later(refusals),
    laterAccepted: later(accepted),
  }
}

const maxMs = (mails: number) => 60_000 + mails * 1_500

interface Mode {
  readonly name: string
  readonly mails: number
  readonly limits: ServerLimits
  /** E-mails of a minute that the mail server allows. */
  readonly allowed: number
  /** Of what is allowed, the share that two processes reach. */
  readonly reaches: number
  readonly settings?: { readonly mailMaxConnections?: number; readonly mailPerMinute?: number }
}
const atOnce = { count: 3, reply: '432 4.3.2 too many at once' } as const
const sessions = { count: 3, reply: '421 4.7.0 too many sessions' } as const
const shortly = { mails: 8, allowed: 900, reaches: 0 }
const SHORT: readonly Mode[] = [
  { name: '432 for the fourth at once', ...shortly, limits: { atOnce, acceptMs: 200 } },
  { name: '421 for the fourth session', ...shortly, limits: { sessions, acceptMs: 200 } },
]
const inWindow = { count: 600, ms: 60_000, reply: '550 5.7.0 too many in a minute' } as const
// What two processes find out by themselves.
const onboarding = { mails: 2_000, allowed: 600, reaches: 0.8 }
const MEASURED: readonly Mode[] = [
  { name: '432 for the fourth at once', ...onboarding, limits: { atOnce, acceptMs: 300 } },
  { name: '421 for the fourth session', ...onboarding, limits: { sessions, acceptMs: 300 } },
  { name: '550 5.7.0 after 600 in a minute', ...onboarding, limits: { inWindow } },
  {
    ...{
      name: 'MAIL_PER_MINUTE of a mail server that allows 600',
      mails: 2_000,
      allowed: 600,
      reaches: 0.95,
    },
    ...{ limits: { inWindow }, settings: { mailPerMinute: 600 } },
  },
]

it.each(isMeasured ? MEASURED : SHORT)(
  'a mail server with limits gets all e-mails of two processes, and none fails: $name (R21)',
  async (mode) => {
    const { name, mails, allowed, reaches, settings } = mode
    const found = await sendAll(mode)
    if (!settings) expect(found.refusals).toBeGreaterThan(0)
    if (!isMeasured) return
    const share = mails / ((found.seconds / 60) * allowed)
    process.stdout.write(
      `${name}: ${mails} e-mails in ${found.seconds.toFixed(0)} s, ${share.toFixed(2)} of what it allows, ` +
        `${found.refusals} refusals; after the first minute ${found.laterAccepted} accepted, ` +
        `${found.laterRefusals} refused\n`,
    )
    expect(share).toBeGreaterThanOrEqual(reaches)
    expect(found.laterRefusals).toBeLessThanOrEqual(found.laterAccepted / 5)
  },
  2 * maxMs(2_000),
)

it('all processes together send MAIL_PER_MINUTE (R21)', async () => {
  at.mailServer.limit({})
  const config = { ...at.config, mailPerMinute: 60 }
  const replicas = await Promise.all([startNotification(config), startNotification(config)])
  // E-mails that are not sent take no place: these would take two minutes.
  const deleted = Array.from({ length: 120 }, () => anEvent({ occurredAt: '2024-01-15T14:58:41Z' }))
  for (const event of deleted) {
    at.directory.add(event)
    at.directory.change(event, { state: { deleted: true } })
  }
  await Promise.all(deleted.map((event) => at.publisher.raw(JSON.stringify(event))))
  const cancelled = '/admin/deliveries/?status=cancelled&limit=1000'
  await eventually(async () =>
    expect((await replicas[0].operator.get(cancelled)).body).toHaveLength(deleted.length),
  )
  const begunAt = Date.now()
  const events = Array.from({ length: 8 }, () => anEvent())
  await Promise.all(events.map((event) => at.publisher.publish(event)))
  for (const { userEmail } of events) await at.mailServer.receivedFor(userEmail)
  // One a second in each of the two.
  expect(Date.now() - begunAt).toBeGreaterThan(2_000)
  const { body } = await replicas[0].operator.get('/admin/deliveries/status/')
  expect(body.mailLimits).toMatchObject({ maxPerMinute: 60, perMinute: 60, lastRefusal: null })
  await Promise.all(replicas.map((replica) => replica.stop()))
})
