import { randomUUID } from 'node:crypto'
import { Schema, type Connection } from 'mongoose'
import { insert } from '../../../shared/store/insert.ts'

interface ChangeRecord {
  _id: 'latest'
  /** Names the change; never the same twice, not even after a failover or a restore. */
  change: string
}

/** The name of the latest change of any user or course, by any process. */
export class Changes {
  readonly #model
  #known: string | undefined

  constructor(connection: Connection) {
    const schema = new Schema<ChangeRecord>(
      { _id: String, change: { type: String, required: true } },
      { versionKey: false },
    )
    this.#model = connection.model<ChangeRecord>('Change', schema, 'changes')
  }

  /** The first of all; while there is none, nothing is known to be unchanged. Safe to repeat. */
  async prepare(): Promise<void> {
    await insert(this.#model, [{ _id: 'latest', change: randomUUID() }])
  }

  /** What {@link latest} was when it was last asked for; undefined until then. Costs no round trip. */
  get known(): string | undefined {
    return this.#known
  }

  async latest(): Promise<string | undefined> {
    this.#known = (await this.#model.findOne({ _id: 'latest' }).lean())?.change
    return this.#known
  }

  /** To be told between the change and the copying of it. */
  async add(): Promise<void> {
    await this.#model.updateOne({ _id: 'latest' }, { $set: { change: randomUUID() } })
  }
}
