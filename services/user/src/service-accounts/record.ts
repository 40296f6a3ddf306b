import { Schema, type Connection, type Model } from 'mongoose'
import type { ServiceAccount } from './rules.ts'

export interface AccountRecord extends Omit<ServiceAccount, 'id'> {
  _id: number
  /** Grows by one with every write. */
  revision: number
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
      createdAt: { type: Date, required: true },
      revision: { type: Number, required: true },
    },
    { versionKey: false },
  )
  schema.index({ 'grants.groupId': 1 })
  schema.index({ homeGroupId: 1 })
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
  createdAt: record.createdAt,
})
