import type { ConfirmChannel, Message, Options } from 'amqplib'
import type { Broker } from './broker.ts'

/** A confirm that takes longer than this counts as a failure. */
const CONFIRM_MS = 10_000

export interface Outgoing {
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
 * The one way to publish. A confirm alone does not mean that a queue has the message (an unroutable one is
 * confirmed too), so messages are `mandatory` and a returned one counts as failed.
 */
export class Publisher {
  readonly #broker: Broker
  /**
   * Returned messages whose confirm has not arrived yet. Their correlation id identifies the attempt to publish: a header
   * would take half as much again as the rest of the message to write.
   */
  readonly #returned = new Set<unknown>()
  #channel: ConfirmChannel | undefined
  #lastId = 0

  constructor(broker: Broker) {
    this.#broker = broker
    broker.onPublishing(async (connection) => {
      const channel = await connection.createConfirmChannel()
      channel.on('error', () => undefined)
      channel.on('close', () => {
        if (this.#channel === channel) this.#channel = undefined
        // If only the channel has failed, close the connection too: it is then set up again as a whole.
        void connection.close().catch(() => undefined)
      })
      channel.on('return', ({ properties }: Message) => this.#returned.add(properties.correlationId))
      this.#channel = channel
    })
  }

  /** Never throws. Does not write while the broker blocks publishers. */
  publish({ exchange, routingKey, content, options }: Outgoing): Promise<PublishOutcome> {
    const channel = this.#channel
    if (!channel || !this.#broker.state.up()) return Promise.resolve('failed')
    const correlationId = String(++this.#lastId)
    return new Promise((resolve) => {
      const settle = (confirmed: boolean) => {
        clearTimeout(timer)
        const returned = this.#returned.delete(correlationId)
        if (!confirmed) resolve('failed')
        else resolve(returned ? 'unroutable' : 'confirmed')
      }
      const timer = setTimeout(() => settle(false), CONFIRM_MS)
      try {
        channel.publish(
          exchange,
          routingKey,
          content,
          { ...options, correlationId, mandatory: true, persistent: true },
          // The broker sends the return of an unroutable message before its confirm (AMQP extension "confirms").
          (error: unknown) => settle(error === null || error === undefined),
        )
      } catch {
        settle(false)
      }
    })
  }
}
