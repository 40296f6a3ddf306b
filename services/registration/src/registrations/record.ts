import { Schema, type Connection, type Model } from 'mongoose'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import { withOutbox, type OutboxFields } from '../../../platform/store/outbox.ts'
import type { DetailedRegistration, ListedRegistration, Registration } from './rules.ts'

type RegistrationEvent = DomainEvent<'registration.created.v1' | 'registration.changed.v1'>

/** A registration as stored, with the events of its creation and its moves until the broker has them. */
export interface RegistrationRecord extends Omit<Registration, 'id'>, OutboxFields<RegistrationEvent> {
  _id: number
  /**
   * Whether the status is Not Started or Approved; the unique index on user and course holds for open ones.
   */
  open: boolean
  /**
   * The external id while the registration holds it; "" when it has none, and while its user or course is
   * deleted. The unique index holds for this field.
   */
  heldExternalId: string
}

export type RegistrationModel = Model<RegistrationRecord>

export const OPEN_INDEX = 'one_open_per_user_and_course'
export const EXTERNAL_ID_INDEX = 'external_id_unique'
export const IMPORT_INDEX = 'import_unique'

export function registrationModel(connection: Connection): RegistrationModel {
  const copied = { groupIds: { type: [Number], required: true }, version: Number, deleted: Boolean }
  const schema = new Schema<RegistrationRecord>(
    {
      _id: Number,
      course: { id: Number, name: String, ...copied },
      user: { userId: Number, externalId: { type: String, default: '' }, ...copied },
      externalId: { type: String, default: '' },
      heldExternalId: { type: String, default: '' },
      status: { type: String, required: true },
      open: { type: Boolean, required: true },
      createdAt: { type: Date, required: true },
      registeredAt: { type: Date, required: true },
      completedAt: { type: Date, default: null },
      score: { type: Number, default: null },
      success: { type: Boolean, default: null },
      updatedAt: { type: Date, required: true },
      history: { type: Schema.Types.Mixed, required: true },
      version: { type: Number, required: true },
      importKey: { type: String, default: '' },
      finishedBy: Schema.Types.Mixed,
    },
    { versionKey: false, minimize: false },
  )
  schema.index(
    { 'user.userId': 1, 'course.id': 1 },
    { unique: true, partialFilterExpression: { open: true }, name: OPEN_INDEX },
  )
  schema.index(
    { heldExternalId: 1 },
    { unique: true, partialFilterExpression: { heldExternalId: { $gt: '' } }, name: EXTERNAL_ID_INDEX },
  )
  schema.index(
    { importKey: 1 },
    { unique: true, partialFilterExpression: { importKey: { $gt: '' } }, name: IMPORT_INDEX },
  )
  schema.index({ 'finishedBy.importKey': 1 }, { sparse: true })
  schema.index({ 'course.id': 1, _id: 1 })
  schema.index({ 'user.userId': 1, _id: 1 })
  schema.index({ 'user.externalId': 1, _id: 1 })
  schema.index({ 'course.groupIds': 1, _id: 1 })
  schema.index({ 'user.groupIds': 1, _id: 1 })
  schema.index({ updatedAt: 1 })
  schema.plugin(withOutbox)
  return connection.model<RegistrationRecord>('Registration', schema, 'registrations')
}

/** Of registrations whose user and course are not deleted. */
export const ACTIVE = { 'course.deleted': false, 'user.deleted': false } as const

export function toRegistration(record: Omit<RegistrationRecord, 'events'>): Registration {
  return {
    id: record._id,
    course: record.course,
    user: record.user,
    externalId: record.externalId,
    status: record.status,
    createdAt: record.createdAt,
    registeredAt: record.registeredAt,
    completedAt: record.completedAt,
    score: record.score,
    success: record.success,
    updatedAt: record.updatedAt,
    history: record.history,
    version: record.version,
    importKey: record.importKey,
    finishedBy: record.finishedBy,
  }
}

/** The fields that a list reads. */
export const LISTED_FIELDS = {
  'course.id': 1,
  'course.name': 1,
  'course.deleted': 1,
  'user.userId': 1,
  'user.externalId': 1,
  'user.deleted': 1,
  externalId: 1,
  status: 1,
  createdAt: 1,
  registeredAt: 1,
  completedAt: 1,
  score: 1,
} as const

/** The fields that a list reads in addition when it shows details. */
export const DETAIL_FIELDS = {
  success: 1,
  updatedAt: 1,
  importKey: 1,
} as const

export type ListedRecord = Omit<ListedRegistration, 'id'> & Pick<RegistrationRecord, '_id'>
export type DetailedRecord = ListedRecord & Pick<RegistrationRecord, 'success' | 'updatedAt' | 'importKey'>

export const toListed = ({ _id, ...fields }: ListedRecord): ListedRegistration => ({ id: _id, ...fields })

export const toDetailed = ({ _id, ...fields }: DetailedRecord): DetailedRegistration => ({
  id: _id,
  ...fields,
})

/**
 * The outbox of registrations. Before a new one leaves it, its copies of the course and the user are compared
 * with the newest ones (`Copies.refreshNew`), for which they are read. Moves change no copies.
 */
export const REGISTRATION_OUTBOX = {
  types: ['registration.created.v1', 'registration.changed.v1'],
  beforeMarkedType: 'registration.created.v1',
  fields: ['course', 'user'],
} as const
