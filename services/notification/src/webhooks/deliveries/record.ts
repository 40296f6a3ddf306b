import { Schema, type Connection, type Model } from 'mongoose'
import type { WebhookEventType } from '../endpoints/rules.ts'
import type { Subject, WebhookDelivery, WebhookEvent } from './rules.ts'

/** A delivery as stored, with the event, so that it can be sent again. */
export interface WebhookDeliveryRecord extends Omit<WebhookDelivery, 'id' | 'event' | 'dueAt'> {
  _id: number
  eventId: string
  type: WebhookEventType
  recordId: number
  /** Whose personal data `payload` contains. */
  userId: number
  courseId?: number
  /** The body of the event. */
  payload: string
  occurredAt: Date
  showsErasedUser: boolean
  traceparent: string
  /** Absent when it is delivered or has failed. */
  dueAt?: Date
  /** The claim of the process that has leased it. */
  claim?: string
  /** Whether it was made due before its time, in this schedule of attempts. */
  hastened?: boolean
  /** Removed 30 days later. */
  storedAt: Date
}

export type WebhookDeliveryModel = Model<WebhookDeliveryRecord>

const KEPT_SECONDS = 30 * 24 * 60 * 60

export function webhookDeliveryModel(connection: Connection): WebhookDeliveryModel {
  const schema = new Schema<WebhookDeliveryRecord>(
    {
      _id: Number,
      endpointId: { type: Number, required: true },
      eventId: { type: String, required: true },
      type: { type: String, required: true },
      recordId: { type: Number, required: true },
      userId: { type: Number, required: true },
      courseId: Number,
      payload: { type: String, required: true },
      occurredAt: { type: Date, required: true },
      showsErasedUser: { type: Boolean, required: true },
      traceparent: { type: String, default: '' },
      status: { type: String, required: true },
      attempts: { type: Number, required: true },
      failures: { type: Number, required: true },
      dueAt: Date,
      claim: String,
      hastened: Boolean,
      lastStatus: { type: Number, default: null },
      lastDurationMs: { type: Number, default: null },
      lastError: { type: String, default: null },
      deliveredAt: { type: Date, default: null },
      storedAt: { type: Date, required: true },
    },
    { versionKey: false },
  )
  schema.index({ endpointId: 1, eventId: 1 }, { unique: true })
  schema.index({ endpointId: 1, _id: 1 })
  schema.index({ endpointId: 1, status: 1, _id: 1 })
  schema.index({ status: 1, _id: 1 })
  schema.index({ endpointId: 1, dueAt: 1 })
  schema.index({ endpointId: 1, occurredAt: 1, _id: 1 })
  // Of the leased ones only: a lease that has ended is found without reading what waits.
  schema.index({ dueAt: 1, claim: 1 }, { partialFilterExpression: { claim: { $gt: '' } } })
  schema.index({ userId: 1, _id: 1 })
  schema.index({ storedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })
  return connection.model<WebhookDeliveryRecord>('WebhookDelivery', schema, 'webhookDeliveries')
}

/** A new delivery of an event. */
export const newRecord = (
  id: number,
  { endpointId, event }: Pick<WebhookDelivery, 'endpointId' | 'event'>,
  state: Pick<WebhookDeliveryRecord, 'status' | 'dueAt' | 'claim' | 'lastError'>,
  now: Date,
): WebhookDeliveryRecord => ({
  _id: id,
  endpointId,
  eventId: event.id,
  type: event.type,
  recordId: event.recordId,
  userId: event.userId,
  ...(event.courseId === undefined ? {} : { courseId: event.courseId }),
  payload: event.body,
  occurredAt: event.occurredAt,
  showsErasedUser: event.showsErasedUser,
  traceparent: event.traceparent,
  ...state,
  attempts: 0,
  failures: 0,
  lastStatus: null,
  lastDurationMs: null,
  deliveredAt: null,
  storedAt: now,
})

/** What decides whether an account may see a delivery, and its place in a list. */
export type ListedSubject = Subject & Pick<WebhookDelivery, 'id'> & Pick<WebhookEvent, 'occurredAt'>

export const SUBJECT_FIELDS = { type: 1, userId: 1, courseId: 1, occurredAt: 1 } as const

export const toListedSubject = ({
  _id: id,
  type,
  userId,
  courseId,
  occurredAt,
}: Pick<WebhookDeliveryRecord, '_id' | keyof typeof SUBJECT_FIELDS>): ListedSubject => ({
  id,
  type,
  userId,
  courseId,
  occurredAt,
})

const toEvent = (record: WebhookDeliveryRecord): WebhookEvent => ({
  id: record.eventId,
  type: record.type,
  recordId: record.recordId,
  userId: record.userId,
  courseId: record.courseId,
  body: record.payload,
  occurredAt: record.occurredAt,
  showsErasedUser: record.showsErasedUser,
  traceparent: record.traceparent,
})

export const toWebhookDelivery = (record: WebhookDeliveryRecord): WebhookDelivery => ({
  id: record._id,
  endpointId: record.endpointId,
  event: toEvent(record),
  status: record.status,
  attempts: record.attempts,
  failures: record.failures,
  dueAt: record.dueAt ?? null,
  lastStatus: record.lastStatus,
  lastDurationMs: record.lastDurationMs,
  lastError: record.lastError,
  deliveredAt: record.deliveredAt,
})
