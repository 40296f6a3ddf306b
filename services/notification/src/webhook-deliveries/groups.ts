import type { Handler } from '../../../shared/contract/operation.ts'
import { audit } from '../../../shared/http/audit.ts'
import { listResponse } from '../../../shared/http/list.ts'
import { presentGroup } from '../deliveries/retry.ts'
import { groupByReason, MAX_GROUPED, MAX_HANDLED } from '../reasons.ts'
import { requireEnabled } from '../webhook-endpoints/rules.ts'
import { requireEndpoint, type WebhookDeliveryDeps } from './handlers.ts'
import { presentDeliveryOfEndpoint } from './presenter.ts'
import type { EndpointReason } from './repository.ts'

/** The deliveries to the endpoints of all accounts. */
export const listAllWebhookDeliveries =
  ({ deliveries }: WebhookDeliveryDeps): Handler<'listAllWebhookDeliveries'> =>
  (call) => {
    const { userId } = call.query
    const filter = userId === undefined ? {} : { userId }
    return listResponse(call, {
      page: (page) => deliveries.list(filter, page),
      count: () => deliveries.count(filter),
      present: presentDeliveryOfEndpoint,
    })
  }

/** Why events did not reach their endpoints, by endpoint, the most frequent reason first. */
export const listWebhookDeliveryReasons =
  ({ deliveries }: WebhookDeliveryDeps): Handler<'listWebhookDeliveryReasons'> =>
  async ({ query }) => {
    const status = query.status ?? 'failed'
    const found = await deliveries.listReasons({ status }, MAX_GROUPED + 1)
    const groups = groupByReason(found.slice(0, MAX_GROUPED), ({ endpointId }) => endpointId).map(
      ({ key: endpointId, ...group }) => ({
        endpointId,
        ...presentGroup(group),
        exampleId: group.exampleId,
      }),
    )
    return { status: 200, body: { groups, complete: found.length <= MAX_GROUPED } }
  }

/** Makes the deliveries of a group due, those first that have waited longest. */
export const retryWebhookDeliveries =
  (deps: WebhookDeliveryDeps): Handler<'retryWebhookDeliveries'> =>
  async (call) => {
    const { status, endpointId, reason } = call.body
    if (endpointId !== undefined) requireEnabled(await requireEndpoint(deps, endpointId))
    const filter = endpointId === undefined ? { status } : { status, endpointId }
    const alike = (await deps.deliveries.listReasons(filter, MAX_GROUPED)).filter(
      (delivery) => reason === undefined || delivery.reason === reason,
    )
    const found = await toEnabledEndpoints(deps, alike)
    const chosen = found
      .toReversed()
      .slice(0, MAX_HANDLED)
      .map(({ id }) => id)
    const retried = await deps.deliveries.retryAll(chosen, status, deps.clock.now())
    if (retried > 0) {
      audit(call, 'retryWebhookDeliveries', { status, endpointId, reason, deliveries: chosen })
      deps.dispatcher.wake()
    }
    return { status: 200, body: { retried, remaining: found.length > chosen.length } }
  }

async function toEnabledEndpoints(
  { endpoints }: Pick<WebhookDeliveryDeps, 'endpoints'>,
  deliveries: readonly EndpointReason[],
): Promise<readonly EndpointReason[]> {
  const enabled = new Set((await endpoints.findAll()).filter(({ disabled }) => !disabled).map(({ id }) => id))
  return deliveries.filter(({ endpointId }) => enabled.has(endpointId))
}
