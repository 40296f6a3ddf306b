import type { Handler } from '../../../platform/contract/operation.ts'
import { inParameter, InvalidRequest, requireExisting, Unavailable } from '../../../platform/errors.ts'
import { listResponse } from '../../../platform/http/list.ts'
import type { Publisher } from '../../../platform/messaging/publisher.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { parseId } from '../parse-id.ts'
import { writeReplay } from './message.ts'
import { presentDeadLetter } from './presenter.ts'
import type { DeadLetters } from './repository.ts'
import type { DeadLetter } from './rules.ts'

export interface Deps {
  deadLetters: DeadLetters
  publisher: Publisher
  clock: Clock
}

export const listDeadLetters =
  ({ deadLetters }: Pick<Deps, 'deadLetters'>): Handler<'listDeadLetters'> =>
  (call) => {
    const filter = { waiting: call.query.waiting === true }
    return listResponse(call, {
      page: (page) => deadLetters.list(filter, page),
      count: () => deadLetters.count(filter),
      present: presentDeadLetter,
    })
  }

export const getDeadLetter =
  ({ deadLetters }: Pick<Deps, 'deadLetters'>): Handler<'getDeadLetter'> =>
  async ({ path }) => {
    const letter = requireExisting(await deadLetters.find(parseId(path.id)))
    return { status: 200, body: presentDeadLetter(letter) }
  }

/**
 * Publishes the message again, to the queue that it was taken from. A message is replayed once. If it fails
 * again, it becomes a new dead letter, which can be replayed too.
 */
export const replayDeadLetter =
  ({ deadLetters, publisher, clock }: Deps): Handler<'replayDeadLetter'> =>
  async (call) => {
    const letter = requireExisting(await deadLetters.find(parseId(call.path.id)))
    if (letter.replayedAt) return { status: 200, body: presentDeadLetter(letter), audited: 'unchanged' }
    await replay(publisher, letter)
    const { id, queue, messageId } = letter
    const audited = call.audit({ deadLetter: id, queue, messageId })
    const replayedAt = await deadLetters.markReplayed(id, clock.now())
    return { status: 200, body: presentDeadLetter({ ...letter, replayedAt }), audited }
  }

/** Publishes the message. @throws Unavailable, InvalidRequest when its queue does not exist */
export async function replay(publisher: Publisher, letter: DeadLetter): Promise<void> {
  const outcome = await publisher.publish(writeReplay(letter))
  if (outcome === 'failed') throw new Unavailable('rabbitmq', 'the message was not confirmed')
  if (outcome === 'unroutable')
    throw new InvalidRequest(
      `There is no queue ${JSON.stringify(letter.queue)} to put the message back into.`,
      inParameter('id'),
    )
}
