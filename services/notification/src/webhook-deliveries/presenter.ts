import type { components } from '../../../shared/contract/generated/openapi.ts'
import { renderDateTime } from '../../../shared/time.ts'
import type { WebhookDelivery } from './rules.ts'

type Schemas = components['schemas']

export const presentDelivery = (delivery: WebhookDelivery): Schemas['WebhookDelivery'] => ({
  id: delivery.id,
  eventId: delivery.event.id,
  eventType: delivery.event.type,
  status: delivery.status,
  attempts: delivery.attempts,
  lastResponseStatus: delivery.lastStatus,
  lastError: delivery.lastError,
  occurredAt: renderDateTime(delivery.event.occurredAt),
  deliveredAt: delivery.deliveredAt && renderDateTime(delivery.deliveredAt),
  nextAttemptAt: delivery.status === 'pending' ? renderDateTime(delivery.dueAt) : null,
})

export const presentDeliveryOfEndpoint = (delivery: WebhookDelivery): Schemas['OperatorWebhookDelivery'] => ({
  ...presentDelivery(delivery),
  endpointId: delivery.endpointId,
})
