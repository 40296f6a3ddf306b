import type { Schemas } from '../../../platform/contract/schema.ts'
import { renderDateTime } from '../../../platform/domain/time.ts'
import { traceIdOf } from '../../../platform/observability/trace.ts'
import { payloadOf, type DeadLetter } from './rules.ts'

export function presentDeadLetter(letter: DeadLetter): Schemas['DeadLetter'] {
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
