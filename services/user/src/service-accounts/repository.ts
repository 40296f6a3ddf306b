import type { ServiceAccount } from './rules.ts'
import type { Page } from '../../../shared/domain/page.ts'
import type { Keys } from '../keys/repository.ts'
import { retryUntilWritten } from '../../../shared/store/retry-until-written.ts'
import { findPage } from '../../../shared/store/page.ts'
import { insert } from '../../../shared/store/insert.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { NotFound } from '../../../shared/errors.ts'
import { Schema, type Connection } from 'mongoose'

/** A write of an account, and the account that it replaced. */
export interface Written {
  readonly account: ServiceAccount
  readonly revision: number
  readonly before: ServiceAccount | undefined
}

/** The questions that this service asks about service accounts. */
export interface ServiceAccounts {
  find(id: number): Promise<ServiceAccount | undefined>
  /** One page, and one account more when there are more. */
  list(page: Page): Promise<ServiceAccount[]>
  count(): Promise<number>
  /** Does an account have a grant in the group, or its home there? */
  anyIn(groupId: number): Promise<boolean>
  /** Adds an account under a new id. */
  add(account: Omit<ServiceAccount, 'id'>): Promise<Written>
  /** Creates or replaces. */
  put(account: ServiceAccount): Promise<Written>
  /** Undoes a write, unless another one has followed. */
  undo(written: Written): Promise<void>
  /** Removes the account and its keys. @throws NotFound */
  remove(id: number): Promise<void>
}

interface AccountRecord extends Omit<ServiceAccount, 'id'> {
  _id: number
  revision: number
}

/**
 * Operators choose ids with PUT, up to the largest safe integer; the counter ignores ids above this, so it
 * never runs out.
 */
const MAX_COUNTED_ID = Number.MAX_SAFE_INTEGER / 2

export class MongoServiceAccounts implements ServiceAccounts {
  readonly #model
  readonly #ids: Ids
  readonly #keys: Pick<Keys, 'removeAll'>

  constructor(connection: Connection, ids: Ids, keys: Pick<Keys, 'removeAll'>) {
    const schema = new Schema<AccountRecord>(
      {
        _id: { type: Number, required: true },
        name: { type: String, required: true },
        homeGroupId: Number,
        grants: [{ _id: false, role: String, groupId: Number }],
        requestsPerMinute: Number,
        revision: { type: Number, required: true },
      },
      { versionKey: false },
    )
    schema.index({ 'grants.groupId': 1 })
    schema.index({ homeGroupId: 1 })
    this.#model = connection.model<AccountRecord>('ServiceAccount', schema, 'serviceAccounts')
    this.#ids = ids
    this.#keys = keys
  }

  /** Builds the indexes; returns the highest id in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    const last = await this.#model
      .findOne({ _id: { $lt: MAX_COUNTED_ID } }, { _id: 1 })
      .sort({ _id: -1 })
      .lean()
    return last?._id ?? 0
  }

  async find(id: number): Promise<ServiceAccount | undefined> {
    const record = await this.#model.findById(id).lean()
    return record ? toAccount(record) : undefined
  }

  async list(page: Page): Promise<ServiceAccount[]> {
    return (await findPage(this.#model, {}, page).lean()).map(toAccount)
  }

  count(): Promise<number> {
    return this.#model.countDocuments()
  }

  async anyIn(groupId: number): Promise<boolean> {
    const granted = await this.#model.exists({ 'grants.groupId': groupId })
    return (granted ?? (await this.#model.exists({ homeGroupId: groupId }))) !== null
  }

  async add(account: Omit<ServiceAccount, 'id'>): Promise<Written> {
    for (;;) {
      const written = await this.#insert({ ...account, id: await this.#ids.next() })
      if (written) return written // otherwise an operator has used this id: try the next one
    }
  }

  async put(account: ServiceAccount): Promise<Written> {
    return await retryUntilWritten('serviceAccounts', async () => {
      const record = await this.#model.findById(account.id).lean()
      return record ? await this.#replace(record, account) : await this.#insert(account)
    })
  }

  async undo({ account, revision, before }: Written): Promise<void> {
    const mine = { _id: account.id, revision }
    if (before) await this.#model.replaceOne(mine, toRecord(before, revision + 1))
    else await this.#model.deleteOne(mine)
  }

  async remove(id: number): Promise<void> {
    // Keys first, so that none outlives its account, whose id may be used again; then again for a key issued
    // meanwhile.
    await this.#keys.removeAll(id)
    const { deletedCount } = await this.#model.deleteOne({ _id: id })
    await this.#keys.removeAll(id)
    if (deletedCount === 0) throw new NotFound()
  }

  /** Returns undefined when the id is taken. */
  async #insert(account: ServiceAccount): Promise<Written | undefined> {
    const revision = 1
    const taken = (await insert(this.#model, [toRecord(account, revision)])).size > 0
    return taken ? undefined : { account, revision, before: undefined }
  }

  /** Returns undefined after a lost race. */
  async #replace(record: AccountRecord, account: ServiceAccount): Promise<Written | undefined> {
    const revision = record.revision + 1
    const { matchedCount } = await this.#model.replaceOne(
      { _id: account.id, revision: record.revision },
      toRecord(account, revision),
    )
    return matchedCount === 1 ? { account, revision, before: toAccount(record) } : undefined
  }
}

const toRecord = ({ id, ...fields }: ServiceAccount, revision: number): AccountRecord => ({
  _id: id,
  ...fields,
  revision,
})

const toAccount = ({ _id, name, homeGroupId, grants, requestsPerMinute }: AccountRecord): ServiceAccount => ({
  id: _id,
  name,
  homeGroupId,
  grants: grants.map(({ role, groupId }) => ({ role, groupId })),
  requestsPerMinute,
})
