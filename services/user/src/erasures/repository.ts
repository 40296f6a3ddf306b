import { randomUUID } from 'node:crypto'
import type { QueryFilter } from 'mongoose'
import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import { buildIndexes, highestId } from '../../../platform/store/indexes.ts'
import { insert } from '../../../platform/store/insert.ts'
import type { Lease } from '../../../platform/store/due-records.ts'
import type { Outbox } from '../../../platform/store/outbox.ts'
import { findPage } from '../../../platform/store/page.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { erasedEvent, toErasure, type ErasureModel, type ErasureRecord } from './record.ts'
import { ERASING_SERVICES, isMore, type ErasingService, type Erasure, type ErasureOrder } from './rules.ts'

export interface Beginning {
  readonly groupIds: readonly number[]
  readonly now: Date
  readonly trace: Trace
  /** With which the caller erases the part of this service next. */
  readonly lease: Lease
}

/** What a service has done for an erasure. */
export interface Finished {
  readonly userId: number
  readonly eventId: string
  readonly service: ErasingService
  readonly records: number
  readonly at: Date
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
    return findPage(this.#model, { filter: conditionsOf(filter) }, page, toErasure)
  }

  count(filter: { inProgress: boolean }): Promise<number> {
    return this.#model.countDocuments(conditionsOf(filter))
  }

  /**
   * Stores an erasure with its event, or repeats one. An order that asks for nothing more changes nothing.
   * @returns the erasure, and its record if there is anything to do
   */
  async begin(
    order: ErasureOrder,
    beginning: Beginning,
  ): Promise<{ begun?: ErasureRecord; erasure: Erasure }> {
    const record = { ...newRecord(order, beginning), ...this.#outbox.scheduleFor(1) }
    const begin = (begun: ErasureRecord) => {
      this.#outbox.publish([begun])
      return { begun, erasure: toErasure(begun) }
    }
    return await retryUntilWritten('erasures', async () => {
      if ((await insert(this.#model, [record])).size === 0) return begin(record)
      const existing = await this.find(order.userId)
      if (!existing) return undefined
      if (!isMore(order, existing)) return { erasure: existing }
      const repeated = { ...record, withRegistrations: order.withRegistrations || existing.withRegistrations }
      const { _id, ...fields } = repeated
      const { matchedCount } = await this.#model.updateOne(
        { _id, eventId: existing.eventId },
        { $set: fields },
      )
      return matchedCount === 0 ? undefined : begin(repeated)
    })
  }

  /** Records what a service has done. Ignored for an earlier repetition of the erasure. */
  async finish({ userId, eventId, service, records, at }: Finished): Promise<void> {
    const repetition = { _id: userId, eventId }
    const ofService = `services.${service}`
    await this.#model.updateOne(
      { ...repetition, [`${ofService}.finishedAt`]: null },
      { $set: { [`${ofService}.finishedAt`]: at } },
    )
    // More may be found in the second pass.
    await this.#model.updateOne(repetition, { $max: { [`${ofService}.records`]: records } })
    const allFinished = Object.fromEntries(
      ERASING_SERVICES.map((name) => [`services.${name}.finishedAt`, { $ne: null }]),
    )
    await this.#model.updateOne(
      { ...repetition, ...allFinished, finishedAt: null },
      { $set: { finishedAt: at }, $unset: { inProgress: '' } },
    )
  }
}

const conditionsOf = ({ inProgress }: { inProgress: boolean }): QueryFilter<ErasureRecord> =>
  inProgress ? { inProgress: true } : {}

function newRecord(order: ErasureOrder, { groupIds, now, trace, lease }: Beginning): ErasureRecord {
  const notFinished = { finishedAt: null, records: 0 }
  const record = {
    _id: order.userId,
    eventId: randomUUID(),
    reason: order.reason,
    withRegistrations: order.withRegistrations,
    groupIds: [...groupIds],
    requestedAt: now,
    finishedAt: null,
    services: { user: notFinished, registration: notFinished, notification: notFinished },
    trace,
    work: {
      user: { dueAt: lease.until, claim: lease.claim, passes: 0 },
      registration: { dueAt: now, passes: 0 },
      notification: { dueAt: now, passes: 0 },
    },
    inProgress: true as const,
  }
  return { ...record, events: [erasedEvent(record)] }
}
