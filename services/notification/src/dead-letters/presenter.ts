import type { components } from '../../../shared/contract/generated/openapi.ts'
import { renderDateTime } from '../../../shared/time.ts'
import { traceIdOf } from '../../../shared/trace.ts'
import { payloadOf, type DeadLetter } from './rules.ts'

export function presentDeadLetter(letter: DeadLetter): components['schemas']['DeadLetter'] {
  return {
    id: String(letter.id),
    queue: letter.queue,
    type: letter.type,
    reason: letter.reason,
    payload: payloadOf(letter),
    receivedAt: renderDateTime(letter.receivedAt),
    replayedAt: letter.replayedAt && renderDateTime(letter.replayedAt),
    dismissedAt: letter.dismissedAt && renderDateTime(letter.dismissedAt),
    traceId: traceIdOf(letter.headers['traceparent']),
  }
}
