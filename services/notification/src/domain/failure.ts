import type { Delivery } from './delivery.ts'

/**
 * Why an e-mail was not taken:
 * - `server-away`: no e-mail would be taken just now, whoever it is for
 * - `refused-for-now`: this one not, but later perhaps (SMTP 4xx)
 * - `refused`: this one never (SMTP 5xx)
 */
export type FailureKind = 'server-away' | 'refused-for-now' | 'refused'

export class SendFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** How long an e-mail rests after it was refused for now: the first time, the second, … and every later one. */
const RESTS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000] as const
/** A mailbox that refuses for a day, however often it was asked, is not going to take it. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
const FEWEST_ATTEMPTS = 10

export type AfterFailure = Pick<Delivery, 'status' | 'dueAt' | 'lastError'>

/** What becomes of a delivery after an attempt that failed. */
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
