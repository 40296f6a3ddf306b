/** The records of one step of a long job: at most `limit`, with ids above `afterId`. */
export interface StepRange {
  readonly afterId: number
  readonly limit: number
}

/** What a step has done; what an internal operation returns that works on a part of the records. */
export interface StepResult {
  /** How many records were changed or removed: by this step, or for an erasure in total. */
  readonly records: number
  /** Whether no record is left. */
  readonly done: boolean
  /** The id of the last record of the step, after which the next step begins. */
  readonly after: number
}
