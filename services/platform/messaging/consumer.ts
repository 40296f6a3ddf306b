import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import { beginningOf } from '../domain/utf8.ts'
import { Unavailable } from '../errors.ts'
import { DeadlineExceeded, withDeadline } from '../process/deadline.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { recordModelStep, type StepName } from '../observability/model-steps.ts'
import type { Dependency } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import type { Work } from '../process/watchdog.ts'
import { logFields } from '../observability/trace.ts'
import {
  endSpan,
  errorType,
  runWithin,
  startSpan,
  traceparentOf,
  type Span,
} from '../observability/tracing.ts'
import type { Broker } from './broker.ts'
import { copyOf, countIn, RetryLater, traceOf, Unprocessable, withTraceparent } from './message.ts'
import type { OutgoingMessage, Publisher } from './publisher.ts'
import {
  DEAD_LETTER_EXCHANGE,
  queueDepth,
  MESSAGE_RETRY_DELAYS_MS,
  retryQueue,
  type QueueDepth,
} from './topology.ts'

/** After this many unexpected failures a message becomes a dead letter. */
const MAX_FAILURES = 10
const MAX_REASON_LENGTH = 1_000
/** Operators send it back in a request. */
const MAX_CLASS_LENGTH = 300
/** The broker responds at once, or its node hangs. */
const SUBSCRIBE_DEADLINE_MS = 10_000
const CLOSE_DEADLINE_MS = 2_000
const MEASURE_DEADLINE_MS = 5_000
/** The number of attempts, and how many of them failed unexpectedly. */
const ATTEMPT_HEADER = 'x-attempt'
const FAILURES_HEADER = 'x-failures'
/** On a dead letter: the reason, the class of the error and the original queue. */
export const REASON_HEADER = 'x-reason'
export const ERROR_CLASS_HEADER = 'x-error-class'
export const QUEUE_HEADER = 'x-queue'

export interface ConsumerOptions<T> {
  readonly queue: string
  /** Messages handled at a time. */
  readonly concurrency: number
  /** Consumes only while all of these are up. Otherwise messages wait in the queue. */
  readonly needs: readonly Dependency[]
  readonly read: (message: ConsumeMessage) => T
  readonly handle: (event: T, wasReceivedBefore: boolean) => Promise<void>
  readonly broker: Broker
  readonly publisher: Publisher
  readonly logger: Logger
  readonly metrics: Metrics
  readonly subscribeDeadlineMs?: number
}

type Delayed = { kind: 'delayed'; attempt: number; failures: number; reason: string }
type DeadLettered = { kind: 'dead-lettered'; reason: string; errorClass: string }
type Outcome = { kind: 'done' } | Delayed | DeadLettered

/**
 * Consumes the messages of one queue. It acknowledges a message after its handler is done, or after the
 * message is stored in a retry queue or in the dead-letter queue. After a crash before that, the broker
 * redelivers the message.
 */
export class Consumer<T> implements Part {
  readonly name: string
  readonly #options: ConsumerOptions<T>
  readonly #inProgress = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #connection: ChannelModel | undefined
  #channel: Channel | undefined
  #consumerTag: string | undefined
  #abandon: (reason: string) => void = () => undefined
  /** Subscribing and cancelling run one after the other. */
  #subscriptionUpdate: Promise<void> = Promise.resolve()
  #acknowledged = 0
  #depth: QueueDepth | undefined

