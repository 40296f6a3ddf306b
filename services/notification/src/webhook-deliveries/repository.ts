import { randomUUID } from 'node:crypto'
import type { Connection, QueryFilter } from 'mongoose'
import { batchPerTick } from '../../../shared/batch-per-tick.ts'
import type { FoundPage, Page } from '../../../shared/domain/page.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import { bulkUpdate, insertUnderReservedIds } from '../../../shared/store/insert.ts'
import type { StepRange, StepResult } from '../../../shared/domain/step.ts'
import { deleteInSteps, doStep, updateInSteps } from '../../../shared/store/in-steps.ts'
import { findPage } from '../../../shared/store/page.ts'
import { leaseUntil } from '../delivering/rules.ts'
import type { RecordWithReason } from '../reasons.ts'
import {
  newRecord,
  toDelivery,
  webhookDeliveryModel,
  type WebhookDeliveryModel,
  type WebhookDeliveryRecord,
} from './record.ts'
import {
  showsErasedUser,
  LEASE_MS,
  reasonOf,
  type DeliveryStatus,
  type ResultUpdate,
  type WebhookDelivery,
  type WebhookEvent,
} from './rules.ts'

export interface WebhookDeliveryFilter {
  readonly endpointId?: number
  readonly userId?: number
  readonly status?: DeliveryStatus
}

/** The statuses in which operators send deliveries again as a group. `pending`: those that wait after a failed attempt. */
export type RetryableStatus = 'failed' | 'pending'

export interface WebhookDeliveryWithReason extends RecordWithReason {
  readonly endpointId: number
}

/** An event for one endpoint. */
export interface NewWebhookDelivery {
  readonly endpointId: number
  readonly event: WebhookEvent
  /** When it is sent. */
  readonly plan: DeliveryPlan
}

/**
 * `at-once`: this process sends it, with a lease. `later`: a sweep finds it when it is due. `disabled`: it is stored as failed,
 * to be replayed when the endpoint is enabled again.
 */
export type DeliveryPlan =
  | { readonly kind: 'at-once' }
  | { readonly kind: 'later'; readonly dueAt: Date }
  | { readonly kind: 'disabled' }

export interface Replay {
  readonly endpointId: number
  readonly after: Date
  readonly before: Date
  readonly status: DeliveryStatus | undefined
  /** Only deliveries with a higher id. */
  readonly afterId: number
  readonly limit: number
}

/** The deliveries of webhooks. */
export interface WebhookDeliveries {
  /** Adds deliveries. @returns those that are new and leased to this process; an event is added to an endpoint once */
  addAll(deliveries: readonly NewWebhookDelivery[], now: Date): Promise<WebhookDelivery[]>
  /** The endpoints that have due deliveries. */
  endpointsWithDue(now: Date): Promise<number[]>
  /** Leases up to `limit` due deliveries of an endpoint, those first that have waited longest. */
  claimDue(endpointId: number, limit: number, now: Date): Promise<WebhookDelivery[]>
  /** Ends the leases of these deliveries. They are due at `dueAt`. */
  postpone(deliveries: readonly WebhookDelivery[], dueAt: Date): Promise<void>
  /** Records an attempt. A failure is not recorded when another process has claimed the delivery meanwhile. */
  recordResult(delivery: WebhookDelivery, update: ResultUpdate): Promise<void>
  /** Removes a delivery that its account may not see. */
  remove(id: number): Promise<void>
  /** The endpoints that have deliveries. */
  endpointIds(): Promise<number[]>
  /** Removes all deliveries of a deleted endpoint. */
  removeOfEndpoint(endpointId: number): Promise<void>
  /** All events about a user, by id. */
  listOfUser(userId: number): Promise<WebhookDelivery[]>
  /** Removes some of the events about a user, but not those that show the user after the erasure. */
  eraseUser(userId: number, range: StepRange): Promise<StepResult>
  /** The pending deliveries of a disabled endpoint become failed. */
  failPending(endpointId: number): Promise<void>
  /** Makes those due that would wait for a pause of their endpoint, which has ended early. */
  endPause(endpointId: number, pausedUntil: Date, now: Date): Promise<void>
  /** Makes a delivery due, with a new schedule of attempts. @returns undefined when the endpoint has no such delivery */
  retry(endpointId: number, id: number, now: Date): Promise<WebhookDelivery | undefined>
  /** Makes deliveries due, with a new schedule of attempts. @returns their ids, in order */
  replay(replay: Replay, now: Date): Promise<number[]>
  /** The deliveries in this status that were due last, with their reasons. */
  listWithReasons(
    filter: { readonly status: RetryableStatus; readonly endpointId?: number },
    limit: number,
  ): Promise<WebhookDeliveryWithReason[]>
  /** Makes those that are still in this status due, with a new schedule of attempts. @returns how many */
  retryAll(ids: readonly number[], status: RetryableStatus, now: Date): Promise<number>
  /** The newest first. */
  list(filter: WebhookDeliveryFilter, page: Page): Promise<FoundPage<WebhookDelivery>>
  count(filter: WebhookDeliveryFilter): Promise<number>
  /** Since when the delivery that has waited longest is due; undefined when none is. */
  oldestDue(now: Date): Promise<Date | undefined>
}

