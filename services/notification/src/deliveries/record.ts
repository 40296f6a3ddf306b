import { Schema, type Connection, type Model } from 'mongoose'
import type { Delivery, MailContent } from './rules.ts'

/** A delivery as stored. */
export interface DeliveryRecord {
  _id: number
  kind: Delivery['kind']
  eventId: string
  registrationId: number
  /** Absent in records of earlier releases. */
  userId?: number
  /** The stored name of {@link Delivery.templateId}. */
  template: number
  to: string
  /** The stored name of {@link Delivery.content}. */
  words: MailContent
  messageId: string
  status: Delivery['status']
  attempts: number
  /** The stored name of {@link Delivery.unconfirmedAttempts}. Absent in records of earlier releases. */
  unconfirmed?: number
  dueAt: Date
  lastError: string
  sentAt: Date | null
  /** Absent in records of earlier releases. */
  failedAt?: Date | null
  /** Absent in records of earlier releases. */
  resentAt?: Date | null
  requestedAt: Date
  createdAt: Date
  requestId: string
  traceparent: string
}

export type DeliveryModel = Model<DeliveryRecord>

export function deliveryModel(connection: Connection): DeliveryModel {
  const schema = new Schema<DeliveryRecord>(
    {
      _id: Number,
      kind: { type: String, required: true },
      eventId: { type: String, required: true },
      registrationId: { type: Number, required: true },
      userId: Number,
      template: { type: Number, required: true },
      to: { type: String, default: '' },
      words: {
        courseName: String,
        firstName: String,
        registeredAt: { type: Date, required: true },
      },
      messageId: { type: String, required: true },
      status: { type: String, required: true },
      attempts: { type: Number, required: true },
      unconfirmed: { type: Number, default: 0 },
      dueAt: { type: Date, required: true },
      lastError: { type: String, default: '' },
      sentAt: { type: Date, default: null },
      failedAt: { type: Date, default: null },
      resentAt: { type: Date, default: null },
      requestedAt: { type: Date, required: true },
      createdAt: { type: Date, required: true },
      requestId: { type: String, default: '' },
      traceparent: { type: String, default: '' },
    },
    { versionKey: false },
  )
  const oneAutomatic = { unique: true, partialFilterExpression: { kind: 'automatic' } }
  schema.index({ eventId: 1, template: 1 }, oneAutomatic)
  schema.index({ registrationId: 1, template: 1 }, oneAutomatic)
  schema.index({ registrationId: 1, _id: 1 })
  schema.index({ status: 1, dueAt: 1 })
  schema.index({ status: 1, _id: 1 })
  schema.index({ to: 1, _id: 1 })
  schema.index({ userId: 1, _id: 1 })
  schema.index({ createdAt: 1 }, { partialFilterExpression: { to: { $gt: '' } } })
  return connection.model<DeliveryRecord>('Delivery', schema, 'deliveries')
}

export function toRecord(delivery: Delivery): DeliveryRecord {
  return {
    _id: delivery.id,
    kind: delivery.kind,
    eventId: delivery.eventId,
    registrationId: delivery.registrationId,
    ...(delivery.userId === undefined ? {} : { userId: delivery.userId }),
    template: delivery.templateId,
    to: delivery.to,
    words: delivery.content,
    messageId: delivery.messageId,
    status: delivery.status,
    attempts: delivery.attempts,
    unconfirmed: delivery.unconfirmedAttempts,
    dueAt: delivery.dueAt,
    lastError: delivery.lastError,
    sentAt: delivery.sentAt,
    failedAt: delivery.failedAt,
    resentAt: delivery.resentAt,
    requestedAt: delivery.requestedAt,
    createdAt: delivery.createdAt,
    requestId: delivery.requestId,
    traceparent: delivery.traceparent,
  }
}

export function toDelivery(record: DeliveryRecord): Delivery {
  return {
    id: record._id,
    kind: record.kind,
    eventId: record.eventId,
    registrationId: record.registrationId,
    userId: record.userId,
    templateId: record.template,
    to: record.to,
    content: record.words,
    messageId: record.messageId,
    status: record.status,
    attempts: record.attempts,
    unconfirmedAttempts: record.unconfirmed ?? 0,
    dueAt: record.dueAt,
    lastError: record.lastError,
    sentAt: record.sentAt,
    failedAt: record.failedAt ?? null,
    resentAt: record.resentAt ?? null,
    requestedAt: record.requestedAt,
    createdAt: record.createdAt,
    requestId: record.requestId,
    traceparent: record.traceparent,
  }
}
