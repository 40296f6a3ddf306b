import { Schema, type Connection, type Model } from 'mongoose'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import { withOutbox, type OutboxFields } from '../../../platform/store/outbox.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { ERASING_SERVICES, type Erasure, type ErasingService } from './rules.ts'

/** What one service has still to do. */
interface WorkOfService {
  /** When a process may work on it; absent when nothing is to be done, or registration comes first. */
  dueAt?: Date
  claim?: string
  progress?: ErasureProgress
  /** How often everything was erased: once more for what requests in progress have written meanwhile. */
  passes: number
}

/** How far a service has come in a pass. Each of them needs a part of it. */
export interface ErasureProgress {
  readonly records: number
  readonly after: number
  readonly afterRegistrationId: number
}

/** An erasure as stored, with its event until the broker has it. */
export interface ErasureRecord extends Omit<Erasure, 'userId'>, OutboxFields<DomainEvent<'user.erased.v1'>> {
  _id: number
  /** The groups that the user was in. */
  groupIds: number[]
  trace: Trace
  work: Record<ErasingService, WorkOfService>
  /** Absent when every service has finished. */
  inProgress?: true
}

export type ErasureModel = Model<ErasureRecord>

export function erasureModel(connection: Connection): ErasureModel {
  const progress = { finishedAt: { type: Date, default: null }, records: { type: Number, required: true } }
  const work = {
    dueAt: Date,
    claim: String,
    progress: Schema.Types.Mixed,
    passes: { type: Number, required: true },
  }
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
      work: { user: work, registration: work, notification: work },
      inProgress: Boolean,
    },
    { versionKey: false },
  )
  for (const service of ERASING_SERVICES) schema.index({ [`work.${service}.dueAt`]: 1 }, { sparse: true })
  schema.index({ inProgress: 1, _id: 1 }, { sparse: true })
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

/**
 * Whether the registration service has to finish this pass first: until then it may send messages about the
 * user.
 */
export const waitsForRegistration = (service: ErasingService, { work }: ErasureRecord): boolean =>
  service === 'notification' && work.registration.passes <= work.notification.passes

/** What is written when a service has finished a pass: when the next one is due, or that none is left. */
export function afterPass(service: ErasingService, record: ErasureRecord, now: Date) {
  const [dueAt, claim, progress] = ['dueAt', 'claim', 'progress'].map(
    (name) => `work.${service}.${name}`,
  ) as [string, string, string]
  const ended = { [claim]: '', [progress]: '' }
  if (waitsForRegistration(service, record)) return { $unset: { ...ended, [dueAt]: '' } }
  const passes = { [`work.${service}.passes`]: record.work[service].passes + 1 }
  const isFirst = record.work[service].passes === 0
  const next = isFirst ? { [dueAt]: new Date(now.getTime() + SECOND_PASS_AFTER_MS) } : {}
  const unset = isFirst ? ended : { ...ended, [dueAt]: '' }
  if (service !== 'registration') return { $set: { ...passes, ...next }, $unset: unset }
  // The notification service continues. A process that works on it does not know this, and loses its claim.
  const continued = { 'work.notification.dueAt': now }
  return {
    $set: { ...passes, ...next, ...(isFirst ? continued : {}) },
    // Its second pass may be due later.
    ...(isFirst ? {} : { $max: continued }),
    $unset: { ...unset, 'work.notification.claim': '' },
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
