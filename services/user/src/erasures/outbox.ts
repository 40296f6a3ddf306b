import { heldBy, type ClaimedEvent, type Outbox } from '../../../shared/messaging/outbox.ts'
import { DueRecords } from '../../../shared/store/due-records.ts'
import type { Clock } from '../../../shared/time.ts'
import { erasedEvent, type ErasureModel, type ErasureRecord } from './record.ts'

/** A relay that holds events longer than this is assumed dead. */
const LEASE_MS = 30_000
/** An event that is not confirmed by then is published again: a broker may have been replaced by an empty one. */
const REPUBLISH_MS = 5 * 60_000

/** The outbox of user.erased.v1: an erasure carries its event until every service has confirmed it. */
export class ErasureOutbox implements Outbox<ClaimedEvent> {
  readonly type = 'user.erased.v1'
  readonly #model: ErasureModel
  readonly #clock: Clock
  readonly #due: DueRecords<ErasureRecord>

  constructor(model: ErasureModel, clock: Clock) {
    this.#model = model
    this.#clock = clock
    this.#due = new DueRecords(model, clock, { due: 'dueAt', claim: 'claim', leaseMs: LEASE_MS })
  }

  async claim(limit: number): Promise<ClaimedEvent[]> {
    const { id, records } = await this.#due.claim(limit)
    return records.map((record) => erasedEvent(record, id))
  }

  /** An erasure that was finished or repeated in between has lost the claim. */
  async markPublished(published: readonly ClaimedEvent[]): Promise<void> {
    const now = this.#clock.now()
    await this.#model.updateMany(heldBy(published), {
      $set: { publishedAt: now, dueAt: new Date(now.getTime() + REPUBLISH_MS) },
      $unset: { claim: '' },
    })
  }

  release(failed: readonly ClaimedEvent[]): Promise<void> {
    return this.#due.release(heldBy(failed))
  }

  async oldest(): Promise<Date | undefined> {
    return (await this.#due.oldest({ publishedAt: { $exists: false } }))?.requestedAt
  }
}
