import { Schema, type Connection, type Model } from 'mongoose'
import { eventIdOf, type DomainEvent } from '../messaging/event.ts'
import { withOutbox, type OutboxFields } from '../store/outbox.ts'
import type { Trace } from '../observability/trace.ts'
import type { Tombstone } from './tombstone.ts'

/** A tombstone as stored, with its confirmation until the broker has it. */
export interface TombstoneRecord extends OutboxFields<DomainEvent<'user.erased.confirmed.v1'>> {
  _id: number
  eventId: string
  withRegistrations: boolean
  registrationIds: number[]
  /** Records changed or removed for this event. */
  records: number
  /** When everything was erased; absent before. */
  finishedAt?: Date
  /** Whether the erasure that is due is the last one before this service confirms. */
  toConfirm: boolean
  /** When it is erased once more, for what requests in progress have written meanwhile; absent afterwards. */
  secondPassAt?: Date
  /** When a process may erase the user; absent when there is nothing to erase. */
  eraseDueAt?: Date
  /** The claim of the process that erases the user. */
  eraseClaim?: string
  /** Absent before the first step. */
  eraseProgress?: ErasureProgress
  trace: Trace
}

/** How far an erasure has come. */
export interface ErasureProgress {
  /** The kind of records, by its place in the list. */
  readonly kind: number
  readonly afterId: number
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
      toConfirm: { type: Boolean, required: true },
      secondPassAt: Date,
      eraseDueAt: Date,
      eraseClaim: String,
      eraseProgress: Schema.Types.Mixed,
      trace: { requestId: String, traceparent: String },
    },
    { versionKey: false },
  )
  schema.index({ eraseDueAt: 1 }, { sparse: true })
  schema.plugin(withOutbox)
  return connection.model<TombstoneRecord>('Tombstone', schema, 'erasedUsers')
}

export const toTombstone = (record: TombstoneRecord): Tombstone => ({
  userId: record._id,
  eventId: record.eventId,
  withRegistrations: record.withRegistrations,
  registrationIds: record.registrationIds,
})

/** Longer than any request takes: an import of an operator may take a minute. */
const SECOND_PASS_AFTER_MS = 2 * 60_000

/** What is written when everything was erased: when the second pass is due, or that nothing is left to do. */
export function afterErasure({ toConfirm, secondPassAt }: TombstoneRecord, now: Date) {
  if (toConfirm) {
    const again = new Date(now.getTime() + SECOND_PASS_AFTER_MS)
    return {
      $set: { toConfirm: false, secondPassAt: again, eraseDueAt: again },
      $unset: { eraseClaim: '', eraseProgress: '' },
    }
  }
  // A late message was erased before the second pass.
  if (secondPassAt && secondPassAt > now)
    return { $set: { eraseDueAt: secondPassAt }, $unset: { eraseClaim: '', eraseProgress: '' } }
  return { $unset: { secondPassAt: '', eraseDueAt: '', eraseClaim: '', eraseProgress: '' } }
}

/** The services that erase what the user service asks for. */
export type ConfirmingService = 'registration' | 'notification'

/** The event that says what this service has erased. */
export function confirmationOf(
  service: ConfirmingService,
  { _id: userId, eventId, records, registrationIds, trace }: TombstoneRecord,
  finishedAt: Date,
): DomainEvent<'user.erased.confirmed.v1'> {
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
