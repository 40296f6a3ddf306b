import { Schema, type Connection, type Model } from 'mongoose'

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
  const schema = new Schema<TombstoneRecord>(
    {
      _id: Number,
      withRegistrations: { type: Boolean, required: true },
      registrationIds: { type: [Number], required: true },
      records: { type: Number, required: true },
    },
    { versionKey: false },
  )
  return connection.model<TombstoneRecord>('Tombstone', schema, 'erasedUsers')
}

export const toTombstone = (record: TombstoneRecord): Tombstone => ({
  userId: record._id,
  withRegistrations: record.withRegistrations,
  registrationIds: record.registrationIds,
})
