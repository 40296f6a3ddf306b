import { buildIndexes } from '../../../platform/store/indexes.ts'
import { bulkUpdate } from '../../../platform/store/insert.ts'
import { toUserCopy, type NewestUserModel } from './record.ts'
import type { UserCopy } from '../registrations/rules.ts'

/** The newest known version of each user that was changed, from messages. */
export class NewestUsers {
  readonly #model: NewestUserModel

  constructor(model: NewestUserModel) {
    this.#model = model
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  /**
   * Keeps each copy unless a newer one is known: late, repeated and reordered messages lead to the same
   * state.
   */
  async keep(copies: readonly UserCopy[]): Promise<void> {
    const rejected = await this.#write(copies, true)
    // Another process inserted the copy first; when its version is newer, this update matches nothing.
    await this.#write(rejected, false)
  }

  /** When a newer version is stored, the filter does not match and the upsert meets the taken id. */
  async #write(copies: readonly UserCopy[], upsert: boolean): Promise<UserCopy[]> {
    if (copies.length === 0) return []
    const writes = copies.map(({ userId, ...copy }) => ({
      updateOne: {
        filter: { _id: userId, version: { $lt: copy.version } },
        update: { $set: { ...copy, groupIds: [...copy.groupIds] } },
        upsert,
      },
    }))
    const { duplicates } = await bulkUpdate(this.#model, writes)
    return copies.filter((_, i) => duplicates.has(i))
  }

  async findMany(userIds: readonly number[]): Promise<UserCopy[]> {
    return (await this.#model.find({ _id: { $in: userIds } }).lean()).map(toUserCopy)
  }

  /** Makes the refresh of the user's registrations due, from the first of them. */
  async scheduleRefresh(userId: number, now: Date): Promise<void> {
    await this.#model.updateOne(
      { _id: userId },
      { $set: { refreshDueAt: now }, $unset: { refreshClaim: '', refreshedUntilId: '' } },
    )
  }

  /** Ends it: the registrations go over to another user. */
  async cancelRefresh(userId: number): Promise<void> {
    await this.#model.updateOne(
      { _id: userId, refreshDueAt: { $exists: true } },
      { $unset: { refreshDueAt: '', refreshClaim: '', refreshedUntilId: '' } },
    )
  }

  /** Removes what names the user. @returns how many copies were changed */
  async erase(userId: number): Promise<number> {
    const erased = await this.#model.updateOne(
      { _id: userId, externalId: { $gt: '' } },
      { $set: { externalId: '', deleted: true } },
    )
    return erased.modifiedCount
  }
}
