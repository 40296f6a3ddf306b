import type { Connection, QueryFilter } from 'mongoose'
import { batchPerTick } from '../../../shared/batch-per-tick.ts'
import type { FoundPage, Page } from '../../../shared/domain/page.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import { bulkUpdate, insertUnderReservedIds } from '../../../shared/store/insert.ts'
import { findPage } from '../../../shared/store/page.ts'
import { reasonOf, type RecordWithReason } from '../reasons.ts'
import { messageIdOf } from '../mail/message-id.ts'
import { deliveryModel, toDelivery, toRecord, type DeliveryModel, type DeliveryRecord } from './record.ts'
import type { StepRange, StepResult } from '../../../shared/domain/step.ts'
import { doStep } from '../../../shared/store/in-steps.ts'
import { isDue } from '../delivering/rules.ts'
import {
  CANCELLED,
  erasedAddress,
  erasedName,
  isFinished,
  leaseFrom,
  type Delivery,
  type DeliveryStatus,
  type FailureUpdate,
  type NewDelivery,
  type RetryableStatus,
} from './rules.ts'

/**
 * The result of claiming an automatic delivery. `claimed`: this process has the lease. `not-due`: another process has it,
 * or the delivery waits for a retry. `finished`: the e-mail was sent or has failed for good.
 */
export interface Claim {
  readonly state: 'claimed' | 'not-due' | 'finished'
  readonly delivery: Delivery
}

export interface DeliveryFilter {
  readonly registrationId?: number
  readonly status?: DeliveryStatus
  readonly to?: string
  readonly userId?: number
}

/** The fields of a delivery that grouping by reason and retrying use. */
export interface DeliveryWithReason extends RecordWithReason, Pick<Delivery, 'to' | 'dueAt'> {}

/**
 * Stores the deliveries. An automatic delivery also records that its event was received, so that another message with this
 * event adds none.
 */
export interface Deliveries {
  /**
   * Adds an automatic delivery as `sending`, with a lease. If the event or the registration already has an automatic
   * delivery with this template, claims that one instead, provided that it is unfinished and due. Two unique indexes decide
   * whether there is one, so concurrent calls never add a second one.
   * @param mayExist when true, looks for an existing one before the insert; finding one saves an id and a rejected insert
   */
  addOrClaim(delivery: NewDelivery, now: Date, mayExist?: boolean): Promise<Claim>
  /** Adds a delivery to be claimed by {@link claimDue} when it is due: at once by default. */
  add(delivery: NewDelivery, dueAt?: Date): Promise<Delivery>
  /** Claims a delivery that is due: a queued one, or one whose lease has expired. */
  claimDue(now: Date): Promise<Delivery | undefined>
  /** Extends the lease. @returns false when another process has the delivery, or it is finished */
  renew(delivery: Delivery, now: Date): Promise<boolean>
  /** Records that the mail server has the e-mail, even if another process has the lease. */
  recordSent(id: number, at: Date): Promise<void>
  /** Records a failed attempt, unless another process has claimed the delivery meanwhile or it is finished. */
  recordFailure(delivery: Delivery, update: FailureUpdate): Promise<void>
  find(id: number): Promise<Delivery | undefined>
  /** The automatic delivery of a registration with this template. */
  findByRegistration(registrationId: number, templateId: number): Promise<Delivery | undefined>
  /** The ids of the given registrations that have no automatic delivery with this template. */
  withoutDelivery(registrationIds: readonly number[], templateId: number): Promise<number[]>
  /** The newest first. */
  list(filter: DeliveryFilter, page: Page): Promise<FoundPage<Delivery>>
  count(filter: DeliveryFilter): Promise<number>
  /** The newest e-mails in this status that were not sent again, each with the cause in its last error: see {@link reasonOf}. */
  listWithReasons(status: RetryableStatus, limit: number): Promise<DeliveryWithReason[]>
  /** Counts the failed e-mails that were not sent again. */
  countFailed(): Promise<number>
  /** Marks a failed e-mail as sent again. @returns false when no unmarked failed e-mail has this id */
  markResent(id: number, at: Date): Promise<boolean>
  /** Removes a resend of which no attempt has begun. */
  removeUnsent(id: number): Promise<void>
  /** Makes queued e-mails due. @returns how many */
  makeDue(ids: readonly number[], now: Date): Promise<number>
  /** The deliveries of a user with ids above `afterId`, in the order of their ids: at most `limit`. */
  listOfUser(userId: number, afterId: number, limit: number): Promise<Delivery[]>
  /** The deliveries that earlier releases have stored for these registrations, without the id of the user. */
  listWithoutUser(registrationIds: readonly number[]): Promise<Delivery[]>
  /** Removes what names the user, and cancels the e-mails that wait. @returns how many were changed */
  eraseUser(userId: number, range: StepRange, now: Date): Promise<StepResult>
  /** Counts the finished deliveries that were created at or before this time and still have a recipient. */
  countToAnonymize(createdUntil: Date): Promise<number>
  /**
   * Anonymizes the oldest deliveries that {@link countToAnonymize} counts, at most {@link MAX_ANONYMIZED_AT_ONCE}: deletes
   * resends, and removes the recipient, the two names in the content and the last error from automatic deliveries.
   * Automatic deliveries are kept, because a registration without one is reported as a registration without an e-mail.
   * @returns how many were deleted or changed
   */
  anonymize(createdUntil: Date): Promise<number>
}

