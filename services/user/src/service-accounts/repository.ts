import { isDeepStrictEqual } from 'node:util'
import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import { NotFound, requireExisting } from '../../../platform/errors.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { buildIndexes, highestId } from '../../../platform/store/indexes.ts'
import { insert } from '../../../platform/store/insert.ts'
import { findPage } from '../../../platform/store/page.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Keys } from './keys/repository.ts'
import type { Lease } from '../../../platform/store/due-records.ts'
import { toAccount, toRecord, type AccountModel, type AccountRecord } from './record.ts'
import { withoutGroups, type AccountInput, type ServiceAccount } from './rules.ts'

/** An account as it is stored. Whether its groups exist is looked at next, in every case. */
export interface AccountWrite {
  readonly account: ServiceAccount
  readonly record: AccountRecord
  readonly outcome: 'created' | 'replaced' | 'unchanged'
}

interface Options {
  readonly model: AccountModel
  readonly ids: Ids
  readonly keys: Pick<Keys, 'removeAll' | 'checkAll'>
  readonly clock: Clock
}

/** Reads and writes service accounts. */
export class ServiceAccounts {
  readonly #model: AccountModel
  readonly #ids: Ids
  readonly #keys: Options['keys']
  readonly #clock: Clock

  constructor({ model, ids, keys, clock }: Options) {
    this.#model = model
    this.#ids = ids
    this.#keys = keys
    this.#clock = clock
  }

  /** Builds the indexes; returns the highest id that the counter has to pass. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return await highestId(this.#model)
  }

  async find(id: number): Promise<ServiceAccount | undefined> {
    const record = await this.#model.findById(id).lean()
    return record ? toAccount(record) : undefined
  }

  async findMany(ids: readonly number[]): Promise<ServiceAccount[]> {
    return (await this.#model.find({ _id: { $in: ids } }).lean()).map(toAccount)
  }

  list(page: Page): Promise<FoundPage<ServiceAccount>> {
    return findPage(this.#model, { filter: {} }, page, toAccount)
  }

  count(): Promise<number> {
    return this.#model.countDocuments()
  }

  /** Whether an account has a grant in this group, or has it as its home group. */
  async existsInGroup(groupId: number): Promise<boolean> {
    const found = await Promise.all([
      this.#model.exists({ 'grants.groupId': groupId }),
      this.#model.exists({ homeGroupId: groupId }),
    ])
    return found.some((account) => account !== null)
  }

  /**
   * Adds an account under a new id.
   * @param lease when another process looks whether the groups exist, unless this one has
   */
  async add(account: AccountInput, lease: Lease): Promise<AccountWrite> {
    for (;;) {
      const written = await this.#insert(await this.#ids.next(), account, lease)
      if (written) return written // otherwise an operator has chosen this id: try the next one
    }
  }

  /**
   * Creates or replaces an account. The same account again changes nothing.
   * @param lease when another process looks whether the groups exist, unless this one has
   * @param check is called with the account that is replaced, and may throw
   */
  async put(
    id: number,
    account: AccountInput,
    lease: Lease,
    check: (before: ServiceAccount | undefined) => void,
  ): Promise<AccountWrite> {
    return await retryUntilWritten<AccountWrite>('serviceAccounts', async () => {
      const record = await this.#model.findById(id).lean()
      const before = record ? toAccount(record) : undefined
      check(before)
      if (record && before && isDeepStrictEqual(before, { ...before, ...account }))
        return { account: before, record, outcome: 'unchanged' }
      return record ? await this.#replace(record, account, lease) : await this.#insert(id, account, lease)
    })
  }

  /** The groups of the account exist. Does nothing if another write has followed. */
  async confirm({ _id, createdAt, revision }: AccountRecord): Promise<void> {
    await this.#model.updateOne(
      { _id, createdAt, revision },
      { $unset: { checkDueAt: '', checkClaim: '', replaced: '' } },
    )
  }

  /**
   * Undoes a write that names deleted groups, unless another one has followed. What it replaced may name a
   * group that was deleted meanwhile, so that is looked at next.
   */
  async undo(
    { _id, createdAt, revision, replaced }: AccountRecord,
    deleted: readonly number[],
  ): Promise<void> {
    const unchanged = { _id, createdAt, revision }
    if (!replaced) return void (await this.#model.deleteOne(unchanged))
    const restored = withoutGroups(replaced, deleted)
    await this.#model.updateOne(unchanged, {
      $set: { ...restored, replaced: restored, revision: revision + 1 },
    })
  }

  /** The account as it is stored. */
  async findRecord(id: number): Promise<AccountRecord | null> {
    return await this.#model.findById(id).lean()
  }

  /** Removes the account and its keys. @throws NotFound */
  async remove(id: number): Promise<void> {
    const account = requireExisting(await this.find(id))
    // Whatever becomes of this process: keys are looked at, and those without an account are removed.
    await this.#keys.checkAll(account, this.#clock.now())
    const { deletedCount } = await this.#model.deleteOne({ _id: id, createdAt: account.createdAt })
    await this.#keys.removeAll(account)
    if (deletedCount === 0) throw new NotFound()
  }

  /** Returns undefined when the id is taken. */
  async #insert(id: number, input: AccountInput, lease: Lease): Promise<AccountWrite | undefined> {
    const account = { ...input, id, createdAt: this.#clock.now() }
    const record = { ...toRecord(account, 1), ...checkedBy(lease) }
    const taken = (await insert(this.#model, [record])).size > 0
    return taken ? undefined : { account, record, outcome: 'created' }
  }

  /** Returns undefined after a lost race. */
  async #replace(
    before: AccountRecord,
    input: AccountInput,
    lease: Lease,
  ): Promise<AccountWrite | undefined> {
    const { _id: id, createdAt } = before
    const account = { ...input, id, createdAt }
    const { id: _id, createdAt: _createdAt, ...replaced } = toAccount(before)
    const record = { ...toRecord(account, before.revision + 1), ...checkedBy(lease), replaced }
    const { matchedCount } = await this.#model.replaceOne(
      // Revisions begin again when the id is used again.
      { _id: id, createdAt, revision: before.revision },
      record,
    )
    return matchedCount === 1 ? { account, record, outcome: 'replaced' } : undefined
  }
}

const checkedBy = ({ until, claim }: Lease) => ({ checkDueAt: until, checkClaim: claim })
