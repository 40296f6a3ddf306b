import { Schema, type Connection } from 'mongoose'
import { batchPerTick } from '../batch-per-tick.ts'
import { insert } from './insert.ts'

interface CounterRecord {
  _id: string
  value: number
}

/** Integer ids, each issued once. */
export interface Ids {
  /** The next id. */
  next(): Promise<number>
  /** Reserves `count` consecutive ids and returns the first. */
  reserve(count: number): Promise<number>
}

/**
 * Ids from counters of this database; a counter is seeded by {@link Counters.prepare}, never created on use.
 */
export class Counters {
  readonly #model

  constructor(connection: Connection) {
    this.#model = connection.model<CounterRecord>(
      'Counter',
      new Schema<CounterRecord>(
        { _id: String, value: { type: Number, required: true } },
        { versionKey: false },
      ),
      'counters',
    )
  }

  /**
   * Seeds the counter and raises it to the highest id in use, as is needed after a restore. Safe to repeat.
   */
  async prepare(name: string, highestInUse: number): Promise<void> {
    await insert(this.#model, [{ _id: name, value: highestInUse }])
    await this.#model.updateOne({ _id: name }, { $max: { value: highestInUse } })
  }

  /** Ids issued from now on lie above `above`. @returns what they lie above */
  async raise(name: string, above: number): Promise<number> {
    const counter = await this.#model
      .findOneAndUpdate({ _id: name }, { $max: { value: above } }, { returnDocument: 'after' })
      .lean()
    if (!counter) throw new Error(`counter ${name} is missing`)
    return counter.value
  }

  /** @param serial see {@link batchPerTick} */
  ids(name: string, { serial = false } = {}): Ids {
    const reserveIds = async (counts: readonly number[]) => {
      const total = counts.reduce((sum, count) => sum + count)
      const counter = await this.#model
        .findOneAndUpdate({ _id: name }, { $inc: { value: total } }, { returnDocument: 'after' })
        .lean()
      // A new counter could issue an id that is already in use.
      if (!counter) throw new Error(`counter ${name} is missing`)
      let issued = counter.value - total
      return counts.map((count) => (issued += count) - count + 1)
    }
    const reserve = batchPerTick(reserveIds, { serial })
    return { reserve, next: () => reserve(1) }
  }
}