interface SentMail {
  readonly id: number
  readonly at: Date
}

/** {@link MongoDeliveries.claimDue} tries this many, because other processes may claim some of them first. */
const MAX_CANDIDATES = 10

const NEWEST_FIRST = -1

/** The most deliveries that one call of `anonymize` handles, so that none of its commands takes too long. */
const MAX_ANONYMIZED_AT_ONCE = 500

const withoutUser = (registrationIds: readonly number[]): QueryFilter<DeliveryRecord> => ({
  registrationId: { $in: registrationIds },
  userId: { $exists: false },
})

/**
 * `to: { $gt: '' }` is the condition of the partial index on `createdAt`. MongoDB uses that index only for a query that
 * is limited to such deliveries. An unfinished delivery is left out, because it still needs its recipient.
 */
const toAnonymize = (createdUntil: Date): QueryFilter<DeliveryRecord> => ({
  createdAt: { $lte: createdUntil },
  to: { $gt: '' },
  status: { $in: ['sent', 'failed'] },
})

/** Finds a claimed delivery only while it is `sending` and was not claimed again: each claim increases `attempts`. */
const stillClaimed = ({ id, attempts }: Delivery) => ({ _id: id, status: 'sending' as const, attempts })

export class MongoDeliveries implements Deliveries {
  readonly #model: DeliveryModel
  readonly #ids: Ids
  readonly #domain: string
  // `batchPerTick` batches the calls of one turn of the event loop. With `serial`, calls that arrive while a batch runs wait
  // for its end, and are batched too.
  readonly #insertBatched = batchPerTick((records: readonly DeliveryRecord[]) => this.#insertAll(records), {
    serial: true,
  })
  readonly #recordSentBatched = batchPerTick((sent: readonly SentMail[]) => this.#recordAllSent(sent), {
    serial: true,
  })

  /** @param domain the part of each Message-ID after the @ */
  constructor(connection: Connection, ids: Ids, domain: string) {
    this.#model = deliveryModel(connection)
    this.#ids = ids
    this.#domain = domain
  }

  /** Builds the indexes. Returns the highest id in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return (await this.#model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean())?._id ?? 0
  }

  async addOrClaim(delivery: NewDelivery, now: Date, mayExist = false): Promise<Claim> {
    const known = mayExist ? await this.#findExisting(delivery) : undefined
    const lease = { status: 'sending', attempts: 1, dueAt: leaseFrom(now) } as const
    const added = known ? undefined : await this.#insert(delivery, lease)
    if (added) return { state: 'claimed', delivery: added }
    const existing = known ?? (await this.#findExisting(delivery))
    if (!existing)
      throw new Error(
        `a unique index rejected the delivery of registration ${delivery.registrationId}, but no existing one was found`,
      )
    if (isFinished(existing)) return { state: 'finished', delivery: existing }
    const claimed = isDue(existing, now) ? await this.#claim(existing, now) : undefined
    return claimed ? { state: 'claimed', delivery: claimed } : { state: 'not-due', delivery: existing }
  }

  async add(delivery: NewDelivery, dueAt = delivery.createdAt): Promise<Delivery> {
    const added = await this.#insert(delivery, {
      status: 'queued',
      attempts: 0,
      dueAt,
    })
    if (!added) throw new Error(`registration ${delivery.registrationId} has its automatic e-mail already`)
    return added
  }

  async claimDue(now: Date): Promise<Delivery | undefined> {
    const candidates = await this.#model
      .find({ status: { $in: ['queued', 'sending'] }, dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(MAX_CANDIDATES)
      .lean()
    for (const record of candidates) {
      const claimed = await this.#claim(toDelivery(record), now)
      if (claimed) return claimed
    }
    return undefined
  }

  async renew(delivery: Delivery, now: Date): Promise<boolean> {
    const lease = { $set: { dueAt: leaseFrom(now) } }
    const renewed = await this.#model.updateOne(stillClaimed(delivery), lease)
    return renewed.matchedCount === 1
  }

  recordSent(id: number, at: Date): Promise<void> {
    return this.#recordSentBatched({ id, at })
  }

  async recordFailure(delivery: Delivery, update: FailureUpdate): Promise<void> {
    const { unconfirmedAttempts, ...fields } = update
    const changes = { $set: { ...fields, unconfirmed: unconfirmedAttempts } }
    await this.#model.updateOne(stillClaimed(delivery), changes)
  }

  async find(id: number): Promise<Delivery | undefined> {
    const record = await this.#model.findById(id).lean()
    return record ? toDelivery(record) : undefined
  }

  async findByRegistration(registrationId: number, templateId: number): Promise<Delivery | undefined> {
    const automatic = { registrationId, template: templateId, kind: 'automatic' } as const
    const record = await this.#model.findOne(automatic).lean()
    return record ? toDelivery(record) : undefined
  }

  async withoutDelivery(registrationIds: readonly number[], templateId: number): Promise<number[]> {
    const records = await this.#model
      .find({ registrationId: { $in: registrationIds }, template: templateId, kind: 'automatic' })
      .select({ _id: 0, registrationId: 1 })
      .lean()
    const withDelivery = new Set(records.map(({ registrationId }) => registrationId))
    return registrationIds.filter((id) => !withDelivery.has(id))
  }

  list(filter: DeliveryFilter, page: Page): Promise<FoundPage<Delivery>> {
    return findPage(this.#model, { filter: { ...filter }, direction: NEWEST_FIRST }, page, toDelivery)
  }

  count(filter: DeliveryFilter): Promise<number> {
    return this.#model.countDocuments({ ...filter })
  }

  async listWithReasons(status: RetryableStatus, limit: number): Promise<DeliveryWithReason[]> {
    const found = this.#model
      .find({ status, resentAt: null })
      .select({ lastError: 1, createdAt: 1, to: 1, dueAt: 1 })
      .sort({ _id: NEWEST_FIRST })
      .limit(limit)
    return (await found.lean()).map(({ _id, lastError, createdAt, to, dueAt }) => ({
      id: _id,
      reason: reasonOf(lastError),
      at: createdAt,
      to,
      dueAt,
    }))
  }

  countFailed(): Promise<number> {
    return this.#model.countDocuments({ status: 'failed', resentAt: null })
  }

  async markResent(id: number, at: Date): Promise<boolean> {
    const marked = await this.#model.updateOne(
      { _id: id, status: 'failed', resentAt: null },
      { $set: { resentAt: at } },
    )
    return marked.modifiedCount === 1
  }

  async removeUnsent(id: number): Promise<void> {
    await this.#model.deleteOne({ _id: id, kind: 'resend', status: 'queued', attempts: 0 })
  }

  async makeDue(ids: readonly number[], now: Date): Promise<number> {
    const due = await this.#model.updateMany(
      { _id: { $in: ids }, status: 'queued' },
      { $set: { dueAt: now } },
    )
    return due.matchedCount
  }

  async listOfUser(userId: number, afterId: number, limit: number): Promise<Delivery[]> {
    const found = this.#model.find({ userId, _id: { $gt: afterId } })
    return (await found.sort({ _id: 1 }).limit(limit).lean()).map(toDelivery)
  }

  async listWithoutUser(registrationIds: readonly number[]): Promise<Delivery[]> {
    return (await this.#model.find(withoutUser(registrationIds)).lean()).map(toDelivery)
  }

  eraseUser(userId: number, range: StepRange, now: Date): Promise<StepResult> {
    const erasure = {
      to: erasedAddress(userId),
      // `words` is the stored name of `content`.
      'words.firstName': erasedName(userId),
      lastError: '',
    }
    return doStep(this.#model, { userId }, range, async (ids) => {
      const waiting = await this.#model.updateMany(
        { _id: { $in: ids }, status: { $in: ['queued', 'sending'] } },
        { $set: { ...erasure, status: 'failed', dueAt: now, failedAt: now, lastError: CANCELLED } },
      )
      const finished = await this.#model.updateMany(
        { _id: { $in: ids }, to: { $ne: erasure.to } },
        { $set: erasure },
      )
      return waiting.modifiedCount + finished.modifiedCount
    })
  }

  countToAnonymize(createdUntil: Date): Promise<number> {
    return this.#model.countDocuments(toAnonymize(createdUntil))
  }

  async anonymize(createdUntil: Date): Promise<number> {
    const oldest = this.#model.find(toAnonymize(createdUntil)).sort({ createdAt: 1 })
    const found = oldest.limit(MAX_ANONYMIZED_AT_ONCE)
    const ids = (await found.select({ _id: 1 }).lean()).map(({ _id }) => _id)
    if (ids.length === 0) return 0
    const removed = await this.#model.deleteMany({ _id: { $in: ids }, kind: 'resend' })
    const blanked = await this.#model.updateMany(
      { _id: { $in: ids } },
      { $set: { to: '', 'words.firstName': '', 'words.courseName': '', lastError: '' } },
    )
    return removed.deletedCount + blanked.modifiedCount
  }

  /** Returns undefined for an automatic delivery whose registration or event already has one with this template. */
  async #insert(
    newDelivery: NewDelivery,
    state: Pick<Delivery, 'status' | 'attempts' | 'dueAt'>,
  ): Promise<Delivery | undefined> {
    const id = await this.#ids.next()
    const delivery = {
      ...newDelivery,
      ...state,
      id,
      messageId: messageIdOf(newDelivery, id, this.#domain),
      unconfirmedAttempts: 0,
      lastError: '',
      sentAt: null,
      failedAt: null,
      resentAt: null,
    }
    return (await this.#insertBatched(toRecord(delivery))) ? delivery : undefined
  }

  /** Returns for each record whether it was inserted. */
  async #insertAll(records: readonly DeliveryRecord[]): Promise<boolean[]> {
    const { duplicates } = await insertUnderReservedIds(this.#model, [...records])
    return records.map((_, i) => !duplicates.has(i))
  }

  async #recordAllSent(sent: readonly SentMail[]): Promise<undefined[]> {
    const updates = sent.map(({ id, at }) => ({
      updateOne: {
        filter: { _id: id, status: { $ne: 'sent' } },
        update: { $set: { status: 'sent', sentAt: at } },
      },
    }))
    await bulkUpdate(this.#model, updates)
    return sent.map(() => undefined)
  }

  async #findExisting({ eventId, registrationId, templateId }: NewDelivery): Promise<Delivery | undefined> {
    const record = await this.#model.findOne({ eventId, template: templateId, kind: 'automatic' }).lean()
    return record ? toDelivery(record) : await this.findByRegistration(registrationId, templateId)
  }

  /**
   * Claims the delivery only if its status, `dueAt` and `attempts` have not changed since it was read, so only one of several
   * processes succeeds.
   */
  async #claim(delivery: Delivery, now: Date): Promise<Delivery | undefined> {
    const { id, status, dueAt, attempts } = delivery
    const lease = {
      status: 'sending',
      dueAt: leaseFrom(now),
      attempts: attempts + 1,
    } as const
    // A process whose lease has expired may have sent the e-mail.
    const unconfirmedAttempts = delivery.unconfirmedAttempts + (status === 'sending' ? 1 : 0)
    const { modifiedCount } = await this.#model.updateOne(
      { _id: id, status, dueAt, attempts },
      { $set: { ...lease, unconfirmed: unconfirmedAttempts } },
    )
    return modifiedCount === 1 ? { ...delivery, ...lease, unconfirmedAttempts } : undefined
  }
}
