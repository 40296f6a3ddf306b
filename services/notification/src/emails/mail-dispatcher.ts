import type { Logger } from '../../../platform/observability/logger.ts'
import type { Dependency } from '../../../platform/process/dependency.ts'
import type { Work } from '../../../platform/process/watchdog.ts'
import { Dispatcher } from '../deliveries/dispatcher.ts'
import type { SmtpMailer } from './smtp-mailer.ts'
import { MAX_CONNECTIONS } from './smtp-options.ts'
import type { EmailDeliveries } from './repository.ts'
import { MAIL_LEASE_MS, type LeasedEmailDelivery } from './rules.ts'
import type { EmailSender } from './sender.ts'

/** The only lane of e-mails: there is one mail server. */
export const MAIL_LANE = 0
/** How often due e-mails are looked for: one indexed query when none is due. */
export const MAIL_SWEEP_MS = 2_000
const RENEW_MS = MAIL_LEASE_MS / 3

export type MailDispatcher = Dispatcher<LeasedEmailDelivery>

/**
 * The e-mails, for the watchdog. A mail server that takes long to accept the text of one is no stall: it has
 * an alert of its own.
 */
export const mailWork = (
  dispatcher: Pick<MailDispatcher, 'isWaiting' | 'done'>,
  mailer: Pick<SmtpMailer, 'isAwaitingReply'>,
): Work => ({
  name: 'e-mails',
  isWaiting: () => dispatcher.isWaiting() && !mailer.isAwaitingReply,
  done: () => dispatcher.done(),
})

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'claimDue' | 'renew' | 'release'>
  readonly sender: Pick<EmailSender, 'attempt'>
  readonly smtp: Dependency
  readonly mongodb: Dependency
  readonly logger: Logger
  readonly sweepMs?: number | undefined
}

/** Sends e-mails in one lane, which is open while the mail server is up. */
export function mailDispatcher({ deliveries, sender, smtp, mongodb, logger, sweepMs }: Deps): MailDispatcher {
  const dispatcher = new Dispatcher<LeasedEmailDelivery>({
    name: 'e-mail dispatcher',
    channel: {
      slots: MAX_CONNECTIONS,
      maxInFlightOfAllLanes: MAX_CONNECTIONS,
      // An attempt keeps its slot until its result is recorded.
      maxUnrecorded: MAX_CONNECTIONS,
      mayLease: () => smtp.up(),
      stateOf: () =>
        Promise.resolve(smtp.up() ? { kind: 'open', slots: MAX_CONNECTIONS } : { kind: 'closed' }),
      // The probe of the mail server opens it.
      whenClosed: () => Promise.resolve(),
      findDue: () => Promise.resolve([MAIL_LANE]),
      claim: (_, limit, except) => deliveries.claimDue(limit, except),
      renew: (leased) => deliveries.renew(leased),
      release: (leased) => deliveries.release(leased),
      attempt: (delivery) => sender.attempt(delivery),
    },
    mongodb,
    logger,
    sweepMs: sweepMs ?? MAIL_SWEEP_MS,
    renewMs: RENEW_MS,
  })
  smtp.onChange((up) => up && dispatcher.wake(MAIL_LANE))
  return dispatcher
}
