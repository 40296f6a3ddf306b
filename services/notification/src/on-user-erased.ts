import type { Eraser } from '../../platform/erasure/eraser.ts'
import type { DomainEvent } from '../../platform/messaging/event.ts'

interface Deps {
  readonly eraser: Pick<Eraser, 'erase'>
  /** Sends user.erased to the webhook endpoints that may see the user. */
  readonly notifyWebhooks: (event: DomainEvent<'user.erased.v1'>) => Promise<void>
}

/**
 * Erases a user in two passes. The first runs when the erasure is requested. The second runs when the
 * registration service has confirmed its own erasure: from then on that service stores no message about the
 * user. One that a process has in memory may still come, and its e-mail meets the tombstone. The confirmation
 * lists the ids of the user's registrations, by which dead letters are found that do not name the user. This
 * service confirms the erasure after the second pass.
 */
export const onUserErased =
  (deps: Deps) =>
  (event: DomainEvent<'user.erased.v1' | 'user.erased.confirmed.v1'>): Promise<void> =>
    event.type === 'user.erased.v1' ? runFirstPass(deps, event) : runSecondPass(deps, event)

async function runFirstPass(
  { eraser, notifyWebhooks }: Deps,
  event: DomainEvent<'user.erased.v1'>,
): Promise<void> {
  const { userId, eventId } = event.payload
  const request = {
    userId,
    eventId,
    withRegistrations: false, // this service has none to remove
    registrationIds: [],
    trace: event.trace,
  }
  await eraser.erase(request, { confirm: false })
  await notifyWebhooks(event)
}

async function runSecondPass(
  { eraser }: Deps,
  { payload, trace }: DomainEvent<'user.erased.confirmed.v1'>,
): Promise<void> {
  const { userId, service, erasedEventId, registrationIds } = payload
  // Confirmations of the other services need no action.
  if (service !== 'registration') return
  const request = { userId, eventId: erasedEventId, withRegistrations: false, registrationIds, trace }
  await eraser.erase(request, { confirm: true })
}
