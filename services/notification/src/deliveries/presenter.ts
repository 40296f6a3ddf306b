import type { components } from '../../../shared/contract/generated/openapi.ts'
import { renderDateTime } from '../../../shared/time.ts'
import type { Delivery } from './rules.ts'

type Schemas = components['schemas']

const renderOptional = (date: Date | null): string | null => (date ? renderDateTime(date) : null)

export function presentDelivery(delivery: Delivery): Schemas['Delivery'] {
  const { id, registrationId, template, to, status, attempts, lastError, messageId, sentAt } = delivery
  return {
    ...{ id: String(id), registrationId, template, to, status, attempts, lastError, messageId },
    createdAt: renderDateTime(delivery.createdAt),
    sentAt: renderOptional(sentAt),
    failedAt: renderOptional(delivery.failedAt),
    possiblySent: delivery.unconfirmed > 0,
  }
}

/** An e-mail whose event has not arrived yet counts as queued (decisions, "Beyond the specification"). */
export function presentReceipt(delivery: Delivery | undefined): Schemas['NotificationReceipt'] {
  if (!delivery) return { status: 'queued', attempts: 0, sentAt: null }
  const { status, attempts, sentAt } = delivery
  return { status, attempts, sentAt: renderOptional(sentAt) }
}
