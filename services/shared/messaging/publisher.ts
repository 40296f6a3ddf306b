import type { Socket } from 'node:net'
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
  #open: { readonly channel: ConfirmChannel; readonly socket: Socket } | undefined
  #lastId = 0

  constructor(broker: Broker) {
    this.#broker = broker
    broker.onPublishing(async (connection, socket) => {
      const channel = await connection.createConfirmChannel()
      channel.on('error', () => undefined)
      channel.on('close', () => {
        if (this.#open?.channel === channel) this.#open = undefined
        // If only the channel has failed, close the connection too: it is then set up again as a whole.
        void connection.close().catch(() => undefined)
      })
      channel.on('return', ({ properties }: Message) => this.#returned.add(properties.correlationId))
      this.#open = { channel, socket }
    })
  }

  /** Never throws. Does not write while the broker blocks publishers. */
  async publish(message: Outgoing): Promise<PublishOutcome> {
    const [outcome] = await this.publishAll([message])
    return outcome as PublishOutcome
  }

  /** Publishes many messages at once; the outcomes come in their order. Never throws. */
  async publishAll(messages: readonly Outgoing[]): Promise<PublishOutcome[]> {
    const outcomes = messages.map((): PublishOutcome => 'failed')
    const open = this.#open
    if (!open || !this.#broker.state.up() || messages.length === 0) return outcomes
    const { channel, socket } = open
    // amqplib hands each message to the socket by itself, in the immediate that the first of them schedules.
    socket.cork()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CONFIRM_MS)
      let missing = messages.length
      const settle = (position: number, confirmed: boolean, correlationId: string) => {
        // The broker sends the return of an unroutable message before its confirm (AMQP extension "confirms").
        const returned = this.#returned.delete(correlationId)
        if (confirmed) outcomes[position] = returned ? 'unroutable' : 'confirmed'
        if (--missing > 0) return
        clearTimeout(timer)
        resolve()
      }
      for (const [position, { exchange, routingKey, content, options }] of messages.entries()) {
        const correlationId = String(++this.#lastId)
        const sent = { ...options, correlationId, mandatory: true, persistent: true }
        try {
          channel.publish(exchange, routingKey, content, sent, (error: unknown) =>
            settle(position, error === null || error === undefined, correlationId),
          )
        } catch {
          settle(position, false, correlationId)
        }
      }
      process.nextTick(() => setImmediate(() => socket.uncork()))
    })
    // What is confirmed after its time is up changes nothing any more.
    return [...outcomes]
  }
}
