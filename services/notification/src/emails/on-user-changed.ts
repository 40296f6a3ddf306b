import type { DomainEvent } from '../../../platform/messaging/event.ts'
import type { PresentFactsSource } from './present-facts.ts'
import type { EmailDeliveries } from './repository.ts'

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'hasQueued' | 'cancelQueued'>
  readonly presentFacts: Pick<PresentFactsSource, 'user'>
}

/**
 * Cancels the e-mails that wait for a deleted user, so that counts are true before they are due. The user may
 * have come back since the message. @throws Unavailable
 */
export const cancelForDeletedUser =
  ({ deliveries, presentFacts }: Deps) =>
  async ({ payload: { userId, deleted } }: DomainEvent<'user.changed.v1'>): Promise<void> => {
    if (!deleted || !(await deliveries.hasQueued(userId))) return
    const user = await presentFacts.user(userId)
    if (!user || user.deleted)
      await deliveries.cancelQueued(userId, user?.erased ? 'user-erased' : 'user-deleted')
  }
