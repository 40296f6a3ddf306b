import type { Audited, Handler } from '../../../platform/contract/operation.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { Tombstones } from '../../../platform/erasure/repository.ts'
import { parseIds } from '../parse-id.ts'
import { MAX_GROUPED, select } from '../error-classes.ts'
import type { EmailDeliveries } from './repository.ts'
import { isAnonymized, isRetryable, newResend } from './rules.ts'
import { EMAIL_LANE, type EmailDispatcher } from './email-dispatcher.ts'

interface Deps {
  readonly deliveries: EmailDeliveries
  readonly tombstones: Pick<Tombstones, 'has'>
  readonly dispatcher: Pick<EmailDispatcher, 'wake'>
  readonly clock: Clock
}

/** Resends added at the same time; their inserts share a batch. */
const RESENDS_AT_ONCE = 20
/** A new delivery that is not made due, because the process was killed, becomes due after this time. */
const MARK_MS = 15_000

/** Sends failed e-mails again as new deliveries, or makes queued ones due: one, a group or all. */
export const retryDeliveries =
  ({ deliveries, tombstones, dispatcher, clock }: Deps): Handler<'retryDeliveries'> =>
  async (call) => {
    const { status, reason, ids } = call.body
    // Listed with the newest first; the oldest have waited the longest.
    const unsent = await deliveries.listWithErrorClass({ status, ids: parseIds(ids) }, MAX_GROUPED)
    // A queued one that is named is sent, also if it is due already; in a group it would remain for ever.
    const isNamed = status === 'queued' && ids !== undefined
    const retryable = unsent
      .toReversed()
      .filter((delivery) => isNamed || isRetryable(delivery, status, clock.now()))
    const { chosen, remaining } = select(retryable, reason)
    let retried = 0
    let audited: Audited | 'unchanged' = 'unchanged'
    try {
      if (status === 'queued') {
        await deliveries.makeDue(chosen, clock.now())
        retried = chosen.length
      } else
        for await (const resends of resendAll({ deliveries, tombstones, clock }, chosen, call.trace))
          retried += resends
    } finally {
      if (retried > 0) {
        audited = call.audit({ status, reason, deliveries: chosen, retried })
        dispatcher.wake(EMAIL_LANE)
      }
    }
    return { status: 200, body: { retried, remaining }, audited }
  }

/** @returns after each step how many resends it added */
async function* resendAll(
  { deliveries, tombstones, clock }: Omit<Deps, 'dispatcher'>,
  ids: readonly number[],
  trace: Trace,
): AsyncGenerator<number> {
  for (let start = 0; start < ids.length; start += RESENDS_AT_ONCE) {
    const settled = await Promise.allSettled(ids.slice(start, start + RESENDS_AT_ONCE).map(resend))
    const resends = settled.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    yield resends.length
    await deliveries.makeDue(resends, clock.now())
    for (const result of settled) if (result.status === 'rejected') throw result.reason
  }

  /**
   * Adds the new delivery before it marks the original, so that a crash in between hides no e-mail. The new
   * delivery becomes due after the mark: if two operators resend at once, only one mark succeeds, and the
   * other delivery is removed.
   * @returns the id of the new delivery, or none
   */
  async function resend(id: number): Promise<number[]> {
    const now = clock.now()
    const original = await deliveries.find(id)
    if (!original || original.resentAt || isAnonymized(original)) return []
    if (await tombstones.has(original.userId)) return []
    const again = newResend(original, now, trace, { onlyFirst: true })
    const added = await deliveries.add(again, new Date(now.getTime() + MARK_MS))
    if (!added) return []
    if (await deliveries.markResent(added, now)) return [added.id]
    await deliveries.removeUnsent(added.id)
    return []
  }
}
