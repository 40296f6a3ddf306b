import { Schema, type Connection, type Model } from 'mongoose'
import type { Endpoint } from './rules.ts'

/** A webhook endpoint as stored. */
export interface EndpointRecord extends Omit<Endpoint, 'id'> {
  _id: number
  /** Which of the places of its account it takes. A unique index limits the number of endpoints. */
  place: number
  /** Whether it is not disabled, for lists. */
  enabled: boolean
  /** Grows by one with every write. */
  revision: number
}

export type EndpointModel = Model<EndpointRecord>

export function endpointModel(connection: Connection): EndpointModel {
  const schema = new Schema<EndpointRecord>(
    {
      _id: Number,
      accountId: { type: Number, required: true },
      accountCreatedAt: { type: Date, required: true },
      place: { type: Number, required: true },
      url: { type: String, required: true },
      events: { type: [String], required: true },
      description: { type: String, default: '' },
      enabled: { type: Boolean, required: true },
      disabled: { _id: false, type: { reason: String, at: Date }, default: null },
      secrets: [{ _id: false, sealed: String, expiresAt: Date }],
      failingSince: { type: Date, default: null },
      pausedUntil: { type: Date, default: null },
      provenUrl: { type: String, default: '' },
      nextTrialAt: { type: Date, default: null },
      createdAt: { type: Date, required: true },
      revision: { type: Number, required: true },
    },
    { versionKey: false },
  )
  schema.index({ accountId: 1, accountCreatedAt: 1, place: 1 }, { unique: true })
  schema.index({ accountId: 1, _id: 1 })
  schema.index({ enabled: 1, _id: 1 })
  return connection.model<EndpointRecord>('WebhookEndpoint', schema, 'webhookEndpoints')
}

/** The fields that a change writes. Attempts write `provenUrl` and `nextTrialAt` at the same time. */
export const fieldsOf = (endpoint: Endpoint) => ({
  accountCreatedAt: endpoint.accountCreatedAt,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  enabled: endpoint.disabled === null,
  disabled: endpoint.disabled,
  secrets: endpoint.secrets,
  failingSince: endpoint.failingSince,
  pausedUntil: endpoint.pausedUntil,
})

export const toRecord = ({ id, ...fields }: Endpoint, place: number): EndpointRecord => ({
  ...fields,
  _id: id,
  place,
  enabled: fields.disabled === null,
  revision: 1,
})

export const toEndpoint = ({ _id, ...fields }: EndpointRecord): Endpoint => ({ ...fields, id: _id })
