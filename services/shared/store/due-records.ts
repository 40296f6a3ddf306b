import { randomUUID } from 'node:crypto'
import type { Model, QueryFilter, UpdateQuery } from 'mongoose'
import type { Clock } from '../time.ts'

interface Options<R> {
  /** The field with the time from which a record may be claimed; absent when there is nothing to do. */
  readonly due: keyof R & string
  /** The field with the claim that holds the record. */
  readonly claim: keyof R & string
  /** A process that holds records for longer than this is assumed dead. */
  readonly leaseMs: number
  /** Only these records. */
  readonly only?: QueryFilter<R> | undefined
}

/** Records for which something is to be done, each by one process at a time. */
export class DueRecords<R extends { _id: number }> {
  readonly #model: Model<R>
  readonly #clock: Clock
  readonly #options: Options<R>

  constructor(model: Model<R>, clock: Clock, options: Options<R>) {
    this.#model = model
    this.#clock = clock
    this.#options = options
  }

  /** Leases those records first that have been due for longest. @param fields that are read; all by default */
  async claim(
    limit: number,
    fields: Readonly<Record<string, 1>> = {},
  ): Promise<{ id: string; records: R[] }> {
    const { due, claim, leaseMs, only } = this.#options
    const id = randomUUID()
    const now = this.#clock.now()
    const query = this.#model.find({ ...only, [due]: { $lte: now } }).sort({ [due]: 1 })
    const ids = (await query.limit(limit).select('_id').lean<R[]>()).map(({ _id }) => _id)
    if (ids.length === 0) return { id, records: [] }
    const lease = { $set: { [claim]: id, [due]: new Date(now.getTime() + leaseMs) } } as UpdateQuery<R>
    await this.#model.updateMany({ _id: { $in: ids }, [due]: { $lte: now } }, lease)
    const claimed = this.#model.find({ _id: { $in: ids }, [claim]: id }).select(fields)
    return { id, records: await claimed.lean<R[]>() }
  }

  /** Ends leases, so that the records can be claimed at once. @param held which records, if they are still leased */
  async release(held: QueryFilter<R>): Promise<void> {
    const { due, claim } = this.#options
    const ended = { $set: { [due]: this.#clock.now() }, $unset: { [claim]: '' } } as UpdateQuery<R>
    await this.#model.updateMany(held, ended)
  }

  /** The record that has been due for longest, leased or not. */
  async oldest(filter: QueryFilter<R> = {}): Promise<R | null> {
    const { due } = this.#options
    return await this.#model
      .findOne({ ...filter, [due]: { $gt: new Date(0) } })
      .sort({ [due]: 1 })
      .lean<R>()
  }
}
