import { Schema, type Connection, type Model } from 'mongoose'
import type { Key } from './rules.ts'

export interface KeyRecord extends Omit<Key, 'id'> {
  _id: string
}

export type KeyModel = Model<KeyRecord>

export function keyModel(connection: Connection): KeyModel {
  const schema = new Schema<KeyRecord>(
    {
      _id: { type: String, required: true },
      number: { type: Number, required: true },
      accountId: { type: Number, required: true },
      accountCreatedAt: { type: Date, required: true },
      secretHash: { type: String, required: true },
      createdAt: { type: Date, required: true },
      expiresAt: Date,
      revokedAt: Date,
      name: String,
      lastUsedAt: Date,
      lastUsedFrom: String,
    },
    { versionKey: false },
  )
  schema.index({ accountId: 1, number: 1 }, { unique: true })
  schema.index({ number: 1 })
  schema.index({ expiresAt: 1, number: 1 })
  schema.index({ lastUsedAt: 1, number: 1 })
  return connection.model<KeyRecord>('Key', schema, 'keys')
}

export const toRecord = ({ id, ...fields }: Key): KeyRecord => ({ _id: id, ...fields })

export const toKey = ({ _id, ...fields }: KeyRecord): Key => ({ id: _id, ...fields })
