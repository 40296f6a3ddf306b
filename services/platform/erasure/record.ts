import type { Connection, Model } from 'mongoose'
import { recordSchema } from '../store/record-schema.ts'

/** What a service keeps of an erased user: ids, so that late messages and requests restore nothing. */
export interface Tombstone {
  readonly userId: number
  readonly withRegistrations: boolean
  /** The registrations that the user had: stored by the registration service only, others are told. */
  readonly registrationIds: readonly number[]
}

/** A tombstone as stored. */
interface TombstoneRecord {
  _id: number
  withRegistrations: boolean
  registrationIds: number[]
  /** Records changed or removed. */
  records: number
}

export type TombstoneModel = Model<TombstoneRecord>

export function tombstoneModel(connection: Connection): TombstoneModel {
  const schema = recordSchema<TombstoneRecord>()
  return connection.model<TombstoneRecord>('Tombstone', schema, 'erasedUsers')
}

export const toTombstone = (record: TombstoneRecord): Tombstone => ({
  userId: record._id,
  withRegistrations: record.withRegistrations,
  registrationIds: record.registrationIds,
})
