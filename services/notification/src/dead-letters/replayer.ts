import { Unavailable, InvalidRequest } from '../../../shared/errors.ts'
import type { Publisher } from '../../../shared/messaging/publisher.ts'
import type { DeadLetter } from './rules.ts'
import { REPLAY_HEADER } from './read.ts'

/** Returns dead letters to the queue that they were taken from. */
export class Replayer {
  readonly #publisher: Publisher

  constructor(publisher: Publisher) {
    this.#publisher = publisher
  }

  /**
   * Resolves once the broker has the message on disk in its queue.
   * @throws Unavailable, InvalidRequest when that queue no longer exists
   */
  async replay(letter: DeadLetter): Promise<void> {
    const outcome = await this.#publisher.publish({
      exchange: '',
      routingKey: letter.queue,
      content: Buffer.from(letter.content),
      options: {
        messageId: letter.messageId,
        type: letter.type,
        contentType: letter.contentType,
        headers: { ...letter.headers, [REPLAY_HEADER]: String(letter.id) },
      },
    })
    if (outcome === 'failed') throw new Unavailable('rabbitmq')
    if (outcome === 'unroutable')
      throw new InvalidRequest(
        `There is no queue ${JSON.stringify(letter.queue)} to put the message back to.`,
      )
  }
}
