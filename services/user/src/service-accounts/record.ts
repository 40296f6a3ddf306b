import { Schema, type Connection, type Model } from 'mongoose'
import type { AccountInput, ServiceAccount } from './rules.ts'

export interface AccountRecord extends Omit<ServiceAccount, 'id'> {
  _id: number
  /** Grows by one with every write. */
  revision: number
  /**
   * When any process may look whether the groups of the last write exist, or undo it; absent when the process
   * that wrote it has done so.
   */
  checkDueAt?: Date
  /** The claim of the process that looks. */
  checkClaim?: string
  /** Never set: a check is one step. */
  checkProgress?: undefined
  /** What the last write replaced, while that is to be looked at; absent for a new account. */
  replaced?: AccountInput
}

export type AccountModel = Model<AccountRecord>

export function accountModel(connection: Connection): AccountModel {
  const schema = new Schema<AccountRecord>(
    {
      _id: { type: Number, required: true },
      name: { type: String, required: true },
      homeGroupId: Number,
      grants: [{ _id: false, role: String, groupId: Number }],
      requestsPerMinute: Number,
      scimStrict: { type: Boolean, required: true },
      scimSource: { type: String },
      scimTakeOver: { type: Boolean, required: true },
      createdAt: { type: Date, required: true },
      revision: { type: Number, required: true },
      checkDueAt: Date,
      checkClaim: String,
      replaced: Schema.Types.Mixed,
    },
    { versionKey: false },
  )
  schema.index({ 'grants.groupId': 1 })
  schema.index({ homeGroupId: 1 })
  schema.index({ checkDueAt: 1 }, { sparse: true })
  return connection.model<AccountRecord>('ServiceAccount', schema, 'serviceAccounts')
}

export const toRecord = ({ id, ...fields }: ServiceAccount, revision: number): AccountRecord => ({
  _id: id,
  ...fields,
  revision,
})

export const toAccount = (record: AccountRecord): ServiceAccount => ({
  id: record._id,
  name: record.name,
  homeGroupId: record.homeGroupId,
  grants: record.grants.map(({ role, groupId }) => ({ role, groupId })),
  requestsPerMinute: record.requestsPerMinute,
  scimStrict: record.scimStrict,
  scimSource: record.scimSource,
  scimTakeOver: record.scimTakeOver,
  createdAt: record.createdAt,
})
