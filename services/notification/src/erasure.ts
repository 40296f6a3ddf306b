import type { Eraser } from '../../shared/erasure/eraser.ts'
import type { Tombstone } from '../../shared/erasure/tombstone.ts'
import type { Event } from '../../shared/messaging/event.ts'
import type { Clock } from '../../shared/time.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { Deliveries } from './deliveries/repository.ts'
import type { WebhookDeliveries } from './webhook-deliveries/repository.ts'

export const USER_ERASED_QUEUE = 'notification.user-erased'

interface Deps {
  readonly deliveries: Pick<Deliveries, 'eraseUser'>
  readonly deadLetters: Pick<DeadLetters, 'eraseUser'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'eraseUser'>
  readonly clock: Clock
}

/** Erases everything that this service holds about a user. Safe to repeat. Returns the number of records. */
export const eraseUser =
  ({ deliveries, deadLetters, webhookDeliveries, clock }: Deps) =>
  async (tombstone: Tombstone): Promise<number> => {
    const erased = [
      await deliveries.eraseUser(tombstone, clock.now()),
      await deadLetters.eraseUser(tombstone),
      await webhookDeliveries.eraseUser(tombstone.userId),
    ]
    return erased.reduce((sum, records) => sum + records)
  }

interface ErasedDeps {
  readonly eraser: Pick<Eraser, 'erase'>
  /** Sends user.erased to the webhook endpoints that may see the user. */
  readonly tellWebhooks: (event: Event<'user.erased.v1'>) => Promise<void>
}

/**
 * Erases a user, and once more when the registration service has: then that service sends no more messages about the user,
 * and it has named the registrations, by which e-mails of earlier releases are found. Only then is the erasure confirmed.
 */
export const onUserErased =
  ({ eraser, tellWebhooks }: ErasedDeps) =>
  async (event: Event<'user.erased.v1' | 'user.erased.confirmed.v1'>): Promise<void> => {
    const { payload, trace } = event
    const request = { userId: payload.userId, withRegistrations: false, trace }
    if (event.type === 'user.erased.v1') {
      const { eventId } = event.payload
      await eraser.erase({ ...request, eventId, registrationIds: [] }, { confirm: false })
      return tellWebhooks(event)
    }
    const { service, erasedEventId, registrationIds } = event.payload
    if (service === 'registration')
      await eraser.erase({ ...request, eventId: erasedEventId, registrationIds }, { confirm: true })
  }
