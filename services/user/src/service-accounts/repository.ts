import type { Connection } from 'mongoose'
import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import { NotFound, requireExisting } from '../../../platform/errors.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { buildIndexes, highestId } from '../../../platform/store/indexes.ts'
import { insert } from '../../../platform/store/insert.ts'
import { findPage } from '../../../platform/store/page.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Keys } from './keys/repository.ts'
import { accountModel, toAccount, toRecord, type AccountModel, type AccountRecord } from './record.ts'
import type { AccountInput, ServiceAccount } from './rules.ts'

/** An account that was written, and the account that it replaced. */
export interface AccountWrite {
  readonly account: ServiceAccount
  readonly revision: number
  readonly before: ServiceAccount | undefined
}

/** Reads and writes service accounts. */
export class ServiceAccounts {
  readonly #model: AccountModel
  readonly #ids: Ids
  readonly #keys: Pick<Keys, 'removeAll'>
  readonly #clock: Clock

  constructor(connection: Connection, ids: Ids, keys: Pick<Keys, 'removeAll'>, clock: Clock) {
    this.#model = accountModel(connection)
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

  /** Adds an account under a new id. */
  async add(account: AccountInput): Promise<AccountWrite> {
    for (;;) {
      const written = await this.#insert(await this.#ids.next(), account)
      if (written) return written // otherwise an operator has chosen this id: try the next one
    }
  }

  /**
   * Creates or replaces an account.
   * @param check is called with the account that is replaced, and may throw
   */
  async put(
    id: number,
    account: AccountInput,
    check: (before: ServiceAccount | undefined) => void,
  ): Promise<AccountWrite> {
    return await retryUntilWritten('serviceAccounts', async () => {
      const record = await this.#model.findById(id).lean()
      check(record ? toAccount(record) : undefined)
      return record ? await this.#replace(record, account) : await this.#insert(id, account)
    })
  }

  /** Undoes a write, unless another one has followed. */
  async undo({ account, revision, before }: AccountWrite): Promise<void> {
    const unchanged = { _id: account.id, createdAt: account.createdAt, revision }
    if (before) await this.#model.replaceOne(unchanged, toRecord(before, revision + 1))
    else await this.#model.deleteOne(unchanged)
  }

  /** Removes the account and its keys. @throws NotFound */
  async remove(id: number): Promise<void> {
    const account = requireExisting(await this.find(id))
    // Keys are removed first: an interrupted deletion leaves an account without keys, not keys without an
    // account. They are removed again for a key that was issued in between.
    await this.#keys.removeAll(account)
    const { deletedCount } = await this.#model.deleteOne({ _id: id, createdAt: account.createdAt })
    await this.#keys.removeAll(account)
    if (deletedCount === 0) throw new NotFound()
  }

  /** Returns undefined when the id is taken. */
  async #insert(id: number, input: AccountInput): Promise<AccountWrite | undefined> {
    const account = { ...input, id, createdAt: this.#clock.now() }
    const revision = 1
    const taken = (await insert(this.#model, [toRecord(account, revision)])).size > 0
    return taken ? undefined : { account, revision, before: undefined }
  }

  /** Returns undefined after a lost race. */
  async #replace(record: AccountRecord, input: AccountInput): Promise<AccountWrite | undefined> {
    const { _id: id, createdAt } = record
    const account = { ...input, id, createdAt }
    const revision = record.revision + 1
    const { matchedCount } = await this.#model.replaceOne(
      // Revisions begin again when the id is used again.
      { _id: id, createdAt, revision: record.revision },
      toRecord(account, revision),
    )
    return matchedCount === 1 ? { account, revision, before: toAccount(record) } : undefined
  }
}
