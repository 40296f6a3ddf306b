import { connect } from 'amqplib'
import { declareTopology, EXCHANGE } from '../../services/shared/messaging/topology.ts'
import type { Arrived, EventType } from './provider.ts'

type Payload = Readonly<Record<string, unknown>>
type Wanted = (payload: Payload) => boolean

/** A message that was published and has not come yet: it is waited for no longer. */
const LONGEST_WAIT_MS = 10_000

export type Arrivals = Awaited<ReturnType<typeof arrivals>>

/** The messages of one type as a consumer of the broker gets them, just as the provider's own serializer wrote them. */
export async function arrivals(rabbitmqUrl: string, eventType: EventType) {
  const connection = await connect(rabbitmqUrl)
  const channel = await connection.createChannel()
  await declareTopology(channel)
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EXCHANGE, eventType)
  const arrived: { payload: Payload; metadata: Arrived['metadata'] }[] = []
  const waiting = new Set<() => void>()
  let chosen: Arrived | undefined
  await channel.consume(
    queue,
    (message) => {
      if (!message) return
      const { messageId, type, contentType, headers } = message.properties
      const payload = JSON.parse(message.content.toString()) as Payload
      arrived.push({ payload, metadata: { messageId, type, contentType, ...headers } })
      for (const look of waiting) look()
    },
    { noAck: true },
  )
  return {
    /** Waits for the message that a state has caused, and keeps it for the interaction. */
    async choose(wanted: Wanted): Promise<void> {
      chosen = await new Promise((resolve, reject) => {
        const look = () => {
          const found = arrived.find(({ payload }) => wanted(payload))
          if (!found) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found)
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`no ${eventType} has arrived that tells of it`))
        }, LONGEST_WAIT_MS)
        waiting.add(look)
        look()
      })
    },
    /** The message of this interaction. */
    taken(): Promise<Arrived> {
      const message = chosen
      chosen = undefined
      if (message) return Promise.resolve(message)
      return Promise.reject(new Error('no state before this interaction causes a message'))
    },
    close: () => connection.close(),
  }
}
