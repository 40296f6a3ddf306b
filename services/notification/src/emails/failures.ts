import { withJitter } from '../dispatch/rules.ts'
import type { EmailDelivery, FailureCounts } from './rules.ts'

/**
 * Why an e-mail was not sent:
 * - `server-unavailable`: the mail server accepts no e-mails at the moment, or lets in no session at all
 *   (421)
 * - `interrupted`: the session ended before the server had the text of this e-mail
 * - `unconfirmed`: the server was given the text and has not replied, so it may have accepted the e-mail: an
 *   unconfirmed attempt, for which the API has `possiblySent`
 * - `refused-for-load`: the server has too much to do, or gets too much from here; also when it closes a
 *   session, or lets in no further one (421)
 * - `refused-for-now`: the server may accept this e-mail later
 * - `refused`: the server will never accept this e-mail, or was not asked, because the address is invalid or
 *   the e-mail too large
 * - `unexpected`: the code failed, before the server was asked
 * - `facts-unavailable`: a service that has the current facts is unavailable, so no attempt has begun
 */
export type FailureKind =
  | 'facts-unavailable'
  | 'server-unavailable'
  | 'interrupted'
  | 'unconfirmed'
  | 'refused-for-load'
  | 'refused-for-now'
  | 'refused'
  | 'unexpected'

export class EmailFailure extends Error {
  readonly kind: FailureKind
  /** Of the server (`550 5.1.1`) or of the library (`ETIMEDOUT`); "" for none. */
  readonly code: string
  /** Whether the mail server refuses the sender or its own service, not this e-mail. */
  readonly isAboutServer: boolean

  constructor(kind: FailureKind, message: string, { code = '', isAboutServer = false } = {}) {
    super(message)
    this.kind = kind
    this.code = code
    this.isAboutServer = isAboutServer
  }

  /** The same for e-mails that fail for the same reason, whatever the texts say. */
  get errorClass(): string {
    return `${this.kind} ${this.code}`.trimEnd()
  }

  /** Whether fewer e-mails at a time may be accepted. Also 421 without a session: the server may be busy. */
  get isLoad(): boolean {
    return (
      this.kind === 'refused-for-load' || (this.kind === 'server-unavailable' && this.code.startsWith('421'))
    )
  }
}

/**
 * The delay after the first failed attempt, the second, and so on. The last one repeats. The fifth attempt is
 * soon after five minutes, for which greylisting usually refuses an e-mail.
 */
const EMAIL_RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 180_000, 600_000, 1_800_000] as const
/** The delays after attempts that may have sent the e-mail. */
const UNCONFIRMED_RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000] as const
/** The delay after a call of another service without a response. */
export const FACTS_RETRY_DELAY_MS = 2_000
/**
 * The delay after a refusal for load. It does not grow, because `Pace` sends fewer at a time: otherwise the
 * server has nothing to do while the last e-mails of a batch wait.
 */
const LOAD_RETRY_DELAY_MS = 5_000
/** An e-mail that is refused for a day, at least this many times, is given up. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
const MIN_REFUSALS = 10
/**
 * The maximum number of copies that a user may get if the mail server accepts e-mails without confirming
 * them.
 */
const MAX_UNCONFIRMED_ATTEMPTS = 5

/** A delivery that no attempt can send must not be tried for ever. */
const MAX_UNEXPECTED_FAILURES = 10

/** What a failed attempt changes in a delivery. `lastError` also says if the e-mail was given up. */
export type FailureUpdate = Partial<FailureCounts> &
  Pick<EmailDelivery, 'status' | 'dueAt' | 'lastError' | 'errorClass' | 'failedAt'>

/**
 * Decides what follows a failed attempt: another attempt after a delay, or none. The sweep of any process
 * finds it when it is due, see `Dispatcher`.
 * @param random from 0 to 1, the part of the jitter that is added to the delay
 */
