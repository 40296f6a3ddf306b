import { Schema, type Connection, type Model } from 'mongoose'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import { withOutbox, type OutboxFields } from '../../../platform/store/outbox.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { Erasure } from './rules.ts'

/** An erasure as stored, with its event until the broker has it. */
export interface ErasureRecord extends Omit<Erasure, 'userId'>, OutboxFields<DomainEvent<'user.erased.v1'>> {
  _id: number
  /** The groups that the user was in. */
  groupIds: number[]
  trace: Trace
  /**
   * When a process may erase the part of this service, for the first or the second time; absent afterwards.
   */
  ownPartDueAt?: Date
  /** The claim of the process that erases it. */
  ownPartClaim?: string
  /** How many records were erased; absent before the first step. */
  ownPartRecords?: number
  /** Whether the part is due for the second time, for what requests in progress have written meanwhile. */
  isSecondPass: boolean
  /** When the event is stored again; absent when every service has confirmed it. */
  repeatAt?: Date
}

export type ErasureModel = Model<ErasureRecord>

export function erasureModel(connection: Connection): ErasureModel {
  const progress = { finishedAt: { type: Date, default: null }, records: { type: Number, required: true } }
  const schema = new Schema<ErasureRecord>(
    {
      _id: Number,
      eventId: { type: String, required: true },
      reason: { type: String, required: true },
      withRegistrations: { type: Boolean, required: true },
      groupIds: { type: [Number], required: true },
      requestedAt: { type: Date, required: true },
      finishedAt: { type: Date, default: null },
      services: { user: progress, registration: progress, notification: progress },
      trace: { requestId: String, traceparent: String },
      ownPartDueAt: Date,
      ownPartClaim: String,
      ownPartRecords: Number,
      isSecondPass: { type: Boolean, required: true },
      repeatAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ ownPartDueAt: 1 }, { sparse: true })
  schema.index({ repeatAt: 1 }, { sparse: true })
  schema.plugin(withOutbox)
  return connection.model<ErasureRecord>('Erasure', schema, 'erasures')
}

export const toErasure = (record: ErasureRecord): Erasure => ({
  userId: record._id,
  eventId: record.eventId,
  reason: record.reason,
  withRegistrations: record.withRegistrations,
  requestedAt: record.requestedAt,
  finishedAt: record.finishedAt,
  services: record.services,
})

/** Longer than any request takes that was in progress and may still store something about the user. */
const SECOND_PASS_AFTER_MS = 2 * 60_000

/** What is written when this service has erased its part: the second pass, or that nothing is left to do. */
export function afterOwnPart({ isSecondPass }: ErasureRecord, now: Date) {
  if (isSecondPass)
    return {
      $set: { isSecondPass: false },
      $unset: { ownPartDueAt: '', ownPartClaim: '', ownPartRecords: '' },
    }
  const ownPartDueAt = new Date(now.getTime() + SECOND_PASS_AFTER_MS)
  return { $set: { isSecondPass: true, ownPartDueAt }, $unset: { ownPartClaim: '', ownPartRecords: '' } }
}

/** The event that asks the other services to erase the user. */
export const erasedEvent = ({
  _id: userId,
  eventId,
  requestedAt,
  groupIds,
  withRegistrations,
  trace,
}: Omit<ErasureRecord, 'events'>): DomainEvent<'user.erased.v1'> => ({
  type: 'user.erased.v1',
  payload: { eventId, occurredAt: requestedAt.toISOString(), userId, groupIds, withRegistrations },
  trace,
})
