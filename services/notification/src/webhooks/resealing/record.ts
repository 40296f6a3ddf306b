import { Schema, type Connection, type Model } from 'mongoose'

/** A job that encrypts the secrets of all webhook endpoints with one key. */
export interface ResealingRecord {
  /** The number of the key. Processes with another first key leave the record alone. */
  _id: number
  /** When a process may do it; absent when it is done. */
  dueAt?: Date
  /** The claim of the process that does it. */
  claim?: string
  /** The last endpoint whose secrets are done; absent before the first step. */
  afterEndpointId?: number
}

export type ResealingModel = Model<ResealingRecord>

export function resealingModel(connection: Connection): ResealingModel {
  const schema = new Schema<ResealingRecord>(
    { _id: Number, dueAt: Date, claim: String, afterEndpointId: Number },
    { versionKey: false },
  )
  schema.index({ dueAt: 1 }, { sparse: true })
  return connection.model<ResealingRecord>('Resealing', schema, 'resealings')
}
