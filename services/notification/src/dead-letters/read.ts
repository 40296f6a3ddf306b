import { createHash } from 'node:crypto'
import type { ConsumeMessage } from 'amqplib'
import { QUEUE_HEADER, REASON_HEADER } from '../../../shared/messaging/consumer.ts'
import type { NewDeadLetter } from './rules.ts'

/** On a replayed message: the id of its dead letter. */
export const REPLAY_HEADER = 'x-replay-of'

/** Headers that earlier failures left; a replay drops them. */
const MARKS_OF_FAILURE =
  /^x-(death|first-death-.*|last-death-.*|attempt|failures|reason|queue|publish-id|delivery-count|acquired-count)$/

/** One entry of the header `x-death`: how the broker took the message from a queue, and why. */
interface Death {
  readonly queue?: string
  readonly reason?: string
}

/** The broker counts waiting in a retry queue as a "death", but it is no failure. */
const RESTED = 'expired'

/** Reads a message of the dead-letter queue. Accepts any message, because none may be lost here. */
export function readDeadLetter({ content, properties }: ConsumeMessage, now: Date): NewDeadLetter {
  const headers: Readonly<Record<string, unknown>> = properties.headers ?? {}
  const death = deathOf(headers)
  const queue = text(headers[QUEUE_HEADER]) || (death?.queue ?? '')
  const type = text(properties.type)
  const messageId = text(properties.messageId)
  return {
    identity: identityOf(queue, type, messageId, text(headers[REPLAY_HEADER]), content),
    ...{ queue, type, messageId, content },
    reason: text(headers[REASON_HEADER]) || brokersReason(death),
    contentType: text(properties.contentType),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !MARKS_OF_FAILURE.test(name))),
    receivedAt: now,
  }
}

function deathOf(headers: Readonly<Record<string, unknown>>): Death | undefined {
  const deaths = Array.isArray(headers['x-death']) ? (headers['x-death'] as readonly Death[]) : []
  return deaths.find(({ reason }) => reason !== RESTED)
}

const brokersReason = (death: Death | undefined): string =>
  death?.reason ? `set aside by the broker: ${death.reason}` : 'no reason was given'

/**
 * Based on the message id if there is one: the same event published twice is one message, a replay that fails
 * is another.
 */
function identityOf(
  queue: string,
  type: string,
  messageId: string,
  replayOf: string,
  content: Buffer,
): string {
  const what = messageId === '' ? content : messageId
  return createHash('sha256')
    .update(JSON.stringify([queue, type, replayOf]))
    .update(what)
    .digest('hex')
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
