import type { Connection } from 'mongoose'
import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { buildIndexes, highestId } from '../../../platform/store/indexes.ts'
import { insertUnderReservedIds } from '../../../platform/store/insert.ts'
import { deleteInSteps, doStep } from '../../../platform/store/in-steps.ts'
import { findPage } from '../../../platform/store/page.ts'
import type { ChosenIds, RecordWithErrorClass } from '../error-classes.ts'
import type { UserToErase } from '../../../platform/erasure/record.ts'
import { deadLetterModel, OPEN, toDeadLetter, toRecord, type DeadLetterModel } from './record.ts'
import type { DeadLetter, NewDeadLetter } from './rules.ts'

interface DeadLetterFilter {
  /** Only those that are neither replayed nor dismissed. */
  readonly waiting: boolean
}

interface DeadLetterWithErrorClass extends RecordWithErrorClass {
  readonly queue: string
}

/** Messages that could not be handled. They stay after an operator has replayed or dismissed them. */
export class DeadLetters {
  readonly #model: DeadLetterModel
  readonly #ids: Ids

  constructor(connection: Connection, ids: Ids) {
    this.#model = deadLetterModel(connection)
    this.#ids = ids
  }

  /** Builds the indexes. Returns the highest id that the counter has to pass. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return await highestId(this.#model)
  }

  /** @returns false when this message is already stored */
  async add(letter: NewDeadLetter): Promise<boolean> {
    const record = toRecord(await this.#ids.next(), letter)
    const { duplicates } = await insertUnderReservedIds(this.#model, [record])
    return duplicates.size === 0
  }

  async find(id: number): Promise<DeadLetter | undefined> {
    const record = await this.#model.findById(id).lean()
    return record ? toDeadLetter(record) : undefined
  }

  /** @returns the time of the first replay, when several run at the same time */
  async markReplayed(id: number, at: Date): Promise<Date> {
    await this.#model.updateOne({ _id: id, replayedAt: null }, { $set: { replayedAt: at } })
    return (await this.find(id))?.replayedAt ?? at
  }

  /** Dismisses those that wait. @returns how many */
  async markAllDismissed(ids: readonly number[], at: Date): Promise<number> {
    const dismissed = await this.#model.updateMany(
      { _id: { $in: ids }, ...OPEN },
      { $set: { dismissedAt: at } },
    )
    return dismissed.modifiedCount
  }

  list({ waiting }: DeadLetterFilter, page: Page): Promise<FoundPage<DeadLetter>> {
    return findPage(this.#model, { filter: waiting ? OPEN : {} }, page, toDeadLetter)
  }

  /**
   * The dead letters with the lowest ids that are neither replayed nor dismissed, each with the class of its
   * error.
   */
  async listWithErrorClass({ ids }: ChosenIds, limit: number): Promise<DeadLetterWithErrorClass[]> {
    const found = this.#model
      .find({ ...OPEN, ...(ids && { _id: { $in: ids } }) })
      .select({ queue: 1, errorClass: 1, receivedAt: 1 })
      .sort({ _id: 1 })
      .limit(limit)
    return (await found.lean()).map(({ _id, queue, errorClass, receivedAt }) => ({
      id: _id,
      queue,
      errorClass,
      at: receivedAt,
    }))
  }

  count({ waiting }: DeadLetterFilter): Promise<number> {
    return this.#model.countDocuments(waiting ? OPEN : {})
  }

  /** Counts the dead letters that are neither replayed nor dismissed. */
  countOpen(): Promise<number> {
    return this.#model.countDocuments(OPEN)
  }

  /** The messages about a user. */
  async listOfUser(userId: number, afterId: number, limit: number): Promise<DeadLetter[]> {
    const found = this.#model.find({ userId, _id: { $gt: afterId } })
    return (await found.sort({ _id: 1 }).limit(limit).lean()).map(toDeadLetter)
  }

  /** Removes messages about a user or one of the registrations, at most `limit`. @returns how many */
  async eraseUser({ userId, registrationIds }: UserToErase, limit: number): Promise<number> {
    const range = { afterId: 0, limit }
    const remove = async (ids: readonly number[]) =>
      (await this.#model.deleteMany({ _id: { $in: ids } })).deletedCount
    const ofUser = await doStep(this.#model, { userId }, range, remove)
    if (!ofUser.done) return limit
    const ofRegistrations = { registrationId: { $in: registrationIds }, userId: null }
    return ofUser.records + (await doStep(this.#model, ofRegistrations, range, remove)).records
  }

  /** Counts the messages that were received at or before this time. */
  countReceivedUntil(time: Date): Promise<number> {
    return this.#model.countDocuments({ receivedAt: { $lte: time } })
  }

  /** Removes the messages that were received at or before this time. @returns how many */
  async removeReceivedUntil(time: Date): Promise<number> {
    return await deleteInSteps(this.#model, { receivedAt: { $lte: time } })
  }
}
