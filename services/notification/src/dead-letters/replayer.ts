import type { ConfirmChannel, Message, Options } from 'amqplib'
import { DependencyUnavailable, InvalidRequest } from '../../../shared/errors.ts'
import type { Broker } from '../../../shared/messaging/broker.ts'
import type { DeadLetter } from '../domain/dead-letter.ts'
import { REPLAY_HEADER } from './read.ts'

const CONFIRM_MS = 5_000

/** Puts dead letters back to the queue that they were taken from. */
export class Replayer {
  #channel: ConfirmChannel | undefined
  /** Ids of replays that the broker could not route. */
  readonly #returned = new Set<string>()

  constructor(broker: Broker) {
    broker.onConnect(async (connection) => {
      const channel = await connection.createConfirmChannel()
      channel.on('error', () => undefined)
      channel.on('close', () => {
        if (this.#channel === channel) this.#channel = undefined
        void connection.close().catch(() => undefined)
      })
      channel.on('return', (message: Message) => this.#returned.add(replayOf(message)))
      this.#channel = channel
    })
  }

  /**
   * Resolves once the broker has the message on disk in its queue.
   * @throws DependencyUnavailable, InvalidRequest when there is no such queue any more
   */
  async replay(letter: DeadLetter): Promise<void> {
    const id = String(letter.id)
    await this.#publish(letter.queue, Buffer.from(letter.content), {
      mandatory: true,
      persistent: true,
      messageId: letter.messageId,
      type: letter.type,
      contentType: letter.contentType,
      headers: { ...letter.headers, [REPLAY_HEADER]: id },
    })
    if (this.#returned.delete(id))
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

const replayOf = (message: Message): string => String(message.properties.headers?.[REPLAY_HEADER])
