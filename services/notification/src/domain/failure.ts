import type { Delivery } from './delivery.ts'

/**
 * Why an e-mail was not sent:
 * - `server-away`: the server accepts no e-mail at the moment
 * - `refused-for-now`: the server may accept this e-mail later (SMTP 4xx)
 * - `refused`: the server will never accept this e-mail (SMTP 5xx)
 */
export type FailureKind = 'server-away' | 'refused-for-now' | 'refused'

export class SendFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** The delay after an e-mail was refused for now: after the first time, the second, and every later one. */
const RESTS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000] as const
/** A mailbox that refuses for a day, in at least this many attempts, is not going to accept. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
const FEWEST_ATTEMPTS = 10

export type AfterFailure = Pick<Delivery, 'status' | 'dueAt' | 'lastError'>

/** The state of a delivery after a failed attempt. */
export function afterFailure(delivery: Delivery, failure: SendFailure, now: Date): AfterFailure {
  const lastError = failure.message
  switch (failure.kind) {
    case 'refused':
      return { status: 'failed', dueAt: now, lastError }
    case 'server-away':
      return { status: 'queued', dueAt: now, lastError }
    case 'refused-for-now':
      return isHopeless(delivery, now)
        ? { status: 'failed', dueAt: now, lastError: `gave up: ${lastError}` }
        : { status: 'queued', dueAt: new Date(now.getTime() + restAfter(delivery.attempts)), lastError }
  }
}

const isHopeless = ({ attempts, createdAt }: Delivery, now: Date) =>
  attempts >= FEWEST_ATTEMPTS && now.getTime() - createdAt.getTime() >= GIVE_UP_AFTER_MS

const restAfter = (attempts: number): number => RESTS_MS[Math.min(attempts, RESTS_MS.length) - 1] as number
