import { Schema, type Connection } from 'mongoose'
import type { IdempotencyKeys, KeyedRequest, KeyState, StoredResponse } from '../work/idempotency.ts'
import { buildIndexes } from './indexes.ts'
import { insert } from './insert.ts'

/** How long a key and its response are stored. */
const STORED_SECONDS = 24 * 60 * 60
/**
 * How long one request may hold a key: longer than a caller waits. A request that takes longer does no harm,
 * because another one with the same key writes the same ids, and the first write stays.
 */
export const KEY_LEASE_MS = 10_000

interface KeyRecord {
  _id: string
  /** "" when the key is erased. */
  bodyHash: string
  firstId: number
  leaseUntil: Date
  response?: StoredResponse
  /** The users in the response. Absent without a response. */
  userIds?: number[]
  /** The response was about a user who was erased. */
  erased?: boolean
  createdAt: Date
}

export class MongoIdempotencyKeys implements IdempotencyKeys {
  readonly #model

  constructor(connection: Connection) {
    const schema = new Schema<KeyRecord>(
      {
        _id: String,
        bodyHash: String,
        firstId: { type: Number, required: true },
        leaseUntil: { type: Date, required: true },
        response: { type: Schema.Types.Mixed },
        userIds: { type: [Number], default: undefined },
        erased: Boolean,
        createdAt: { type: Date, required: true },
      },
      { versionKey: false },
    )
    schema.index({ createdAt: 1 }, { expireAfterSeconds: STORED_SECONDS })
    schema.index({ userIds: 1 }, { sparse: true })
    schema.index({ firstId: 1 })
    this.#model = connection.model<KeyRecord>('IdempotencyKey', schema, 'idempotencyKeys')
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  async claim(request: KeyedRequest, reserveIds: () => Promise<number>): Promise<KeyState> {
    const leaseUntil = leaseOf(request)
    const stored = await this.#model.findById(request.id).lean()
    if (!stored) {
      const record = {
        _id: request.id,
        bodyHash: request.bodyHash,
        firstId: await reserveIds(),
        leaseUntil,
        createdAt: request.now,
      }
      const isTaken = (await insert(this.#model, [record])).size > 0
      return isTaken
        ? this.claim(request, reserveIds)
        : { state: 'claimed', firstId: record.firstId, isRetry: false }
    }
    if (stored.erased) return { state: 'erased' }
    if (stored.bodyHash !== request.bodyHash) return { state: 'other-body' }
    if (stored.response) return { state: 'completed', response: stored.response, firstId: stored.firstId }
    if (stored.leaseUntil > request.now) return { state: 'in-flight', until: stored.leaseUntil }
    // The lease has expired. Of several requests that claim the key, the one whose update matches the old
    // lease wins.
    const updated = await this.#model.updateOne(
      { _id: request.id, leaseUntil: stored.leaseUntil, response: { $exists: false } },
      { $set: { leaseUntil } },
    )
    // The lease of the winner ends about when this one would.
    return updated.modifiedCount === 1
      ? { state: 'claimed', firstId: stored.firstId, isRetry: true }
      : { state: 'in-flight', until: leaseUntil }
  }

  async storeResponse(id: string, response: StoredResponse, userIds: readonly number[]): Promise<void> {
    await this.#model.updateOne(
      { _id: id, erased: { $exists: false }, response: { $exists: false } },
      { $set: { response, userIds: [...userIds] } },
    )
  }

  async allowRetry(id: string): Promise<void> {
    await this.#model.updateOne(
      { _id: id, response: { $exists: false } },
      { $set: { leaseUntil: new Date(0) } },
    )
  }

  async removeClaim(request: KeyedRequest): Promise<void> {
    await this.#model.deleteOne({
      _id: request.id,
      leaseUntil: leaseOf(request),
      response: { $exists: false },
    })
  }

  async eraseUser(userId: number, recordIds: readonly number[], limit: number): Promise<number> {
    const erasure = {
      $set: { erased: true, bodyHash: '', leaseUntil: new Date(0) },
      $unset: { response: '', userIds: '' },
    } as const
    // An erased key is not found again.
    const keys = await this.#model.find({ userIds: userId }, { _id: 1 }).limit(limit).lean()
    const found = await this.#model.updateMany({ _id: { $in: keys.map(({ _id }) => _id) } }, erasure)
    const interrupted = await this.#model.updateMany(
      { firstId: { $in: recordIds }, response: { $exists: false }, erased: { $exists: false } },
      erasure,
    )
    return found.modifiedCount + interrupted.modifiedCount
  }
}

const leaseOf = ({ now }: KeyedRequest) => new Date(now.getTime() + KEY_LEASE_MS)
