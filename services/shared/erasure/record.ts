import { Schema, type Connection, type Model } from 'mongoose'
import type { Event } from '../messaging/event.ts'
import { withOutbox, type OutboxFields } from '../store/outbox.ts'
import { eventIdOf, type Trace } from '../trace.ts'
import type { Tombstone } from './tombstone.ts'

/** A tombstone as stored, with its confirmation until the broker has it. */
export interface TombstoneRecord extends OutboxFields<Event<'user.erased.confirmed.v1'>> {
  _id: number
  eventId: string
  withRegistrations: boolean
  registrationIds: number[]
  /** Records changed or removed for this event. */
  records: number
  /** When everything was erased; absent before. */
  finishedAt?: Date
  /** When it is erased once more, for what requests in progress have written meanwhile; absent afterwards. */
  secondPassAt?: Date
  trace: Trace
}

export type TombstoneModel = Model<TombstoneRecord>

export function tombstoneModel(connection: Connection): TombstoneModel {
  const schema = new Schema<TombstoneRecord>(
    {
      _id: Number,
      eventId: { type: String, required: true },
      withRegistrations: { type: Boolean, required: true },
      registrationIds: { type: [Number], required: true },
      records: { type: Number, required: true },
      finishedAt: Date,
      secondPassAt: Date,
      trace: { requestId: String, traceparent: String },
    },
    { versionKey: false },
  )
  schema.index({ secondPassAt: 1 }, { sparse: true })
  schema.plugin(withOutbox)
  return connection.model<TombstoneRecord>('Tombstone', schema, 'erasedUsers')
}

export const toTombstone = (record: TombstoneRecord): Tombstone => ({
  userId: record._id,
  eventId: record.eventId,
  withRegistrations: record.withRegistrations,
  registrationIds: record.registrationIds,
})

/** The services that erase what the user service asks for. */
export type ConfirmingService = 'registration' | 'notification'

/** The event that says what this service has erased. */
export function confirmationOf(
  service: ConfirmingService,
  { _id: userId, eventId, records, registrationIds, trace }: TombstoneRecord,
  finishedAt: Date,
): Event<'user.erased.confirmed.v1'> {
  return {
    type: 'user.erased.confirmed.v1',
    payload: {
      eventId: eventIdOf(`user-erased:${service}:${eventId}:${records}`),
      occurredAt: finishedAt.toISOString(),
      userId,
      erasedEventId: eventId,
      service,
      records,
      registrationIds,
    },
    trace,
  }
}
