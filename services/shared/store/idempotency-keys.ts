import { Schema, type Connection } from 'mongoose'
import type { IdempotencyKeys, IdempotencyRow, KeyClaim } from '../idempotency.ts'
import { buildIndexes } from './indexes.ts'
import { insert } from './insert.ts'

/** How long a first answer is kept (decision R10). */
const KEPT_SECONDS = 24 * 60 * 60
/**
 * How long one request may hold a key: longer than a caller waits. A request that works longer does no harm: another
 * with the same key writes the same ids, so what is written first stays.
 */
export const KEY_LEASE_MS = 10_000

interface KeyRecord {
  _id: string
  bodyHash: string
  firstId: number
  leaseUntil: Date
  answer?: { status: number; body: unknown; headers: Record<string, string> }
  createdAt: Date
}

export class MongoIdempotencyKeys implements IdempotencyKeys {
  readonly #model

  constructor(connection: Connection) {
    const schema = new Schema<KeyRecord>(
      {
        _id: String,
        bodyHash: { type: String, required: true },
        firstId: { type: Number, required: true },
        leaseUntil: { type: Date, required: true },
        answer: { type: Schema.Types.Mixed },
        createdAt: { type: Date, required: true },
      },
      { versionKey: false },
    )
    schema.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })
    this.#model = connection.model<KeyRecord>('IdempotencyKey', schema, 'idempotencyKeys')
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  async claim(claim: KeyClaim, reserveIds: () => Promise<number>): Promise<IdempotencyRow> {
    const leaseUntil = leaseOf(claim)
    const known = await this.#model.findById(claim.key).lean()
    if (!known) {
      const record = {
        _id: claim.key,
        bodyHash: claim.bodyHash,
        firstId: await reserveIds(),
        leaseUntil,
        createdAt: claim.now,
      }
      const taken = (await insert(this.#model, [record])).size > 0
      return taken
        ? this.claim(claim, reserveIds)
        : { state: 'mine', firstId: record.firstId, repeated: false }
    }
    if (known.bodyHash !== claim.bodyHash) return { state: 'other-body' }
    if (known.answer) return { state: 'answered', answer: known.answer, firstId: known.firstId }
    if (known.leaseUntil > claim.now) return { state: 'in-flight', until: known.leaseUntil }
    // The holder is gone. Of several requests that take over, the one whose update matches the old lease
    // wins.
    const taken = await this.#model.updateOne(
      { _id: claim.key, leaseUntil: known.leaseUntil, answer: { $exists: false } },
      { $set: { leaseUntil } },
    )
    return taken.modifiedCount === 1
      ? { state: 'mine', firstId: known.firstId, repeated: true }
      : { state: 'in-flight', until: leaseUntil }
  }

  async answer(key: string, answer: NonNullable<KeyRecord['answer']>): Promise<void> {
    await this.#model.updateOne({ _id: key }, { $set: { answer } })
  }

  async isAnswered({ key, bodyHash }: KeyClaim): Promise<boolean> {
    return (await this.#model.exists({ _id: key, bodyHash, answer: { $exists: true } })) !== null
  }

  async release(key: string): Promise<void> {
    await this.#model.updateOne(
      { _id: key, answer: { $exists: false } },
      { $set: { leaseUntil: new Date(0) } },
    )
  }

  async forget(claim: KeyClaim): Promise<void> {
    await this.#model.deleteOne({ _id: claim.key, leaseUntil: leaseOf(claim), answer: { $exists: false } })
  }
}

const leaseOf = ({ now }: KeyClaim) => new Date(now.getTime() + KEY_LEASE_MS)
