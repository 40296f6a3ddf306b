import type { ConfirmChannel, Message, Options } from 'amqplib'
import type { Broker } from './broker.ts'

/** A confirm that takes longer than this counts as a failure. */
const CONFIRM_MS = 10_000
/** Tells one publishing of a message from every other. */
export const PUBLISH_ID_HEADER = 'x-publish-id'

export interface Outgoing {
  readonly exchange: string
  readonly routingKey: string
  readonly content: Buffer
  readonly options: Options.Publish
}

/**
 * `confirmed`: the broker has the message on disk in at least one queue. `unroutable`: no queue takes it.
 * `failed`: nothing is known of it, or the broker is away.
 */
export type PublishOutcome = 'confirmed' | 'unroutable' | 'failed'

/**
 * The one way to the broker. A confirm alone does not say that a queue has the message (an unroutable one is confirmed,
 * too), so messages are `mandatory` and a returned one has failed.
 */
export class Publisher {
  readonly #broker: Broker
  /** Messages that were returned and whose confirm is still to come, by {@link PUBLISH_ID_HEADER}. */
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
        // A channel that broke while its connection lives: begin anew as after any failure.
        void connection.close().catch(() => undefined)
      })
      channel.on('return', ({ properties }: Message) =>
        this.#returned.add(properties.headers?.[PUBLISH_ID_HEADER]),
      )
      this.#channel = channel
    })
  }

  /** Never throws, and does not write to a broker that reads nothing. */
  publish({ exchange, routingKey, content, options }: Outgoing): Promise<PublishOutcome> {
    const channel = this.#channel
    if (!channel || !this.#broker.state.up()) return Promise.resolve('failed')
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const settle = (confirmed: boolean) => {
        clearTimeout(timer)
        const returned = this.#returned.delete(id)
        if (!confirmed) resolve('failed')
        else resolve(returned ? 'unroutable' : 'confirmed')
      }
      const timer = setTimeout(() => settle(false), CONFIRM_MS)
      const headers = { ...(options.headers as object), [PUBLISH_ID_HEADER]: id }
      try {
        channel.publish(
          exchange,
          routingKey,
          content,
          { ...options, headers, mandatory: true, persistent: true },
          // The broker sends the return of an unroutable message before its confirm (AMQP extension "confirms").
          (error: unknown) => settle(error === null || error === undefined),
        )
      } catch {
        settle(false)
      }
    })
  }
}