export function afterFailure(
  delivery: EmailDelivery,
  failure: EmailFailure,
  now: Date,
  random: number,
): FailureUpdate {
  const counts = countsAfter(delivery, failure.kind, now)
  const failed = (lastError: string) => failedFor(counts, lastError, failure.errorClass, now)
  const retryAfter = (delayMs: number): FailureUpdate => ({
    ...counts,
    status: 'queued',
    dueAt: new Date(now.getTime() + withJitter(delayMs, random)),
    lastError: failure.message,
    errorClass: failure.errorClass,
    failedAt: now,
  })
  switch (failure.kind) {
    case 'refused':
      return failed(failure.message)
    case 'server-unavailable':
      // The lane is closed until a probe succeeds.
      return retryAfter(0)
    case 'facts-unavailable':
      // The status says whether an attempt of a killed process is still to be counted.
      return { ...retryAfter(FACTS_RETRY_DELAY_MS), status: delivery.status }
    case 'unconfirmed':
      if (counts.unconfirmedAttempts >= MAX_UNCONFIRMED_ATTEMPTS)
        return failed(`gave up, it may have been sent: ${failure.message}`)
      return retryAfter(delayOf(UNCONFIRMED_RETRY_DELAYS_MS, counts.unconfirmedAttempts))
    case 'unexpected':
      if (counts.unexpectedFailures >= MAX_UNEXPECTED_FAILURES)
        return failed(`gave up after ${counts.unexpectedFailures} unexpected failures: ${failure.message}`)
      return retryAfter(delayOf(EMAIL_RETRY_DELAYS_MS, counts.unexpectedFailures))
    case 'refused-for-load':
      return retryAfter(LOAD_RETRY_DELAY_MS)
    case 'interrupted':
    case 'refused-for-now':
      if (shouldGiveUp(counts, now)) return failed(`gave up: ${failure.message}`)
      return retryAfter(delayOf(EMAIL_RETRY_DELAYS_MS, counts.refusals))
  }
}

function countsAfter(delivery: EmailDelivery, kind: FailureKind, now: Date): FailureCounts {
  const { failedAt, mayGiveUpFrom, refusals } = delivery
  const countsTowardsGivingUp = kind === 'interrupted' || kind === 'refused-for-now'
  const later = (date: Date, ms: number) => new Date(date.getTime() + ms)
  const firstRefusal = countsTowardsGivingUp ? later(now, GIVE_UP_AFTER_MS) : null
  // A server that is unavailable puts off nothing: no refusal is counted meanwhile, and the day passes.
  const putsOffGivingUp = kind === 'refused-for-load' || kind === 'facts-unavailable'
  const waitedMs = putsOffGivingUp && failedAt ? now.getTime() - failedAt.getTime() : 0
  return {
    unconfirmedAttempts: delivery.unconfirmedAttempts + (kind === 'unconfirmed' ? 1 : 0),
    unexpectedFailures: delivery.unexpectedFailures + (kind === 'unexpected' ? 1 : 0),
    refusals: refusals + (countsTowardsGivingUp ? 1 : 0),
    mayGiveUpFrom: mayGiveUpFrom ? later(mayGiveUpFrom, waitedMs) : firstRefusal,
  }
}

/**
 * Ends a delivery whose process ended during the last attempt, if too many attempts have not been confirmed:
 * each of them may have sent the e-mail.
 * @returns undefined if another attempt may be made
 */
export function giveUpUnconfirmed(delivery: EmailDelivery, now: Date): FailureUpdate | undefined {
  if (delivery.unconfirmedAttempts < MAX_UNCONFIRMED_ATTEMPTS) return undefined
  const lastError = 'gave up, it may have been sent: the process ended during the last attempt'
  return failedFor({}, lastError, 'unconfirmed', now)
}

const failedFor = (
  counts: Partial<FailureCounts>,
  lastError: string,
  errorClass: string,
  failedAt: Date,
): FailureUpdate => ({ ...counts, status: 'failed', dueAt: null, lastError, errorClass, failedAt })

const shouldGiveUp = ({ refusals, mayGiveUpFrom }: FailureCounts, now: Date): boolean =>
  refusals >= MIN_REFUSALS && mayGiveUpFrom !== null && now >= mayGiveUpFrom

const delayOf = (delaysMs: readonly number[], failures: number): number =>
  delaysMs[Math.min(failures, delaysMs.length) - 1] as number
