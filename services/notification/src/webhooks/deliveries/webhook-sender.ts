import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../../../platform/domain/time.ts'
import { isSampled, logFields } from '../../../../platform/observability/trace.ts'
import { currentTraceparent, inSpan, runAsPartOfTraces } from '../../../../platform/observability/tracing.ts'
import type { Logger } from '../../../../platform/observability/logger.ts'
import { NotFound, TooManyRequests, Unavailable } from '../../../../platform/errors.ts'
import { LRUCache } from 'lru-cache'
import { untilRecorded } from '../../dispatch/until-recorded.ts'
import type { WebhookMetrics } from '../../metrics.ts'
import type { Endpoints } from '../endpoints/repository.ts'
import {
  isProven,
  validSecrets,
  withFailure,
  type Endpoint,
  type EndpointFailure,
} from '../endpoints/rules.ts'
import { signingKey, type SecretBox } from '../endpoints/secrets.ts'
import type { EndpointCache } from '../endpoints/endpoint-cache.ts'
import type { WebhookHttpClient } from './http-client.ts'
import type { WebhookDeliveries } from './repository.ts'
import {
  afterAttempt,
  MAX_ATTEMPT_MS,
  type AttemptResult,
  type ErrorClass,
  type LeasedWebhookDelivery,
  type SilencingError,
  type WebhookEvent,
} from './rules.ts'
import { signedHeaders } from './signature.ts'
import type { Visibility } from './visibility.ts'

/** While the services that decide on visibility are unavailable. */
const POSTPONED_MS = 5_000
const MAX_CACHED_KEYS = 10_000
/**
 * Between two attempts to a receiver that has never responded with 2xx: longer than an attempt takes, so that
 * there is one at a time. It may be a stranger's.
 */
const TRIAL_EVERY_MS = MAX_ATTEMPT_MS + 1_000

/**
 * What became of a delivery that was to be sent. `dropped`: its endpoint was deleted, its account may not see
 * the event, or its user was erased. `silenced`: nothing may be sent to its endpoint.
 */
type SendOutcome =
  | { readonly kind: 'dropped' }
  | { readonly kind: 'postponed'; readonly dueAt: Date }
  | { readonly kind: 'silenced'; readonly error: SilencingError }
  | { readonly kind: 'attempted'; readonly url: string; readonly result: AttemptResult }

/**
 * Whether anything may be sent to an endpoint. `unusable`: none of its secrets can be decrypted.
 */
type EndpointState =
  | { readonly kind: 'open'; readonly isProven: boolean }
  | { readonly kind: 'deleted' | 'disabled' | 'unusable' }
  | { readonly kind: 'paused'; readonly until: Date }

interface WebhookSenderOptions {
  readonly deliveries: WebhookDeliveries
  readonly endpoints: Endpoints
  readonly endpointCache: EndpointCache
  readonly visibility: Visibility
  /** Whether a user was erased. Then what was stored about the user is erased again. */
  readonly eraseAgainIfErased: (userId: number) => Promise<boolean>
  readonly client: WebhookHttpClient
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: WebhookMetrics
  /** Aborts when the process can no longer wait for an unavailable database. */
  readonly stopDeadline: AbortSignal
  readonly trialEveryMs?: number | undefined
}

