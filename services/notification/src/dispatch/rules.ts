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
}
