import { Schema, type Connection, type Model } from 'mongoose'
import type { WebhookDelivery, WebhookEvent } from './rules.ts'

/** A delivery as stored, with the event, so that it can be sent again. */
export interface WebhookDeliveryRecord extends Omit<WebhookDelivery, 'id' | 'dueAt'> {
  _id: number
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
  { endpointId, event }: { readonly endpointId: number; readonly event: WebhookEvent },
  state: Pick<WebhookDeliveryRecord, 'status' | 'dueAt' | 'claim' | 'lastError'>,
  now: Date,
): WebhookDeliveryRecord => ({
  ...event,
  ...state,
  _id: id,
  endpointId,
  attempts: 0,
  failures: 0,
  lastStatus: null,
  lastDurationMs: null,
  deliveredAt: null,
  storedAt: now,
})

export const SUBJECT_FIELDS = { type: 1, userId: 1, courseId: 1, occurredAt: 1 } as const

/** What decides whether an account may see a delivery, and its place in a list. */
export type ListedSubject = Pick<WebhookDelivery, 'id' | keyof typeof SUBJECT_FIELDS>

export const toListedSubject = ({
  _id,
  ...fields
}: Pick<WebhookDeliveryRecord, '_id' | keyof typeof SUBJECT_FIELDS>): ListedSubject => ({
  ...fields,
  id: _id,
})

export const toWebhookDelivery = ({ _id, dueAt, ...fields }: WebhookDeliveryRecord): WebhookDelivery => ({
  ...fields,
  id: _id,
  dueAt: dueAt ?? null,
})
