import type { components } from '../../../shared/contract/generated/openapi.ts'
import { renderDateTime } from '../../../shared/time.ts'
import { payloadOf, type DeadLetter } from './rules.ts'

export function presentDeadLetter(letter: DeadLetter): components['schemas']['DeadLetter'] {
  const { id, queue, type, reason, receivedAt, replayedAt, dismissedAt } = letter
  return {
    ...{ id: String(id), queue, type, reason, payload: payloadOf(letter) },
    receivedAt: renderDateTime(receivedAt),
    replayedAt: replayedAt && renderDateTime(replayedAt),
    dismissedAt: dismissedAt && renderDateTime(dismissedAt),
  }
}
