import type { Handler } from '../../platform/contract/operation.ts'
import type { Eraser, Erasing } from '../../platform/erasure/eraser.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { EmailDeliveries } from './emails/repository.ts'
import type { WebhookDeliveries } from './webhooks/deliveries/repository.ts'

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'eraseUser'>
  readonly deadLetters: Pick<DeadLetters, 'eraseUser'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'eraseUser'>
}

/** Erases everything that this service holds about a user. */
export const erasingOfNotifications = ({ deliveries, deadLetters, webhookDeliveries }: Deps): Erasing => ({
  mainRecords: ({ userId }, range) => deliveries.eraseUser(userId, range),
  otherRecords: [
    (user, limit) => deadLetters.eraseUser(user, limit),
    ({ userId }, limit) => webhookDeliveries.eraseUser(userId, limit),
  ],
})

export const eraseNotifications =
  ({ eraser }: { eraser: Pick<Eraser, 'erase'> }): Handler<'eraseNotifications'> =>
  async ({ path, body: { registrationIds, after = 0 } }) => {
    // The registrations are only needed to find dead letters, whether they are removed too or not. The
    // tombstone does not keep them, so a dead letter that comes later and does not name the user stays
    // (docs/privacy.md).
    const user = { userId: path.id, withRegistrations: false, registrationIds }
    return { status: 200, body: await eraser.erase(user, after) }
  }
