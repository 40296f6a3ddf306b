import { Schema, type Connection } from 'mongoose'
import type { Page } from '../../../shared/http/paging.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import { duplicateKey } from '../../../shared/store/mongo.ts'
import type { DeadLetter, NewDeadLetter } from '../domain/dead-letter.ts'
import type { DeadLetters } from './dead-letters.ts'

interface Row extends Omit<DeadLetter, 'id' | 'headers' | 'content'> {
  _id: number
  content: Buffer
  /** As JSON: names of headers may hold what names of fields may not. */
  headers: string
}

export class MongoDeadLetters implements DeadLetters {
  readonly #model
  readonly #ids: Ids

  constructor(connection: Connection, ids: Ids) {
    const schema = new Schema<Row>(
      {
        _id: Number,
        identity: { type: String, required: true, unique: true },
        queue: { type: String, default: '' },
        type: { type: String, default: '' },
        messageId: { type: String, default: '' },
        reason: { type: String, default: '' },
        content: { type: Buffer, required: true },
        contentType: { type: String, default: '' },
        headers: { type: String, required: true },
        receivedAt: { type: Date, required: true },
        replayedAt: { type: Date, default: null },
      },
      { versionKey: false },
    )
    this.#model = connection.model<Row>('DeadLetter', schema, 'deadLetters')
    this.#ids = ids
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  async highestId(): Promise<number> {
    return (await this.#model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean())?._id ?? 0
  }

  async keep({ headers, content, ...letter }: NewDeadLetter): Promise<boolean> {
    const row = {
      ...letter,
      content: Buffer.from(content),
      headers: JSON.stringify(headers),
      replayedAt: null,
    }
    try {
      await this.#model.collection.insertOne({ _id: (await this.#ids.next()) as never, ...row })
      return true
    } catch (error) {
      if (!duplicateKey(error)) throw error
      return false
    }
  }

  async byId(id: number): Promise<DeadLetter | undefined> {
    const row = await this.#model.findById(id).lean()
    return row ? fromRow(row) : undefined
  }

  async replayed(id: number, at: Date): Promise<Date> {
    await this.#model.updateOne({ _id: id, replayedAt: null }, { $set: { replayedAt: at } })
    return (await this.byId(id))?.replayedAt ?? at
  }

  async list({ afterId, offset, limit }: Page): Promise<DeadLetter[]> {
    const rows = await this.#model
      .find({ _id: { $gt: afterId } })
      .sort({ _id: 1 })
      .skip(offset)
      .limit(limit + 1)
      .lean()
    return rows.map(fromRow)
  }

  count(): Promise<number> {
    return this.#model.countDocuments()
  }
}

function fromRow({ _id, headers, content, ...row }: Row): DeadLetter {
  return {
    id: _id,
    ...row,
    // The driver answers with its own Binary where mongoose does not cast.
    content: Buffer.isBuffer(content) ? content : Buffer.from((content as { buffer: Uint8Array }).buffer),
    headers: JSON.parse(headers) as Record<string, unknown>,
  }
}
