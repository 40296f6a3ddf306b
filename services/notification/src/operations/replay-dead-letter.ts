import type { Clock } from '../../../shared/time.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { audit } from '../../../shared/http/audit.ts'
import type { Replayer } from '../dead-letters/replayer.ts'
import { presentDeadLetter } from '../presenters/dead-letter.ts'
import type { DeadLetters } from '../store/dead-letters.ts'
import { recordId } from './record-id.ts'

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
