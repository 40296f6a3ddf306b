import type { Schemas } from '../../../../platform/contract/schema.ts'
import { renderDateTime, type Clock } from '../../../../platform/domain/time.ts'
import type { WebhookSender } from '../deliveries/webhook-sender.ts'
import { isPaused, type Endpoint } from './rules.ts'

/** What a presentation says besides the record. */
interface EndpointView {
  readonly clock: Clock
  readonly sender: Pick<WebhookSender, 'canSign'>
}

export function presentEndpoint(
  endpoint: Endpoint,
  { clock, sender }: EndpointView,
): Schemas['WebhookEndpoint'] {
  const pausedUntil = isPaused(endpoint, clock.now()) ? endpoint.pausedUntil : null
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
    secretUsable: sender.canSign(endpoint),
    createdAt: renderDateTime(endpoint.createdAt),
  }
}

/** The only presentation with the secret. */
export const presentIssuedEndpoint = (
  endpoint: Endpoint,
  secret: string,
  view: EndpointView,
): Schemas['IssuedWebhookEndpoint'] => ({
  ...presentEndpoint(endpoint, view),
  secret,
})

export const presentToOperator = (
  endpoint: Endpoint,
  view: EndpointView,
): Schemas['OperatorWebhookEndpoint'] => ({
  ...presentEndpoint(endpoint, view),
  accountId: endpoint.accountId,
})
