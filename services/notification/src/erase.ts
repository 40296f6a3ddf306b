import type { EraseKind } from '../../platform/erasure/erase-step.ts'
import type { Clock } from '../../platform/domain/time.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { EmailDeliveries } from './emails/repository.ts'
import type { WebhookDeliveries } from './webhooks/deliveries/repository.ts'

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'eraseUser'>
  readonly deadLetters: Pick<DeadLetters, 'eraseUser'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'eraseUser'>
  readonly clock: Clock
}

/** Erases everything that this service holds about a user. */
export const eraseUser = ({
  deliveries,
  deadLetters,
  webhookDeliveries,
  clock,
}: Deps): readonly EraseKind[] => [
  ({ userId }, range) => deliveries.eraseUser(userId, range, clock.now()),
  (tombstone, range) => deadLetters.eraseUser(tombstone, range),
  ({ userId }, range) => webhookDeliveries.eraseUser(userId, range),
]
