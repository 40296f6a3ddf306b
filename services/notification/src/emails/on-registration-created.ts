import type { Clock } from '../../../platform/domain/time.ts'
import { Unprocessable } from '../../../platform/messaging/message.ts'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import { recordModelStep } from '../../../platform/observability/model-steps.ts'
import { EMAIL_LANE, type EmailDispatcher } from './email-dispatcher.ts'
import type { EmailDeliveries } from './repository.ts'
import { REGISTRATION_CREATED_TEMPLATE_ID, type NewEmailDelivery } from './rules.ts'

export const REGISTRATION_CREATED_QUEUE = 'notification.registration-created'

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'addAutomatic'>
  readonly dispatcher: Pick<EmailDispatcher, 'reserve' | 'wake'>
  readonly clock: Clock
}

/**
 * Stores one e-mail for each registration. Then the message is done. The dispatcher sends the e-mail, and
 * looks before each attempt whether the user was erased meanwhile.
 */
export const onRegistrationCreated =
  ({ deliveries, dispatcher, clock }: Deps) =>
  async (event: DomainEvent<'registration.created.v1'>, wasReceivedBefore = false): Promise<void> => {
    const reservation = dispatcher.reserve(EMAIL_LANE)
    try {
      const options = { leased: reservation !== undefined, wasReceivedBefore }
      const added = await deliveries.addAutomatic(deliveryOf(event, clock.now()), options)
      if (added.kind !== 'exists') recordMessageStep('store', event)
      if (added.kind === 'leased') return reservation?.offer(added.delivery)
      if (added.kind === 'due') return dispatcher.wake(EMAIL_LANE)
      // The same message again is done. Another message must not lose its e-mail without notice.
      const { delivery } = added
      if (delivery.registrationId !== event.payload.registrationId)
        throw new Unprocessable(`registration ${delivery.registrationId} has an event with the same id`, {
          errorClass: 'another registration has an event with the same id',
        })
      // After a restore the same id may have been issued to another registration, which has had no e-mail.
      if (delivery.eventId !== event.payload.eventId)
        throw new Unprocessable(`registration ${delivery.registrationId} is known under another event id`, {
          errorClass: 'the registration is known under another event id',
        })
      recordMessageStep('findStored', event)
    } finally {
      // After an offer this does nothing.
      reservation?.cancel()
    }
  }

const recordMessageStep = (step: 'store' | 'findStored', { payload }: DomainEvent): void =>
  recordModelStep({ step, event: payload.eventId, queue: REGISTRATION_CREATED_QUEUE })

function deliveryOf({ payload, trace }: DomainEvent<'registration.created.v1'>, now: Date): NewEmailDelivery {
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
      preferredLanguage: payload.userPreferredLanguage ?? '',
      registeredAt: new Date(payload.createdDate),
    },
    requestedAt: new Date(payload.occurredAt),
    createdAt: now,
    requestId: trace.requestId,
    traceparent: trace.traceparent,
  }
}
