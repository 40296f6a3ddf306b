import { batchPerTick } from '../batch-per-tick.ts'
import { buildIndexes } from '../store/indexes.ts'
import { insert } from '../store/insert.ts'
import { toTombstone, type TombstoneModel } from './record.ts'
import type { ErasureRequest, Tombstone } from './tombstone.ts'

/** The erased users that a service knows of. */
export interface Tombstones {
  /** Whether this user was erased. Checks of the same moment share a query. */
  has(userId: number): Promise<boolean>
  /** Those of these users who were erased. */
  among(userIds: readonly number[]): Promise<readonly Tombstone[]>
  /**
   * Stores the tombstone and makes the erasure due, also when it is repeated. Registrations are added to
   * those that it names.
   * @param options.confirm whether this service confirms after the erasure
   */
  put(request: ErasureRequest, options: { readonly confirm: boolean; readonly now: Date }): Promise<void>
  /** Makes the erasure of erased users due again. */
  eraseAgain(userIds: readonly number[], now: Date): Promise<void>
  /** Adds to the number of records. Confirms again if the erasure was finished before. */
  addRecords(tombstone: Tombstone, records: number, at: Date): Promise<void>
}

/** The process that erases the user loses its claim, and the next one begins with the first step. */
const RESTART = { eraseClaim: '', eraseProgress: '' } as const

export class MongoTombstones implements Tombstones {
  readonly #model: TombstoneModel
  readonly has = batchPerTick(async (userIds: readonly number[]): Promise<boolean[]> => {
    const erased = new Set((await this.among([...new Set(userIds)])).map(({ userId }) => userId))
    return userIds.map((id) => erased.has(id))
  })

  constructor(model: TombstoneModel) {
    this.#model = model
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  async among(userIds: readonly number[]): Promise<readonly Tombstone[]> {
    if (userIds.length === 0) return []
    return (await this.#model.find({ _id: { $in: userIds } }).lean()).map(toTombstone)
  }

  async put(
    { userId, eventId, withRegistrations, registrationIds, trace }: ErasureRequest,
    { confirm, now }: { readonly confirm: boolean; readonly now: Date },
  ): Promise<void> {
    const fields = { eventId, withRegistrations, records: 0, toConfirm: false, trace }
    await insert(this.#model, [{ _id: userId, ...fields, registrationIds: [...registrationIds] }])
    // A repeated erasure counts from the start.
    await this.#model.updateOne(
      { _id: userId, eventId: { $ne: eventId } },
      { $set: fields, $unset: { finishedAt: '' } },
    )
    await this.#model.updateOne(
      { _id: userId },
      { $addToSet: { registrationIds: { $each: registrationIds } } },
    )
    // An erasure that is due and will be confirmed goes on, however often the message comes.
    await this.#model.updateOne(
      { _id: userId, toConfirm: false },
      { $set: { toConfirm: confirm, eraseDueAt: now }, $unset: RESTART },
    )
  }

  async eraseAgain(userIds: readonly number[], now: Date): Promise<void> {
    await this.#model.updateMany({ _id: { $in: userIds } }, { $set: { eraseDueAt: now }, $unset: RESTART })
  }

  async addRecords({ userId, eventId }: Tombstone, records: number, at: Date): Promise<void> {
    if (records === 0) return
    await this.#model.updateOne({ _id: userId, eventId }, { $inc: { records } })
    await this.#model.updateOne(
      { _id: userId, eventId, finishedAt: { $exists: true } },
      { $set: { dueAt: at }, $unset: { claim: '' } },
    )
  }
}
