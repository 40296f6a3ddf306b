import { Schema, type Connection, type Model } from 'mongoose'
import type { Event } from '../../../shared/messaging/event.ts'
import type { PendingEvent } from '../../../shared/messaging/outbox.ts'
import { isOpen, type HistoryEntry, type Registration, type Status } from './rules.ts'
import type { UserCopy } from '../user-copies/rules.ts'
import { eventIdOf, type Trace } from '../../../shared/trace.ts'
import type { Copied, NewRegistration } from './repository.ts'

/** A registration as stored, with its event until the broker has it. */
export interface RegistrationRecord {
  _id: number
  course: Registration['course'] & { groupIds: number[] }
  user: UserCopy & { groupIds: number[] }
  externalId: string
  status: Status
  /** Status Not Started or Approved: what the index of R8 looks at. */
  open: boolean
  createdAt: Date
  registeredAt: Date
  completedAt: Date | null
  score: number | null
  updatedAt: Date
  history: HistoryEntry[]
  version: number
  /** Events that the broker has not confirmed yet. */
  outbox: Event<'registration.created.v1'>[]
  /** When a relay may claim them; absent when there are none. */
  outboxDue?: Date
  /** The claim that holds them. */
  outboxClaim?: string
}

export type RegistrationModel = Model<RegistrationRecord>

export const OPEN_INDEX = 'one_open_per_user_and_course'
const EXTERNAL_ID_INDEX = 'external_id_unique'

export function registrationModel(connection: Connection): RegistrationModel {
  const copied = { groupIds: { type: [Number], required: true }, version: Number, deleted: Boolean }
  const schema = new Schema<RegistrationRecord>(
    {
      _id: Number,
      course: { id: Number, name: String, ...copied },
      user: { userId: Number, externalId: { type: String, default: '' }, ...copied },
      externalId: { type: String, default: '' },
      status: { type: String, required: true },
      open: { type: Boolean, required: true },
      createdAt: { type: Date, required: true },
      registeredAt: { type: Date, required: true },
      completedAt: { type: Date, default: null },
      score: { type: Number, default: null },
      updatedAt: { type: Date, required: true },
      history: { type: Schema.Types.Mixed, required: true },
      version: { type: Number, required: true },
      outbox: { type: Schema.Types.Mixed, required: true },
      outboxDue: Date,
      outboxClaim: String,
    },
    { versionKey: false, minimize: false },
  )
  schema.index(
    { 'user.userId': 1, 'course.id': 1 },
    { unique: true, partialFilterExpression: { open: true }, name: OPEN_INDEX },
  )
  schema.index(
    { externalId: 1 },
    { unique: true, partialFilterExpression: { externalId: { $gt: '' } }, name: EXTERNAL_ID_INDEX },
  )
  schema.index({ 'course.id': 1, _id: 1 })
  schema.index({ 'user.userId': 1, _id: 1 })
  schema.index({ 'user.externalId': 1, _id: 1 })
  schema.index({ 'course.groupIds': 1, _id: 1 })
  schema.index({ updatedAt: 1 })
  schema.index({ outboxDue: 1 }, { sparse: true })
  return connection.model<RegistrationRecord>('Registration', schema, 'registrations')
}

/** A new registration with its pending event, which a relay may take from `outboxDue` on. */
export function toRecord(created: NewRegistration, trace: Trace, outboxDue: Date): RegistrationRecord {
  const { id, course, user, externalId, status, createdAt, registeredAt, completedAt, score } =
    created.registration
  const { updatedAt, history, version } = created.registration
  return {
    _id: id,
    course: { ...course, groupIds: [...course.groupIds] },
    user: { ...user, groupIds: [...user.groupIds] },
    externalId,
    status,
    open: isOpen(status),
    createdAt,
    registeredAt,
    completedAt,
    score,
    updatedAt,
    history: [...history],
    version,
    outbox: [createdEvent(created, trace)],
    outboxDue,
  }
}

/** An event, and the versions of course and user that its registration had when it was read or inserted. */
export interface PendingRegistrationEvent extends PendingEvent {
  readonly copied: Copied
}

export const pendingOf = (
  { _id, outbox, course, user }: Pick<RegistrationRecord, '_id' | 'outbox' | 'course' | 'user'>,
  asOf?: string,
): PendingRegistrationEvent[] =>
  outbox.map((event) => ({ recordId: _id, event, copied: { course, user, asOf } }))

/** The event that announces a registration; the same each time. */
export function createdEvent(
  { registration: { id, course, externalId, createdAt }, user }: NewRegistration,
  trace: Trace,
): Event<'registration.created.v1'> {
  const at = createdAt.toISOString()
  return {
    type: 'registration.created.v1',
    trace,
    payload: {
      // An id that was issued again after a restore has another moment, and so another event.
      eventId: eventIdOf(`registration:${id}:${createdAt.getTime()}`),
      occurredAt: at,
      registrationId: id,
      courseId: course.id,
      courseName: course.name,
      userId: user.id,
      userEmail: user.email,
      userFirstName: user.firstName,
      userLastName: user.lastName,
      createdDate: at,
      externalId,
    },
  }
}
