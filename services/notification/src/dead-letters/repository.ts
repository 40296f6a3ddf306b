import type { DeadLetter, NewDeadLetter } from './rules.ts'
import type { Page } from '../../../shared/domain/page.ts'
import { findPage } from '../../../shared/store/page.ts'
import { insertReserved } from '../../../shared/store/insert.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { Schema, type Connection } from 'mongoose'

/** Messages that could not be handled; they stay after an operator has replayed or dismissed them. */
export interface DeadLetters {
  /** @returns false when this message is already stored */
  add(letter: NewDeadLetter): Promise<boolean>
  find(id: number): Promise<DeadLetter | undefined>
  /** @returns the time of the first replay, when several run at once */
  replayed(id: number, at: Date): Promise<Date>
  /** @returns the time of the first dismissal, when several run at once */
  dismissed(id: number, at: Date): Promise<Date>
  /** One record more than the page holds when more follow. */
  list(page: Page): Promise<DeadLetter[]>
  count(): Promise<number>
  /** How many nobody has replayed or dismissed yet. */
  waiting(): Promise<number>
}

interface DeadLetterRecord extends Omit<DeadLetter, 'id' | 'headers' | 'content'> {
  _id: number
  content: Buffer
  /** As JSON: names of headers may contain what names of fields may not. */
  headers: string
}

/** What an operator has still to decide about. */
const WAITING = { replayedAt: null, dismissedAt: null }

export class MongoDeadLetters implements DeadLetters {
  readonly #model
  readonly #ids: Ids

  constructor(connection: Connection, ids: Ids) {
    const schema = new Schema<DeadLetterRecord>(
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
        /** Missing in records from before there was a dismissal. */
        dismissedAt: { type: Date, default: null },
      },
      { versionKey: false },
    )
    schema.index({ replayedAt: 1, dismissedAt: 1 })
    this.#model = connection.model<DeadLetterRecord>('DeadLetter', schema, 'deadLetters')
    this.#ids = ids
  }

  /** Builds the indexes; returns the highest id in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return (await this.#model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean())?._id ?? 0
  }

  async add({ headers, content, ...letter }: NewDeadLetter): Promise<boolean> {
    const record = {
      _id: await this.#ids.next(),
      ...letter,
      content: Buffer.from(content),
      headers: JSON.stringify(headers),
      replayedAt: null,
      dismissedAt: null,
    }
    return (await insertReserved(this.#model, [record])).duplicates.size === 0
  }

  async find(id: number): Promise<DeadLetter | undefined> {
    const record = await this.#model.findById(id).lean()
    return record ? toDeadLetter(record) : undefined
  }

  async replayed(id: number, at: Date): Promise<Date> {
    await this.#model.updateOne({ _id: id, replayedAt: null }, { $set: { replayedAt: at } })
    return (await this.find(id))?.replayedAt ?? at
  }

  async dismissed(id: number, at: Date): Promise<Date> {
    await this.#model.updateOne({ _id: id, dismissedAt: null }, { $set: { dismissedAt: at } })
    return (await this.find(id))?.dismissedAt ?? at
  }

  async list(page: Page): Promise<DeadLetter[]> {
    return (await findPage(this.#model, {}, page).lean()).map(toDeadLetter)
  }

  count(): Promise<number> {
    return this.#model.countDocuments()
  }

  waiting(): Promise<number> {
    return this.#model.countDocuments(WAITING)
  }
}

function toDeadLetter({ _id, headers, content, ...fields }: DeadLetterRecord): DeadLetter {
  return {
    id: _id,
    ...fields,
    dismissedAt: fields.dismissedAt ?? null,

    // Without casting by mongoose, the driver returns its own Binary.
    content: Buffer.isBuffer(content) ? content : Buffer.from((content as { buffer: Uint8Array }).buffer),
    headers: JSON.parse(headers) as Record<string, unknown>,
  }
}
