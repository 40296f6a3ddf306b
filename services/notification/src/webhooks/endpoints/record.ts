import { Schema, type Connection, type Model } from 'mongoose'
import type { DisabledReason, Endpoint, WebhookEventType, StoredSecret } from './rules.ts'

/** A webhook endpoint as stored. */
export interface EndpointRecord extends Omit<Endpoint, 'id' | 'events' | 'disabled' | 'secrets'> {
  _id: number
  /** Which of the places of its account it takes. A unique index limits the number of endpoints. */
  place: number
  events: WebhookEventType[]
  enabled: boolean
  disabledReason: DisabledReason | null
  disabledAt: Date | null
  secrets: StoredSecret[]
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
      disabledReason: { type: String, default: null },
      disabledAt: { type: Date, default: null },
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
  events: [...endpoint.events],
  description: endpoint.description,
  enabled: endpoint.disabled === null,
  disabledReason: endpoint.disabled?.reason ?? null,
  disabledAt: endpoint.disabled?.at ?? null,
  secrets: endpoint.secrets.map(({ sealed, expiresAt }) => ({ sealed, expiresAt })),
  failingSince: endpoint.failingSince,
  pausedUntil: endpoint.pausedUntil,
})

export const toRecord = (endpoint: Endpoint, place: number): EndpointRecord => ({
  ...fieldsOf(endpoint),
  _id: endpoint.id,
  accountId: endpoint.accountId,
  place,
  provenUrl: endpoint.provenUrl,
  nextTrialAt: endpoint.nextTrialAt,
  createdAt: endpoint.createdAt,
  revision: 1,
})

export const toEndpoint = (record: EndpointRecord): Endpoint => ({
  id: record._id,
  accountId: record.accountId,
  accountCreatedAt: record.accountCreatedAt,
  url: record.url,
  events: record.events,
  description: record.description,
  disabled:
    record.disabledReason && record.disabledAt
      ? { reason: record.disabledReason, at: record.disabledAt }
      : null,
  secrets: record.secrets.map(({ sealed, expiresAt }) => ({ sealed, expiresAt })),
  failingSince: record.failingSince,
  pausedUntil: record.pausedUntil,
  provenUrl: record.provenUrl,
  nextTrialAt: record.nextTrialAt,
  createdAt: record.createdAt,
})
