import type { Handler } from '../../../../platform/contract/operation.ts'
import type { Schemas } from '../../../../platform/contract/schema.ts'
import { defined } from '../../../../platform/domain/defined.ts'
import { inBody, InvalidRequest, requireExisting } from '../../../../platform/errors.ts'
import { listResponse } from '../../../../platform/http/list.ts'
import { readDateTime, type Clock } from '../../../../platform/domain/time.ts'
import type { Endpoints } from '../endpoints/repository.ts'
import {
  isPaused,
  ownerOf,
  requireEnabled,
  requireNotDisabledByOperator,
  withoutPause,
  type Endpoint,
} from '../endpoints/rules.ts'
import type { EndpointCache } from '../endpoints/endpoint-cache.ts'
import type { WebhookDispatcher } from './webhook-dispatcher.ts'
import { presentWebhookDelivery } from './presenter.ts'
import type { VisibleAmong } from './finder.ts'
import type { ReplayPosition, WebhookDeliveries } from './repository.ts'
import type { WebhookDeliveryStatus } from './rules.ts'
import type { Visibility } from './visibility.ts'

export interface WebhookDeliveryDeps {
  readonly endpoints: Pick<Endpoints, 'get' | 'findAll' | 'change'>
  readonly endpointCache: Pick<EndpointCache, 'forget' | 'pauses'>
  readonly deliveries: WebhookDeliveries
  readonly dispatcher: WebhookDispatcher
  readonly visibility: Pick<Visibility, 'mayReceive'>
  readonly clock: Clock
}

type ReplayStatus = NonNullable<Schemas['WebhookReplayInput']['status']>

/** Few enough for one request. */
const MAX_REPLAYED = 1_000
/** The date of the last event in milliseconds, and the id of its delivery. */
const CURSOR = /^(\d{1,15})-(\d{1,15})$/

const REPLAYED: Readonly<Record<ReplayStatus, readonly WebhookDeliveryStatus[]>> = {
  delivered: ['delivered'],
  failed: ['failed'],
  pending: ['pending'],
  undelivered: ['failed', 'pending'],
  all: ['delivered', 'failed', 'pending'],
}

/** Ends a pause that the receiver asked for: what is sent again by hand is sent at once. */
export async function resume(
  { endpoints, endpointCache, deliveries, dispatcher, clock }: Omit<WebhookDeliveryDeps, 'visibility'>,
  endpoint: Endpoint,
): Promise<void> {
  if (isPaused(endpoint, clock.now())) {
    await endpoints.change(endpoint.id, ownerOf(endpoint), withoutPause)
    endpointCache.forget()
    await deliveries.lanes.wake(endpoint.id, clock.now())
  }
  dispatcher.wake(endpoint.id)
}

export const listWebhookDeliveries =
  (deps: WebhookDeliveryDeps): Handler<'listWebhookDeliveries'> =>
  async (call) => {
    const endpoint = await deps.endpoints.get(call.path.id, call.account)
    const { id, pausedUntil } = endpoint
    const { status } = call.query
    const now = deps.clock.now()
    const filter = defined({ endpointId: id, status })
    const visibleAmong = visibleTo(deps, endpoint, call.signal)
    return await listResponse(call, {
      page: (page) => deps.deliveries.listVisible(filter, page, visibleAmong),
      count: () => deps.deliveries.countVisible(filter, visibleAmong),
      present: (delivery) => presentWebhookDelivery(delivery, pausedUntil, now),
    })
  }

/**
 * What is not visible any more is as if it did not exist; it is dropped when it is sent again. A search among
 * half a million of such events ends with its request.
 */
const visibleTo =
  (
    { visibility }: Pick<WebhookDeliveryDeps, 'visibility'>,
    endpoint: Endpoint,
    signal: AbortSignal,
  ): VisibleAmong =>
  async (some) => {
    signal.throwIfAborted()
    // Asked for together: the questions of one turn are one request.
    const receivers = await Promise.all(some.map((one) => visibility.mayReceive([endpoint], one)))
    return some.filter((_, i) => receivers[i]?.length === 1)
  }

export const retryWebhookDelivery =
  (deps: WebhookDeliveryDeps): Handler<'retryWebhookDelivery'> =>
  async ({ account, path, signal }) => {
    const endpoint = await deps.endpoints.get(path.id, account)
    requireNotDisabledByOperator(endpoint)
    requireEnabled(endpoint)
    const found = requireExisting(await deps.deliveries.find(endpoint.id, path.deliveryId))
    const [visible] = await visibleTo(deps, endpoint, signal)([found])
    requireExisting(visible)
    const now = deps.clock.now()
    await deps.deliveries.retryAll([found.id], now)
    const delivery = requireExisting(await deps.deliveries.find(endpoint.id, found.id))
    await resume(deps, endpoint)
    return { status: 202, body: presentWebhookDelivery(delivery, null, now) }
  }

export const replayWebhookEvents =
  (deps: WebhookDeliveryDeps): Handler<'replayWebhookEvents'> =>
  async ({ account, path, body, signal, spendItems }) => {
    const { deliveries, clock } = deps
    const [after, before] = [readDateTime('after', body.after), readDateTime('before', body.before)]
    if (after >= before) throw new InvalidRequest('after must lie before before.', inBody('after'))
    const from = body.cursor === undefined ? undefined : readCursor(body.cursor, { after, before })
    const endpoint = await deps.endpoints.get(path.id, account)
    requireNotDisabledByOperator(endpoint)
    requireEnabled(endpoint)
    const replayed = await deliveries.replay(
      {
        endpointId: path.id,
        after,
        before,
        statuses: REPLAYED[body.status ?? 'undelivered'],
        from,
        limit: MAX_REPLAYED,
      },
      clock.now(),
      visibleTo(deps, endpoint, signal),
      spendItems,
    )
    await resume(deps, endpoint)
    const last = replayed.length === MAX_REPLAYED ? replayed.at(-1) : undefined
    const cursor = last ? `${last.occurredAt.getTime()}-${last.id}` : null
    return { status: 202, body: { events: replayed.length, cursor } }
  }

/** @throws InvalidRequest */
function readCursor(cursor: string, { after, before }: { after: Date; before: Date }): ReplayPosition {
  const [, milliseconds, id] = CURSOR.exec(cursor) ?? []
  const occurredAt = new Date(Number(milliseconds))
  const isInside = occurredAt > after && occurredAt < before
  if (!isInside)
    throw new InvalidRequest('cursor must be the one of the previous response.', inBody('cursor'))
  return { occurredAt, id: Number(id) }
}
