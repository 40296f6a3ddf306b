import type { AccountIdentity } from '../../../../platform/domain/account.ts'
import type { FoundPage, Page } from '../../../../platform/domain/page.ts'
import { NotFound } from '../../../../platform/errors.ts'
import type { Ids } from '../../../../platform/store/counters.ts'
import { buildIndexes } from '../../../../platform/store/indexes.ts'
import { insert } from '../../../../platform/store/insert.ts'
import { findPage } from '../../../../platform/store/page.ts'
import { toKey, toRecord, type KeyModel, type KeyRecord } from './record.ts'
import type { Lease } from '../../../../platform/store/due-records.ts'
import type { Key } from './rules.ts'

/** Which keys of all accounts a list shows. */
export interface KeyFilter {
  /** Only valid keys that expire before. */
  readonly expiresBefore?: Date | undefined
  readonly usedAfter?: Date | undefined
}

/** What ends the issue of a key, after it was stored. */
export interface KeyIssue {
  readonly lease: Lease
  /** The key that it replaces, and when that one expires. */
  readonly replaces?: KeyRecord['replaces']
}

/** Reads and writes the keys of service accounts. */
export class Keys {
  readonly #model: KeyModel
  readonly #numbers: Ids

  constructor(model: KeyModel, numbers: Ids) {
    this.#model = model
    this.#numbers = numbers
  }

  /** Builds the indexes; returns the highest number in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    const last = await this.#model.findOne({}, { number: 1 }).sort({ number: -1 }).lean()
    return last?.number ?? 0
  }

  /** All keys of these accounts, in any order. */
  async findOfAccounts(accountIds: readonly number[]): Promise<Key[]> {
    return (await this.#model.find({ accountId: { $in: accountIds } }).lean()).map(toKey)
  }

  async find(keyId: string): Promise<Key | undefined> {
    const record = await this.#model.findById(keyId).lean()
    return record ? toKey(record) : undefined
  }

  /** One page in the order of issue. */
  list(accountId: number, page: Page): Promise<FoundPage<Key>> {
    return findPage(this.#model, { filter: { accountId }, key: 'number' }, page, toKey)
  }

  count(accountId: number): Promise<number> {
    return this.#model.countDocuments({ accountId })
  }

  /** One page of the keys of all accounts in the order of issue. */
  listAll(filter: KeyFilter, page: Page, now: Date): Promise<FoundPage<Key>> {
    return findPage(this.#model, { filter: conditionsOf(filter, now), key: 'number' }, page, toKey)
  }

  countAll(filter: KeyFilter, now: Date): Promise<number> {
    return this.#model.countDocuments(conditionsOf(filter, now))
  }

  nextNumber(): Promise<number> {
    return this.#numbers.next()
  }

  /**
   * Stores a key. Its account may have been deleted meanwhile, which is looked at next, in every case.
   * @param lease when another process does it, unless this one has
   */
  async add(key: Key, { lease, replaces }: KeyIssue): Promise<KeyRecord> {
    const record = {
      ...toRecord(key),
      checkDueAt: lease.until,
      checkClaim: lease.claim,
      ...(replaces && { replaces }),
    }
    const rejected = await insert(this.#model, [record])
    if (rejected.size > 0) throw new Error(`key ${key.id} or its number is already in use`)
    return record
  }

  /** The issue of the key has ended. */
  async confirm(keyId: string): Promise<void> {
    await this.#model.updateOne({ _id: keyId }, { $unset: { checkDueAt: '', checkClaim: '', replaces: '' } })
  }

  /** Lets any process look whether the account still exists, for each of its keys. */
  async checkAll({ id, createdAt }: AccountIdentity, at: Date): Promise<void> {
    await this.#model.updateMany(
      { accountId: id, accountCreatedAt: createdAt, checkDueAt: { $exists: false } },
      { $set: { checkDueAt: at } },
    )
  }

  /**
   * Keeps the time of the first revocation.
   * @returns false when the key was revoked already
   * @throws NotFound when the account has no such key
   */
  async revoke(accountId: number, keyId: string, now: Date): Promise<boolean> {
    const revocation = { $set: { revokedAt: now } }
    const { matchedCount } = await this.#model.updateOne(
      { _id: keyId, accountId, revokedAt: null },
      revocation,
    )
    if (!(await this.#model.exists({ _id: keyId, accountId }))) throw new NotFound()
    return matchedCount === 1
  }

  /** Makes the key expire at this time, unless it expires earlier. */
  async limit(keyId: string, expiresAt: Date): Promise<void> {
    const laterOrNever = [{ expiresAt: null }, { expiresAt: { $gt: expiresAt } }]
    await this.#model.updateOne({ _id: keyId, $or: laterOrNever }, { $set: { expiresAt } })
  }

  /** Records a use, unless one after `replaced` is recorded. */
  async recordUse(
    keyId: string,
    { at, from, replaced }: { at: Date; from: string; replaced: Date },
  ): Promise<void> {
    const olderOrNone = [{ lastUsedAt: null }, { lastUsedAt: { $lt: replaced } }]
    await this.#model.updateOne(
      { _id: keyId, $or: olderOrNone },
      { $set: { lastUsedAt: at, lastUsedFrom: from } },
    )
  }

  /** Removes the keys of this account, and not those of another one with the same id. */
  async removeAll({ id, createdAt }: AccountIdentity): Promise<void> {
    await this.#model.deleteMany({ accountId: id, accountCreatedAt: createdAt })
  }
}

const conditionsOf = ({ expiresBefore, usedAfter }: KeyFilter, now: Date) => ({
  ...(expiresBefore && { expiresAt: { $gt: now, $lt: expiresBefore }, revokedAt: null }),
  ...(usedAfter && { lastUsedAt: { $gt: usedAfter } }),
})
