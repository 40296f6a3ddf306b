/** A delivery that this process has leased: no other process makes an attempt until the lease ends. */
export interface Leased {
  readonly id: number
  /** The claim that holds it. Another process that takes it over replaces the claim. */
  readonly claim: string
}

/** The end of an attempt, as its lane needs it. */
export interface AttemptEnd {
  /** The receiver was silent for the whole attempt. */
  readonly timedOut: boolean
  /** No attempt was made, because the process stopped before its turn: its lease is released. */
  readonly wasStopped?: boolean
}

const JITTER = 0.1

/**
 * A delay that is longer by up to a tenth, so that what failed at the same time is not retried at the same
 * time.
 * @param random from 0 to 1, the part of the jitter that is added
 */
export const withJitter = (delayMs: number, random: number): number => delayMs * (1 + JITTER * random)
