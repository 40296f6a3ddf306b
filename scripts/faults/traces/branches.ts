import type { StepName } from '../../../services/platform/observability/model-steps.ts'
import { EMAIL_LEASE_MS } from '../../../services/notification/src/emails/rules.ts'
import type { RecordedStep } from './collect.ts'

type Count = (recorded: readonly RecordedStep[]) => number

const stepsOf =
  (name: StepName): Count =>
  (recorded) =>
    recorded.filter(({ step }) => step === name).length

/** How many things have had this step more than once. */
const repeatsOf =
  (name: StepName, idOf: (step: RecordedStep) => unknown): Count =>
  (recorded) =>
    [
      ...Map.groupBy(
        recorded.filter(({ step }) => step === name),
        idOf,
      ).values(),
    ].filter((some) => some.length > 1).length

/** Renewals after the lease had ended, of deliveries that no other process had claimed. */
function lateRenewals(recorded: readonly RecordedStep[]): number {
  const leases = new Map<number | undefined, RecordedStep>()
  return recorded.filter((one) => {
    const { step, claim, delivery, microseconds } = one
    const lease = leases.get(delivery)
    const isRenewal = step === 'renew' && lease?.claim === claim
    if (step === 'claim' || step === 'steal' || isRenewal) leases.set(delivery, one)
    return isRenewal && lease !== undefined && microseconds - lease.microseconds > 1_000 * EMAIL_LEASE_MS
  }).length
}

/** The rare branches, each with how often it was reached. */
export const BRANCHES: Readonly<Record<string, Count>> = {
  'a lease is stolen': stepsOf('steal'),
  'a lease is renewed late': lateRenewals,
  'a claim is lost before the attempt': stepsOf('loseClaim'),
  'a claim is lost before the result': stepsOf('recordLate'),
  'a delivery is released': stepsOf('release'),
  'a lane is full': stepsOf('fillLane'),
  'an outcome is unknown': stepsOf('loseReply'),
  'an e-mail is refused': stepsOf('refuse'),
  'a result is recorded twice': repeatsOf('recordSent', ({ delivery }) => delivery),
  'an event is published twice': repeatsOf('publish', ({ event }) => event),
  'a confirm is lost': stepsOf('loseConfirm'),
  'an event is added while another one is published': stepsOf('pull'),
  'events are released': stepsOf('releaseEvents'),
  'a message is redelivered': (recorded) =>
    recorded.filter(({ step, isRedelivered }) => step === 'take' && isRedelivered).length,
  'an acknowledgement is lost': stepsOf('findStored'),
  'a message is forwarded': stepsOf('forward'),
  'an endpoint is paused': stepsOf('waitForPause'),
  'a person is erased while an e-mail waits': stepsOf('meetTombstone'),
  'a stale copy is corrected': stepsOf('correctCopy'),
  'a key is replayed': stepsOf('replayKey'),
  'a key is in flight': stepsOf('meetKeyInFlight'),
  'a key is taken over': stepsOf('takeOverKey'),
  'a key comes with another body': stepsOf('rejectKey'),
}

/** How often each branch was reached, added to what earlier campaigns have reached. */
export const countBranches = (
  recorded: readonly RecordedStep[],
  before: ReadonlyMap<string, number> = new Map(),
): Map<string, number> =>
  new Map(
    Object.entries(BRANCHES).map(
      ([name, count]) => [name, (before.get(name) ?? 0) + count(recorded)] as const,
    ),
  )
