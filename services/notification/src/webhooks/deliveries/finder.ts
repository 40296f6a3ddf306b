import type { QueryFilter } from 'mongoose'
import { defined } from '../../../../platform/domain/defined.ts'
import type { FoundPage, Page } from '../../../../platform/domain/page.ts'
import { MAX_COUNTED } from '../../../../platform/store/due-records.ts'
import { findPage } from '../../../../platform/store/page.ts'
import type { ChosenIds, RecordWithReason } from '../../reasons.ts'
import { toWebhookDelivery, type WebhookDeliveryModel, type WebhookDeliveryRecord } from './record.ts'
import { failureReasonOf, type WebhookDelivery, type WebhookDeliveryStatus } from './rules.ts'

export interface WebhookDeliveryFilter {
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

export interface WebhookDeliveryWithReason extends RecordWithReason {
  readonly endpointId: number
}

const NEWEST_FIRST = -1

/** Deliveries that wait for their first attempt have no reason. */
const WITH_REASON: Readonly<Record<RetryableWebhookStatus, QueryFilter<WebhookDeliveryRecord>>> = {
  failed: { status: 'failed' },
  pending: { status: 'pending', failures: { $gt: 0 } },
}

export const inStatus = (status: RetryableWebhookStatus | undefined) =>
  status === undefined ? {} : WITH_REASON[status]

/** Reads the deliveries of webhooks. */
export class WebhookDeliveryFinder {
  readonly #model: WebhookDeliveryModel

  constructor(model: WebhookDeliveryModel) {
    this.#model = model
  }

  /** The endpoints that have deliveries. */
  endpointIds(): Promise<number[]> {
    // With a condition, so that only the index is read.
    return this.#model.distinct('endpointId', { endpointId: { $gt: 0 } })
  }

  /** All events about a user, by id. */
  async listOfUser(userId: number): Promise<WebhookDelivery[]> {
    return (await this.#model.find({ userId }).sort({ _id: 1 }).lean()).map(toWebhookDelivery)
  }

  /** The newest of these deliveries, with their reasons. */
  async listWithReasons(
    { status, endpointId, ids }: ChosenDeliveries,
    limit: number,
  ): Promise<WebhookDeliveryWithReason[]> {
    const found = this.#model
      .find({ ...inStatus(status), ...defined({ endpointId, _id: ids && { $in: ids } }) })
      .select({ endpointId: 1, lastError: 1, lastStatus: 1, occurredAt: 1 })
      .sort({ _id: NEWEST_FIRST })
      .limit(limit)
    return (await found.lean()).map((record) => ({
      id: record._id,
      endpointId: record.endpointId,
      reason: failureReasonOf(record),
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

  /**
   * Counts the pending ones, at most MAX_COUNTED: for an unavailable receiver there may be half a million.
   */
  countPending(): Promise<number> {
    return this.#model.countDocuments({ status: 'pending' }, { limit: MAX_COUNTED })
  }
}
