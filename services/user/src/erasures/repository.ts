import { randomUUID } from 'node:crypto'
import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import { buildIndexes, highestId } from '../../../platform/store/indexes.ts'
import { insert } from '../../../platform/store/insert.ts'
import type { Outbox } from '../../../platform/store/outbox.ts'
import { findPage } from '../../../platform/store/page.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import { newPersonJob, type PersonJobBeginning } from '../person-jobs/record.ts'
import { writeReceipt, personJobFilter, type Finished } from '../person-jobs/repository.ts'
import {
  erasedEvent,
  toErasure,
  type ErasureModel,
  type ErasureProgress,
  type ErasureRecord,
} from './record.ts'
import { isMore, type Erasure, type ErasureOrder } from './rules.ts'

interface ErasureBeginning extends PersonJobBeginning {
  readonly groupIds: readonly number[]
}

/** The erasures: receipts for operators, and work that is to be finished. */
export class Erasures {
  readonly #model: ErasureModel
  readonly #outbox: Outbox<ErasureRecord>

  constructor(options: { model: ErasureModel; outbox: Outbox<ErasureRecord> }) {
    this.#model = options.model
    this.#outbox = options.outbox
  }

  /**
   * Builds the indexes; returns the highest id of a user in use, because a restored database may not have
   * that user.
   */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return await highestId(this.#model)
  }

  async find(userId: number): Promise<Erasure | undefined> {
    const record = await this.#model.findById(userId).lean()
    return record ? toErasure(record) : undefined
  }

  /** Only those in progress, or all, by the id of the user. */
  list(filter: { inProgress: boolean }, page: Page): Promise<FoundPage<Erasure>> {
    return findPage(this.#model, { filter: personJobFilter<ErasureRecord>(filter) }, page, toErasure)
  }

  count(filter: { inProgress: boolean }): Promise<number> {
    return this.#model.countDocuments(personJobFilter<ErasureRecord>(filter))
  }

  /**
   * Stores an erasure with its event, or repeats one. An order that asks for nothing more changes nothing.
   * @returns the erasure, and its record if there is anything to do
   */
  async begin(
    order: ErasureOrder,
    beginning: ErasureBeginning,
  ): Promise<{ stored?: ErasureRecord; erasure: Erasure }> {
    const record = { ...newRecord(order, beginning), ...this.#outbox.scheduleFor(1) }
    const handOver = (stored: ErasureRecord) => {
      this.#outbox.publishLeased([stored])
      return { stored, erasure: toErasure(stored) }
    }
    return await retryUntilWritten('erasures', async () => {
      if ((await insert(this.#model, [record])).size === 0) return handOver(record)
      const existing = await this.find(order.userId)
      if (!existing) return undefined
      if (!isMore(order, existing)) return { erasure: existing }
      const repeated = { ...record, withRegistrations: order.withRegistrations || existing.withRegistrations }
      const { _id, ...fields } = repeated
      // The earlier event is replaced too, so the time when events are due may become earlier.
      const { matchedCount } = await this.#model.updateOne(
        { _id, eventId: existing.eventId },
        { $set: fields },
      )
      return matchedCount === 0 ? undefined : handOver(repeated)
    })
  }

  /** Writes into the receipt what a service has done. Ignored for an earlier repetition of the erasure. */
  async writeReceipt({ userId, eventId, ...finished }: FinishedErasure): Promise<void> {
    await writeReceipt<ErasureProgress, ErasureRecord>(this.#model, { _id: userId, eventId }, finished)
  }
}

interface FinishedErasure extends Finished {
  readonly userId: number
  readonly eventId: string
}

function newRecord(order: ErasureOrder, { groupIds, ...beginning }: ErasureBeginning): ErasureRecord {
  const record = {
    ...newPersonJob<ErasureProgress>(beginning),
    _id: order.userId,
    eventId: randomUUID(),
    reason: order.reason,
    withRegistrations: order.withRegistrations,
    groupIds: [...groupIds],
  }
  return { ...record, events: [erasedEvent(record)] }
}
