import { randomUUID } from 'node:crypto'
import type { ConfirmChannel, Message, Options } from 'amqplib'
import { DependencyUnavailable, InvalidRequest } from '../../../shared/errors.ts'
import type { Broker } from '../../../shared/messaging/broker.ts'
import type { DeadLetter } from '../domain/dead-letter.ts'
import { REPLAY_HEADER } from './read.ts'

const CONFIRM_MS = 5_000

/** Puts dead letters back to the queue that they were taken from. */
export class Replayer {
  #channel: ConfirmChannel | undefined
  /** Replays that the broker could not route, by an id of each: one letter may be replayed twice at once. */
  readonly #returned = new Set<unknown>()

  constructor(broker: Broker) {
    broker.onConnect(async (connection) => {
      const channel = await connection.createConfirmChannel()
      channel.on('error', () => undefined)
      channel.on('close', () => {
        if (this.#channel === channel) this.#channel = undefined
        void connection.close().catch(() => undefined)
      })
      channel.on('return', (message: Message) => this.#returned.add(message.properties.correlationId))
      this.#channel = channel
    })
  }

  /**
   * Resolves once the broker has the message on disk in its queue.
   * @throws DependencyUnavailable, InvalidRequest when there is no such queue any more
   */
  async replay(letter: DeadLetter): Promise<void> {
    const replay = randomUUID()
    await this.#publish(letter.queue, Buffer.from(letter.content), {
      mandatory: true,
      persistent: true,
      messageId: letter.messageId,
      correlationId: replay,
      type: letter.type,
      contentType: letter.contentType,
      headers: { ...letter.headers, [REPLAY_HEADER]: String(letter.id) },
    })
    if (this.#returned.delete(replay))
      throw new InvalidRequest(
        `There is no queue ${JSON.stringify(letter.queue)} to put the message back to.`,
      )
  }

  #publish(queue: string, content: Buffer, options: Options.Publish): Promise<void> {
    const channel = this.#channel
    if (!channel) throw new DependencyUnavailable('rabbitmq')
    return new Promise((resolve, reject) => {
      const fail = (error?: unknown) => reject(new DependencyUnavailable('rabbitmq', error))
      const timer = setTimeout(fail, CONFIRM_MS)
      // The broker sends the return of an unroutable message before its confirm (AMQP extension "confirms").
      channel.publish('', queue, content, options, (error: unknown) => {
        clearTimeout(timer)
        if (error) fail(error)
        else resolve()
      })
    })
  }
}
