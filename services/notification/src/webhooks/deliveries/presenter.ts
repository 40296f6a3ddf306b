import type { Schemas } from '../../../../platform/contract/schema.ts'
import { renderDateTime, renderInstant } from '../../../../platform/domain/time.ts'
import type { WebhookDelivery } from './rules.ts'

/** @param pausedUntil until when nothing is sent to the endpoint */
export const presentWebhookDelivery = (
  delivery: WebhookDelivery,
  pausedUntil: Date | null,
  now: Date,
): Schemas['WebhookDelivery'] => ({
  id: delivery.id,
  eventId: delivery.eventId,
  eventType: delivery.type,
  recordId: delivery.recordId,
  status: delivery.status,
  attempts: delivery.attempts,
  lastResponseStatus: delivery.lastStatus,
  lastDurationMs: delivery.lastDurationMs,
  lastError: delivery.lastError,
  occurredAt: renderDateTime(delivery.occurredAt),
  deliveredAt: delivery.deliveredAt && renderDateTime(delivery.deliveredAt),
  nextAttemptAt: delivery.dueAt && renderDateTime(nextAttempt(delivery.dueAt, pausedUntil, now)),
})

export const presentDeliveryOfEndpoint = (
  delivery: WebhookDelivery,
  pausedUntil: Date | null,
  now: Date,
): Schemas['OperatorWebhookDelivery'] => ({
  ...presentWebhookDelivery(delivery, pausedUntil, now),
  occurredAt: renderInstant(delivery.occurredAt),
  deliveredAt: delivery.deliveredAt && renderInstant(delivery.deliveredAt),
  endpointId: delivery.endpointId,
})

/** Never in the past: what is due is sent now. */
const nextAttempt = (dueAt: Date, pausedUntil: Date | null, now: Date): Date =>
  new Date(Math.max(dueAt.getTime(), pausedUntil?.getTime() ?? 0, now.getTime()))
