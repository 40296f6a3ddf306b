import type { WholeContract } from '../contract.ts'
import { HOWS, type How } from './handlers.ts'

/** A mistake in what is put on the broker: in a key of the payload, or in what travels beside it. */
export interface SerializerMutant {
  readonly id: string
  readonly family: 'serializer'
  readonly type: string
  readonly place: 'payload' | 'metadata'
  readonly key: string
  readonly how: How
}

/** What consumers read beside the payload: the envelope of openapi/events/asyncapi.yaml. */
const ENVELOPE = ['messageId', 'type', 'contentType', 'traceparent', 'x-request-id']

/** Each key of each message wrong in each way. */
export function serializerMutants({ events }: WholeContract): SerializerMutant[] {
  return Object.entries(events).flatMap(([type, schema]) => {
    const keys = Object.keys((schema['properties'] ?? {}) as object)
    const mutants = (place: SerializerMutant['place'], names: readonly string[], hows: readonly How[]) =>
      names.flatMap((key) =>
        hows.map((how): SerializerMutant => ({
          id: `${type} is sent ${place === 'metadata' ? 'with ' : ''}${key}:${how}`,
          family: 'serializer',
          type,
          place,
          key,
          how,
        })),
      )
    return [...mutants('payload', keys, HOWS), ...mutants('metadata', ENVELOPE, ['drop', 'change'])]
  })
}
