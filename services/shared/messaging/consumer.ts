import type { Channel, ChannelModel, ConsumeMessage, Options } from 'amqplib'
import { Unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Dependency } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import type { Broker } from './broker.ts'
import type { Outgoing, Publisher } from './publisher.ts'
import { DEAD_LETTER_EXCHANGE, RETRY_DELAYS_MS, retryQueue } from './topology.ts'

/**
 * Thrown by a reader or a handler: this message can never be handled. `message` is the reason kept with it.
 */
export class Unprocessable extends Error {}

/** Thrown by a handler that can't handle the message now: it is retried after a delay, without a limit. */
export class RetryLater extends Error {}

/** After this many unforeseen failures a message becomes a dead letter. */
const MAX_FAILURES = 10
/** The number of attempts, and how many of them failed in unforeseen ways. */
const ATTEMPT_HEADER = 'x-attempt'
const FAILURES_HEADER = 'x-failures'
/** On a dead letter: the reason and the original queue. */
export const REASON_HEADER = 'x-reason'
export const QUEUE_HEADER = 'x-queue'

export interface ConsumerOptions<T> {
  readonly queue: string
  /** Messages handled at a time. */
  readonly concurrency: number
  /** Consumes only while all of them are up; otherwise messages wait in the queue. */
  readonly needs: readonly Dependency[]
  readonly read: (message: ConsumeMessage) => T
  readonly handle: (event: T) => Promise<void>
  readonly broker: Broker
  readonly publisher: Publisher
  readonly logger: Logger
  readonly metrics: Metrics
}

/**
 * Consumes the messages of one queue. The only place that acknowledges: after the handler is done, or after
 * the message is safely in a retry queue or in the dead-letter queue. After a crash before that, the message
 * is redelivered.
 */
export class Consumer<T> implements Part {
  readonly name: string
  readonly #options: ConsumerOptions<T>
  readonly #atWork = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #channel: Channel | undefined
  #tag: string | undefined
  /** Subscribing and cancelling happen one after the other. */
  #switching: Promise<void> = Promise.resolve()

  constructor(options: ConsumerOptions<T>) {
    this.name = `consumer of ${options.queue}`
    this.#options = options
    options.broker.onConsuming((connection) => this.#open(connection))
    for (const dependency of options.needs) dependency.onChange(() => this.#switch())
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#switch()
    await this.#switching
    await Promise.allSettled([...this.#atWork])
  }

  async #open(connection: ChannelModel): Promise<void> {
    const channel = await connection.createChannel()
    channel.on('error', (error: Error) =>
      this.#options.logger.warn({ reason: error.message }, 'channel failed'),
    )
    channel.on('close', () => {
      if (this.#channel === channel) this.#forget()
      void connection.close().catch(() => undefined)
    })
    await channel.prefetch(this.#options.concurrency)
    this.#forget()
    this.#channel = channel
    this.#switch()
    await this.#switching
  }

  #forget(): void {
    this.#channel = undefined
    this.#tag = undefined
  }

  #switch(): void {
    this.#switching = this.#switching
      .then(() => this.#subscribeOrCancel())
      .catch((error: unknown) => {
        this.#options.logger.warn({ err: error, queue: this.#options.queue }, 'could not switch the consumer')
      })
  }

  async #subscribeOrCancel(): Promise<void> {
    const channel = this.#channel
    if (!channel) return
    const wanted =
      !this.#stopping.signal.aborted && this.#options.needs.every((dependency) => dependency.up())
    if (wanted && this.#tag === undefined) {
      const { consumerTag } = await channel.consume(this.#options.queue, (message) =>
        this.#take(channel, message),
      )
      this.#tag = consumerTag
    } else if (!wanted && this.#tag !== undefined) {
      const tag = this.#tag
      this.#tag = undefined
      await channel.cancel(tag)
    }
  }

  #take(channel: Channel, message: ConsumeMessage | null): void {
    if (message === null) {
      // The broker cancelled the consumer (queue moved, acknowledgement overdue): subscribe again.
      this.#tag = undefined
      this.#switch()
      return
    }
    const work = this.#work(channel, message)
      .catch(async (error: unknown) => {
        // The message could not be passed on either: closing the channel makes the broker redeliver it.
        this.#options.logger.warn(
          { err: error, queue: this.#options.queue },
          'message left to be redelivered',
        )
        await close(channel)
      })
      .finally(() => this.#atWork.delete(work))
    this.#atWork.add(work)
  }

  async #work(channel: Channel, message: ConsumeMessage): Promise<void> {
    const { queue, metrics, logger } = this.#options
    const outcome = await this.#handle(message)
    if (outcome.kind === 'delayed') await this.#hand(this.#delayed(message, outcome))
    if (outcome.kind === 'dead-lettered') await this.#hand(this.#setAside(message, outcome.reason))
    channel.ack(message)
    metrics.messagesConsumed.inc({ queue, outcome: outcome.kind })
    if (outcome.kind !== 'done')
      logger.warn(
        { queue, messageId: message.properties.messageId as unknown, ...outcome },
        'message not handled',
      )
  }

  async #handle(message: ConsumeMessage): Promise<Outcome> {
    const attempt = count(message, ATTEMPT_HEADER) + 1
    try {
      await this.#options.handle(this.#options.read(message))
      return { kind: 'done' }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof Unprocessable) return { kind: 'dead-lettered', reason }
      // An unavailable server is not the fault of the message.
      const foreseen = error instanceof RetryLater || error instanceof Unavailable
      const failures = count(message, FAILURES_HEADER) + (foreseen ? 0 : 1)
      if (failures < MAX_FAILURES) return { kind: 'delayed', attempt, failures, reason }
      return { kind: 'dead-lettered', reason: `gave up after ${failures} failures: ${reason}` }
    }
  }

