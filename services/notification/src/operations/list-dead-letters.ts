import type { Operation } from '../../../shared/contract/operation.ts'
import { answerList } from '../../../shared/http/list.ts'
import { presentDeadLetter } from '../presenters/dead-letter.ts'
import type { DeadLetters } from '../store/dead-letters.ts'

/** Decision R13 for paging and order. */
export const listDeadLetters =
  ({ deadLetters }: { deadLetters: DeadLetters }): Operation<'listDeadLetters'> =>
  (call) =>
    answerList(call, {
      page: (page) => deadLetters.list(page),
      count: () => deadLetters.count(),
      idOf: ({ id }) => id,
      present: presentDeadLetter,
    })
