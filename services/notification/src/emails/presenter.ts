import type { Schemas } from '../../../platform/contract/schema.ts'
import { defined } from '../../../platform/domain/defined.ts'
import { renderDateTime, renderInstant } from '../../../platform/domain/time.ts'
import { traceIdOf } from '../../../platform/observability/trace.ts'
import type { Pace } from './pace.ts'
import type { EmailDelivery } from './rules.ts'

export function presentEmailDelivery(delivery: EmailDelivery, now: Date): Schemas['Delivery'] {
  const { dueAt } = delivery
  return {
    id: String(delivery.id),
    registrationId: delivery.registrationId,
    template: delivery.templateId,
    to: delivery.to,
    status: delivery.status,
    ...defined({ reason: delivery.cancelReason }),
    attempts: delivery.attempts,
    lastError: delivery.lastError,
    messageId: delivery.messageId,
    createdAt: renderInstant(delivery.createdAt),
    sentAt: delivery.sentAt && renderInstant(delivery.sentAt),
    failedAt: delivery.failedAt && renderInstant(delivery.failedAt),
    resentAt: delivery.resentAt && renderInstant(delivery.resentAt),
    nextAttemptAt: delivery.status === 'queued' && dueAt && dueAt > now ? renderInstant(dueAt) : null,
    possiblySent: delivery.unconfirmedAttempts > 0,
    traceId: traceIdOf(delivery.traceparent),
  }
}

/** The limits that this process keeps to now, and those of its configuration. */
export function presentMailLimits(
  { atOnce, perMinute, lastRefusal }: Pace,
  { mailMaxConnections, mailPerMinute }: { mailMaxConnections: number; mailPerMinute: number },
): Schemas['MailLimits'] {
  return {
    maxConnections: mailMaxConnections,
    connections: atOnce,
    maxPerMinute: mailPerMinute === 0 ? null : mailPerMinute,
    perMinute: perMinute ?? null,
    lastRefusal: lastRefusal ? { at: renderInstant(lastRefusal.at), reply: lastRefusal.reply } : null,
  }
}

/** An e-mail whose event has not arrived yet counts as queued. */
export function presentReceipt(delivery: EmailDelivery | undefined): Schemas['DeliveryReceipt'] {
  if (!delivery) return { status: 'queued', attempts: 0, sentAt: null }
  return {
    status: delivery.status,
    ...defined({ reason: delivery.cancelReason }),
    attempts: delivery.attempts,
    sentAt: delivery.sentAt && renderDateTime(delivery.sentAt),
  }
}
