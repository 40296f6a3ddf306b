import type { ConsumeMessage } from 'amqplib'
import type { ValidateFunction } from 'ajv'
import { newAjv } from '../contract/ajv.ts'
import { eventSchemas } from '../contract/events.ts'
import type { EventPayloads } from '../contract/generated/events.ts'
import type { Trace } from '../observability/trace.ts'
import { firstInvalidByte } from '../domain/utf8.ts'
import { traceOf, Unprocessable } from './consumer.ts'
import type { OutgoingMessage } from './publisher.ts'
import { EVENTS_EXCHANGE, QUEUES, type EventTypeOf, type QueueName } from './topology.ts'

export type EventType = keyof EventPayloads

/** An event: its payload and the trace of the request that caused it. */
export type Event<T extends EventType = EventType> = {
  readonly [Type in T]: {
    readonly type: Type
    readonly payload: EventPayloads[Type]
    readonly trace: Trace
  }
}[T]

const ajv = newAjv()
const validators = Object.fromEntries(
  Object.entries(eventSchemas).map(([type, schema]) => [type, ajv.compile(schema)]),
) as Record<EventType, ValidateFunction>

/** Turns an event into a message. */
export function writeEvent({ type, payload, trace }: Event): OutgoingMessage {
  return {
    exchange: EVENTS_EXCHANGE,
    routingKey: type,
    content: Buffer.from(JSON.stringify(payload)),
    options: {
      messageId: payload.eventId,
      type,
      timestamp: Math.floor(Date.parse(payload.occurredAt) / 1000),
      contentType: 'application/json',
      headers: { traceparent: trace.traceparent, 'x-request-id': trace.requestId },
    },
  }
}

/**
 * Creates the reader of a queue's messages, which validates each payload against the contract.
 *
 * @returns reads a message; throws Unprocessable with the rule that the message breaks
 */
export function eventReader<Q extends QueueName>(
  queue: Q,
): (message: ConsumeMessage) => Event<EventTypeOf<Q>> {
  const types: readonly EventTypeOf<Q>[] = QUEUES[queue]
  return (message) => {
    const { content, properties } = message
    const actualType: unknown = properties.type
    const type = types.find((one) => one === actualType)
    if (type === undefined)
      throw new Unprocessable(`expected type ${types.join(' or ')}, not ${JSON.stringify(actualType)}`)
    const payload = parse(content)
    const validate = validators[type]
    if (!validate(payload)) throw new Unprocessable(ajv.errorsText(validate.errors, { dataVar: 'payload' }))
    return {
      type,
      payload,
      trace: traceOf(message),
    } as Event<EventTypeOf<Q>>
  }
}

function parse(content: Buffer): unknown {
  const invalid = firstInvalidByte(content)
  if (invalid !== undefined) throw new Unprocessable(`the payload is not valid UTF-8, at byte ${invalid}`)
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    throw new Unprocessable('the payload is not JSON')
  }
}
