import type { Clock } from '../../../shared/time.ts'
import { RetryLater, Unprocessable } from '../../../shared/messaging/consumer.ts'
import type { Event } from '../../../shared/messaging/event.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import { TEMPLATE_222, type NewDelivery } from './rules.ts'
import type { Deliverer } from './deliverer.ts'
import type { Deliveries } from './repository.ts'

export const REGISTRATION_CREATED_QUEUE = 'notification.registration-created'

interface Deps {
  deliveries: Deliveries
  deliverer: Deliverer
  smtp: Dependency
  clock: Clock
}

/**
 * One automatic e-mail for each registration (decision R21): the message is acknowledged once its e-mail was
 * sent or has failed for good, and is retried until then (design, "The way of one registration", step 3).
 */
export const onRegistrationCreated =
  ({ deliveries, deliverer, smtp, clock }: Deps) =>
  async (event: Event<'registration.created.v1'>): Promise<void> => {
    if (!smtp.up()) throw new RetryLater('the SMTP server is away')
    const now = clock.now()
    const { state, delivery } = await deliveries.begin(deliveryOf(event, now), now)
    if (delivery.registrationId !== event.payload.registrationId)
      throw new Unprocessable(`registration ${delivery.registrationId} has an event with the same id`)
    // After a restore, an id that was issued again (decisions, "Restore"): this registration has had no e-mail.
    if (delivery.eventId !== event.payload.eventId)
      throw new Unprocessable(`registration ${delivery.registrationId} is known under another event id`)
    if (state === 'settled') return
    if (state === 'busy')
      throw new RetryLater(`the e-mail is ${delivery.status} until ${delivery.dueAt.toISOString()}`)
    const outcome = await deliverer.attempt(delivery)
    if (outcome.status === 'queued') throw new RetryLater(outcome.reason)
  }

function deliveryOf({ payload, trace }: Event<'registration.created.v1'>, now: Date): NewDelivery {
  return {
    kind: 'automatic',
    template: TEMPLATE_222,
    eventId: payload.eventId,
    registrationId: payload.registrationId,
    to: payload.userEmail,
    words: {
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
