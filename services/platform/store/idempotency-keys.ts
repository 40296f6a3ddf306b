import { Schema, type Connection } from 'mongoose'
import type { HandlerResponse } from '../contract/operation.ts'
import { buildIndexes } from './indexes.ts'
import { insert } from './insert.ts'

/** How long a key and its response are stored. */
const STORED_SECONDS = 24 * 60 * 60
/**
 * How long one request may hold a key: longer than a caller waits. Another one with the same key then writes
 * the same ids, and the first write stays.
 */
export const KEY_LEASE_MS = 10_000

/** Longer than any attempt takes, each of whose steps has a deadline. Until then, it may still write. */
const MAX_ATTEMPT_MS = 60_000

/** A response as it is stored with its key. */
export interface StoredResponse extends Omit<HandlerResponse, 'serialized'> {
  readonly headers: Readonly<Record<string, string>>
}

/** A request with an idempotency key. */
export interface KeyedRequest {
  /** Identifies account, operation and the caller's key. */
  readonly id: string
  readonly bodyHash: string
  /** How many consecutive ids are reserved for it. */
  readonly idCount: number
  /** When the key is claimed. Also tells this claim from others of the same key. */
  readonly now: Date
}

/** The state of a key when it is claimed. */
export type KeyState =
  | {
      readonly state: 'claimed'
      readonly firstId: number
      readonly isRetry: boolean
      readonly othersWriteUntil: Date
    }
  | { readonly state: 'completed'; readonly firstId: number; readonly response: StoredResponse }
  | { readonly state: 'other-body' }
  | { readonly state: 'erased' }
  | { readonly state: 'in-flight'; readonly until: Date }

/** For a lease or an attempt that has ended. */
const LONG_PAST = new Date(0)

/**
 * A key has two times. Until `leaseUntil` one attempt holds it, and others are in flight. Until `writesUntil`
 * an attempt whose lease has ended may still write; the one that claims the key next gets that time as
 * `othersWriteUntil`. An attempt that ends tells so, which sets both back.
 */
interface KeyRecord {
  _id: string
  /** "" when the key is erased. */
  bodyHash: string
  firstId: number
  /** The ids of the records that the request may have written. Absent with a response. */
  reservedIds?: number[]
  leaseUntil: Date
  writesUntil: Date
  response?: StoredResponse
  /** The users in the response. Absent without a response. */
  userIds?: number[]
  /** The response was about a user who was erased. */
  erased?: boolean
  createdAt: Date
}

/** Stores keys for 24 hours. */
export class IdempotencyKeys {
  readonly #model

