import type { DeadLetters } from './repository.ts'
import { presentDeadLetter } from './presenter.ts'
import { listResponse } from '../../../shared/http/list.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { recordId } from '../record-id.ts'
import type { Replayer } from './replayer.ts'
import { audit } from '../../../shared/http/audit.ts'
import { NotFound } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time.ts'

/** Decision R13 for paging and order. */
export const listDeadLetters =
  ({ deadLetters }: { deadLetters: DeadLetters }): Operation<'listDeadLetters'> =>
  (call) =>
    listResponse(call, {
      page: (page) => deadLetters.list(page),
      count: () => deadLetters.count(),
      idOf: ({ id }) => id,
      present: presentDeadLetter,
    })

interface Deps {
  deadLetters: DeadLetters
  replayer: Replayer
  clock: Clock
}

/**
 * Idempotent: a message is replayed once, and the answer says when. If the replay fails too, it becomes a
 * dead letter of its own, which can be replayed in turn.
 */
export const replayDeadLetter =
  ({ deadLetters, replayer, clock }: Deps): Operation<'replayDeadLetter'> =>
  async (call) => {
    const letter = await deadLetters.find(recordId(call.path.id))
    if (!letter) throw new NotFound()
    if (letter.replayedAt) return { status: 200, body: presentDeadLetter(letter) }
    await replayer.replay(letter)
    const replayedAt = await deadLetters.replayed(letter.id, clock.now())
    audit(call, 'replayDeadLetter', {
      deadLetter: letter.id,
      queue: letter.queue,
      messageId: letter.messageId,
    })
    return { status: 200, body: presentDeadLetter({ ...letter, replayedAt }) }
  }

interface Deps {
  deadLetters: DeadLetters
  clock: Clock
}

/** Idempotent: what nobody will replay is marked once, and the answer says when (record 0019). */
export const dismissDeadLetter =
  ({ deadLetters, clock }: Deps): Operation<'dismissDeadLetter'> =>
  async (call) => {
    const letter = await deadLetters.find(recordId(call.path.id))
    if (!letter) throw new NotFound()
    if (letter.replayedAt ?? letter.dismissedAt) return { status: 200, body: presentDeadLetter(letter) }
    const dismissedAt = await deadLetters.dismissed(letter.id, clock.now())
    audit(call, 'dismissDeadLetter', {
      deadLetter: letter.id,
      queue: letter.queue,
      messageId: letter.messageId,
    })
    return { status: 200, body: presentDeadLetter({ ...letter, dismissedAt }) }
  }
