import { batched } from '../../../../platform/work/batched.ts'
import type { Schemas } from '../../../../platform/contract/schema.ts'
import { RetryLater } from '../../../../platform/messaging/message.ts'
import type { DomainEvent } from '../../../../platform/messaging/event.ts'
import type { Clock } from '../../../../platform/domain/time.ts'
import type { Endpoint, WebhookEventType } from '../endpoints/rules.ts'
import type { EndpointCache } from '../endpoints/endpoint-cache.ts'
import type { WebhookDispatcher } from './webhook-dispatcher.ts'
import { Gate } from './gate.ts'
import {
  registrationCreatedEventOf,
  registrationChangedEventOf,
  userEventOf,
  userEventTypeOf,
} from './events.ts'
import { MAX_EVENTS_PER_INSERT, type DeliveryPlan, type WebhookDeliveries } from './repository.ts'
import type { WebhookEvent } from './rules.ts'
import type { Receiver, Visibility } from './visibility.ts'

/**
 * Events that follow each other wait up to this long and are stored in one batch, which needs a third less
 * CPU at ten events a second. An event after a quiet interval is stored at once.
 */
const BATCH_INTERVAL_MS = 400

interface Deps {
  readonly deliveries: WebhookDeliveries
  readonly dispatcher: WebhookDispatcher
  readonly endpointCache: EndpointCache
  readonly visibility: Visibility
  readonly findUsersForEvents: (
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, Schemas['UserForEvents']>>
  /** Whether a user was erased. Then what was stored about the user is erased again. */
  readonly eraseAgainIfErased: (userId: number) => Promise<boolean>
  readonly clock: Clock
}

/** The handlers of messages. A message is done when its deliveries are stored. @throws Unavailable */
export function webhookHandlers(deps: Deps) {
  const stateOf = batched(async (ids: readonly number[]) => {
    const found = await deps.findUsersForEvents([...new Set(ids)])
    return ids.map((id) => found.get(id))
  })
  const gate = new Gate({ intervalMs: BATCH_INTERVAL_MS, maxWaiting: MAX_EVENTS_PER_INSERT })
  /** Does this work together with that of other events, if there are endpoints for events of the type. */
  const inBatch = async (type: WebhookEventType, work: () => Promise<void>): Promise<void> => {
    if ((await deps.endpointCache.subscribedTo(type)).length === 0) return
    await gate.pass()
    await work()
  }
  const storeInBatch = (event: WebhookEvent) => inBatch(event.type, () => storeDeliveries(deps, event))
  return {
    onRegistrationCreated: (message: DomainEvent<'registration.created.v1'>) =>
      storeInBatch(registrationCreatedEventOf(message)),
    onRegistrationChanged: async (message: DomainEvent<'registration.changed.v1'>) => {
      const event = registrationChangedEventOf(message)
      if (event) await storeInBatch(event)
    },
    onUserChanged: (message: DomainEvent<'user.changed.v1'>) => {
      const type = userEventTypeOf(message.payload)
      return inBatch(type, async () => {
        // `user.changed.v1` contains no personal data, so the user service is asked for it.
        const state = await stateOf(message.payload.userId)
        if (state) await storeDeliveries(deps, userEventOf(type, message, state))
      })
    },
    /** Says that a user was erased, as soon as the user service shows it. */
    onUserErased: (message: DomainEvent<'user.erased.v1'>) =>
      inBatch('user.erased', async () => {
        const state = await stateOf(message.payload.userId)
        // A restored database may not have the user.
        if (!state) return
        const event = userEventOf('user.erased', message, state)
        if (!event.showsErasedUser) throw new RetryLater('the user service has not erased the user yet')
        await storeDeliveries(deps, event)
      }),
  }
}

/**
 * Stores a delivery for each endpoint that may receive the event, and passes on to the dispatcher what it has
 * leased.
 */
async function storeDeliveries(deps: Deps, event: WebhookEvent): Promise<void> {
  const { deliveries, dispatcher, endpointCache, visibility, eraseAgainIfErased, clock } = deps
  // Asked again, because they may have changed at the gate.
  const endpoints = await endpointCache.subscribedTo(event.type)
  const receivers = await visibility.mayReceive(endpoints, event)
  const now = clock.now()
  const planned = await Promise.all(receivers.map((receiver) => plannedFor(deps, receiver, now)))
  // Nothing may fail between a reservation and `try`: a place that is never given up is lost.
  const reserved = planned.map((each) => withReservation(deps, each))
  const reservations = new Map(reserved.map(({ endpointId, reservation }) => [endpointId, reservation]))
  try {
    const leased = await deliveries.addAll(
      reserved.map(({ endpointId, plan }) => ({ endpointId, event, plan })),
      now,
      (added) => {
        for (const delivery of added) reservations.get(delivery.endpointId)?.offer(delivery)
      },
    )
    // The message may have come late, after its user was erased. A leased delivery is checked before its
    // attempt. For the others, check here.
    const someWait = leased.length < reserved.length
    if (someWait && !event.showsErasedUser && (await eraseAgainIfErased(event.userId))) return
    for (const { endpointId, plan } of reserved) if (plan.kind === 'due') dispatcher.wake(endpointId)
  } finally {
    for (const { reservation } of reserved) reservation?.cancel()
  }
}

/** A delivery that is about to be stored, with its place in the lane if it has one. */
interface Planned {
  readonly endpointId: number
  readonly plan: DeliveryPlan
  readonly reservation?: ReturnType<WebhookDispatcher['reserve']>
}

/** `due` while the endpoint is paused, `failed` if nothing may be sent to it. */
async function plannedFor(
  { endpointCache }: Deps,
  { endpoint, hasKey }: Receiver<Endpoint>,
  now: Date,
): Promise<Planned> {
  const endpointId = endpoint.id
  if (endpoint.disabled) return { endpointId, plan: { kind: 'failed', error: 'endpoint-disabled' } }
  if (!hasKey) return { endpointId, plan: { kind: 'failed', error: 'no-valid-key' } }
  const isPaused = (await endpointCache.pauseOf(endpoint, now)) !== undefined
  return { endpointId, plan: { kind: isPaused ? 'due' : 'leased' } }
}

/** Stays `leased` if its lane has room. */
function withReservation({ dispatcher }: Deps, planned: Planned): Planned {
  if (planned.plan.kind !== 'leased') return planned
  const reservation = dispatcher.reserve(planned.endpointId)
  return reservation ? { ...planned, reservation } : { ...planned, plan: { kind: 'due' } }
}
