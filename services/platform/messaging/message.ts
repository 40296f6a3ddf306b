import type { ConsumeMessage, Options } from 'amqplib'
import type { Trace } from '../observability/trace.ts'
import type { OutgoingMessage } from './publisher.ts'

/** Thrown by a reader or a handler: this message can never be handled. `message` is stored as the reason. */
export class Unprocessable extends Error {
  /** The same for messages with the same fault: the reason without what is of one message. */
  readonly errorClass: string

  constructor(message: string, { errorClass = message } = {}) {
    super(message)
    this.errorClass = errorClass
  }
}

/** Thrown by a handler that can't handle the message now. It is retried after a delay, without a limit. */
export class RetryLater extends Error {}

/** The trace of the request that caused a message. */
export const traceOf = ({ properties: { headers = {} } }: ConsumeMessage): Trace => ({
  requestId: String(headers['x-request-id'] ?? ''),
  traceparent: String(headers['traceparent'] ?? ''),
})

/** For the handler only: a retry and a dead letter have the header of the message. */
export function withTraceparent(message: ConsumeMessage, traceparent: string): ConsumeMessage {
  const { properties } = message
  return { ...message, properties: { ...properties, headers: { ...properties.headers, traceparent } } }
}

/** By these headers, the broker also sends a message to other queues. */
export const isRoutingHeader = (name: string): boolean => name === 'CC' || name === 'BCC'

/**
 * The same message to another queue, with these headers added. With the `userId` of another user the broker
 * would close the channel, and with an `expiration` it would drop the copy.
 */
export function copyOf(
  message: ConsumeMessage,
  exchange: string,
  routingKey: string,
  headers: object,
): OutgoingMessage {
  const { userId: _userId, expiration: _expiration, ...options } = message.properties as Options.Publish
  const kept = Object.entries((options.headers ?? {}) as object).filter(([name]) => !isRoutingHeader(name))
  return {
    exchange,
    routingKey,
    content: message.content,
    options: { ...options, headers: { ...Object.fromEntries(kept), ...headers } },
  }
}

/** 0 when a message, which another program may have sent, has something else there. */
export function countIn(message: ConsumeMessage, header: string): number {
  const count = Number(message.properties.headers?.[header] ?? 0)
  return Number.isSafeInteger(count) && count >= 0 ? count : 0
}
