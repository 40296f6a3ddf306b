import type { Handler } from '../../platform/contract/operation.ts'
import type { Clock } from '../../platform/domain/time.ts'
import { presentDeadLetter } from './dead-letters/presenter.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import { presentEmailDelivery } from './emails/presenter.ts'
import type { EmailDeliveries } from './emails/repository.ts'
import { presentWebhookDelivery } from './webhooks/deliveries/presenter.ts'
import type { WebhookDeliveries } from './webhooks/deliveries/repository.ts'

/** As many as the contract allows in one response. */
const PAGE_SIZE = 250

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'listOfUser'>
  readonly deadLetters: Pick<DeadLetters, 'listOfUser'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'listOfUser'>
  readonly clock: Clock
}

/** What the user service exports about a person. */
export const exportNotifications =
  ({ deliveries, deadLetters, webhookDeliveries, clock }: Deps): Handler<'exportNotifications'> =>
  async ({ path, query }) => {
    const { afterDeliveryId = 0, afterWebhookId = 0, afterDeadLetterId = 0 } = query
    const now = clock.now()
    const found = await deliveries.listOfUser(path.id, afterDeliveryId, PAGE_SIZE)
    const webhooks = await webhookDeliveries.listOfUser(path.id, afterWebhookId, PAGE_SIZE)
    const letters = await deadLetters.listOfUser(path.id, afterDeadLetterId, PAGE_SIZE)
    return {
      status: 200,
      body: {
        deliveries: found.map((delivery) => ({
          delivery: presentEmailDelivery(delivery, now),
          firstName: delivery.content.firstName,
          courseName: delivery.content.courseName,
          preferredLanguage: delivery.content.preferredLanguage,
        })),
        webhooks: webhooks.map((webhook) => ({
          endpointId: webhook.endpointId,
          delivery: presentWebhookDelivery(webhook, null, now),
          payload: webhook.payload,
        })),
        deadLetters: letters.map(presentDeadLetter),
      },
    }
  }