  constructor(connection: Connection) {
    const schema = new Schema<KeyRecord>(
      {
        _id: String,
        bodyHash: String,
        firstId: { type: Number, required: true },
        reservedIds: { type: [Number], default: undefined },
        leaseUntil: { type: Date, required: true },
        writesUntil: { type: Date, required: true },
        response: { type: Schema.Types.Mixed },
        userIds: { type: [Number], default: undefined },
        erased: Boolean,
        createdAt: { type: Date, required: true },
      },
      { versionKey: false },
    )
    schema.index({ createdAt: 1 }, { expireAfterSeconds: STORED_SECONDS })
    schema.index({ userIds: 1 }, { sparse: true })
    schema.index({ reservedIds: 1 }, { sparse: true })
    this.#model = connection.model<KeyRecord>('IdempotencyKey', schema, 'idempotencyKeys')
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  /**
   * Claims the key, or returns its state. `reserveIds` is called for a new key only; a retry gets the ids of
   * the first attempt.
   */
  async claim(request: KeyedRequest, reserveIds: () => Promise<number>): Promise<KeyState> {
    const leaseUntil = leaseOf(request)
    const writesUntil = new Date(request.now.getTime() + MAX_ATTEMPT_MS)
    const stored = await this.#model.findById(request.id).lean()
    if (!stored) {
      const firstId = await reserveIds()
      const record = {
        _id: request.id,
        bodyHash: request.bodyHash,
        firstId,
        reservedIds: Array.from({ length: request.idCount }, (_, i) => firstId + i),
        leaseUntil,
        writesUntil,
        createdAt: request.now,
      }
      const isTaken = (await insert(this.#model, [record])).size > 0
      return isTaken
        ? this.claim(request, reserveIds)
        : { state: 'claimed', firstId, isRetry: false, othersWriteUntil: LONG_PAST }
    }
    if (stored.erased) return { state: 'erased' }
    if (stored.bodyHash !== request.bodyHash) return { state: 'other-body' }
    if (stored.response) return { state: 'completed', response: stored.response, firstId: stored.firstId }
    if (stored.leaseUntil > request.now) return { state: 'in-flight', until: stored.leaseUntil }
    // The lease has expired. Of several requests that claim the key, the one whose update matches the old
    // lease wins.
    const updated = await this.#model.updateOne(
      { _id: request.id, leaseUntil: stored.leaseUntil, response: { $exists: false } },
      { $set: { leaseUntil, writesUntil } },
    )
    // The lease of the winner ends about when this one would.
    return updated.modifiedCount === 1
      ? {
          state: 'claimed',
          firstId: stored.firstId,
          isRetry: true,
          othersWriteUntil: stored.writesUntil,
        }
      : { state: 'in-flight', until: leaseUntil }
  }

  /**
   * Stores the first response; does nothing if there is one.
   * @param userIds the users whose data the response contains, by which {@link eraseUser} finds it
   */
  async storeResponse(id: string, response: StoredResponse, userIds: readonly number[]): Promise<void> {
    await this.#model.updateOne(
      { _id: id, erased: { $exists: false }, response: { $exists: false } },
      { $set: { response, userIds: [...userIds] }, $unset: { reservedIds: '' } },
    )
  }

  /**
   * After an attempt that stored no response: the next one with the same body may start at once. Does nothing
   * if another request has claimed the key since.
   * @param othersWriteUntil until when an earlier one may still write
   */
  async allowRetry(request: KeyedRequest, othersWriteUntil: Date): Promise<void> {
    await this.#model.updateOne(
      { _id: request.id, leaseUntil: leaseOf(request), response: { $exists: false } },
      { $set: { leaseUntil: LONG_PAST, writesUntil: othersWriteUntil } },
    )
  }

  /**
   * Removes the claim after a rejected first attempt, which left nothing that a retry would have to find.
   * Does nothing if another request has claimed the key since.
   */
  async removeClaim(request: KeyedRequest): Promise<void> {
    await this.#model.deleteOne({
      _id: request.id,
      leaseUntil: leaseOf(request),
      response: { $exists: false },
    })
  }

  /**
   * Removes stored responses about a user and the body hashes of those requests, of at most `limit` keys, and
   * those of all interrupted requests. The keys are `erased` until they expire.
   * @param recordIds the ids of the user's records. An interrupted request has no response; it is found
   * if one of these is reserved for it.
   * @returns the number of keys; as long as it is not below the limit, there may be more
   */
  async eraseUser(userId: number, recordIds: readonly number[], limit: number): Promise<number> {
    const erasure = {
      $set: { erased: true, bodyHash: '', leaseUntil: LONG_PAST },
      $unset: { response: '', userIds: '', reservedIds: '' },
    } as const
    // An erased key is not found again.
    const keys = await this.#model.find({ userIds: userId }, { _id: 1 }).limit(limit).lean()
    const found = await this.#model.updateMany({ _id: { $in: keys.map(({ _id }) => _id) } }, erasure)
    const interrupted = await this.#model.updateMany(
      { reservedIds: { $in: recordIds }, response: { $exists: false }, erased: { $exists: false } },
      erasure,
    )
    return found.modifiedCount + interrupted.modifiedCount
  }
}

const leaseOf = ({ now }: KeyedRequest) => new Date(now.getTime() + KEY_LEASE_MS)
