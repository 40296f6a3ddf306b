import { createHash } from 'node:crypto'
import type { ConsumeMessage } from 'amqplib'
import { ERROR_CLASS_HEADER, QUEUE_HEADER, REASON_HEADER } from '../../../platform/messaging/consumer.ts'
import { isRoutingHeader } from '../../../platform/messaging/message.ts'
import type { OutgoingMessage } from '../../../platform/messaging/publisher.ts'
import type { DeadLetter, NewDeadLetter } from './rules.ts'

/** On a replayed message: the id of its dead letter. */
const REPLAY_HEADER = 'x-replay-of'

/** Headers that earlier failures added. */
const FAILURE_HEADERS = [
  /^x-(death|first-death-.*|last-death-.*|delivery-count|acquired-count)$/,
  /^x-(attempt|failures|reason|error-class|queue|publish-id)$/,
]
/** A replay drops them. */
const isDropped = (name: string) =>
  isRoutingHeader(name) || FAILURE_HEADERS.some((pattern) => pattern.test(name))

/** One entry of the header `x-death`: how the broker took the message from a queue, and why. */
interface Death {
  readonly queue?: string
  readonly reason?: string
}

/** For the broker, the end of a delay in a retry queue is a "death" too. */
const RETRY_DELAY_ENDED = 'expired'

/** Reads a message of the dead-letter queue. Accepts any message, because none may be lost here. */
export function readDeadLetter({ content, properties }: ConsumeMessage, now: Date): NewDeadLetter {
  const headers: Readonly<Record<string, unknown>> = properties.headers ?? {}
  const death = deathOf(headers)
  const queue = text(headers[QUEUE_HEADER]) || (death?.queue ?? '')
  const type = text(properties.type)
  const messageId = text(properties.messageId)
  const replayOf = text(headers[REPLAY_HEADER])
  return {
    identity: identityOf({ queue, type, messageId, replayOf, content }),
    queue,
    type,
    messageId,
    content,
    reason: text(headers[REASON_HEADER]) || brokerReason(death),
    errorClass: text(headers[ERROR_CLASS_HEADER]) || brokerReason(death),
    contentType: text(properties.contentType),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !isDropped(name))),
    receivedAt: now,
  }
}

/** The message of a dead letter, to the queue that it was taken from. */
export function writeReplay(letter: DeadLetter): OutgoingMessage {
  return {
    exchange: '',
    routingKey: letter.queue,
    content: Buffer.from(letter.content),
    options: {
      messageId: letter.messageId,
      type: letter.type,
      contentType: letter.contentType,
      headers: { ...letter.headers, [REPLAY_HEADER]: String(letter.id) },
    },
  }
}

function deathOf(headers: Readonly<Record<string, unknown>>): Death | undefined {
  const deaths = Array.isArray(headers['x-death']) ? (headers['x-death'] as readonly (Death | null)[]) : []
  return deaths.find((death) => death !== null && death.reason !== RETRY_DELAY_ENDED) ?? undefined
}

const brokerReason = (death: Death | undefined): string =>
  death?.reason ? `dead-lettered by the broker: ${death.reason}` : 'no reason was given'

/**
 * Copies of one message have the same identity. A message is recognised by its id, or by its content when it
 * has none. A replay that fails is another message.
 */
function identityOf(message: {
  queue: string
  type: string
  messageId: string
  replayOf: string
  content: Buffer
}): string {
  const { queue, type, messageId, replayOf, content } = message
  return createHash('sha256')
    .update(JSON.stringify([queue, type, replayOf]))
    .update(messageId === '' ? content : messageId)
    .digest('hex')
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
