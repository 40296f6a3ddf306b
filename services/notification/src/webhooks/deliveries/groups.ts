import type { Handler } from '../../../../platform/contract/operation.ts'
import { audit } from '../../../../platform/http/audit.ts'
import { listResponse } from '../../../../platform/http/list.ts'
import { MAX_GROUPED, MAX_LISTED, presentReasons, select } from '../../deliveries/reasons.ts'
import { requireEnabled } from '../endpoints/rules.ts'
import { requireEndpoint, type WebhookDeliveryDeps } from './handlers.ts'
import { presentDeliveryOfEndpoint } from './presenter.ts'
import type { WebhookDeliveryWithReason } from './repository.ts'

/** The deliveries to the endpoints of all accounts. */
export const listAllWebhookDeliveries =
  ({ deliveries, subscriptions }: WebhookDeliveryDeps): Handler<'listAllWebhookDeliveries'> =>
  async (call) => {
    const { userId } = call.query
    const filter = userId === undefined ? {} : { userId }
    const pauses = await subscriptions.pauses()
    return await listResponse(call, {
      page: (page) => deliveries.list(filter, page),
      count: () => deliveries.count(filter),
      present: (delivery) => presentDeliveryOfEndpoint(delivery, pauses.get(delivery.endpointId) ?? null),
    })
  }

/** Why events did not reach their endpoints, by endpoint, the most frequent reason first. */
export const listWebhookDeliveryReasons =
  ({ deliveries }: WebhookDeliveryDeps): Handler<'listWebhookDeliveryReasons'> =>
  async ({ query }) => {
    const found = await deliveries.listWithReasons({ status: query.status ?? 'failed' }, MAX_LISTED)
    const body = presentReasons(
      found,
      (delivery) => delivery.endpointId,
      (endpointId, { exampleId }) => ({ endpointId, exampleId }),
    )
    return { status: 200, body }
  }

/** Makes the deliveries of a group due, those first that have waited longest. */
export const retryWebhookDeliveries =
  (deps: WebhookDeliveryDeps): Handler<'retryWebhookDeliveries'> =>
  async (call) => {
    const { status, endpointId, reason } = call.body
    if (endpointId !== undefined) requireEnabled(await requireEndpoint(deps, endpointId))
    const filter = endpointId === undefined ? { status } : { status, endpointId }
    const found = await toEnabledEndpoints(deps, await deps.deliveries.listWithReasons(filter, MAX_GROUPED))
    const { chosen, remaining } = select(found.toReversed(), { reason })
    const retried = await deps.deliveries.retryAll(chosen, status, deps.clock.now())
    if (retried > 0) {
      audit(call, 'retryWebhookDeliveries', { status, endpointId, reason, deliveries: chosen, retried })
      deps.dispatcher.wake()
    }
    return { status: 200, body: { retried, remaining } }
  }

async function toEnabledEndpoints(
  { endpoints }: Pick<WebhookDeliveryDeps, 'endpoints'>,
  deliveries: readonly WebhookDeliveryWithReason[],
): Promise<readonly WebhookDeliveryWithReason[]> {
  const enabled = new Set((await endpoints.findAll()).filter(({ disabled }) => !disabled).map(({ id }) => id))
  return deliveries.filter(({ endpointId }) => enabled.has(endpointId))
}
