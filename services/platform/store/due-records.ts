import { randomUUID } from 'node:crypto'
import type { Model, QueryFilter, UpdateQuery } from 'mongoose'
import type { Clock } from '../domain/time.ts'

/** A field of a record, or of an object in it. */
export type FieldOf<R> = (keyof R & string) | `${keyof R & string}.${string}`

interface Options<R> {
  /**
   * The field with the time from which a record may be claimed: while a process holds it, the end of the
   * lease. Absent when there is nothing to do.
   */
  readonly dueField: FieldOf<R>
  /** The field with the claim that holds the record; absent when no process holds it. */
  readonly claimField: FieldOf<R>
  /** A process that holds records for longer than this is assumed dead. */
  readonly leaseMs: number
}

interface ClaimOptions<R> {
  /** Which records; all by default. An index has the fields of the filter and then the due time. */
  readonly filter?: QueryFilter<R>
  /** The claims of this process: it works on these records, although their leases may have ended. */
  readonly except?: readonly string[]
  /** The fields that are read; all by default. */
  readonly fields?: Readonly<Record<string, 1 | { readonly $slice: number }>>
}

/** A record that a claim has leased, although the lease may have ended. */
export interface Held {
  readonly id: number | string
  readonly claim: string
}

/** A process that holds a record, and until when. */
export interface Lease {
  readonly claim: string
  readonly until: Date
}

/**
 * While other processes claim at the same time, a process chooses at random among this many records.
 * Otherwise a hundred processes would all try to claim the same ones, and most of them would get none.
 */
const CHOICE = 1_000

/** Of records that wait, at most this many are counted, because there may be half a million. */
export const MAX_COUNTED = 10_000

/** Records for which something is to be done, each by one process at a time. */
export class DueRecords<R extends { _id: number | string }> {
  readonly #model: Model<R>
  readonly #clock: Clock
  readonly #options: Options<R>
  /** How many records to choose among: many after another process was faster, then half as many each time. */
  #choice = 1

  constructor(model: Model<R>, clock: Clock, options: Options<R>) {
    this.#model = model
    this.#clock = clock
    this.#options = options
  }

  /** A lease for a record that is about to be inserted. */
  newLease(): Lease {
    return { claim: randomUUID(), until: new Date(this.#clock.now().getTime() + this.#options.leaseMs) }
  }

  /**
   * Leases those records first that have been due for longest.
   * @returns whether more may be due, besides the records
   */
  async claim(
    limit: number,
    { filter = {}, except = [], fields = {} }: ClaimOptions<R> = {},
  ): Promise<{ claim: string; records: R[]; mayHaveMore: boolean }> {
    const { dueField, claimField } = this.#options
    const { claim, until } = this.newLease()
    const isDue = { [dueField]: { $lte: this.#clock.now() } }
    const others = except.length === 0 ? {} : { [claimField]: { $nin: except } }
    const query = this.#model.find({ ...filter, ...isDue, ...others } as QueryFilter<R>).select('_id')
    const due = await query
      .sort({ [dueField]: 1 })
      .limit(Math.max(limit, this.#choice))
      .lean<R[]>()
    const found = due.map(({ _id }) => _id)
    if (found.length === 0) return { claim, records: [], mayHaveMore: false }
    const ids = found.length > limit ? sampleOf(found, limit) : found
    const lease = { $set: { [claimField]: claim, [dueField]: until } } as UpdateQuery<R>
    await this.#model.updateMany({ _id: { $in: ids }, ...isDue } as QueryFilter<R>, lease)
    const claimed = this.#model.find({ _id: { $in: ids }, [claimField]: claim }).select(fields)
    const records = await claimed.lean<R[]>()
    const lostRaces = records.length < ids.length
    this.#choice = lostRaces ? Math.max(CHOICE, 4 * limit) : Math.floor(this.#choice / 2)
    return { claim, records, mayHaveMore: lostRaces || found.length >= limit }
  }

  /** Matches the records that these claims still hold. */
  heldBy(held: readonly Held[]): QueryFilter<R> {
    return {
      _id: { $in: held.map(({ id }) => id) },
      [this.#options.claimField]: { $in: [...new Set(held.map(({ claim }) => claim))] },
    } as QueryFilter<R>
  }

  /** Extends the leases that these claims still hold. */
  async renew(held: readonly Held[]): Promise<void> {
    const lease = { $set: { [this.#options.dueField]: this.newLease().until } } as UpdateQuery<R>
    await this.#model.updateMany(this.heldBy(held), lease)
  }

  /**
   * Ends the leases that these claims still hold.
   * @param dueAt when the records can be claimed again: at once by default
   */
  async release(held: readonly Held[], dueAt = this.#clock.now()): Promise<void> {
    const { dueField, claimField } = this.#options
    const ended = { $set: { [dueField]: dueAt }, $unset: { [claimField]: '' } } as UpdateQuery<R>
    await this.#model.updateMany(this.heldBy(held), ended)
  }

  /** How many records are due or leased, at most {@link MAX_COUNTED}, and whether some can be claimed. */
  async state(): Promise<{ count: number; isDue: boolean }> {
    const whereDue = (due: object) => ({ [this.#options.dueField]: due }) as QueryFilter<R>
    const [count, due] = await Promise.all([
      this.#model.countDocuments(whereDue({ $gt: new Date(0) }), { limit: MAX_COUNTED }),
      this.#model.exists(whereDue({ $lte: this.#clock.now() })),
    ])
    return { count, isDue: due !== null }
  }

  /** The record that has been due for longest, leased or not. */
  async oldest(): Promise<R | null> {
    const { dueField } = this.#options
    return await this.#model
      .findOne({ [dueField]: { $gt: new Date(0) } } as QueryFilter<R>)
      .sort({ [dueField]: 1 })
      .lean<R>()
  }
}

/** A random sample of `count` items. */
function sampleOf<T>(items: readonly T[], count: number): T[] {
  const rest = [...items]
  return Array.from({ length: count }, () => {
    const [chosen] = rest.splice(Math.floor(Math.random() * rest.length), 1)
    return chosen as T
  })
}
