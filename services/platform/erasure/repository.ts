import { batched } from '../work/batched.ts'
import { buildIndexes } from '../store/indexes.ts'
import { insert } from '../store/insert.ts'
import type { StoredOutbox } from '../store/outbox.ts'
import { retryUntilWritten } from '../work/retry-until-written.ts'
import {
  confirmationOf,
  toTombstone,
  type ConfirmingService,
  type TombstoneModel,
  type TombstoneRecord,
} from './record.ts'
import type { ErasureRequest, Tombstone } from './tombstone.ts'

/** The process that erases the user loses its claim, and the next one begins with the first step. */
const RESTART = { eraseClaim: '', eraseProgress: '' } as const

interface Options {
  readonly service: ConfirmingService
  readonly model: TombstoneModel
  readonly outbox: StoredOutbox<TombstoneRecord>
}

/** The erased users that a service knows of. */
export class Tombstones {
  readonly #service: ConfirmingService
  readonly #model: TombstoneModel
  readonly #outbox: StoredOutbox<TombstoneRecord>
  /** Whether this user was erased. Checks of the same moment share a query. */
  readonly has = batched(async (userIds: readonly number[]): Promise<boolean[]> => {
    const erased = new Set((await this.among([...new Set(userIds)])).map(({ userId }) => userId))
    return userIds.map((id) => erased.has(id))
  })

  constructor(options: Options) {
    this.#service = options.service
    this.#model = options.model
    this.#outbox = options.outbox
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  /** The users in the list who were erased. */
  async among(userIds: readonly number[]): Promise<readonly Tombstone[]> {
    if (userIds.length === 0) return []
    return (await this.#model.find({ _id: { $in: userIds } }).lean()).map(toTombstone)
  }

  /**
   * Stores the tombstone and makes the erasure due, also when it is repeated. Registrations are added to
   * those that it names.
   * @param options.confirm whether this service confirms after the erasure
   */
  async put(
    { userId, eventId, withRegistrations, registrationIds, trace }: ErasureRequest,
    { confirm, now }: { readonly confirm: boolean; readonly now: Date },
  ): Promise<void> {
    const fields = { eventId, withRegistrations, records: 0, toConfirm: false, trace }
    await insert(this.#model, [{ _id: userId, ...fields, registrationIds: [...registrationIds], events: [] }])
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

  /** Makes the erasure of erased users due again. */
  async eraseAgain(userIds: readonly number[], now: Date): Promise<void> {
    await this.#model.updateMany({ _id: { $in: userIds } }, { $set: { eraseDueAt: now }, $unset: RESTART })
  }

  /** Adds to the number of records. Confirms again if the erasure was finished before. */
  async addRecords(tombstone: Tombstone, records: number): Promise<void> {
    if (records > 0) await this.#change(tombstone, (before) => ({ records: before.records + records }))
  }

  /** Records that everything was erased, and stores the confirmation. Safe to repeat. */
  async confirm(tombstone: Tombstone, at: Date): Promise<void> {
    await this.#change(tombstone, () => ({ finishedAt: at }))
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
        ...this.#outbox.scheduleFor(1),
      }
      const { matchedCount } = await this.#model.updateOne(
        { _id, eventId, records: before.records, finishedAt: before.finishedAt ?? null },
        { $set: { ...changes, ...pending } },
      )
      if (matchedCount === 0) return undefined
      if (pending) this.#outbox.publish([{ _id, ...pending }])
      return true
    })
  }
}
