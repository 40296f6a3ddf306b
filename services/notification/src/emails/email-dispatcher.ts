import type { Logger } from '../../../platform/observability/logger.ts'
import type { Dependency } from '../../../platform/process/dependency.ts'
import type { Work } from '../../../platform/process/watchdog.ts'
import { Dispatcher } from '../dispatch/dispatcher.ts'
import type { SmtpMailer } from './smtp-mailer.ts'
import type { Pace } from './pace.ts'
import type { CurrentFactsSource } from './current-facts.ts'
import type { EmailDeliveries } from './repository.ts'
import { EMAIL_LEASE_MS, type LeasedEmailDelivery } from './rules.ts'
import type { EmailSender } from './email-sender.ts'

/** The only lane of e-mails: there is one mail server. */
export const EMAIL_LANE = 0
/** How often due e-mails are looked for: one indexed query when none is due. */
export const EMAIL_SWEEP_MS = 2_000
/**
 * Attempts that are prepared or recorded beside those that are sent: no connection waits for them. Of 13.3
 * e-mails a second that a slow server took, two processes sent 11.9 so, and 9.4 with one slot for all of it.
 */
export const NOT_SENDING = 4
const RENEW_MS = EMAIL_LEASE_MS / 3

export type EmailDispatcher = Dispatcher<LeasedEmailDelivery>

/**
 * The e-mails, for the watchdog. A mail server that takes long to accept the text of one is no stall: that
 * has another alert. Nor is waiting for a turn.
 */
export const emailWork = (
  dispatcher: Pick<EmailDispatcher, 'isWaiting' | 'done'>,
  mailer: Pick<SmtpMailer, 'isAwaitingReply'>,
  pace: Pick<Pace, 'isWaiting'>,
): Work => ({
  name: 'e-mails',
  isWaiting: () => dispatcher.isWaiting() && !mailer.isAwaitingReply && !pace.isWaiting,
  done: () => dispatcher.done(),
})

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'claimDue' | 'renew' | 'release'>
  readonly sender: Pick<EmailSender, 'attempt'>
  readonly currentFacts: Pick<CurrentFactsSource, 'isPaused' | 'prefetch'>
  readonly smtp: Dependency
  readonly mongodb: Dependency
  readonly logger: Logger
  readonly pace: Pick<Pace, 'atOnce' | 'isStopped'>
  /** E-mails that this process sends at a time, at most. */
  readonly maxConnections: number
  readonly sweepMs?: number | undefined
}

/** Sends e-mails in one lane, which is open while the mail server is up. */
export function emailDispatcher(deps: Deps): EmailDispatcher {
  const { deliveries, sender, currentFacts, smtp, mongodb, logger, pace, maxConnections } = deps
  const maxSlots = maxConnections + NOT_SENDING
  const isOpen = () => smtp.up() && !pace.isStopped
  const dispatcher = new Dispatcher<LeasedEmailDelivery>({
    name: 'e-mail dispatcher',
    channel: {
      slots: maxSlots,
      maxInFlightOfAllLanes: maxSlots,
      // An attempt keeps its slot until its result is recorded.
      maxUnrecorded: maxSlots,
      mayLease: isOpen,
      stateOf: () =>
        Promise.resolve(isOpen() ? { kind: 'open', slots: pace.atOnce + NOT_SENDING } : { kind: 'closed' }),
      // One lane: the claim finds out whether something is due.
      findDue: () => Promise.resolve([EMAIL_LANE]),
      async claim(_, limit, except) {
        if (currentFacts.isPaused) return { claimed: [], mayHaveMore: false }
        const claim = await deliveries.claimDue(limit, except)
        currentFacts.prefetch(claim.claimed)
        return claim
      },
      renew: (leased) => deliveries.renew(leased),
      release: (leased) => deliveries.release(leased),
      attempt: (delivery) => sender.attempt(delivery),
    },
    mongodb,
    logger,
    sweepMs: deps.sweepMs ?? EMAIL_SWEEP_MS,
    renewMs: RENEW_MS,
  })
  // `SmtpMailer` probes the server until it is up.
  smtp.onChange((up) => up && dispatcher.wake(EMAIL_LANE))
  return dispatcher
}
