import type { Clock } from '../../../shared/time.ts'
import { RetryLater, Unprocessable } from '../../../shared/messaging/consumer.ts'
import type { Event } from '../../../shared/messaging/event.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import type { Deliveries } from './repository.ts'
import { REGISTRATION_CREATED_TEMPLATE_ID, type NewDelivery } from './rules.ts'
import type { DeliverySender } from './sender.ts'

export const REGISTRATION_CREATED_QUEUE = 'notification.registration-created'

interface Deps {
  deliveries: Deliveries
  sender: DeliverySender
  smtp: Dependency
  clock: Clock
}

/** Sends one e-mail for each registration. The message is done when the e-mail was sent or has failed for good. */
export const onRegistrationCreated =
  ({ deliveries, sender, smtp, clock }: Deps) =>
  async (event: Event<'registration.created.v1'>, isRetry = false): Promise<void> => {
    if (!smtp.up()) throw new RetryLater('the SMTP server is unavailable')
    const now = clock.now()
    const { state, delivery } = await deliveries.addOrClaim(deliveryOf(event, now), now, isRetry)
    if (delivery.registrationId !== event.payload.registrationId)
      throw new Unprocessable(`registration ${delivery.registrationId} has an event with the same id`)
    // After a restore the same id may have been issued to another registration, which has had no e-mail.
    if (delivery.eventId !== event.payload.eventId)
      throw new Unprocessable(`registration ${delivery.registrationId} is known under another event id`)
    if (state === 'finished') return
    if (state === 'not-due')
      throw new RetryLater(`the e-mail is ${delivery.status} until ${delivery.dueAt.toISOString()}`)
    const result = await sender.attempt(delivery)
    if (result.status === 'queued') throw new RetryLater(result.reason)
  }

function deliveryOf({ payload, trace }: Event<'registration.created.v1'>, now: Date): NewDelivery {
  return {
    kind: 'automatic',
    templateId: REGISTRATION_CREATED_TEMPLATE_ID,
    eventId: payload.eventId,
    registrationId: payload.registrationId,
    userId: payload.userId,
    to: payload.userEmail,
    content: {
      courseName: payload.courseName,
      firstName: payload.userFirstName,
      registeredAt: new Date(payload.createdDate),
    },
    requestedAt: new Date(payload.occurredAt),
    createdAt: now,
    requestId: trace.requestId,
    traceparent: trace.traceparent,
  }
}
