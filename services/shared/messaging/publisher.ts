import type { ConfirmChannel, Message } from 'amqplib'
import type { Metrics } from '../metrics.ts'
import type { Broker } from './broker.ts'
import type { Event } from './event.ts'
import { EXCHANGE } from './topology.ts'

/** A confirm that takes longer than this counts as a failure: the event stays in its outbox and is offered again. */
const CONFIRM_MS = 10_000

/**
 * Publishes events so that "done" means: the broker has them on disk in at least one queue. A confirm alone does not
 * say that (an unroutable message is confirmed too), so messages are `mandatory` and a returned one has failed.
 */
export class Publisher {
  readonly #metrics: Metrics
  readonly #returned = new Set<string>()
  #channel: ConfirmChannel | undefined

  constructor(broker: Broker, metrics: Metrics) {
    this.#metrics = metrics
    broker.onConnect(async (connection) => {
      const channel = await connection.createConfirmChannel()
      channel.on('error', () => undefined)
      channel.on('close', () => {
        if (this.#channel === channel) this.#channel = undefined
        // A channel that broke while its connection lives: begin anew as after any failure.
        void connection.close().catch(() => undefined)
      })
      channel.on('return', (message: Message) => this.#returned.add(String(message.properties.messageId)))
      this.#channel = channel
    })
  }

  /** Publishes a batch; tells for each event, in order, whether the broker has taken it. Never throws. */
  async publish(events: readonly Event[]): Promise<boolean[]> {
    const outcomes = await Promise.all(events.map((event) => this.#publishOne(event)))
    events.forEach((event, i) =>
      this.#metrics.eventsPublished.inc({ type: event.type, outcome: outcomes[i] ? 'confirmed' : 'failed' }),
    )
    return outcomes
  }

  #publishOne(event: Event): Promise<boolean> {
    const channel = this.#channel
    if (!channel) return Promise.resolve(false)
    const { eventId } = event.payload
    return new Promise((resolve) => {
      const settle = (taken: boolean) => {
        clearTimeout(timer)
        resolve(!this.#returned.delete(eventId) && taken)
      }
      const timer = setTimeout(() => settle(false), CONFIRM_MS)
      try {
        channel.publish(
          EXCHANGE,
          event.type,
          Buffer.from(JSON.stringify(event.payload)),
          {
            mandatory: true,
            persistent: true,
            messageId: eventId,
            type: event.type,
            timestamp: Math.floor(Date.parse(event.payload.occurredAt) / 1000),
            contentType: 'application/json',
            headers: { traceparent: event.trace.traceparent, 'x-request-id': event.trace.requestId },
          },
          // The broker sends the return of an unroutable message before its confirm (AMQP extension "confirms").
          (error: unknown) => settle(error === null || error === undefined),
        )
      } catch {
        settle(false)
      }
    })
  }
}
