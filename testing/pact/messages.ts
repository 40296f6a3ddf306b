import { MatchersV3, type PactV4 } from '@pact-foundation/pact'
import type { EventPayloads } from '../../services/platform/contract/generated/events.ts'
import { declareTopology, EVENTS_EXCHANGE } from '../../services/platform/messaging/topology.ts'
import { brokerClient } from '../broker.ts'
import type { Given } from './operation.ts'

type EventType = keyof EventPayloads

export interface ExpectedMessage<T extends EventType> {
  readonly type: T
  readonly description: string
  readonly given: Given
  readonly payload: Readonly<Record<keyof EventPayloads[T], unknown>>
  /** Checks what the consumer does. */
  readonly follows: () => Promise<unknown>
}

const TRACE = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const EVENT_ID = '0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a11'
/** The id of an event; a consumer handles each id once. */
export const eventId = (example = EVENT_ID) => MatchersV3.regex(UUID, example)

/** A message of the pact, delivered to the consumer by the broker. */
export async function messageArrives<T extends EventType>(
  pact: PactV4,
  rabbitmqUrl: string,
  { type, description, given, payload, follows }: ExpectedMessage<T>,
): Promise<void> {
  const [state, parameters] = given
  await pact
    .addAsynchronousInteraction()
    .given(state, parameters)
    .expectsToReceive(`${type}: ${description}`, (builder) => {
      builder
        .withMetadata({
          type,
          contentType: 'application/json',
          messageId: MatchersV3.regex(UUID, EVENT_ID),
          'x-request-id': MatchersV3.regex('.+', TRACE.requestId),
          traceparent: MatchersV3.regex('^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$', TRACE.traceparent),
        })
        .withJSONContent(payload)
    })
    .executeTest(async (message) => {
      await publish(rabbitmqUrl, type, message.contents.content, message.metadata)
      await follows()
    })
}

async function publish(rabbitmqUrl: string, type: EventType, content: unknown, metadata: any): Promise<void> {
  const { channel, close } = await brokerClient(rabbitmqUrl)
  await declareTopology(channel)
  const { messageId, contentType, type: _, ...headers } = MatchersV3.reify<any>(metadata)
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const properties = { messageId, contentType, type, headers, mandatory: true }
  channel.publish(EVENTS_EXCHANGE, type, Buffer.from(text), properties)
  await channel.waitForConfirms()
  await close()
}
