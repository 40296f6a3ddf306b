import type { components } from '../../../../platform/contract/generated/openapi.ts'
import { renderDateTime } from '../../../../platform/domain/time.ts'
import { isPaused, type Endpoint } from './rules.ts'

type Schemas = components['schemas']

/** @param now a pause that has ended by then is not shown */
export function presentEndpoint(endpoint: Endpoint, now: Date): Schemas['WebhookEndpoint'] {
  const pausedUntil = isPaused(endpoint, now) ? endpoint.pausedUntil : null
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: [...endpoint.events],
    description: endpoint.description,
    enabled: endpoint.disabled === null,
    disabledReason: endpoint.disabled?.reason ?? null,
    disabledAt: endpoint.disabled && renderDateTime(endpoint.disabled.at),
    failingSince: endpoint.failingSince && renderDateTime(endpoint.failingSince),
    pausedUntil: pausedUntil && renderDateTime(pausedUntil),
    createdAt: renderDateTime(endpoint.createdAt),
  }
}

/** The only presentation with the secret. */
export const presentNewEndpoint = (
  endpoint: Endpoint,
  secret: string,
  now: Date,
): Schemas['NewWebhookEndpoint'] => ({
  ...presentEndpoint(endpoint, now),
  secret,
})

export const presentToOperator = (endpoint: Endpoint, now: Date): Schemas['OperatorWebhookEndpoint'] => ({
  ...presentEndpoint(endpoint, now),
  accountId: endpoint.accountId,
})
