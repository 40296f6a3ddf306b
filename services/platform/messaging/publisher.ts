import type { ConfirmChannel, Message, Options } from 'amqplib'
import type { Dependency } from '../process/dependency.ts'
import type { Broker } from './broker.ts'

/** A confirm that takes longer than this counts as a failure. */
const CONFIRM_TIMEOUT_MS = 10_000
/**
 * The same while a channel has not had a confirm of this kind of message. When the leader of a queue is lost,
 * RabbitMQ repeats what the next leader may have missed, but not the first message that a channel sends to
 * the queue: a new connection has to send it.
 */
const FIRST_CONFIRM_TIMEOUT_MS = 1_500
/**
 * Enough until a lost leader is replaced. After each further one the time is doubled, so that a slow broker
 * is not left for ever.
 */
const MAX_FAST_FAILURES = 5

export interface OutgoingMessage {
  readonly exchange: string
  readonly routingKey: string
  readonly content: Buffer
  readonly options: Options.Publish
}

/**
 * `confirmed`: the broker has the message on disk in at least one queue. `unroutable`: no queue is bound for
 * it. `failed`: the outcome is unknown, or the broker is unavailable.
 */
export type PublishOutcome = 'confirmed' | 'unroutable' | 'failed'

/**
 * Publishes messages to the broker. The broker also confirms messages that no queue takes, so messages are
 * `mandatory` and a returned one counts as unroutable.
 */
export class Publisher {
  /** Up while messages can be published. Readiness shows the `rabbitmq` of the foundation, not this. */
  readonly state: Dependency
  /** Correlation ids of returned messages that are not confirmed yet. */
  readonly #returned = new Set<unknown>()
  #channel: ConfirmChannel | undefined
  #abandon: (reason: string) => void = () => undefined
  /** The exchanges and routing keys of messages that were confirmed on this channel. */
  #confirmed = new Set<string>()
  /** Connections in a row that were abandoned because the first confirm was missing. */
  #abandonedInARow = 0
  #lastCorrelationId = 0

  constructor(broker: Broker) {
    this.state = broker.publishing
    broker.onPublishing(async (connection, abandon) => {
      const channel = await connection.createConfirmChannel()
      channel.on('error', () => undefined)
      channel.on('close', () => {
        if (this.#channel === channel) this.#channel = undefined
        // Also when only the channel failed, because a new connection sets up everything again.
        void connection.close().catch(() => undefined)
      })
      channel.on('return', ({ properties }: Message) => this.#returned.add(properties.correlationId))
      this.#channel = channel
      this.#abandon = abandon
      this.#confirmed = new Set()
    })
  }

  /** Never throws. Does not write while the broker blocks publishers. */
  async publish(message: OutgoingMessage): Promise<PublishOutcome> {
    const [outcome] = await this.publishAll([message])
    return outcome as PublishOutcome
  }

  /**
   * Publishes many messages and then waits for their confirms. Returns the outcomes in order. Never throws.
   */
  async publishAll(messages: readonly OutgoingMessage[]): Promise<PublishOutcome[]> {
    const channel = this.#channel
    if (!channel || !this.state.up()) return messages.map(() => 'failed')
    return Promise.all(messages.map((message) => this.#publishOn(channel, message)))
  }

  #publishOn(channel: ConfirmChannel, message: OutgoingMessage): Promise<PublishOutcome> {
    const { exchange, routingKey, content, options } = message
    const correlationId = String(++this.#lastCorrelationId)
    const confirmed = this.#confirmed
    const route = `${exchange} ${routingKey}`
    const timeoutMs = confirmed.has(route) ? CONFIRM_TIMEOUT_MS : this.#firstConfirmTimeoutMs()
    return new Promise((resolve) => {
      const expire = () => {
        resolve('failed')
        if (channel === this.#channel && !confirmed.has(route)) this.#abandonConnection(timeoutMs)
      }
      // In the next turn of the event loop: a busy process may have confirms to read.
      const timer = setTimeout(() => setImmediate(expire), timeoutMs)
      const finish = (isConfirmed: boolean) => {
        clearTimeout(timer)
        // The broker sends the return of an unroutable message before its confirm.
        const returned = this.#returned.delete(correlationId)
        if (isConfirmed) {
          confirmed.add(route)
          this.#abandonedInARow = 0
          resolve(returned ? 'unroutable' : 'confirmed')
        } else resolve('failed')
      }
      try {
        channel.publish(
          exchange,
          routingKey,
          content,
          { ...options, correlationId, mandatory: true, persistent: true },
          (error: unknown) => finish(error === null || error === undefined),
        )
      } catch {
        finish(false)
      }
    })
  }

  #firstConfirmTimeoutMs(): number {
    const doublings = Math.max(0, this.#abandonedInARow - MAX_FAST_FAILURES)
    return Math.min(FIRST_CONFIRM_TIMEOUT_MS * 2 ** doublings, CONFIRM_TIMEOUT_MS)
  }

  #abandonConnection(timeoutMs: number): void {
    // A broker that blocks publishers confirms nothing.
    if (!this.state.up()) return
    this.#abandonedInARow++
    this.#abandon(`no confirm within ${timeoutMs} ms`)
  }
}
