import { Schema, type Connection } from 'mongoose'
import { batched } from '../work/batched.ts'
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

/** Ids from counters in the database. A counter is created by {@link Counters.prepare} only. */
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
   * Creates the counter and raises it to the highest id in use, which a restore may require. Safe to repeat.
   */
  async prepare(name: string, highestInUse: number): Promise<void> {
    await insert(this.#model, [{ _id: name, value: highestInUse }])
    await this.#model.updateOne({ _id: name }, { $max: { value: highestInUse } })
  }

  /** Makes all further ids larger than `above`. @returns the value that further ids are larger than */
  async raise(name: string, above: number): Promise<number> {
    const counter = await this.#model
      .findOneAndUpdate({ _id: name }, { $max: { value: above } }, { returnDocument: 'after' })
      .lean()
    if (!counter) throw new Error(`counter ${name} is missing`)
    return counter.value
  }

  /** The last id that was issued. */
  async last(name: string): Promise<number> {
    return (await this.#model.findOne({ _id: name }).lean())?.value ?? 0
  }

  /** @param serial see {@link batched} */
  ids(name: string, { serial = false } = {}): Ids {
    const reserve = batched((counts: readonly number[]) => this.#reserve(name, counts), { serial })
    return {
      reserve,
      next: () => reserve(1),
    }
  }

  /** Reserves several ranges in one update. Returns the first id of each. */
  async #reserve(name: string, counts: readonly number[]): Promise<number[]> {
    const total = counts.reduce((sum, count) => sum + count)
    const counter = await this.#model
      .findOneAndUpdate({ _id: name }, { $inc: { value: total } }, { returnDocument: 'after' })
      .lean()
    // A counter created here could issue an id that is already in use.
    if (!counter) throw new Error(`counter ${name} is missing`)
    let next = counter.value - total + 1
    return counts.map((count) => {
      const first = next
      next += count
      return first
    })
  }
}
