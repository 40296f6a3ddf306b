import type { Logger } from './logger.ts'

/**
 * The logged steps of the delivery model. docs/models/delivery-steps.h is the table of all its steps; the
 * others happen inside these.
 */
type DeliveryStep =
  | 'claimEvents'
  | 'publish'
  | 'confirm'
  | 'loseConfirm'
  | 'markPublished'
  | 'pull'
  | 'releaseEvents'
  | 'take'
  | 'store'
  | 'findStored'
  | 'forward'
  | 'acknowledge'
  | 'claim'
  | 'steal'
  | 'giveBack'
  | 'loseClaim'
  | 'begin'
  | 'accept'
  | 'delay'
  | 'loseReply'
  | 'refuse'
  | 'recordSent'
  | 'recordFailure'
  | 'recordLate'

/** Steps outside the models: `scripts/faults` counts how often a campaign of faults has reached them. */
type CountedStep =
  | 'renew'
  | 'fillLane'
  | 'waitForPause'
  | 'meetTombstone'
  | 'correctCopy'
  | 'replayKey'
  | 'meetKeyInFlight'
  | 'takeOverKey'
  | 'rejectKey'

export type StepName = DeliveryStep | CountedStep

/** One step of a model: of the path of an event, or one that is only counted. */
export interface ModelStep {
  readonly step: StepName
  /** The id of the event; for a counted step, of whatever it is about. */
  readonly event: string
  /** The claim under which a relay or a sender acts. */
  readonly claim?: string
  /** The queue from which a consumer has the message. */
  readonly queue?: string
  readonly isRedelivered?: boolean
  /** The id of the delivery, and the number of its attempt. */
  readonly delivery?: number
  readonly attempt?: number
}

/**
 * Logs the steps of the models. `log` is absent unless debug lines are logged: `modelSteps.log?.({ … })`
 * then costs one test, because its argument is not evaluated.
 */
export const modelSteps: { log?: (step: ModelStep) => void } = {}

/** Logs the steps if debug lines are logged. A step has a time that all processes of a machine share. */
export function logModelSteps(logger: Logger): void {
  if (!logger.isLevelEnabled('debug')) return
  const { pid } = process
  modelSteps.log = (step) =>
    logger.debug({ ...step, pid, microseconds: Number(process.hrtime.bigint() / 1_000n) }, 'step')
}
