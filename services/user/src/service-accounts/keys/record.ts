import { Schema, type Connection, type Model } from 'mongoose'
import type { Key } from './rules.ts'

export interface KeyRecord extends Omit<Key, 'id'> {
  _id: string
  /**
   * When any process may look whether the account of the key still exists, and end its issue; absent when
   * that is done.
   */
  checkDueAt?: Date
  /** The claim of the process that looks. */
  checkClaim?: string
  /** Never set: a check is one step. */
  checkProgress?: undefined
  /** What is left to do for its issue: the key that it replaces expires then. */
  replaces?: { keyId: string; expiresAt: Date }
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
      lifetimeMs: Number,
      revokedAt: Date,
      name: String,
      lastUsedAt: Date,
      lastUsedFrom: String,
      checkDueAt: Date,
      checkClaim: String,
      replaces: { _id: false, type: { keyId: String, expiresAt: Date }, default: undefined },
    },
    { versionKey: false },
  )
  schema.index({ accountId: 1, number: 1 }, { unique: true })
  schema.index({ number: 1 })
  schema.index({ expiresAt: 1, number: 1 })
  schema.index({ lastUsedAt: 1, number: 1 })
  schema.index({ checkDueAt: 1 }, { sparse: true })
  return connection.model<KeyRecord>('Key', schema, 'keys')
}

export const toRecord = ({ id, ...fields }: Key): KeyRecord => ({ _id: id, ...fields })

export const toKey = ({
  _id,
  checkDueAt: _due,
  checkClaim: _claim,
  replaces: _old,
  ...fields
}: KeyRecord): Key => ({
  id: _id,
  ...fields,
})
