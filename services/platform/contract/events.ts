import schemas from './generated/events.json' with { type: 'json' }
import type { EventPayloads } from './generated/events.ts'

/** The JSON Schema of each type of message, from openapi/events. */
export const eventSchemas: Readonly<Record<keyof EventPayloads, object>> = schemas
