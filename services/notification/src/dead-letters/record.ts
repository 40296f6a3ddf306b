import { Schema, type Connection, type Model } from 'mongoose'
import { subjectOf, type DeadLetter, type NewDeadLetter } from './rules.ts'

/** A dead letter as stored. */
interface DeadLetterRecord extends Omit<DeadLetter, 'id' | 'content' | 'headers'> {
  _id: number
  content: Buffer
  /** JSON, because the names of headers may contain characters that the names of fields may not. */
  headers: string
  /** Whom the message is about; null where it does not say. */
  userId: number | null
  registrationId: number | null
}

export type DeadLetterModel = Model<DeadLetterRecord>

/** Dead letters that wait for an operator. */
export const OPEN = { replayedAt: null, dismissedAt: null }

export function deadLetterModel(connection: Connection): DeadLetterModel {
  const schema = new Schema<DeadLetterRecord>(
    {
      _id: Number,
      identity: { type: String, required: true, unique: true },
      queue: { type: String, default: '' },
      type: { type: String, default: '' },
      messageId: { type: String, default: '' },
      reason: { type: String, default: '' },
      errorClass: { type: String, default: '' },
      content: { type: Buffer, required: true },
      contentType: { type: String, default: '' },
      headers: { type: String, required: true },
      userId: { type: Number, default: null },
      registrationId: { type: Number, default: null },
      receivedAt: { type: Date, required: true },
      replayedAt: { type: Date, default: null },
      dismissedAt: { type: Date, default: null },
    },
    { versionKey: false },
  )
  schema.index({ replayedAt: 1, dismissedAt: 1, _id: 1 })
  schema.index({ userId: 1 })
  schema.index({ registrationId: 1 })
  schema.index({ receivedAt: 1 })
  return connection.model<DeadLetterRecord>('DeadLetter', schema, 'deadLetters')
}

export const toRecord = (id: number, letter: NewDeadLetter): DeadLetterRecord => ({
  ...letter,
  ...subjectOf(letter),
  _id: id,
  content: Buffer.from(letter.content),
  headers: JSON.stringify(letter.headers),
  replayedAt: null,
  dismissedAt: null,
})

export const toDeadLetter = ({ _id, content, headers, ...fields }: DeadLetterRecord): DeadLetter => ({
  ...fields,
  id: _id,
  content: bytesOf(content),
  headers: JSON.parse(headers) as Record<string, unknown>,
})

/** A lean query returns the driver's own Binary instead of a Buffer. */
const bytesOf = (content: Buffer | { buffer: Uint8Array }): Uint8Array =>
  Buffer.isBuffer(content) ? content : Buffer.from(content.buffer)
