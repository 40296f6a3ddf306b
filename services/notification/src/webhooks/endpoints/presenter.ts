import type { components } from '../../../../platform/contract/generated/openapi.ts'
import { renderDateTime } from '../../../../platform/domain/time.ts'
import type { Endpoint } from './rules.ts'

type Schemas = components['schemas']

export const presentEndpoint = (endpoint: Endpoint): Schemas['WebhookEndpoint'] => ({
  id: endpoint.id,
  url: endpoint.url,
  events: [...endpoint.events],
  description: endpoint.description,
  enabled: endpoint.disabled === null,
  disabledReason: endpoint.disabled?.reason ?? null,
  disabledAt: endpoint.disabled && renderDateTime(endpoint.disabled.at),
  failingSince: endpoint.failingSince && renderDateTime(endpoint.failingSince),
  createdAt: renderDateTime(endpoint.createdAt),
})

/** The only presentation with the secret. */
export const presentNewEndpoint = (endpoint: Endpoint, secret: string): Schemas['NewWebhookEndpoint'] => ({
  ...presentEndpoint(endpoint),
  secret,
})

export const presentToOperator = (endpoint: Endpoint): Schemas['OperatorWebhookEndpoint'] => ({
  ...presentEndpoint(endpoint),
  accountId: endpoint.accountId,
})
