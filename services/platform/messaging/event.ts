import { hash } from 'node:crypto'
import type { ConsumeMessage } from 'amqplib'
import type { ValidateFunction } from 'ajv'
import { newAjv } from '../contract/ajv.ts'
import schemas from '../contract/generated/events.json' with { type: 'json' }
import type { EventPayloads } from '../contract/generated/events.ts'
import type { Trace } from '../observability/trace.ts'
import { firstInvalidByte } from '../domain/utf8.ts'
import { traceOf, Unprocessable } from './message.ts'
import type { OutgoingMessage } from './publisher.ts'
import { EVENTS_EXCHANGE, QUEUES, type EventTypeOf, type QueueName } from './topology.ts'

export type EventType = keyof EventPayloads

/** An event: its payload and the trace of the request that caused it. */
export type DomainEvent<T extends EventType = EventType> = {
  readonly [Type in T]: {
    readonly type: Type
    readonly payload: EventPayloads[Type]
    readonly trace: Trace
  }
}[T]

/** The JSON Schema of each type of message, from openapi/events. */
export const eventSchemas: Readonly<Record<EventType, object>> = schemas

const ajv = newAjv()
const validators = Object.fromEntries(
  Object.entries(eventSchemas).map(([type, schema]) => [type, ajv.compile(schema)]),
) as Record<EventType, ValidateFunction>

/** The message that publishes an event. */
export function toMessage({ type, payload, trace }: DomainEvent): OutgoingMessage {
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

/** The namespace of event ids, made up for this product. */
const EVENT_ID_NAMESPACE = Buffer.from('8f1d6c0e5b5a4c3b9f0a6d2e7c41b893', 'hex')

/**
 * A UUID of version 5 (RFC 9562), made from the name of a record and its state, so an event has the same id
 * however often it is published.
 */
export function eventIdOf(name: string): string {
  const hex = hash('sha1', Buffer.concat([EVENT_ID_NAMESPACE, Buffer.from(name)]))
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0b0011) | 0b1000).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/**
 * Creates the reader of a queue's messages, which validates each payload against the contract.
 *
 * @returns reads a message; throws Unprocessable with the rule that the message breaks
 */
export function eventReader<Q extends QueueName>(
  queue: Q,
): (message: ConsumeMessage) => DomainEvent<EventTypeOf<Q>> {
  const types: readonly EventTypeOf<Q>[] = QUEUES[queue]
  return (message) => {
    const { content, properties } = message
    const actualType: unknown = properties.type
    const type = types.find((one) => one === actualType)
    if (type === undefined)
      throw new Unprocessable(`expected type ${types.join(' or ')}, not ${JSON.stringify(actualType)}`, {
        errorClass: `expected type ${types.join(' or ')}`,
      })
    const payload = parse(content)
    const validate = validators[type]
    if (!validate(payload)) throw new Unprocessable(ajv.errorsText(validate.errors, { dataVar: 'payload' }))
    return {
      type,
      payload,
      trace: traceOf(message),
    } as DomainEvent<EventTypeOf<Q>>
  }
}

function parse(content: Buffer): unknown {
  const invalid = firstInvalidByte(content)
  if (invalid !== undefined)
    throw new Unprocessable(`the payload is not valid UTF-8, at byte ${invalid}`, {
      errorClass: 'the payload is not valid UTF-8',
    })
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    throw new Unprocessable('the payload is not JSON')
  }
}
