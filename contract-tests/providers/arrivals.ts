import { declareTopology, EXCHANGE } from '../../services/shared/messaging/topology.ts'
import { onlooker } from '../../services/shared/tests/kit/broker.ts'
import { eventually } from '../../services/shared/tests/kit/eventually.ts'
import type { Arrived, EventType } from './provider.ts'

type Payload = Readonly<Record<string, unknown>>

/** A message that was published and has not come yet: it is waited for no longer. */
const LONGEST_WAIT_MS = 10_000

export type Arrivals = Awaited<ReturnType<typeof arrivals>>

/** The messages of one type as a consumer of the broker gets them, just as the provider's own serializer wrote them. */
export async function arrivals(rabbitmqUrl: string, eventType: EventType) {
  const { channel, close } = await onlooker(rabbitmqUrl)
  await declareTopology(channel)
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EXCHANGE, eventType)
  const arrived: { payload: Payload; metadata: Arrived['metadata'] }[] = []
  let chosen: Arrived | undefined
  await channel.consume(
    queue,
    (message) => {
      if (!message) return
      const { messageId, type, contentType, headers } = message.properties
      const payload = JSON.parse(message.content.toString()) as Payload
      arrived.push({ payload, metadata: { messageId, type, contentType, ...headers } })
    },
    { noAck: true },
  )
  return {
    /** Waits for the message that a state has caused, and keeps it for the interaction. */
    choose: (wanted: (payload: Payload) => boolean): Promise<void> =>
      eventually(() => {
        chosen = arrived.find(({ payload }) => wanted(payload))
        if (!chosen) throw new Error(`no ${eventType} has arrived that tells of it`)
      }, LONGEST_WAIT_MS),
    /** The message of this interaction. */
    taken(): Promise<Arrived> {
      const message = chosen
      chosen = undefined
      if (message) return Promise.resolve(message)
      return Promise.reject(new Error('no state before this interaction causes a message'))
    },
    close,
  }
}
