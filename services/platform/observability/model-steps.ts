import { addEvent, isTracing } from './tracing.ts'

/**
 * The recorded steps of the delivery model. docs/models/delivery-steps.h is the table of all its steps; the
 * others happen inside these. docs/models/delivery.pml begins with the functions that perform them.
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
  | 'steal' // the claim of a delivery whose status is `sending`
  | 'release' // also by `postpone` and `cancel`, without a new attempt
  | 'loseClaim'
  | 'begin'
  | 'accept'
  | 'delay' // the mail server may accept the e-mail later
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
  | 'cancel'
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
 * Records a step as an event of the current span, for `scripts/faults`; no behaviour depends on it.
 * @param traceparent of what the step is about, for a step that no span covers
 */
export function recordModelStep({ step, ...about }: ModelStep, traceparent?: string): void {
  if (!isTracing()) return
  const named = Object.entries(about).map(([name, value]) => [STEP_ATTRIBUTES + name, value] as const)
  addEvent(step, Object.fromEntries(named), traceparent)
}

/** What the attributes of steps begin with. */
export const STEP_ATTRIBUTES = 'rollcall.'
