import type { Eraser } from '../../../platform/erasure/eraser.ts'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import type { CurrentFactsSource } from './current-facts.ts'
import type { EmailDeliveries } from './repository.ts'

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'hasQueued' | 'cancelQueued'>
  readonly currentFacts: Pick<CurrentFactsSource, 'user'>
  /** Erases what was stored after the erasure. Else an attempt does that, and a cancelled e-mail has none. */
  readonly eraser: Pick<Eraser, 'eraseAgainIfErased'>
}

/**
 * Cancels the e-mails that wait for a deleted user, so that counts are true before they are due. The user may
 * have come back since the message. @throws Unavailable
 */
export const onUserChanged =
  ({ deliveries, currentFacts, eraser }: Deps) =>
  async ({ payload: { userId, deleted } }: DomainEvent<'user.changed.v1'>): Promise<void> => {
    if (!deleted || !(await deliveries.hasQueued(userId))) return
    const user = await currentFacts.user(userId)
    if (user && !user.deleted) return
    await deliveries.cancelQueued(userId, user?.erased ? 'user-erased' : 'user-deleted')
    await eraser.eraseAgainIfErased(userId)
  }
