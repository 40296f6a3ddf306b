import { Schema, type Connection, type Model } from 'mongoose'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import { withOutbox, type OutboxFields } from '../../../platform/store/outbox.ts'
import {
  addPersonJobIndexes,
  PERSON_JOB_FIELDS,
  type PersonJobProgress,
  type PersonJobRecord,
} from '../person-jobs/record.ts'
import type { Erasure } from './rules.ts'

/** How far a service has come in a pass. Each of them needs a part of it. */
export interface ErasureProgress extends PersonJobProgress {
  readonly afterRegistrationId: number
}

/** An erasure as stored, with its event until the broker has it. */
export interface ErasureRecord
  extends
    Omit<Erasure, 'userId'>,
    PersonJobRecord<ErasureProgress>,
    OutboxFields<DomainEvent<'user.erased.v1'>> {
  /** The groups that the user was in, for the event. Rollcall itself asks for the present groups. */
  groupIds: number[]
}

export type ErasureModel = Model<ErasureRecord>

export function erasureModel(connection: Connection): ErasureModel {
  const schema = new Schema<ErasureRecord>(
    {
      ...PERSON_JOB_FIELDS,
      eventId: { type: String, required: true },
      reason: { type: String, required: true },
      withRegistrations: { type: Boolean, required: true },
      groupIds: { type: [Number], required: true },
    },
    { versionKey: false },
  )
  addPersonJobIndexes(schema)
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

/**
 * The event that tells receivers of webhooks that the user was erased. It is published when the erasure is
 * ordered; `onUserErased` of the notification service retries until the user shows as erased.
 */
export const erasedEvent = ({
  _id: userId,
  eventId,
  requestedAt,
  groupIds,
  trace,
}: Omit<ErasureRecord, 'events'>): DomainEvent<'user.erased.v1'> => ({
  type: 'user.erased.v1',
  payload: { eventId, occurredAt: requestedAt.toISOString(), userId, groupIds },
  trace,
})
