import { randomUUID } from 'node:crypto'
import type { Outbox } from '../messaging/outbox.ts'
import type { Clock } from '../time.ts'
import {
  confirmationOf,
  type ConfirmingService,
  type PendingConfirmation,
  type TombstoneModel,
} from './record.ts'

/** A relay that holds confirmations longer than this is assumed dead. */
const LEASE_MS = 15_000

/** The outbox of user.erased.confirmed.v1: each tombstone carries its confirmation until the broker has it. */
export class ConfirmationOutbox implements Outbox<PendingConfirmation> {
  readonly type = 'user.erased.confirmed.v1'
  readonly #service: ConfirmingService
  readonly #model: TombstoneModel
  readonly #clock: Clock

  constructor(service: ConfirmingService, model: TombstoneModel, clock: Clock) {
    this.#service = service
    this.#model = model
    this.#clock = clock
  }

  async claim(limit: number): Promise<PendingConfirmation[]> {
    const now = this.#clock.now()
    const isDue = { dueAt: { $lte: now } }
    const due = await this.#model.find(isDue, { _id: 1 }).limit(limit).lean()
    if (due.length === 0) return []
    const ids = due.map(({ _id }) => _id)
    const claim = randomUUID()
    const lease = { claim, dueAt: new Date(now.getTime() + LEASE_MS) }
    await this.#model.updateMany({ _id: { $in: ids }, ...isDue }, { $set: lease })
    const claimed = await this.#model.find({ _id: { $in: ids }, claim }).lean()
    return claimed.map((record) => confirmationOf(this.#service, record, claim))
  }

  /** A tombstone that was finished again in between has lost the claim, and stays pending. */
  async markPublished(published: readonly PendingConfirmation[]): Promise<void> {
    await this.#model.updateMany(heldBy(published), { $unset: { dueAt: '', claim: '' } })
  }

  async release(failed: readonly PendingConfirmation[]): Promise<void> {
    await this.#model.updateMany(heldBy(failed), {
      $set: { dueAt: this.#clock.now() },
      $unset: { claim: '' },
    })
  }

  async oldest(): Promise<Date | undefined> {
    const pending = this.#model.findOne({ dueAt: { $gt: new Date(0) } }).sort({ dueAt: 1 })
    return (await pending.select({ finishedAt: 1 }).lean())?.finishedAt
  }
}

const heldBy = (pending: readonly PendingConfirmation[]) => ({
  _id: { $in: pending.map(({ recordId }) => recordId) },
  claim: { $in: [...new Set(pending.map(({ claim }) => claim))] },
})
