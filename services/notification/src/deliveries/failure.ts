import type { Delivery } from './rules.ts'

/**
 * Why an e-mail was not sent:
 * - `server-away`: the server accepts no e-mail at the moment
 * - `interrupted`: the session ended, or the server was closing it (421), before it had the text of this e-mail
 * - `unknown`: the server was given the text and has not replied, so it may have accepted the e-mail
 * - `refused-for-now`: the server may accept this e-mail later (SMTP 4xx)
 * - `refused`: the server will never accept this e-mail (SMTP 5xx)
 */
export type FailureKind = 'server-away' | 'interrupted' | 'unknown' | 'refused-for-now' | 'refused'

export class SendFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** The delay after an attempt that may succeed later: after the first one, the second, and every later one. */
const RESTS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000] as const
/** A mailbox that refuses for a day, in at least this many attempts, is not going to accept. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
const MIN_ATTEMPTS = 10
/** So many copies at most may reach a user whose mail server accepts e-mails and never says so. */
const MAX_UNCONFIRMED = 5

export type AfterFailure = Pick<Delivery, 'status' | 'dueAt' | 'lastError' | 'failedAt' | 'unconfirmed'>

/** The state of a delivery after a failed attempt. */
export function afterFailure(delivery: Delivery, failure: SendFailure, now: Date): AfterFailure {
  const { attempts } = delivery
  const unconfirmed = delivery.unconfirmed + (failure.kind === 'unknown' ? 1 : 0)
  const failed = (lastError: string): AfterFailure => ({
    status: 'failed',
    dueAt: now,
    lastError,
    failedAt: now,
    unconfirmed,
  })
  const queued = (restMs: number): AfterFailure => {
    const dueAt = new Date(now.getTime() + restMs)
    return { status: 'queued', dueAt, lastError: failure.message, failedAt: now, unconfirmed }
  }
  switch (failure.kind) {
    case 'refused':
      return failed(failure.message)
    case 'server-away':
      return queued(0)
    case 'unknown':
      return unconfirmed >= MAX_UNCONFIRMED
        ? failed(`gave up, it may have been sent: ${failure.message}`)
        : queued(restAfter(unconfirmed))
    case 'interrupted':
    case 'refused-for-now':
      return isHopeless(delivery, now) ? failed(`gave up: ${failure.message}`) : queued(restAfter(attempts))
  }
}

const isHopeless = ({ attempts, createdAt }: Delivery, now: Date) =>
  attempts >= MIN_ATTEMPTS && now.getTime() - createdAt.getTime() >= GIVE_UP_AFTER_MS

const restAfter = (times: number): number => RESTS_MS[Math.min(times, RESTS_MS.length) - 1] as number
