import { randomUUID } from 'node:crypto'
import { connect } from 'amqplib'
import type { EventPayloads } from '../../../shared/contract/generated/events.ts'
import { DEAD_LETTER_QUEUE, declareTopology, EXCHANGE } from '../../../shared/messaging/topology.ts'

export type RegistrationCreated = EventPayloads['registration.created.v1']

export const QUEUE = 'notification.registration-created'
const TYPE = 'registration.created.v1'
let lastRegistrationId = 1000

/** An event about a registration that no other test has; the address is its own too. */
export function anEvent(fields: Partial<RegistrationCreated> = {}): RegistrationCreated {
  const registrationId = ++lastRegistrationId
  return {
    eventId: randomUUID(),
    occurredAt: new Date().toISOString(),
    registrationId,
    courseId: 210,
    courseName: 'Fire safety',
    userId: 1007,
    userEmail: `user-${registrationId}@example.org`,
    userFirstName: 'Ada',
    userLastName: 'Byron',
    createdDate: '2024-01-15T14:58:41Z',
    externalId: '',
    ...fields,
  }
}

export type Publisher = Awaited<ReturnType<typeof openPublisher>>

/** Another service, as far as the broker sees it. */
export async function openPublisher(rabbitmqUrl: string) {
  const connection = await connect(rabbitmqUrl)
  const channel = await connection.createConfirmChannel()
  await declareTopology(channel)
  return {
    channel,
    /** Publishes, waits until the broker has it, and gives it back. */
    async publish(event: RegistrationCreated, headers: Record<string, string> = {}) {
      await this.raw(JSON.stringify(event), { messageId: event.eventId, headers })
      return event
    },
    async raw(
      content: string,
      given: { messageId?: string; type?: string; headers?: Record<string, string> } = {},
    ) {
      const { messageId = randomUUID(), type = TYPE, headers = {} } = given
      channel.publish(EXCHANGE, TYPE, Buffer.from(content), { persistent: true, messageId, type, headers })
      await channel.waitForConfirms()
    },
    /** Messages that wait in a queue, ready to be taken. */
    waitingIn: async (queue: string = QUEUE) => (await channel.checkQueue(queue)).messageCount,
    deadLetters: async () => (await channel.checkQueue(DEAD_LETTER_QUEUE)).messageCount,
    close: () => connection.close(),
  }
}
