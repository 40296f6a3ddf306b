import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../../shared/time.ts'
import { isSampled, logFields } from '../../../shared/trace.ts'
import { currentTraceparent, inSpan, runForTraces } from '../../../shared/tracing.ts'
import type { Logger } from '../../../shared/logger.ts'
import { Unavailable } from '../../../shared/errors.ts'
import { LRUCache } from 'lru-cache'
import { untilRecorded } from '../delivering/until-recorded.ts'
import type { WebhookMetrics } from '../metrics.ts'
import type { Endpoints } from '../webhook-endpoints/repository.ts'
import {
  asDisabled,
  hasFailedTooLong,
  validSecrets,
  type DisabledReason,
  type Endpoint,
} from '../webhook-endpoints/rules.ts'
import { signingKey, type SecretBox } from '../webhook-endpoints/secrets.ts'
import type { Subscriptions } from '../webhook-endpoints/subscriptions.ts'
import type { WebhookHttpClient } from './http-client.ts'
import type { WebhookDeliveries } from './repository.ts'
import { afterAttempt, isAboutErased, type AttemptResult, type WebhookDelivery } from './rules.ts'
import { signedHeaders } from './signature.ts'
import type { Visibility } from './visibility.ts'

/** While the services that decide on visibility are unavailable. */
const POSTPONED_MS = 5_000
const MAX_CACHED_KEYS = 10_000
const GONE = 410

/**
 * What became of a delivery that was to be sent. `dropped`: its endpoint is gone, its account may not see the event, or its user
 * was erased.
 */
export type Outcome =
  | { readonly kind: 'dropped' }
  | { readonly kind: 'postponed'; readonly dueAt: Date }
  | { readonly kind: 'attempted'; readonly endpoint: Endpoint; readonly result: AttemptResult }

export interface WebhookSenderOptions {
  readonly deliveries: WebhookDeliveries
  readonly endpoints: Endpoints
  readonly subscriptions: Subscriptions
  readonly visibility: Visibility
  /** Whether a user was erased. Then what was stored about the user is erased again. */
  readonly isErased: (userId: number) => Promise<boolean>
  readonly client: WebhookHttpClient
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: WebhookMetrics
  /** Aborts when the process can no longer wait for an unavailable database. */
  readonly stopDeadline: AbortSignal
}

