import { Schema, type Connection, type Model } from 'mongoose'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import { withOutbox, type OutboxFields } from '../../../platform/store/outbox.ts'
import { addWorkIndexes, endOfPass, endOfWork, WORK_FIELDS, type WorkRecord } from '../service-work/record.ts'
import type { WorkingService } from '../service-work/rules.ts'
import type { Erasure } from './rules.ts'

/** How far a service has come in a pass. Each of them needs a part of it. */
export interface ErasureProgress {
  readonly records: number
  readonly after: number
  readonly afterRegistrationId: number
}

/** An erasure as stored, with its event until the broker has it. */
export interface ErasureRecord
  extends Omit<Erasure, 'userId'>, WorkRecord<ErasureProgress>, OutboxFields<DomainEvent<'user.erased.v1'>> {
  /** The groups that the user was in. */
  groupIds: number[]
}

export type ErasureModel = Model<ErasureRecord>

export function erasureModel(connection: Connection): ErasureModel {
  const schema = new Schema<ErasureRecord>(
    {
      ...WORK_FIELDS,
      eventId: { type: String, required: true },
      reason: { type: String, required: true },
      withRegistrations: { type: Boolean, required: true },
      groupIds: { type: [Number], required: true },
    },
    { versionKey: false },
  )
  addWorkIndexes(schema)
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
 * Whether the registration service has to finish this pass first: until then it may send messages about the
 * user.
 */
export const waitsForRegistration = (service: WorkingService, { work }: ErasureRecord): boolean =>
  service === 'notification' && work.registration.passes <= work.notification.passes

/** What is written when a service has finished a pass: when the next one is due, or that none is left. */
export function afterPass(service: WorkingService, record: ErasureRecord, now: Date) {
  if (waitsForRegistration(service, record)) return endOfWork(service)
  const end = endOfPass(service, record, now)
  if (service !== 'registration') return end
  // The notification service continues. A process that works on it does not know this, and loses its claim.
  const continued = { 'work.notification.dueAt': now }
  const isFirst = record.work.registration.passes === 0
  return {
    $set: { ...end.$set, ...(isFirst ? continued : {}) },
    // Its second pass may be due later.
    ...(isFirst ? {} : { $max: continued }),
    $unset: { ...end.$unset, 'work.notification.claim': '' },
  }
}

/** The event that tells receivers of webhooks that the user was erased. */
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
