import { Schema, type Connection } from 'mongoose'
import type { Clock } from '../../../../platform/domain/time.ts'
import { buildIndexes } from '../../../../platform/store/indexes.ts'
import { bulkUpdate } from '../../../../platform/store/insert.ts'

interface LaneRecord {
  /** The id of the endpoint. */
  _id: number
  /** When something is due; absent when nothing waits. */
  dueAt?: Date
  /** Grows whenever something that waits was added. */
  revision: number
}

/**
 * When each endpoint has something due that no process has leased, so that a dispatcher knows which lanes to
 * wake without reading what waits for them: that may be half a million events for an unavailable receiver.
 */
export class WebhookLanes {
  readonly #model
  readonly #clock: Clock

  constructor(connection: Connection, clock: Clock) {
    const schema = new Schema<LaneRecord>(
      { _id: Number, dueAt: Date, revision: { type: Number, required: true } },
      { versionKey: false },
    )
    schema.index({ dueAt: 1 }, { sparse: true })
    this.#model = connection.model<LaneRecord>('WebhookLane', schema, 'webhookLanes')
    this.#clock = clock
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  /**
   * Says that something waits. Call it after it was stored: what is stored later may be missed by
   * {@link setNextDue}.
   */
  async markDue(waiting: readonly { readonly endpointId: number; readonly dueAt: Date }[]): Promise<void> {
    const earliest = new Map<number, Date>()
    for (const { endpointId, dueAt } of waiting) {
      const known = earliest.get(endpointId)
      if (!known || dueAt < known) earliest.set(endpointId, dueAt)
    }
    // In one order: a database that writes a bulk as one transaction locks all its lanes, and two bulks with
    // the same lanes in different orders would wait for each other.
    const inOrder = [...earliest].sort(([a], [b]) => a - b)
    const updates = inOrder.map(([_id, dueAt]) => ({
      updateOne: { filter: { _id }, update: { $min: { dueAt }, $inc: { revision: 1 } }, upsert: true },
    }))
    if (updates.length === 0) return
    const { duplicates } = await bulkUpdate(this.#model, updates)
    // Another process has added the record of a lane in the same moment.
    if (duplicates.size > 0)
      await bulkUpdate(
        this.#model,
        [...duplicates.keys()].flatMap((i) => updates[i] ?? []),
      )
  }

  /** The same when a pause has ended. In a lane without a record nothing has ever waited. */
  async wake(endpointId: number, now: Date): Promise<void> {
    await this.#model.updateOne({ _id: endpointId }, { $min: { dueAt: now }, $inc: { revision: 1 } })
  }

  /** The endpoints with something due. */
  async findDue(): Promise<number[]> {
    const found = await this.#model.find({ dueAt: { $lte: this.#clock.now() } }, { _id: 1 }).lean()
    return found.map(({ _id }) => _id)
  }

  /** Since when the oldest is due; undefined when nothing is. */
  async oldestDue(): Promise<Date | undefined> {
    const oldest = this.#model.findOne({ dueAt: { $lte: this.#clock.now() } }).sort({ dueAt: 1 })
    return (await oldest.lean())?.dueAt
  }

  /** The revision of a lane, for {@link setNextDue}. */
  async revisionOf(endpointId: number): Promise<number> {
    return (await this.#model.findById(endpointId).lean())?.revision ?? 0
  }

  /**
   * Sets when the next is due, unless something was marked after the revision. Without the revision:
   * 1. Process A finds that nothing waits for the endpoint.
   * 2. Process B stores a delivery and marks the lane.
   * 3. A records that nothing is due, and no process looks for the delivery of B.
   * @param dueAt undefined when nothing waits
   */
  async setNextDue(endpointId: number, revision: number, dueAt: Date | undefined): Promise<void> {
    const change = dueAt ? { $set: { dueAt } } : { $unset: { dueAt: 1 as const } }
    await this.#model.updateOne({ _id: endpointId, revision }, change)
  }

  /** The endpoints that have a lane. */
  async endpointIds(): Promise<number[]> {
    return (await this.#model.find({}, { _id: 1 }).lean()).map(({ _id }) => _id)
  }

  async remove(endpointId: number): Promise<void> {
    await this.#model.deleteOne({ _id: endpointId })
  }
}
