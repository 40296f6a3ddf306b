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
  /** Stores the tombstone, or updates it when the erasure is repeated. Registrations are added to those that it names. */
  put(request: ErasureRequest): Promise<Tombstone>
  /** Adds to the number of records. Confirms again if the erasure was finished at the same time. */
  addRecords(tombstone: Tombstone, records: number, at: Date): Promise<void>
  /** Records that everything was erased, with the number of records, and stores the confirmation. */
  finish(tombstone: Tombstone, records: number, at: Date): Promise<void>
  /** Those that are due for the second pass. */
  listSecondPass(now: Date): Promise<readonly Tombstone[]>
  /** Records the second pass. Confirms again if it found something. */
  finishSecondPass(tombstone: Tombstone, records: number, at: Date): Promise<void>
}

/** Longer than any request takes: an import of an operator may take a minute. */
const SECOND_PASS_AFTER_MS = 2 * 60_000
const MAX_LISTED = 100

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

  async put({
    userId,
    eventId,
    withRegistrations,
    registrationIds,
    trace,
  }: ErasureRequest): Promise<Tombstone> {
    await insert(this.#model, [
      { _id: userId, eventId, withRegistrations, registrationIds: [...registrationIds], records: 0, trace },
    ])
    // A repeated erasure counts from the start.
    await this.#model.updateOne(
      { _id: userId, eventId: { $ne: eventId } },
      { $set: { eventId, withRegistrations, records: 0, trace }, $unset: { finishedAt: '' } },
    )
    await this.#model.updateOne(
      { _id: userId },
      { $addToSet: { registrationIds: { $each: registrationIds } } },
    )
    const stored = await this.#model.findById(userId).lean()
    if (!stored) throw new Error(`the tombstone of user ${userId} is missing`)
    return toTombstone(stored)
  }

  async addRecords({ userId, eventId }: Tombstone, records: number, at: Date): Promise<void> {
    if (records === 0) return
    await this.#model.updateOne({ _id: userId, eventId }, { $inc: { records } })
    await this.#model.updateOne(
      { _id: userId, eventId, finishedAt: { $exists: true } },
      { $set: { dueAt: at }, $unset: { claim: '' } },
    )
  }

  async finish({ userId, eventId }: Tombstone, records: number, at: Date): Promise<void> {
    await this.#model.updateOne(
      { _id: userId, eventId },
      {
        $inc: { records },
        $set: { finishedAt: at, dueAt: at, secondPassAt: new Date(at.getTime() + SECOND_PASS_AFTER_MS) },
        $unset: { claim: '' },
      },
    )
  }

  async listSecondPass(now: Date): Promise<readonly Tombstone[]> {
    const due = this.#model.find({ secondPassAt: { $lte: now } }).limit(MAX_LISTED)
    return (await due.lean()).map(toTombstone)
  }

  async finishSecondPass({ userId, eventId }: Tombstone, records: number, at: Date): Promise<void> {
    await this.#model.updateOne(
      { _id: userId, eventId },
      {
        $inc: { records },
        ...(records > 0 ? { $set: { dueAt: at } } : {}),
        $unset: { secondPassAt: '', ...(records > 0 ? { claim: '' } : {}) },
      },
    )
  }
}
