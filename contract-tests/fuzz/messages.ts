import type { ConsumeMessage } from 'amqplib'
import { eventReader } from '../../services/shared/messaging/event.ts'
import { QUEUES, type QueueName } from '../../services/shared/messaging/topology.ts'
import { shown } from './requests.ts'
import { Schemas, type Schema } from './schema.ts'
import { candidates } from './values.ts'

/** A payload that differs from a good one in one value. */
export interface MessageCase {
  readonly type: string
  readonly name: string
  readonly field: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Whether the schema of the message takes it. */
  readonly accepted: boolean
}

/** Each key of each message with every value worth sending, without it, and one key more. */
export function messageCases(events: Readonly<Record<string, object>>, seed: number): MessageCase[] {
  const schemas = new Schemas({ components: {} })
  return Object.entries(events).flatMap(([type, schema]) => {
    const { properties = {}, examples = [] } = schema as {
      properties?: Record<string, Schema>
      examples?: Record<string, unknown>[]
    }
    const [usual = {}] = examples
    const values = Object.entries(properties).flatMap(([field, property]) => [
      ...[...candidates(schemas, property, seed), undefined].map((value) => ({ field, value })),
      ...insideOf(schemas, property, seed).map((value) => ({ field, value })),
    ])
    return [...values, { field: 'unknownField', value: 1 }].map(({ field, value }) => {
      const payload = JSON.parse(JSON.stringify({ ...usual, [field]: value })) as Record<string, unknown>
      return {
        type,
        name: `${type} ${field}: ${shown(value)}`,
        field,
        payload,
        accepted: schemas.accepts(schema, payload),
      }
    })
  })
}

/** Lists with one wrong item. */
function insideOf(schemas: Schemas, { items }: Schema, seed: number): unknown[] {
  return items ? candidates(schemas, items as Schema, seed).map((item) => [item]) : []
}

/** Reads the payload as a consumer does: says what is wrong with the outcome, or nothing. */
export function readFault({ type, field, payload, accepted }: MessageCase): string | undefined {
  const queue = (Object.keys(QUEUES) as QueueName[]).find((name) => QUEUES[name] === type)
  if (!queue) return 'no queue takes this type'
  const message = {
    content: Buffer.from(JSON.stringify(payload)),
    properties: { type, headers: {} },
  } as unknown as ConsumeMessage
  try {
    eventReader(queue)(message)
    return accepted ? undefined : 'the schema refuses it, and the consumer takes it'
  } catch (error) {
    const reason = (error as Error).message
    if (accepted) return `the schema takes it, and the consumer refuses it: ${reason}`
    return reason.includes(field) ? undefined : `the refusal does not name ${field}: ${reason}`
  }
}