/** Makes attempts and records their results. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions
  /** By the encrypted secret, also those that can't be decrypted. */
  readonly #keys = new LRUCache<string, { readonly key: KeyObject | undefined }>({ max: MAX_CACHED_KEYS })

  constructor(options: WebhookSenderOptions) {
    this.#options = options
  }

  /** @throws Unavailable */
  async stateOf(endpointId: number): Promise<EndpointState> {
    const { endpointCache, clock } = this.#options
    const endpoint = await endpointCache.find(endpointId)
    if (!endpoint) return { kind: 'deleted' }
    if (await endpointCache.isDisabled(endpoint)) return { kind: 'disabled' }
    const until = await endpointCache.pauseOf(endpoint, clock.now())
    if (until) return { kind: 'paused', until }
    if (!this.canSign(endpoint)) return { kind: 'unusable' }
    const trialAt = await endpointCache.trialOf(endpoint, clock.now())
    return trialAt ? { kind: 'paused', until: trialAt } : { kind: 'open', isProven: isProven(endpoint) }
  }

  /** Whether one of the secrets of the endpoint can be decrypted. */
  canSign(endpoint: Endpoint): boolean {
    return this.#keysOf(endpoint, this.#options.clock.now()).length > 0
  }

  /** Sends an event once. Records nothing. */
  async sendOnce(
    endpoint: Endpoint,
    event: Pick<WebhookEvent, 'eventId' | 'payload'> & { readonly traceparent?: string },
    timeoutMs?: number,
  ): Promise<AttemptResult> {
    const { client, clock } = this.#options
    const now = clock.now()
    const keys = this.#keysOf(endpoint, now)
    if (keys.length === 0) return withoutResponse('secret-unusable')
    const signed = signedHeaders(event.eventId, event.payload, keys, now)
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

  /** Sends a delivery that this process has leased, if its account may see the event now. Records nothing. */
  send(delivery: LeasedWebhookDelivery): Promise<SendOutcome> {
    return runAsPartOfTraces([delivery.traceparent], () => this.#send(delivery))
  }

  /** Records what became of a delivery. */
  record(delivery: LeasedWebhookDelivery, outcome: SendOutcome): Promise<void> {
    return runAsPartOfTraces([delivery.traceparent], () => this.#record(delivery, outcome))
  }

  async #send(delivery: LeasedWebhookDelivery): Promise<SendOutcome> {
    const { endpointCache, visibility, eraseAgainIfErased, clock } = this.#options
    const endpoint = await endpointCache.find(delivery.endpointId)
    // The account may have taken the type from the list since.
    if (!endpoint?.events.includes(delivery.type)) return { kind: 'dropped' }
    if (await endpointCache.isDisabled(endpoint)) return { kind: 'silenced', error: 'endpoint-disabled' }
    // It stays due: its lane waits, and does not wait if the pause ends early.
    if (await endpointCache.pauseOf(endpoint, clock.now())) return { kind: 'postponed', dueAt: clock.now() }
    try {
      const [receiver] = await visibility.mayReceive([endpoint], delivery)
      if (!receiver) return { kind: 'dropped' }
      if (!receiver.hasKey) return { kind: 'silenced', error: 'no-valid-key' }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      return { kind: 'postponed', dueAt: new Date(clock.now().getTime() + POSTPONED_MS) }
    }
    // The message came late, or the delivery has waited in memory, while the user was erased.
    const { showsErasedUser, userId } = delivery
    if (!showsErasedUser && (await eraseAgainIfErased(userId))) return { kind: 'dropped' }
    const trialAt = await this.#takeTrial(endpoint)
    if (trialAt) return { kind: 'postponed', dueAt: trialAt }
    const result = await this.#sendOrFail(endpoint, delivery)
    await this.#recordTrial(endpoint, result)
    return { kind: 'attempted', url: endpoint.url, result }
  }

  /**
   * Sends an event that is not stored.
   * @throws TooManyRequests for a receiver that has never responded with 2xx and has had an attempt just now
   */
  async sendTest(
    endpoint: Endpoint,
    event: Pick<WebhookEvent, 'eventId' | 'payload'>,
    timeoutMs: number,
  ): Promise<AttemptResult> {
    const trialAt = await this.#takeTrial(endpoint)
    if (trialAt) {
      const waitMs = trialAt.getTime() - this.#options.clock.now().getTime()
      throw new TooManyRequests(Math.max(1, Math.ceil(waitMs / 1_000)))
    }
    const result = await this.sendOnce(endpoint, event, timeoutMs)
    await this.#recordTrial(endpoint, result)
    return result
  }

  /** @returns until when a receiver that has never responded with 2xx gets no attempt; undefined for now */
  async #takeTrial(endpoint: Endpoint): Promise<Date | undefined> {
    if (isProven(endpoint)) return undefined
    const { endpoints, endpointCache, clock, trialEveryMs = TRIAL_EVERY_MS } = this.#options
    const now = clock.now()
    if (await endpoints.takeTrial(endpoint, now, trialEveryMs)) return undefined
    return await endpointCache.trialOf(endpoint, now)
  }

  async #recordTrial(endpoint: Endpoint, { kind }: AttemptResult): Promise<void> {
    if (kind !== 'delivered' || isProven(endpoint)) return
    const { endpoints, endpointCache, logger } = this.#options
    try {
      await endpoints.recordProven(endpoint)
      endpointCache.forget()
    } catch (error) {
      logger.warn({ err: error, endpoint: endpoint.id }, 'the next success proves the receiver')
    }
  }

  /** A fault of the code counts as a failed attempt: otherwise the delivery would be tried for ever. */
  async #sendOrFail(endpoint: Endpoint, delivery: LeasedWebhookDelivery): Promise<AttemptResult> {
    try {
      return await this.sendOnce(endpoint, delivery)
    } catch (error) {
      this.#options.logger.error({ err: error, delivery: delivery.id }, 'webhook attempt failed unexpectedly')
      return withoutResponse('internal-error', 1)
    }
  }

  async #record(delivery: LeasedWebhookDelivery, outcome: SendOutcome): Promise<void> {
    const { deliveries } = this.#options
    switch (outcome.kind) {
      case 'dropped':
        return await deliveries.remove(delivery.id)
      case 'postponed':
        return await deliveries.release([delivery], outcome.dueAt)
      case 'silenced':
        return await this.#recordResult(delivery, withoutResponse(outcome.error))
      case 'attempted':
        return await this.#recordResult(delivery, outcome.result, outcome.url)
    }
  }

  /** Of the valid secrets, those that can be decrypted: a new one signs beside a damaged one. */
  #keysOf(endpoint: Endpoint, now: Date): KeyObject[] {
    return validSecrets(endpoint, now).flatMap(({ sealed }) => this.#keyOf(sealed, endpoint.id) ?? [])
  }

  #keyOf(sealed: string, endpointId: number): KeyObject | undefined {
    const known = this.#keys.get(sealed)
    if (known) return known.key
    const key = this.#decrypt(sealed, endpointId)
    this.#keys.set(sealed, { key })
    return key
  }

  #decrypt(sealed: string, endpointId: number): KeyObject | undefined {
    try {
      return signingKey(this.#options.secrets.open(sealed, endpointId))
    } catch (error) {
      this.#options.logger.error({ endpoint: endpointId, err: error }, 'webhook secret can not be decrypted')
      return undefined
    }
  }

  /** @param url of the receiver; undefined when nothing may be sent */
  async #recordResult(delivery: LeasedWebhookDelivery, result: AttemptResult, url?: string): Promise<void> {
    const { deliveries, clock, metrics, logger } = this.#options
    const now = clock.now()
    const update = afterAttempt(delivery, result, now, Math.random())
    const recordUpdate = () => this.#untilRecorded(delivery, () => deliveries.recordResult(delivery, update))
    // The first request of an attempt that was made again over another connection.
    metrics.attempts.inc({ outcome: 'connection-lost' }, Math.max(0, result.requests - 1))
    if (result.kind === 'delivered') {
      metrics.attempts.inc({ outcome: 'delivered' })
      metrics.delaySeconds.observe(Math.max(0, now.getTime() - delivery.occurredAt.getTime()) / 1_000)
      await recordUpdate()
      if (url === undefined) return
      return await this.#untilRecorded(delivery, () => this.#recordSuccess(delivery.endpointId, url))
    }
    metrics.attempts.inc({ outcome: result.error })
    logger.debug(
      {
        endpoint: delivery.endpointId,
        delivery: delivery.id,
        ...logFields({ traceparent: delivery.traceparent }),
        error: result.error,
        status: result.status,
      },
      'webhook not delivered',
    )
    // Before the delivery is due again, its lane has to be closed if the receiver asks for that.
    const isDisabled =
      url !== undefined && result.requests > 0 && (await this.#recordFailure(delivery, { ...result, url }))
    await recordUpdate()
    // After the result, which it would take the place of.
    if (isDisabled) await this.#untilRecorded(delivery, () => deliveries.failPending(delivery.endpointId))
  }

  /** Safe to repeat: the endpoint is asked for its state again. */
  async #recordSuccess(endpointId: number, url: string): Promise<void> {
    const { endpoints, deliveries, clock } = this.#options
    const reached = { id: endpointId, url }
    if (!(await endpoints.shouldRecordSuccess(reached))) return
    await deliveries.hasten(endpointId, clock.now())
    await endpoints.recordSuccess(reached)
  }

  /** Records that the receiver has failed. @returns whether its endpoint is disabled afterwards */
  async #recordFailure(delivery: LeasedWebhookDelivery, failure: EndpointFailure): Promise<boolean> {
    const { endpoints, endpointCache, clock, logger, metrics } = this.#options
    const { endpointId } = delivery
    const tries: number[] = []
    const recorded = await this.#untilRecorded(delivery, () => {
      // Not the time of the attempt: a success that was recorded since then ends before this failure.
      const now = clock.now()
      const isRepetition = tries.push(now.getTime()) > 1
      return endpoints
        .change(endpointId, undefined, (current) => withFailure(current, failure, now), isRepetition)
        .catch(ignoreNotFound)
    })
    const changed = recorded?.endpoint
    if (failure.retryAfterMs > 0 || changed?.disabled) endpointCache.forget()
    if (!changed?.disabled) return false
    const { accountId, disabled } = changed
    // Otherwise another attempt has disabled it, or its account.
    if (tries.includes(disabled.at.getTime())) {
      metrics.disabled.inc({ reason: disabled.reason })
      logger.warn(
        { endpoint: endpointId, account: accountId, reason: disabled.reason },
        'webhook endpoint disabled',
      )
    }
    return true
  }

  #untilRecorded<T>(delivery: LeasedWebhookDelivery, record: () => Promise<T>): Promise<T> {
    const { stopDeadline, logger } = this.#options
    return untilRecorded(record, stopDeadline, (error) =>
      logger.warn({ err: error, delivery: delivery.id }, 'webhook attempt not yet recorded'),
    )
  }
}

/** The endpoint may have been deleted during the attempt. */
function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}

/** Of a recorded trace only: an id that is not recorded could end the recording at the receiver. */
const traceHeader = (traceparent = '') => (isSampled(traceparent) ? { traceparent } : {})

/** The result of an attempt without a response, or that was not made. */
const withoutResponse = (error: ErrorClass, requests = 0): AttemptResult => ({
  kind: 'failed',
  error,
  status: null,
  retryAfterMs: 0,
  requests,
  durationMs: 0,
})
