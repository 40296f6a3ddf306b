import { heldBy, type ClaimedEvent, type Outbox } from '../messaging/outbox.ts'
import { DueRecords } from '../store/due-records.ts'
import type { Clock } from '../time.ts'
import {
  confirmationOf,
  type ConfirmingService,
  type TombstoneModel,
  type TombstoneRecord,
} from './record.ts'

/** A relay that holds confirmations longer than this is assumed dead. */
const LEASE_MS = 15_000

/** The outbox of user.erased.confirmed.v1: each tombstone carries its confirmation until the broker has it. */
export class ConfirmationOutbox implements Outbox<ClaimedEvent> {
  readonly type = 'user.erased.confirmed.v1'
  readonly #service: ConfirmingService
  readonly #model: TombstoneModel
  readonly #due: DueRecords<TombstoneRecord>

  constructor(service: ConfirmingService, model: TombstoneModel, clock: Clock) {
    this.#service = service
    this.#model = model
    this.#due = new DueRecords(model, clock, { due: 'dueAt', claim: 'claim', leaseMs: LEASE_MS })
  }

  async claim(limit: number): Promise<ClaimedEvent[]> {
    const { id, records } = await this.#due.claim(limit)
    return records.map((record) => confirmationOf(this.#service, record, id))
  }

  /** A tombstone that was finished again in between has lost the claim, and stays pending. */
  async markPublished(published: readonly ClaimedEvent[]): Promise<void> {
    await this.#model.updateMany(heldBy(published), { $unset: { dueAt: '', claim: '' } })
  }

  release(failed: readonly ClaimedEvent[]): Promise<void> {
    return this.#due.release(heldBy(failed))
  }

  async oldest(): Promise<Date | undefined> {
    return (await this.#due.oldest())?.finishedAt
  }
}
