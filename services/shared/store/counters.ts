import { Schema, type Connection } from 'mongoose'
import { duplicateKey } from './mongo.ts'

interface Counter {
  _id: string
  value: number
}

/** Integer ids, each given out once. */
export interface Ids {
  /** The next id. */
  next(): Promise<number>
  /** `count` ids in a row; the first is returned. */
  block(count: number): Promise<number>
}

/** Ids from counters of this database; a counter is seeded by {@link Counters.prepare}, never upserted on the way. */
export class Counters {
  readonly #model

  constructor(connection: Connection) {
    this.#model = connection.model<Counter>(
      'Counter',
      new Schema<Counter>({ _id: String, value: { type: Number, required: true } }, { versionKey: false }),
      'counters',
    )
  }

  /** Seeds the counter and, as after a restore, raises it to the highest id in use. Safe to repeat. */
  async prepare(name: string, highestInUse: number): Promise<void> {
    try {
      await this.#model.collection.insertOne({ _id: name as never, value: highestInUse })
    } catch (error) {
      if (!duplicateKey(error)) throw error
    }
    await this.#model.updateOne({ _id: name }, { $max: { value: highestInUse } })
  }

  ids(name: string): Ids {
    const block = async (count: number) => {
      const counter = await this.#model
        .findOneAndUpdate({ _id: name }, { $inc: { value: count } }, { returnDocument: 'after' })
        .lean()
      // An id made up here could be somebody else's: better no answer than a wrong one.
      if (!counter) throw new Error(`counter ${name} is missing`)
      return counter.value - count + 1
    }
    return { block, next: () => block(1) }
  }
}
