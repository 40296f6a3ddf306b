import { Schema, type Connection, type Model } from 'mongoose'
import {
  addPersonJobIndexes,
  PERSON_JOB_FIELDS,
  type PersonJobProgress,
  type PersonJobRecord,
} from '../person-jobs/record.ts'
import type { Merge } from './rules.ts'

/** A merge as stored, under the id of the account that goes. */
export interface MergeRecord extends Omit<Merge, 'fromId'>, PersonJobRecord<PersonJobProgress> {
  /** Both, each of which takes part in one merge at a time. */
  accounts: number[]
  /** The operator, for the history of registrations. */
  operatorName: string
}

export type MergeModel = Model<MergeRecord>

export function mergeModel(connection: Connection): MergeModel {
  const schema = new Schema<MergeRecord>(
    {
      ...PERSON_JOB_FIELDS,
      intoId: { type: Number, required: true },
      accounts: { type: [Number], required: true },
      operatorName: { type: String, default: '' },
      reason: { type: String, default: null },
    },
    { versionKey: false },
  )
  addPersonJobIndexes(schema)
  schema.index({ accounts: 1 }, { unique: true, partialFilterExpression: { inProgress: true } })
  return connection.model<MergeRecord>('Merge', schema, 'merges')
}

export const toMerge = (record: MergeRecord): Merge => ({
  fromId: record._id,
  intoId: record.intoId,
  reason: record.reason,
  requestedAt: record.requestedAt,
  finishedAt: record.finishedAt,
  services: record.services,
})
