import { recordModelStep, type StepName } from '../../../platform/observability/model-steps.ts'
import type { FailureKind } from './failures.ts'
import type { LeasedEmailDelivery } from './rules.ts'

/** Records a step of the process that has the delivery. */
export function recordModelStepOf(step: StepName, delivery: LeasedEmailDelivery): void {
  const { id, eventId, claim, attempts, traceparent } = delivery
  recordModelStep({ step, event: eventId, claim, delivery: id, attempt: attempts }, traceparent)
}

/** What the mail server did, as the model calls it. */
export function stepOfFailure(kind: FailureKind): StepName {
  if (kind === 'unconfirmed') return 'loseReply'
  return kind === 'refused' ? 'refuse' : 'delay'
}
