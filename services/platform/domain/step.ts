/** The records of one step of a long job: at most `limit`, with ids above `afterId`. */
export interface StepRange {
  readonly afterId: number
  readonly limit: number
}

/** What a step has done. */
export interface StepResult {
  /** How many records were changed or removed. */
  readonly records: number
  /** The id after which the next step begins; undefined when no record is left. */
  readonly next: number | undefined
}