/** Makes attempts and records their results. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions
  readonly #keys = new LRUCache<string, KeyObject>({ max: MAX_CACHED_KEYS })
  /** Endpoints whose last attempt by this process failed. */
  readonly #failed = new Set<number>()

  constructor(options: WebhookSenderOptions) {
    this.#options = options
  }

  /** Sends a delivery that this process has leased, if its account may see the event now. Records nothing. */
  attempt(delivery: WebhookDelivery): Promise<Outcome> {
    return runForTraces([delivery.event.traceparent], () => this.#attempt(delivery))
  }

  /** Records what became of a delivery. */
  record(delivery: WebhookDelivery, outcome: Outcome): Promise<void> {
    return runForTraces([delivery.event.traceparent], () => this.#record(delivery, outcome))
  }

  async #attempt(delivery: WebhookDelivery): Promise<Outcome> {
    const { subscriptions, visibility, isErased, clock } = this.#options
    const endpoint = await subscriptions.find(delivery.endpointId)
    if (!endpoint) return { kind: 'dropped' }
    if (endpoint.disabled) return { kind: 'attempted', endpoint, result: DISABLED }
    const pausedUntil = await subscriptions.pauseOf(endpoint, clock.now())
    if (pausedUntil) return { kind: 'postponed', dueAt: pausedUntil }
    try {
      const allowed = await visibility.mayReceive([endpoint.accountId], delivery.event)
      if (!allowed.has(endpoint.accountId)) return { kind: 'dropped' }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      return { kind: 'postponed', dueAt: new Date(clock.now().getTime() + POSTPONED_MS) }
    }
    // The message came late, or the delivery has waited in memory, while the user was erased.
    if (!isAboutErased(delivery.event) && (await isErased(delivery.event.userId))) return { kind: 'dropped' }
    return { kind: 'attempted', endpoint, result: await this.send(endpoint, delivery.event) }
  }

  async #record(delivery: WebhookDelivery, outcome: Outcome): Promise<void> {
    const { deliveries } = this.#options
    switch (outcome.kind) {
      case 'dropped':
        return await deliveries.remove(delivery.id)
      case 'postponed':
        return await deliveries.postpone([delivery], outcome.dueAt)
      case 'attempted':
        await this.#recordResult(delivery, outcome.result)
        if (!outcome.endpoint.disabled) await this.#recordHealth(outcome.endpoint, outcome.result)
    }
  }

  /** Sends an event once. Records nothing. */
  async send(
    endpoint: Endpoint,
    event: { readonly id: string; readonly payload: string; readonly traceparent?: string },
    timeoutMs?: number,
  ): Promise<AttemptResult> {
    const { client, clock } = this.#options
    const now = clock.now()
    const keys = validSecrets(endpoint, now).map(({ sealed }) => this.#keyOf(sealed, endpoint.id))
    const signed = signedHeaders(event.id, event.payload, keys, now)
    return await inSpan(
      {
        name: 'POST webhook',
        kind: 'client',
        // The address of the receiver may contain its credentials.
        attributes: { 'http.request.method': 'POST', 'rollcall.webhook.endpoint': endpoint.id },
      },
      () => {
        const headers = { ...signed, ...traceHeader(currentTraceparent() ?? event.traceparent) }
        return client.post(new URL(endpoint.url), event.payload, headers, timeoutMs)
      },
      (result) => ({
        attributes: result.status === null ? {} : { 'http.response.status_code': result.status },
        error: result.kind === 'delivered' ? undefined : String(result.status ?? result.error),
      }),
    )
  }

  #keyOf(sealed: string, endpointId: number): KeyObject {
    const known = this.#keys.get(sealed)
    if (known) return known
    const key = signingKey(this.#options.secrets.open(sealed, endpointId))
    this.#keys.set(sealed, key)
    return key
  }

  async #recordResult(delivery: WebhookDelivery, result: AttemptResult): Promise<void> {
    const { deliveries, clock, metrics, stopDeadline, logger } = this.#options
    const now = clock.now()
    const update = afterAttempt(delivery, result, now, Math.random())
    if (result.kind === 'delivered') {
      metrics.attempts.inc({ outcome: 'delivered' })
      metrics.delaySeconds.observe(Math.max(0, now.getTime() - delivery.event.occurredAt.getTime()) / 1_000)
    } else {
      metrics.attempts.inc({ outcome: result.error })
      logger.debug(
        {
          endpoint: delivery.endpointId,
          delivery: delivery.id,
          ...logFields({ traceparent: delivery.event.traceparent }),
          error: result.error,
          status: result.status,
        },
        'webhook not delivered',
      )
    }
    await untilRecorded(
      () => deliveries.recordResult(delivery, update),
      stopDeadline,
      (error) => logger.warn({ err: error, delivery: delivery.id }, 'webhook attempt not yet recorded'),
    )
  }

  async #recordHealth(endpoint: Endpoint, result: AttemptResult): Promise<void> {
    const { endpoints, subscriptions, clock } = this.#options
    const now = clock.now()
    if (result.kind === 'delivered') {
      // The endpoint is as of the start of the attempt; an attempt of this process may have failed since then.
      if (this.#failed.delete(endpoint.id) || endpoint.failingSince)
        await endpoints.recordFailing(endpoint.id, null)
      return
    }
    if (result.status === GONE) return await this.#disable(endpoint, 'gone')
    if (result.retryAfterMs > 0) {
      await endpoints.recordPause(endpoint.id, new Date(now.getTime() + result.retryAfterMs))
      subscriptions.forget()
    }
    this.#failed.add(endpoint.id)
    // An attempt may have succeeded since then, or the endpoint was deleted.
    const current = await endpoints.find(endpoint.id)
    if (!current) return
    if (!current.failingSince) await endpoints.recordFailing(endpoint.id, now)
    else if (hasFailedTooLong(current.failingSince, now)) await this.#disable(endpoint, 'failing')
  }

  async #disable({ id, accountId }: Endpoint, reason: DisabledReason): Promise<void> {
    const { endpoints, deliveries, subscriptions, clock, logger, metrics } = this.#options
    await endpoints.change(id, undefined, (current) => asDisabled(current, reason, clock.now()))
    subscriptions.forget()
    await deliveries.failPending(id)
    metrics.disabled.inc({ reason })
    logger.warn({ endpoint: id, account: accountId, reason }, 'webhook endpoint disabled')
  }
}

/** Of a recorded trace only: an id that is not recorded could end the recording at the receiver. */
const traceHeader = (traceparent = '') => (isSampled(traceparent) ? { traceparent } : {})

const DISABLED: AttemptResult = {
  kind: 'failed',
  error: 'endpoint-disabled',
  status: null,
  retryAfterMs: 0,
}
