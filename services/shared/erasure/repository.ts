import { batchPerTick } from '../batch-per-tick.ts'
import type { EventQueue } from '../messaging/outbox.ts'
import { buildIndexes } from '../store/indexes.ts'
import { insert } from '../store/insert.ts'
import type { StoredOutbox } from '../store/outbox.ts'
import { retryUntilWritten } from '../store/retry-until-written.ts'
import {
  confirmationOf,
  toTombstone,
  type ConfirmingService,
  type TombstoneModel,
  type TombstoneRecord,
} from './record.ts'
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
  addRecords(tombstone: Tombstone, records: number): Promise<void>
  /** Records that everything was erased, with the number of records, and stores the confirmation. */
  finish(tombstone: Tombstone, records: number, at: Date): Promise<void>
  /** Those that are due for the second pass. */
  listSecondPass(now: Date): Promise<readonly Tombstone[]>
  /** Records the second pass. Confirms again if it found something. */
  finishSecondPass(tombstone: Tombstone, records: number): Promise<void>
}

/** Longer than any request takes: an import of an operator may take a minute. */
const SECOND_PASS_AFTER_MS = 2 * 60_000
const MAX_LISTED = 100

interface Options {
  readonly service: ConfirmingService
  readonly model: TombstoneModel
  readonly outbox: StoredOutbox<TombstoneRecord>
  readonly relay: EventQueue
}

export class MongoTombstones implements Tombstones {
  readonly #service: ConfirmingService
  readonly #model: TombstoneModel
  readonly #outbox: StoredOutbox<TombstoneRecord>
  readonly #relay: EventQueue
  readonly has = batchPerTick(async (userIds: readonly number[]): Promise<boolean[]> => {
    const erased = new Set((await this.among([...new Set(userIds)])).map(({ userId }) => userId))
    return userIds.map((id) => erased.has(id))
  })

  constructor(options: Options) {
    this.#service = options.service
    this.#model = options.model
    this.#outbox = options.outbox
    this.#relay = options.relay
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
      {
        _id: userId,
        eventId,
        withRegistrations,
        registrationIds: [...registrationIds],
        records: 0,
        trace,
        events: [],
      },
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

  async addRecords(tombstone: Tombstone, records: number): Promise<void> {
    if (records > 0) await this.#change(tombstone, (before) => ({ records: before.records + records }))
  }

  async finish(tombstone: Tombstone, records: number, at: Date): Promise<void> {
    await this.#change(tombstone, (before) => ({
      records: before.records + records,
      finishedAt: at,
      secondPassAt: new Date(at.getTime() + SECOND_PASS_AFTER_MS),
    }))
  }

  async listSecondPass(now: Date): Promise<readonly Tombstone[]> {
    const due = this.#model.find({ secondPassAt: { $lte: now } }).limit(MAX_LISTED)
    return (await due.lean()).map(toTombstone)
  }

  async finishSecondPass(tombstone: Tombstone, records: number): Promise<void> {
    await this.addRecords(tombstone, records)
    const { userId, eventId } = tombstone
    await this.#model.updateOne({ _id: userId, eventId }, { $unset: { secondPassAt: '' } })
  }

  /**
   * Writes a change, with a confirmation if all was erased. Ignored for an earlier repetition of the erasure.
   */
  async #change(
    { userId: _id, eventId }: Tombstone,
    change: (before: TombstoneRecord) => Partial<TombstoneRecord>,
  ): Promise<void> {
    await retryUntilWritten('erasedUsers', async () => {
      const before = await this.#model.findOne({ _id, eventId }).lean()
      if (!before) return true
      const changes = change(before)
      const after = { ...before, ...changes }
      const pending = after.finishedAt && {
        events: [confirmationOf(this.#service, after, after.finishedAt)],
        ...this.#outbox.lease(this.#relay.hasCapacity(1)),
      }
      const { matchedCount } = await this.#model.updateOne(
        { _id, eventId, records: before.records, finishedAt: before.finishedAt ?? null },
        { $set: { ...changes, ...pending } },
      )
      if (matchedCount === 0) return undefined
      if (pending) this.#relay.enqueue(this.#outbox.pendingOf({ _id, ...pending }))
      return true
    })
  }
}
