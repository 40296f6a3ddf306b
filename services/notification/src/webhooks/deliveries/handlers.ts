import type { Handler } from '../../../../platform/contract/operation.ts'
import type { AccountIdentity } from '../../../../platform/domain/account.ts'
import { InvalidRequest, NotFound } from '../../../../platform/errors.ts'
import { listResponse } from '../../../../platform/http/list.ts'
import { readDateTime, type Clock } from '../../../../platform/domain/time.ts'
import type { Endpoints } from '../endpoints/repository.ts'
import {
  belongsTo,
  isPaused,
  ownerOf,
  requireEnabled,
  withoutPause,
  type Endpoint,
} from '../endpoints/rules.ts'
import type { Subscriptions } from '../endpoints/subscriptions.ts'
import type { WebhookDispatcher } from './dispatcher.ts'
import { presentDelivery } from './presenter.ts'
import type { WebhookDeliveries } from './repository.ts'

export interface WebhookDeliveryDeps {
  readonly endpoints: Pick<Endpoints, 'find' | 'findAll' | 'change'>
  readonly subscriptions: Pick<Subscriptions, 'forget' | 'pauses'>
  readonly deliveries: WebhookDeliveries
  readonly dispatcher: WebhookDispatcher
  readonly clock: Clock
}

/** Few enough for one request. */
const MAX_REPLAYED = 1_000
const CURSOR = /^[1-9]\d{0,14}$/

/** @param account the caller; undefined for an operator @throws NotFound */
export async function requireEndpoint(
  { endpoints }: Pick<WebhookDeliveryDeps, 'endpoints'>,
  id: number,
  account?: AccountIdentity,
): Promise<Endpoint> {
  const endpoint = await endpoints.find(id)
  if (!endpoint || (account && !belongsTo(endpoint, account))) throw new NotFound()
  return endpoint
}

/** Ends a pause that the receiver asked for: what is sent again by hand is sent at once. */
export async function resume(
  { endpoints, subscriptions, dispatcher, clock }: WebhookDeliveryDeps,
  endpoint: Endpoint,
): Promise<void> {
  if (isPaused(endpoint, clock.now())) {
    await endpoints.change(endpoint.id, ownerOf(endpoint), withoutPause)
    subscriptions.forget()
  }
  dispatcher.wake(endpoint.id)
}

export const listWebhookDeliveries =
  (deps: WebhookDeliveryDeps): Handler<'listWebhookDeliveries'> =>
  async (call) => {
    const { id, pausedUntil } = await requireEndpoint(deps, call.path.id, call.account)
    const { status } = call.query
    const filter = { endpointId: id, ...(status === undefined ? {} : { status }) }
    return await listResponse(call, {
      page: (page) => deps.deliveries.list(filter, page),
      count: () => deps.deliveries.count(filter),
      present: (delivery) => presentDelivery(delivery, pausedUntil),
    })
  }

export const retryWebhookDelivery =
  (deps: WebhookDeliveryDeps): Handler<'retryWebhookDelivery'> =>
  async ({ account, path }) => {
    const endpoint = await requireEndpoint(deps, path.id, account)
    requireEnabled(endpoint)
    const delivery = await deps.deliveries.retry(endpoint.id, path.deliveryId, deps.clock.now())
    if (!delivery) throw new NotFound()
    await resume(deps, endpoint)
    return { status: 202, body: presentDelivery(delivery, null) }
  }

export const replayWebhookEvents =
  (deps: WebhookDeliveryDeps): Handler<'replayWebhookEvents'> =>
  async ({ account, path, body }) => {
    const { deliveries, clock } = deps
    const [after, before] = [readDateTime('after', body.after), readDateTime('before', body.before)]
    if (after >= before) throw new InvalidRequest('after must lie before before.')
    if (body.cursor !== undefined && !CURSOR.test(body.cursor))
      throw new InvalidRequest('cursor must be the one of the previous response.')
    const endpoint = await requireEndpoint(deps, path.id, account)
    requireEnabled(endpoint)
    const ids = await deliveries.replay(
      {
        endpointId: path.id,
        after,
        before,
        status: body.status,
        afterId: Number(body.cursor ?? 0),
        limit: MAX_REPLAYED,
      },
      clock.now(),
    )
    await resume(deps, endpoint)
    const cursor = ids.length === MAX_REPLAYED ? String(ids.at(-1)) : null
    return { status: 202, body: { events: ids.length, cursor } }
  }
