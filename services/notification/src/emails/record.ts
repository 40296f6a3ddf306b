import { Schema, type Connection, type Model } from 'mongoose'
import type { Lease } from '../../../platform/store/due-records.ts'
import type { EmailDelivery } from './rules.ts'

/** A delivery as stored. */
export interface EmailDeliveryRecord extends Omit<EmailDelivery, 'id' | 'dueAt'> {
  _id: number
  /** When any process may claim it: with a claim, when its lease ends. Absent when it is finished. */
  dueAt?: Date
  /** The claim of the process that has leased it. */
  claim?: string
}

export type EmailDeliveryModel = Model<EmailDeliveryRecord>

export function emailDeliveryModel(connection: Connection): EmailDeliveryModel {
  const schema = new Schema<EmailDeliveryRecord>(
    {
      _id: Number,
      kind: { type: String, required: true },
      eventId: { type: String, required: true },
      registrationId: { type: Number, required: true },
      userId: { type: Number, required: true },
      templateId: { type: Number, required: true },
      to: { type: String, default: '' },
      content: {
        courseName: String,
        firstName: String,
        preferredLanguage: String,
        registeredAt: { type: Date, required: true },
      },
      messageId: { type: String, required: true },
      status: { type: String, required: true },
      cancelReason: String,
      fixed: { _id: false, type: { date: Date, settingsHash: String }, default: undefined },
      attempts: { type: Number, required: true },
      unconfirmedAttempts: { type: Number, required: true },
      unexpectedFailures: { type: Number, required: true },
      refusals: { type: Number, required: true },
      mayGiveUpFrom: { type: Date, default: null },
      dueAt: Date,
      claim: String,
      lastError: { type: String, default: '' },
      errorClass: { type: String, default: '' },
      sentAt: { type: Date, default: null },
      failedAt: { type: Date, default: null },
      resentAt: { type: Date, default: null },
      resentBy: Number,
      resendOf: { _id: false, type: { id: Number, onlyFirst: Boolean }, default: undefined },
      isSole: Boolean,
      erased: { type: Boolean, required: true },
      requestedAt: { type: Date, required: true },
      createdAt: { type: Date, required: true },
      requestId: { type: String, default: '' },
      traceparent: { type: String, default: '' },
    },
    { versionKey: false },
  )
  const oneAutomatic = { unique: true, partialFilterExpression: { kind: 'automatic' } }
  schema.index({ eventId: 1, templateId: 1 }, oneAutomatic)
  schema.index({ registrationId: 1, templateId: 1 }, oneAutomatic)
  schema.index(
    { templateId: 1, registrationId: 1 },
    { unique: true, partialFilterExpression: { isSole: true } },
  )
  schema.index({ registrationId: 1, _id: 1 })
  schema.index({ dueAt: 1 }, { sparse: true })
  schema.index({ status: 1, _id: 1 })
  schema.index({ to: 1, _id: 1 })
  schema.index({ userId: 1, _id: 1 })
  schema.index({ createdAt: 1 }, { partialFilterExpression: { to: { $gt: '' } } })
  return connection.model<EmailDeliveryRecord>('Delivery', schema, 'deliveries')
}

/** @param lease of the process that has leased it */
export const toRecord = ({ id, dueAt, ...fields }: EmailDelivery, lease?: Lease): EmailDeliveryRecord => ({
  _id: id,
  ...fields,
  ...(dueAt && { dueAt }),
  ...(lease && { dueAt: lease.until, claim: lease.claim }),
})

/** Without the claim: the process that claims a delivery adds it, see `LeasedEmailDelivery`. */
export const toEmailDelivery = ({ _id, dueAt, claim, ...fields }: EmailDeliveryRecord): EmailDelivery => ({
  ...fields,
  id: _id,
  dueAt: (claim === undefined && dueAt) || null,
})
