import { Schema, type Connection, type Model } from 'mongoose'
import type { UserCopy } from '../registrations/rules.ts'

/** The newest known version of a user, as it is stored. */
export interface NewestUserRecord extends Omit<UserCopy, 'userId' | 'groupIds'> {
  _id: number
  groupIds: number[]
  /**
   * When a process may refresh the copies in the registrations. Only for users with more registrations than
   * one step has.
   */
  refreshDueAt?: Date
  /** The claim of the process that refreshes them. */
  refreshClaim?: string
  /** The last registration that has the copy of this version; absent before the first step. */
  refreshedUntilId?: number
}

export type NewestUserModel = Model<NewestUserRecord>

export function newestUserModel(connection: Connection): NewestUserModel {
  const schema = new Schema<NewestUserRecord>(
    {
      _id: Number,
      version: { type: Number, required: true },
      externalId: { type: String, default: '' },
      groupIds: { type: [Number], required: true },
      deleted: { type: Boolean, required: true },
      refreshDueAt: Date,
      refreshClaim: String,
      refreshedUntilId: Number,
    },
    { versionKey: false },
  )
  schema.index({ refreshDueAt: 1 }, { sparse: true })
  return connection.model<NewestUserRecord>('NewestUser', schema, 'newestUsers')
}

export const toUserCopy = (record: NewestUserRecord): UserCopy => ({
  userId: record._id,
  version: record.version,
  externalId: record.externalId,
  groupIds: record.groupIds,
  deleted: record.deleted,
})