const NEWEST_FIRST = -1
/** Events whose deliveries are inserted together. */
export const MAX_EVENTS_PER_INSERT = 20
/** Results of this long are recorded together. If the process is killed meanwhile, these events are sent a second time. */
const COLLECT_RESULTS_MS = 500

/** Deliveries that wait for their first attempt have no reason. */
const WITH_REASON: Readonly<Record<RetryableStatus, QueryFilter<WebhookDeliveryRecord>>> = {
  failed: { status: 'failed' },
  pending: { status: 'pending', failures: { $gt: 0 } },
}

const newSchedule = (now: Date) => ({ $set: { status: 'pending' as const, failures: 0, dueAt: now } })

export class MongoWebhookDeliveries implements WebhookDeliveries {
  readonly #model: WebhookDeliveryModel
  readonly #ids: Ids
  readonly #insert = batchPerTick(
    (groups: readonly (readonly WebhookDeliveryRecord[])[]) => this.#insertAll(groups),
    { serial: true, maxBatchSize: MAX_EVENTS_PER_INSERT },
  )
  readonly #record = batchPerTick(
    (results: readonly { delivery: WebhookDelivery; update: ResultUpdate }[]) => this.#recordAll(results),
    { serial: true, collectMs: COLLECT_RESULTS_MS },
  )

  constructor(connection: Connection, ids: Ids) {
    this.#model = webhookDeliveryModel(connection)
    this.#ids = ids
  }

  /** Builds the indexes. Returns the highest id in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return (await this.#model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean())?._id ?? 0
  }

  async addAll(deliveries: readonly NewWebhookDelivery[], now: Date): Promise<WebhookDelivery[]> {
    if (deliveries.length === 0) return []
    const firstId = await this.#ids.reserve(deliveries.length)
    const records = deliveries.map(({ plan, ...delivery }, i) =>
      newRecord(firstId + i, delivery, firstStateOf(plan, now), now),
    )
    const isNew = await this.#insert(records)
    return records
      .filter((_, i) => isNew[i] === true && deliveries[i]?.plan.kind === 'at-once')
      .map(toDelivery)
  }

  /** Returns for each record whether it was inserted. */
  async #insertAll(groups: readonly (readonly WebhookDeliveryRecord[])[]): Promise<boolean[][]> {
    const { duplicates } = await insertUnderReservedIds(this.#model, groups.flat())
    let position = 0
    return groups.map((records) => records.map(() => !duplicates.has(position++)))
  }

  endpointsWithDue(now: Date): Promise<number[]> {
    return this.#model.distinct('endpointId', { status: 'pending', dueAt: { $lte: now } })
  }

  async claimDue(endpointId: number, limit: number, now: Date): Promise<WebhookDelivery[]> {
    const isDue = { status: 'pending' as const, dueAt: { $lte: now }, endpointId }
    const due = await this.#model.find(isDue, { _id: 1 }).sort({ dueAt: 1 }).limit(limit).lean()
    const ids = due.map(({ _id }) => _id)
    if (ids.length === 0) return []
    const lease = { dueAt: leaseUntil(now, LEASE_MS), claim: randomUUID() }
    await this.#model.updateMany({ _id: { $in: ids }, ...isDue }, { $set: lease })
    const claimed = await this.#model.find({ _id: { $in: ids }, claim: lease.claim }).lean()
    return claimed.map(toDelivery).sort((a, b) => a.id - b.id)
  }

  async postpone(deliveries: readonly WebhookDelivery[], dueAt: Date): Promise<void> {
    const updates = deliveries.map((delivery) => ({
      updateOne: {
        filter: { _id: delivery.id, status: 'pending' as const, dueAt: delivery.dueAt },
        update: { $set: { dueAt } },
      },
    }))
    if (updates.length > 0) await bulkUpdate(this.#model, updates)
  }

  async recordResult(delivery: WebhookDelivery, update: ResultUpdate): Promise<void> {
    await this.#record({ delivery, update })
  }

  async #recordAll(
    results: readonly { delivery: WebhookDelivery; update: ResultUpdate }[],
  ): Promise<undefined[]> {
    const delivered = results.filter(({ update }) => update.status === 'delivered')
    // One update for all with the same response, because mongoose takes longer for each update than MongoDB does.
    for (const group of Map.groupBy(delivered, ({ update }) => update.lastStatus).values()) {
      const ids = group.map(({ delivery }) => delivery.id)
      const update = group.at(-1)?.update
      await this.#model.updateMany({ _id: { $in: ids } }, { $set: { ...update }, $inc: { attempts: 1 } })
    }
    const failed = results.filter(({ update }) => update.status !== 'delivered')
    const updates = failed.map(({ delivery: { id, dueAt }, update }) => ({
      updateOne: {
        filter: { _id: id, dueAt },
        update: { $set: { ...update }, $inc: { attempts: 1 } },
      },
    }))
    if (updates.length > 0) await bulkUpdate(this.#model, updates)
    return results.map(() => undefined)
  }

  async remove(id: number): Promise<void> {
    await this.#model.deleteOne({ _id: id })
  }

  endpointIds(): Promise<number[]> {
    // With a condition, so that only the index is read.
    return this.#model.distinct('endpointId', { endpointId: { $gt: 0 } })
  }

  async removeOfEndpoint(endpointId: number): Promise<void> {
    await deleteInSteps(this.#model, { endpointId })
  }

  async listOfUser(userId: number): Promise<WebhookDelivery[]> {
    return (await this.#model.find({ userId }).sort({ _id: 1 }).lean()).map(toDelivery)
  }

  eraseUser(userId: number, range: StepRange): Promise<StepResult> {
    return doStep(this.#model, { userId }, range, async (ids) => {
      const found = await this.#model.find({ _id: { $in: ids } }, { userId: 1, payload: 1 }).lean()
      const toErase = found.filter((record) => !showsErasedUser(record)).map(({ _id }) => _id)
      return (await this.#model.deleteMany({ _id: { $in: toErase } })).deletedCount
    })
  }

  async failPending(endpointId: number): Promise<void> {
    await updateInSteps(
      this.#model,
      { endpointId, status: 'pending' },
      { $set: { status: 'failed', lastError: 'endpoint-disabled' } },
    )
  }

  async endPause(endpointId: number, pausedUntil: Date, now: Date): Promise<void> {
    // Not those that a process has leased.
    const dueAt = { $gt: leaseUntil(now, LEASE_MS), $lte: pausedUntil }
    await updateInSteps(this.#model, { endpointId, status: 'pending', dueAt }, { $set: { dueAt: now } })
  }

  async retry(endpointId: number, id: number, now: Date): Promise<WebhookDelivery | undefined> {
    await this.#model.updateOne({ _id: id, endpointId }, newSchedule(now))
    const record = await this.#model.findOne({ _id: id, endpointId }).lean()
    return record ? toDelivery(record) : undefined
  }

  async replay({ endpointId, after, before, status, afterId, limit }: Replay, now: Date): Promise<number[]> {
    const found = await this.#model
      .find(
        {
          endpointId,
          ...(status === undefined ? {} : { status }),
          _id: { $gt: afterId },
          occurredAt: { $gt: after, $lt: before },
        },
        { _id: 1 },
      )
      .sort({ _id: 1 })
      .limit(limit)
      .lean()
    const ids = found.map(({ _id }) => _id)
    if (ids.length > 0) await this.#model.updateMany({ _id: { $in: ids } }, newSchedule(now))
    return ids
  }

  async listWithReasons(
    { status, endpointId }: { status: RetryableStatus; endpointId?: number },
    limit: number,
  ): Promise<WebhookDeliveryWithReason[]> {
    const found = this.#model
      .find({ ...WITH_REASON[status], ...(endpointId === undefined ? {} : { endpointId }) })
      .select({ endpointId: 1, lastError: 1, lastStatus: 1, occurredAt: 1 })
      .sort({ dueAt: NEWEST_FIRST })
      .limit(limit)
    return (await found.lean()).map((record) => ({
      id: record._id,
      endpointId: record.endpointId,
      reason: reasonOf(record),
      at: record.occurredAt,
    }))
  }

  async retryAll(ids: readonly number[], status: RetryableStatus, now: Date): Promise<number> {
    const chosen = { _id: { $in: ids }, ...WITH_REASON[status] }
    return (await this.#model.updateMany(chosen, newSchedule(now))).modifiedCount
  }

  list(filter: WebhookDeliveryFilter, page: Page): Promise<FoundPage<WebhookDelivery>> {
    return findPage(this.#model, { filter: { ...filter }, direction: NEWEST_FIRST }, page, toDelivery)
  }

  count(filter: WebhookDeliveryFilter): Promise<number> {
    return this.#model.countDocuments({ ...filter })
  }

  async oldestDue(now: Date): Promise<Date | undefined> {
    const oldest = this.#model.findOne({ status: 'pending', dueAt: { $lte: now } }, { dueAt: 1 })
    return (await oldest.sort({ dueAt: 1 }).lean())?.dueAt
  }
}

function firstStateOf(
  plan: DeliveryPlan,
  now: Date,
): Pick<WebhookDelivery, 'status' | 'dueAt' | 'lastError'> {
  switch (plan.kind) {
    case 'at-once':
      return { status: 'pending', dueAt: leaseUntil(now, LEASE_MS), lastError: null }
    case 'later':
      return { status: 'pending', dueAt: plan.dueAt, lastError: null }
    case 'disabled':
      return { status: 'failed', dueAt: now, lastError: 'endpoint-disabled' }
  }
}
