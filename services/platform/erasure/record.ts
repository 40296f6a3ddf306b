import { Schema, type Connection, type Model } from 'mongoose'

/** Whom to erase: because the user service asks, or again, because of a tombstone. */
export interface UserToErase {
  readonly userId: number
  readonly withRegistrations: boolean
  /**
   * The registrations that the user had. A tombstone of the registration service keeps all that it found; to
   * the notification service a request names some. Otherwise there are none.
   */
  readonly registrationIds: readonly number[]
}

/** What a service keeps of an erased user: ids, so that late messages and requests restore nothing. */
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

export const toUserToErase = (record: TombstoneRecord): UserToErase => ({
  userId: record._id,
  withRegistrations: record.withRegistrations,
  registrationIds: record.registrationIds,
})
