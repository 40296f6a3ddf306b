import type { Handler } from '../../../../platform/contract/operation.ts'
import { defined } from '../../../../platform/domain/defined.ts'
import { inBody, InvalidRequest } from '../../../../platform/errors.ts'
import { listResponse } from '../../../../platform/http/list.ts'
import { MAX_GROUPED, select } from '../../error-classes.ts'
import type { Endpoints } from '../endpoints/repository.ts'
import { requireEnabled } from '../endpoints/rules.ts'
import { resume, type WebhookDeliveryDeps } from './handlers.ts'
import { presentDeliveryOfEndpoint } from './presenter.ts'

/** The deliveries to the endpoints of all accounts. */
export const listAllWebhookDeliveries =
  ({ deliveries, endpointCache, clock }: WebhookDeliveryDeps): Handler<'listAllWebhookDeliveries'> =>
  async (call) => {
    const { endpointId, status, userId } = call.query
    const filter = defined({ endpointId, status, userId })
    const pauses = await endpointCache.pauses()
    const now = clock.now()
    return await listResponse(call, {
      page: (page) => deliveries.list(filter, page),
      count: () => deliveries.count(filter),
      present: (delivery) =>
        presentDeliveryOfEndpoint(delivery, pauses.get(delivery.endpointId) ?? null, now),
    })
  }

/** Makes deliveries due, a group or those with these ids: those first that have waited longest. */
export const retryWebhookDeliveries =
  (deps: WebhookDeliveryDeps): Handler<'retryWebhookDeliveries'> =>
  async (call) => {
    const { status, endpointId, reason, ids } = call.body
    if (status === undefined && ids === undefined)
      throw new InvalidRequest('The body must have a status, ids, or both.', inBody('status'))
    const endpoint = endpointId === undefined ? undefined : await deps.endpoints.get(endpointId)
    if (endpoint) requireEnabled(endpoint)
    const filter = { status, endpointId, ids }
    const found = await deps.deliveries.listWithErrorClass(filter, MAX_GROUPED)
    const enabled = await enabledEndpoints(deps.endpoints)
    const retryable = found.toReversed().filter((delivery) => enabled.has(delivery.endpointId))
    const { chosen, remaining } = select(retryable, reason)
    const retried = await deps.deliveries.retryAll(chosen, deps.clock.now(), status)
    const body = { retried, remaining }
    if (retried === 0) return { status: 200, body, audited: 'unchanged' }
    const audited = call.audit({ status, endpointId, reason, deliveries: chosen, retried })
    if (endpoint) await resume(deps, endpoint)
    else deps.dispatcher.wake()
    return { status: 200, body, audited }
  }

/** The ids of the endpoints to which deliveries can be sent again. */
export const enabledEndpoints = async (endpoints: Pick<Endpoints, 'findAll'>): Promise<Set<number>> =>
  new Set((await endpoints.findAll()).filter(({ disabled }) => !disabled).map(({ id }) => id))
