import type { ConsumeMessage } from 'amqplib'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { EventPayloads } from '../contract/generated/events.ts'
import { eventSchemas } from '../contract/events.ts'
import type { Trace } from '../trace.ts'
import { Unprocessable } from './consumer.ts'
import { QUEUES, type EventTypeOf, type QueueName } from './topology.ts'

export type EventType = keyof EventPayloads

/** A message: its payload and what travels beside it. */
export interface Event<T extends EventType = EventType> {
  readonly type: T
  readonly payload: EventPayloads[T]
  readonly trace: Trace
}

const ajv = new Ajv({ strict: false, allErrors: false })
addFormats.default(ajv)
const validators = Object.fromEntries(
  Object.entries(eventSchemas).map(([type, schema]) => [type, ajv.compile(schema)]),
) as Record<EventType, ValidateFunction>

/**
 * Reads what a queue holds as the event that the contract promises there.
 * @throws Unprocessable that names the rule broken
 */
export function readEvent<Q extends QueueName>(queue: Q, message: ConsumeMessage): Event<EventTypeOf<Q>> {
  const type = QUEUES[queue] as EventTypeOf<Q>
  const given: unknown = message.properties.type
  const headers = message.properties.headers ?? {}
  if (given !== type) throw new Unprocessable(`expected type ${type}, not ${JSON.stringify(given)}`)
  const payload = parse(message.content)
  const fault = brokenRule(type, payload)
  if (fault) throw new Unprocessable(fault)
  return {
    type,
    payload: payload as EventPayloads[EventTypeOf<Q>],
    trace: {
      requestId: String(headers['x-request-id'] ?? ''),
      traceparent: String(headers['traceparent'] ?? ''),
    },
  }
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    throw new Unprocessable('the payload is not JSON')
  }
}

/** Why a payload breaks the schema of its type, or undefined when it keeps it. */
function brokenRule(type: EventType, payload: unknown): string | undefined {
  const validate = validators[type]
  return validate(payload) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'payload' })
}
