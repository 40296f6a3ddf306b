import type { QueryFilter } from 'mongoose'
import { defined } from '../../../../platform/domain/defined.ts'
import type { FoundPage, Page } from '../../../../platform/domain/page.ts'
import { MAX_COUNTED } from '../../../../platform/store/due-records.ts'
import { findPage, NEWEST_FIRST, queryPage, readBatches } from '../../../../platform/store/page.ts'
import type { ChosenIds, RecordWithErrorClass } from '../../error-classes.ts'
import {
  SUBJECT_FIELDS,
  toListedSubject,
  toWebhookDelivery,
  type WebhookDeliveryModel,
  type WebhookDeliveryRecord,
} from './record.ts'
import { errorClassOf, type Subject, type WebhookDelivery, type WebhookDeliveryStatus } from './rules.ts'

interface WebhookDeliveryFilter {
  readonly endpointId?: number
  readonly userId?: number
  readonly status?: WebhookDeliveryStatus
}

/**
 * The statuses in which operators send deliveries again as a group. `pending`: those that wait after a failed
 * attempt.
 */
export type RetryableWebhookStatus = 'failed' | 'pending'

/** Deliveries that meet each condition that is given. */
interface ChosenDeliveries extends ChosenIds {
  readonly status?: RetryableWebhookStatus | undefined
  readonly endpointId?: number | undefined
}

interface WebhookDeliveryWithErrorClass extends RecordWithErrorClass {
  readonly endpointId: number
}

/** Those of these deliveries that an account may see. */
export type VisibleAmong = <T extends Subject>(some: readonly T[]) => Promise<readonly T[]>
/** Deliveries whose visibility is asked for together: as many as the internal operations accept. */
const SUBJECTS_AT_A_TIME = 1_000

/** Deliveries that wait for their first attempt have no error. */
const WITH_ERROR: Readonly<Record<RetryableWebhookStatus, QueryFilter<WebhookDeliveryRecord>>> = {
  failed: { status: 'failed' },
  pending: { status: 'pending', failures: { $gt: 0 } },
}

export const inStatus = (status: RetryableWebhookStatus | undefined) =>
  status === undefined ? {} : WITH_ERROR[status]

/** Reads the deliveries of webhooks. */
export class WebhookDeliveryFinder {
  readonly #model: WebhookDeliveryModel

  constructor(model: WebhookDeliveryModel) {
    this.#model = model
  }

  /** The endpoints that have deliveries. */
  protected endpointIdsOfDeliveries(): Promise<number[]> {
    // With a condition, so that only the index is read.
    return this.#model.distinct('endpointId', { endpointId: { $gt: 0 } })
  }

  /** All events about a user, by id. */
  async listOfUser(userId: number, afterId: number, limit: number): Promise<WebhookDelivery[]> {
    const found = this.#model.find({ userId, _id: { $gt: afterId } })
    return (await found.sort({ _id: 1 }).limit(limit).lean()).map(toWebhookDelivery)
  }

  /** The newest of these deliveries, each with the class of its last error. */
  async listWithErrorClass(
    { status, endpointId, ids }: ChosenDeliveries,
    limit: number,
  ): Promise<WebhookDeliveryWithErrorClass[]> {
    const found = this.#model
      .find({ ...inStatus(status), ...defined({ endpointId, _id: ids && { $in: ids } }) })
      .select({ endpointId: 1, lastError: 1, lastStatus: 1, occurredAt: 1 })
      .sort({ _id: NEWEST_FIRST })
      .limit(limit)
    return (await found.lean()).map((record) => ({
      id: record._id,
      endpointId: record.endpointId,
      errorClass: errorClassOf(record),
      at: record.occurredAt,
    }))
  }

  /** The newest first. */
  list(filter: WebhookDeliveryFilter, page: Page): Promise<FoundPage<WebhookDelivery>> {
    return findPage(this.#model, { filter: { ...filter }, direction: NEWEST_FIRST }, page, toWebhookDelivery)
  }

  count(filter: WebhookDeliveryFilter): Promise<number> {
    return this.#model.countDocuments({ ...filter })
  }

  /** The newest of those first that an account may see; others are neither shown nor counted. */
  async listVisible(
    filter: WebhookDeliveryFilter,
    page: Page,
    visibleAmong: VisibleAmong,
  ): Promise<FoundPage<WebhookDelivery>> {
    const ids: number[] = []
    for await (const visible of this.#visible(filter, page.afterId, visibleAmong)) {
      ids.push(...visible)
      if (ids.length > page.offset + page.limit) break
    }
    const keys = ids.slice(page.offset, page.offset + page.limit + 1)
    const list = { filter: { ...filter }, direction: NEWEST_FIRST } as const
    const batches = readBatches(this.#model, list, keys.slice(0, page.limit), toWebhookDelivery)
    return {
      keys,
      records: (async function* () {
        // Asked again, because a slow caller reads for longer than a record may stay visible.
        for await (const batch of batches) yield await visibleAmong(batch)
      })(),
    }
  }

  async countVisible(filter: WebhookDeliveryFilter, visibleAmong: VisibleAmong): Promise<number> {
    let count = 0
    for await (const visible of this.#visible(filter, 0, visibleAmong)) count += visible.length
    return count
  }

  /** The ids, the newest first. */
  async *#visible(
    filter: WebhookDeliveryFilter,
    afterId: number,
    visibleAmong: VisibleAmong,
  ): AsyncGenerator<number[]> {
    const list = { filter: { ...filter }, direction: NEWEST_FIRST, fields: SUBJECT_FIELDS } as const
    for (let after: number | undefined = afterId; after !== undefined;) {
      const page = { afterId: after, offset: 0, limit: SUBJECTS_AT_A_TIME - 1 }
      const records: WebhookDeliveryRecord[] = await queryPage(this.#model, list, page).lean()
      yield (await visibleAmong(records.map(toListedSubject))).map(({ id }) => id)
      after = records.length === SUBJECTS_AT_A_TIME ? records.at(-1)?._id : undefined
    }
  }

  /** A delivery to an endpoint. */
  async find(endpointId: number, id: number): Promise<WebhookDelivery | undefined> {
    const record = await this.#model.findOne({ _id: id, endpointId }).lean()
    return record ? toWebhookDelivery(record) : undefined
  }

  /**
   * Counts the pending ones, at most MAX_COUNTED: for an unavailable receiver there may be half a million.
   */
  countPending(): Promise<number> {
    return this.#model.countDocuments({ status: 'pending' }, { limit: MAX_COUNTED })
  }
}
