import { randomUUID } from 'node:crypto'
import type { Outbox } from '../../../shared/messaging/outbox.ts'
import type { Clock } from '../../../shared/time.ts'
import { erasedEvent, type ErasureModel, type PendingErasure } from './record.ts'

/** A relay that holds events longer than this is assumed dead. */
const LEASE_MS = 30_000
/** An event that is not confirmed by then is published again: a broker may have been replaced by an empty one. */
const REPUBLISH_MS = 5 * 60_000

/** The outbox of user.erased.v1: an erasure carries its event until every service has confirmed it. */
export class ErasureOutbox implements Outbox<PendingErasure> {
  readonly type = 'user.erased.v1'
  readonly #model: ErasureModel
  readonly #clock: Clock

  constructor(model: ErasureModel, clock: Clock) {
    this.#model = model
    this.#clock = clock
  }

  async claim(limit: number): Promise<PendingErasure[]> {
    const now = this.#clock.now()
    const isDue = { dueAt: { $lte: now } }
    const due = await this.#model.find(isDue, { _id: 1 }).limit(limit).lean()
    if (due.length === 0) return []
    const ids = due.map(({ _id }) => _id)
    const claim = randomUUID()
    const lease = { claim, dueAt: new Date(now.getTime() + LEASE_MS) }
    await this.#model.updateMany({ _id: { $in: ids }, ...isDue }, { $set: lease })
    const claimed = await this.#model.find({ _id: { $in: ids }, claim }).lean()
    return claimed.map((record) => erasedEvent(record, claim))
  }

  /** An erasure that was finished or repeated in between has lost the claim. */
  async markPublished(published: readonly PendingErasure[]): Promise<void> {
    const now = this.#clock.now()
    await this.#model.updateMany(heldBy(published), {
      $set: { publishedAt: now, dueAt: new Date(now.getTime() + REPUBLISH_MS) },
      $unset: { claim: '' },
    })
  }

  async release(failed: readonly PendingErasure[]): Promise<void> {
    await this.#model.updateMany(heldBy(failed), {
      $set: { dueAt: this.#clock.now() },
      $unset: { claim: '' },
    })
  }

  async oldest(): Promise<Date | undefined> {
    const pending = this.#model.findOne({ dueAt: { $gt: new Date(0) }, publishedAt: { $exists: false } })
    return (await pending.sort({ dueAt: 1 }).select({ requestedAt: 1 }).lean())?.requestedAt
  }
}

const heldBy = (pending: readonly PendingErasure[]) => ({
  _id: { $in: pending.map(({ recordId }) => recordId) },
  claim: { $in: [...new Set(pending.map(({ claim }) => claim))] },
})