  constructor(options: ConsumerOptions<T>) {
    this.name = `consumer of ${options.queue}`
    this.#options = options
    options.broker.onConsuming((connection, abandon) => this.#open(connection, abandon))
    for (const dependency of options.needs) dependency.onChange(() => this.#updateSubscription())
  }

  get queue(): string {
    return this.#options.queue
  }

  /** What waits in the queue, as of the last {@link measure}; undefined while it is not known. */
  get depth(): QueueDepth | undefined {
    return this.#depth
  }

  /** For the watchdog. A message that waits for its next attempt is not waiting for this consumer. */
  get work(): Work {
    return {
      name: this.queue,
      isWaiting: () => this.#inProgress.size > 0 || (this.#depth?.ready ?? 0) > 0,
      done: () => this.#acknowledged,
    }
  }

  /**
   * Measures the queue, on its own channel: a queue that does not respond must not delay acknowledgements.
   */
  async measure(): Promise<void> {
    const { queue, metrics, logger } = this.#options
    const connection = this.#connection
    try {
      if (!connection) return
      this.#depth = await withDeadline(MEASURE_DEADLINE_MS, `measuring ${queue}`, () =>
        queueDepth(connection, queue),
      )
      metrics.queueMessages.set({ queue }, this.#depth.ready + this.#depth.delayed)
      metrics.queueConsumers.set({ queue }, this.#depth.consumers)
    } catch (error) {
      this.#depth = undefined
      metrics.queueMessages.remove({ queue })
      metrics.queueConsumers.remove({ queue })
      logger.debug({ err: error, queue }, 'could not measure a queue')
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#updateSubscription()
    await this.#subscriptionUpdate
    await Promise.allSettled([...this.#inProgress])
  }

  async #open(connection: ChannelModel, abandon: (reason: string) => void): Promise<void> {
    const { logger, concurrency } = this.#options
    const channel = await connection.createChannel()
    channel.on('error', (error: Error) => logger.warn({ reason: error.message }, 'channel failed'))
    channel.on('close', () => {
      if (this.#channel === channel) {
        this.#channel = undefined
        this.#consumerTag = undefined
      }
      void connection.close().catch(() => undefined)
    })
    await channel.prefetch(concurrency)
    this.#connection = connection
    this.#channel = channel
    this.#abandon = abandon
    this.#consumerTag = undefined
    // A node that hangs may still owe a reply on the previous channel.
    this.#subscriptionUpdate = Promise.resolve()
    this.#updateSubscription()
    await this.#subscriptionUpdate
  }

  #updateSubscription(): void {
    const { logger, queue } = this.#options
    this.#subscriptionUpdate = this.#subscriptionUpdate
      .then(() => this.#subscribeOrCancel())
      .catch((error: unknown) => {
        logger.warn({ err: error, queue }, 'could not subscribe or unsubscribe')
        // Whether this process is subscribed is unknown. A new connection finds out.
        if (!this.#stopping.signal.aborted) this.#abandon(`the subscription of ${queue} failed`)
      })
  }

  async #subscribeOrCancel(): Promise<void> {
    const { queue, needs, subscribeDeadlineMs = SUBSCRIBE_DEADLINE_MS } = this.#options
    const channel = this.#channel
    if (!channel) return
    const shouldConsume = !this.#stopping.signal.aborted && needs.every((dependency) => dependency.up())
    if (shouldConsume && this.#consumerTag === undefined) {
      const { consumerTag } = await withDeadline(subscribeDeadlineMs, `subscribing to ${queue}`, () =>
        channel.consume(queue, (message) => this.#receive(channel, message)),
      )
      if (this.#channel === channel) this.#consumerTag = consumerTag
    } else if (!shouldConsume && this.#consumerTag !== undefined) {
      const tag = this.#consumerTag
      this.#consumerTag = undefined
      await withDeadline(subscribeDeadlineMs, `unsubscribing from ${queue}`, () => channel.cancel(tag))
    }
  }

  #receive(channel: Channel, message: ConsumeMessage | null): void {
    const { logger, queue } = this.#options
    if (message === null) {
      // The broker cancelled the consumer (queue deleted or moved, acknowledgement overdue). A new connection
      // finds out whether the queue is there: on this one, a queue that is just being deleted may never
      // respond.
      void this.#close(channel)
      return
    }
    const span = spanOf(message, queue)
    const work = runWithin(span, () => this.#process(channel, message, span))
      .catch(async (error: unknown) => {
        endSpan(span, { error: errorType(error) })
        // The message could not be forwarded either. Closing the channel makes the broker redeliver it.
        logger.warn({ err: error, queue }, 'message left for redelivery')
        await this.#close(channel)
      })
      .finally(() => this.#inProgress.delete(work))
    this.#inProgress.add(work)
  }

  /** Closes a channel that may already be closed. */
  async #close(channel: Channel): Promise<void> {
    try {
      await withDeadline(CLOSE_DEADLINE_MS, 'closing a channel', () => channel.close())
    } catch (error) {
      // The broker returns the messages of a channel that hangs only when the connection ends.
      if (error instanceof DeadlineExceeded && channel === this.#channel) this.#abandon(error.message)
    }
  }

  async #process(channel: Channel, message: ConsumeMessage, span: Span | undefined): Promise<void> {
    const { queue, metrics, logger } = this.#options
    this.#recordModelStep('take', message)
    const handled = span ? withTraceparent(message, traceparentOf(span)) : message
    const outcome = await this.#handle(handled)
    if (outcome.kind === 'delayed') await this.#forward(this.#retryMessage(message, outcome))
    if (outcome.kind === 'dead-lettered') await this.#forward(this.#deadLetterMessage(message, outcome))
    if (outcome.kind !== 'done') this.#recordModelStep('forward', message)
    channel.ack(message)
    this.#recordModelStep('acknowledge', message)
    endSpan(span, { error: outcome.kind === 'done' ? undefined : outcome.kind })
    this.#acknowledged++
    metrics.messagesConsumed.inc({ queue, outcome: outcome.kind })
    if (outcome.kind === 'done') return
    const messageId: unknown = message.properties.messageId
    logger.warn({ queue, messageId, ...logFields(traceOf(handled)), ...outcome }, 'message not handled')
  }

  #recordModelStep(step: StepName, { properties, fields }: ConsumeMessage): void {
    recordModelStep({
      step,
      event: String(properties.messageId),
      queue: this.queue,
      isRedelivered: fields.redelivered,
    })
  }

  async #handle(message: ConsumeMessage): Promise<Outcome> {
    const attempt = countIn(message, ATTEMPT_HEADER) + 1
    try {
      await this.#options.handle(this.#options.read(message), attempt > 1 || message.fields.redelivered)
      return { kind: 'done' }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof Unprocessable)
        return { kind: 'dead-lettered', reason, errorClass: error.errorClass }
      // An unavailable server is not the fault of the message.
      const isExpected = error instanceof RetryLater || error instanceof Unavailable
      const failures = countIn(message, FAILURES_HEADER) + (isExpected ? 0 : 1)
      if (failures < MAX_FAILURES) return { kind: 'delayed', attempt, failures, reason }
      const errorClass = error instanceof Error ? error.name : 'unknown error'
      return { kind: 'dead-lettered', reason: `gave up after ${failures} failures: ${reason}`, errorClass }
    }
  }

  #retryMessage(message: ConsumeMessage, { attempt, failures }: Delayed): OutgoingMessage {
    const last = MESSAGE_RETRY_DELAYS_MS.length - 1
    const delayMs = MESSAGE_RETRY_DELAYS_MS[Math.min(attempt - 1, last)] as number
    const routingKey = retryQueue(this.#options.queue, delayMs)
    return copyOf(message, '', routingKey, {
      [ATTEMPT_HEADER]: attempt,
      [FAILURES_HEADER]: failures,
    })
  }

  #deadLetterMessage(message: ConsumeMessage, { reason, errorClass }: DeadLettered): OutgoingMessage {
    return copyOf(message, DEAD_LETTER_EXCHANGE, '', {
      [REASON_HEADER]: beginningOf(reason, MAX_REASON_LENGTH),
      [ERROR_CLASS_HEADER]: errorClass.slice(0, MAX_CLASS_LENGTH),
      [QUEUE_HEADER]: this.#options.queue,
    })
  }

  /**
   * Publishes a message and waits until a queue has it. While an alarm of the broker blocks publishing, the
   * original message stays unacknowledged. The prefetch limits how many do.
   */
  async #forward(message: OutgoingMessage): Promise<void> {
    const { publisher } = this.#options
    const { signal } = this.#stopping
    for (;;) {
      const outcome = await publisher.publish(message)
      if (outcome === 'confirmed') return
      if (outcome === 'unroutable')
        throw new Error(`no queue is bound for messages to ${message.exchange || message.routingKey}`)
      if (signal.aborted || publisher.state.up()) throw new Error('the broker did not confirm the message')
      await publisher.state.whenUp(signal)
    }
  }
}

function spanOf({ fields, properties }: ConsumeMessage, queue: string): Span | undefined {
  const parent: unknown = properties.headers?.['traceparent']
  const messageId: unknown = properties.messageId
  // As the semantic conventions say, of the parts that there are; a retried message comes through the default
  // exchange.
  const { exchange, routingKey } = fields
  const destination = [...new Set([exchange, routingKey, queue])].filter((part) => part !== '').join(':')
  return startSpan({
    name: `process ${destination}`,
    kind: 'consumer',
    parent: typeof parent === 'string' ? parent : undefined,
    attributes: {
      'messaging.system': 'rabbitmq',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': destination,
      'messaging.rabbitmq.destination.routing_key': routingKey,
      ...(typeof messageId === 'string' ? { 'messaging.message.id': messageId } : {}),
    },
  })
}
