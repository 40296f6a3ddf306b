import { connect } from 'amqplib'
import type { UserChangedV1 } from '../../../shared/contract/generated/events.ts'

/** What arrives for the registration service, which is not there: payloads with what travels beside them. */
export async function listenToEvents(rabbitmqUrl: string) {
  const connection = await connect(rabbitmqUrl)
  const channel = await connection.createChannel()
  const received: { payload: UserChangedV1; messageId: unknown; type: unknown; headers: any }[] = []
  await channel.consume('registration.user-changed', (message) => {
    if (!message) return
    const { messageId, type, headers } = message.properties
    received.push({ payload: JSON.parse(message.content.toString()), messageId, type, headers })
    channel.ack(message)
  })
  return {
    received,
    of: (userId: number) => received.filter(({ payload }) => payload.userId === userId),
    close: () => connection.close(),
  }
}
