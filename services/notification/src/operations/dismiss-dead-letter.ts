import type { Clock } from '../../../shared/time.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { audit } from '../../../shared/http/audit.ts'
import { presentDeadLetter } from '../presenters/dead-letter.ts'
import type { DeadLetters } from '../store/dead-letters.ts'
import { recordId } from './record-id.ts'

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
