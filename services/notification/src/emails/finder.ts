import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import { MAX_COUNTED } from '../../../platform/store/due-records.ts'
import { findPage, NEWEST_FIRST } from '../../../platform/store/page.ts'
import type { ChosenIds, RecordWithErrorClass } from '../error-classes.ts'
import { toEmailDelivery, type EmailDeliveryModel } from './record.ts'
import type { EmailDelivery, EmailDeliveryStatus, RetryableEmailStatus } from './rules.ts'

export interface EmailDeliveryFilter {
  readonly registrationId?: number
  /** With the registration that it names, whose deliveries an index finds. */
  readonly messageId?: string
  readonly status?: EmailDeliveryStatus
  readonly to?: string
  readonly userId?: number
}

/** The fields of a delivery that grouping by error class and retrying use. */
export interface EmailDeliveryWithErrorClass
  extends RecordWithErrorClass, Pick<EmailDelivery, 'to' | 'erased' | 'dueAt'> {}
export const UNFINISHED: readonly EmailDeliveryStatus[] = ['queued', 'sending']

/** Reads the deliveries of e-mails. */
export class EmailDeliveryFinder {
  readonly #model: EmailDeliveryModel

  constructor(model: EmailDeliveryModel) {
    this.#model = model
  }

  async find(id: number): Promise<EmailDelivery | undefined> {
    const record = await this.#model.findById(id).lean()
    return record ? toEmailDelivery(record) : undefined
  }

  /** The automatic delivery of a registration with this template. */
  async findByRegistration(registrationId: number, templateId: number): Promise<EmailDelivery | undefined> {
    const automatic = { registrationId, templateId, kind: 'automatic' } as const
    const record = await this.#model.findOne(automatic).lean()
    return record ? toEmailDelivery(record) : undefined
  }

  /** Whether an e-mail about the same registration waits or is being sent, itself included. */
  async isPending({ registrationId, templateId }: EmailDelivery): Promise<boolean> {
    const pending = { registrationId, templateId, status: { $in: UNFINISHED } }
    return (await this.#model.exists(pending)) !== null
  }

  /** The ids of the given registrations that have no automatic delivery with this template. */
  async withoutDelivery(registrationIds: readonly number[], templateId: number): Promise<number[]> {
    const records = await this.#model
      .find({ registrationId: { $in: registrationIds }, templateId, kind: 'automatic' })
      .select({ _id: 0, registrationId: 1 })
      .lean()
    const withDelivery = new Set(records.map(({ registrationId }) => registrationId))
    return registrationIds.filter((id) => !withDelivery.has(id))
  }

  /** The newest first. */
  list(filter: EmailDeliveryFilter, page: Page): Promise<FoundPage<EmailDelivery>> {
    return findPage(this.#model, { filter: { ...filter }, direction: NEWEST_FIRST }, page, toEmailDelivery)
  }

  count(filter: EmailDeliveryFilter): Promise<number> {
    return this.#model.countDocuments({ ...filter })
  }

  /** Counts the e-mails that wait or are being sent, at most MAX_COUNTED. */
  countWaiting(): Promise<number> {
    return this.#model.countDocuments({ status: { $in: UNFINISHED } }, { limit: MAX_COUNTED })
  }

  /** Since when the oldest of them waits; undefined when none does. */
  async oldestWaiting(): Promise<Date | undefined> {
    const oldest = await Promise.all(
      UNFINISHED.map((status) => this.#model.findOne({ status }, { createdAt: 1 }).sort({ _id: 1 }).lean()),
    )
    const dates = oldest.flatMap((record) => record?.createdAt ?? [])
    return dates.toSorted((a, b) => a.getTime() - b.getTime())[0]
  }

  /**
   * The newest e-mails in this status that were not sent again, each with the class of its last error.
   */
  async listWithErrorClass(
    { status, ids }: ChosenIds & { readonly status: RetryableEmailStatus },
    limit: number,
  ): Promise<EmailDeliveryWithErrorClass[]> {
    const found = this.#model
      .find({ status, resentAt: null, ...(ids && { _id: { $in: ids } }) })
      .select({ errorClass: 1, createdAt: 1, to: 1, erased: 1, dueAt: 1, claim: 1 })
      .sort({ _id: NEWEST_FIRST })
      .limit(limit)
    return (await found.lean()).map((record) => {
      const { id, errorClass, createdAt: at, to, erased, dueAt } = toEmailDelivery(record)
      return { id, errorClass, at, to, erased, dueAt }
    })
  }

  countOfUser(userId: number): Promise<number> {
    return this.#model.countDocuments({ userId })
  }

  /** Whether e-mails to a user wait. */
  async hasQueued(userId: number): Promise<boolean> {
    return (await this.#model.exists({ userId, status: 'queued' })) !== null
  }

  /** Counts the failed e-mails that were not sent again. */
  countFailed(): Promise<number> {
    return this.#model.countDocuments({ status: 'failed', resentAt: null })
  }

  /** The deliveries of a user with ids above `afterId`, in the order of their ids: at most `limit`. */
  async listOfUser(userId: number, afterId: number, limit: number): Promise<EmailDelivery[]> {
    const found = this.#model.find({ userId, _id: { $gt: afterId } })
    return (await found.sort({ _id: 1 }).limit(limit).lean()).map(toEmailDelivery)
  }
}
