import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import { buildIndexes } from '../../../platform/store/indexes.ts'
import { insertUnderReservedIds, violatedIndex } from '../../../platform/store/insert.ts'
import { findPage } from '../../../platform/store/page.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import { MergeInProgress } from '../errors.ts'
import { newPersonJob, type PersonJobBeginning, type PersonJobProgress } from '../person-jobs/record.ts'
import { writeReceipt, personJobFilter, type Finished } from '../person-jobs/repository.ts'
import { AFTER_USER, stopped } from './passes.ts'
import { toMerge, type MergeModel, type MergeRecord } from './record.ts'
import type { Accounts, Merge, StopReason } from './rules.ts'

/** The merges of accounts: what operators see, and work that is to be finished. */
export class Merges {
  readonly #model: MergeModel

  constructor(model: MergeModel) {
    this.#model = model
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  async find(fromId: number): Promise<Merge | undefined> {
    const record = await this.#model.findById(fromId).lean()
    return record ? toMerge(record) : undefined
  }

  list(filter: { inProgress: boolean }, page: Page): Promise<FoundPage<Merge>> {
    return findPage(this.#model, { filter: personJobFilter<MergeRecord>(filter) }, page, toMerge)
  }

  count(filter: { inProgress: boolean }): Promise<number> {
    return this.#model.countDocuments(personJobFilter<MergeRecord>(filter))
  }

  /** @throws MergeInProgress when one of the accounts takes part in another merge */
  async requireNoOther({ fromId, intoId }: Accounts): Promise<void> {
    const other = await this.#model.findOne({ accounts: { $in: [fromId, intoId] }, inProgress: true }).lean()
    if (other) throw new MergeInProgress(toMerge(other))
  }

  /**
   * Stores a merge, or begins one again that was stopped before anything was done. An index enforces that an
   * account takes part in one at a time.
   * @returns undefined when there is this merge already
   * @throws MergeInProgress
   */
  async begin(
    { fromId: _id, intoId }: Accounts,
    { operatorName, ...beginning }: PersonJobBeginning & { readonly operatorName: string },
  ): Promise<MergeRecord | undefined> {
    const record: MergeRecord = {
      ...newPersonJob<PersonJobProgress>(beginning, AFTER_USER),
      _id,
      intoId,
      accounts: [_id, intoId],
      operatorName,
      reason: null,
    }
    const stored = await retryUntilWritten('merges', async () => {
      const { duplicates, alreadyStored } = await insertUnderReservedIds(this.#model, [record])
      if (duplicates.size > 0) await this.requireNoOther({ fromId: _id, intoId })
      else if (alreadyStored.size === 0) return { record }
      else if (await this.#beginAgain(record)) return { record }
      else if ((await this.find(_id))?.intoId === intoId) return { record: undefined }
      else await this.requireNoOther({ fromId: _id, intoId })
      // It has ended in between.
      return undefined
    })
    return stored.record
  }

  async #beginAgain({ _id, ...fields }: MergeRecord): Promise<boolean> {
    try {
      const again = { _id, reason: { $ne: null }, inProgress: { $exists: false } }
      return (await this.#model.updateOne(again, { $set: fields })).matchedCount > 0
    } catch (error) {
      if (violatedIndex(this.#model, error) === undefined) throw error
      await this.requireNoOther({ fromId: _id, intoId: fields.intoId })
      return false
    }
  }

  /** Records what a service has done. */
  async writeReceipt(fromId: number, finished: Finished): Promise<void> {
    await writeReceipt<PersonJobProgress, MergeRecord>(this.#model, { _id: fromId, reason: null }, finished)
  }

  /** Ends a merge that can't go on, unless it has ended already. */
  async stop(fromId: number, reason: StopReason, now: Date): Promise<void> {
    await this.#model.updateOne({ _id: fromId, inProgress: true }, stopped(reason, now))
  }
}
