import type { Key } from './rules.ts'
import type { Page } from '../../../shared/domain/page.ts'
import { findPage } from '../../../shared/store/page.ts'
import { insert } from '../../../shared/store/insert.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { NotFound } from '../../../shared/errors.ts'
import { Schema, type Connection } from 'mongoose'

/** The questions that this service asks about keys. */
export interface Keys {
  find(keyId: string): Promise<Key | undefined>
  /** One page in the order of issue, and one key more when there are more. */
  list(accountId: number, page: Page): Promise<Key[]>
  count(accountId: number): Promise<number>
  nextNumber(): Promise<number>
  add(key: Key): Promise<void>
  /** Keeps the time of the first revocation. @throws NotFound when the account has no such key */
  revoke(accountId: number, keyId: string, now: Date): Promise<void>
  removeAll(accountId: number): Promise<void>
}

interface KeyRecord extends Omit<Key, 'id'> {
  _id: string
}

export class MongoKeys implements Keys {
  readonly #model
  readonly #numbers: Ids

  constructor(connection: Connection, numbers: Ids) {
    const schema = new Schema<KeyRecord>(
      {
        _id: { type: String, required: true },
        number: { type: Number, required: true },
        accountId: { type: Number, required: true },
        secretHash: { type: String, required: true },
        createdAt: { type: Date, required: true },
        expiresAt: Date,
        revokedAt: Date,
      },
      { versionKey: false },
    )
    schema.index({ accountId: 1, number: 1 }, { unique: true })
    schema.index({ number: 1 })
    this.#model = connection.model<KeyRecord>('Key', schema, 'keys')
    this.#numbers = numbers
  }

  /** Builds the indexes; returns the highest number in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    const last = await this.#model.findOne({}, { number: 1 }).sort({ number: -1 }).lean()
    return last?.number ?? 0
  }

  async find(keyId: string): Promise<Key | undefined> {
    const record = await this.#model.findById(keyId).lean()
    return record ? toKey(record) : undefined
  }

  async list(accountId: number, page: Page): Promise<Key[]> {
    return (await findPage(this.#model, { accountId }, page, 'number').lean()).map(toKey)
  }

  count(accountId: number): Promise<number> {
    return this.#model.countDocuments({ accountId })
  }

  nextNumber(): Promise<number> {
    return this.#numbers.next()
  }

  async add({ id, ...fields }: Key): Promise<void> {
    const refused = await insert(this.#model, [{ _id: id, ...fields }])
    if (refused.size > 0) throw new Error(`key ${id} or its number is given out already`)
  }

  async revoke(accountId: number, keyId: string, now: Date): Promise<void> {
    await this.#model.updateOne({ _id: keyId, accountId, revokedAt: null }, { $set: { revokedAt: now } })
    if (!(await this.#model.exists({ _id: keyId, accountId }))) throw new NotFound()
  }

  async removeAll(accountId: number): Promise<void> {
    await this.#model.deleteMany({ accountId })
  }
}

function toKey(record: KeyRecord): Key {
  const { _id, number, accountId, secretHash, createdAt, expiresAt, revokedAt } = record
  return { id: _id, number, accountId, secretHash, createdAt, expiresAt, revokedAt }
}
