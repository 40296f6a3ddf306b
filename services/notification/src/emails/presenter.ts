import type { components } from '../../../platform/contract/generated/openapi.ts'
import { renderDateTime } from '../../../platform/domain/time.ts'
import { traceIdOf } from '../../../platform/observability/trace.ts'
import type { Delivery } from './rules.ts'

type Schemas = components['schemas']

export function presentDelivery(delivery: Delivery): Schemas['Delivery'] {
  return {
    id: String(delivery.id),
    registrationId: delivery.registrationId,
    template: delivery.templateId,
    to: delivery.to,
    status: delivery.status,
    attempts: delivery.attempts,
    lastError: delivery.lastError,
    messageId: delivery.messageId,
    createdAt: renderDateTime(delivery.createdAt),
    sentAt: renderOptional(delivery.sentAt),
    failedAt: renderOptional(delivery.failedAt),
    resentAt: renderOptional(delivery.resentAt),
    nextAttemptAt: delivery.status === 'queued' ? renderOptional(delivery.dueAt) : null,
    possiblySent: delivery.unconfirmedAttempts > 0,
    traceId: traceIdOf(delivery.traceparent),
  }
}

/** An e-mail whose event has not arrived yet counts as queued. */
export function presentReceipt(delivery: Delivery | undefined): Schemas['NotificationReceipt'] {
  if (!delivery) return { status: 'queued', attempts: 0, sentAt: null }
  return {
    status: delivery.status,
    attempts: delivery.attempts,
    sentAt: renderOptional(delivery.sentAt),
  }
}

const renderOptional = (date: Date | null): string | null => (date ? renderDateTime(date) : null)
