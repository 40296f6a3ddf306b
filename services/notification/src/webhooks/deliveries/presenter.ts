import type { components } from '../../../../platform/contract/generated/openapi.ts'
import { renderDateTime } from '../../../../platform/domain/time.ts'
import type { WebhookDelivery } from './rules.ts'

type Schemas = components['schemas']

/** @param pausedUntil until when nothing is sent to the endpoint */
export const presentDelivery = (
  delivery: WebhookDelivery,
  pausedUntil: Date | null,
): Schemas['WebhookDelivery'] => ({
  id: delivery.id,
  eventId: delivery.event.id,
  eventType: delivery.event.type,
  recordId: delivery.event.recordId,
  status: delivery.status,
  attempts: delivery.attempts,
  lastResponseStatus: delivery.lastStatus,
  lastDurationMs: delivery.lastDurationMs,
  lastError: delivery.lastError,
  occurredAt: renderDateTime(delivery.event.occurredAt),
  deliveredAt: delivery.deliveredAt && renderDateTime(delivery.deliveredAt),
  nextAttemptAt: delivery.dueAt && renderDateTime(latest(delivery.dueAt, pausedUntil)),
})

export const presentDeliveryOfEndpoint = (
  delivery: WebhookDelivery,
  pausedUntil: Date | null,
): Schemas['OperatorWebhookDelivery'] => ({
  ...presentDelivery(delivery, pausedUntil),
  endpointId: delivery.endpointId,
})

const latest = (one: Date, other: Date | null): Date => (other && other > one ? other : one)