  #delayed(message: ConsumeMessage, { attempt, failures }: Delayed): Outgoing {
    const step = Math.min(attempt, RETRY_DELAYS_MS.length) - 1
    return again(message, '', retryQueue(this.#options.queue, RETRY_DELAYS_MS[step] as number), {
      [ATTEMPT_HEADER]: attempt,
      [FAILURES_HEADER]: failures,
    })
  }

  #setAside(message: ConsumeMessage, reason: string): Outgoing {
    return again(message, DEAD_LETTER_EXCHANGE, '', {
      [REASON_HEADER]: reason.slice(0, 1_000),
      [QUEUE_HEADER]: this.#options.queue,
    })
  }

  /**
   * Forwards a message and waits until a queue has it. While the broker accepts nothing (an alarm) the
   * message stays unacknowledged, and the prefetch limits how many do.
   */
  async #hand(message: Outgoing): Promise<void> {
    const { broker, publisher } = this.#options
    const { signal } = this.#stopping
    for (;;) {
      const outcome = await publisher.publish(message)
      if (outcome === 'confirmed') return
      if (outcome === 'unroutable')
        throw new Error(`no queue takes what is sent to ${message.exchange || message.routingKey}`)
      if (signal.aborted || broker.state.up()) throw new Error('the broker did not take the message on')
      await broker.state.whenUp(signal)
    }
  }
}

type Delayed = { kind: 'delayed'; attempt: number; failures: number; reason: string }
type Outcome = { kind: 'done' } | Delayed | { kind: 'dead-lettered'; reason: string }

/** The same message with these headers added. */
function again(message: ConsumeMessage, exchange: string, routingKey: string, headers: object): Outgoing {
  const options = message.properties as Options.Publish
  return {
    exchange,
    routingKey,
    content: message.content,
    options: { ...options, headers: { ...(options.headers as object), ...headers } },
  }
}

const count = (message: ConsumeMessage, header: string) => Number(message.properties.headers?.[header] ?? 0)

/** Closes a channel that may already be closed. */
async function close(channel: Channel): Promise<void> {
  try {
    await channel.close()
  } catch {
    // Already closed.
  }
}
