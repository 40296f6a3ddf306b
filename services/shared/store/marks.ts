import { Schema, type Connection } from 'mongoose'

interface MarkRecord {
  _id: string
  at: Date
}

/** Work on stored records that is done once for a database, by name. To repeat it, delete its record. */
export class Marks {
  readonly #model

  constructor(connection: Connection) {
    this.#model = connection.model<MarkRecord>(
      'Mark',
      new Schema<MarkRecord>({ _id: String, at: { type: Date, required: true } }, { versionKey: false }),
      'marks',
    )
  }

  async isSet(name: string): Promise<boolean> {
    return (await this.#model.exists({ _id: name })) !== null
  }

  /** Keeps the time of the first call. */
  async set(name: string, at: Date): Promise<void> {
    await this.#model.updateOne({ _id: name }, { $setOnInsert: { at } }, { upsert: true })
  }
}
