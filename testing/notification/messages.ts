import { randomUUID } from 'node:crypto'
import type { Options } from 'amqplib'
import type { EventPayloads } from '../../services/shared/contract/generated/events.ts'
import { anEvent as anEventOfAny, brokerClient } from '../broker.ts'
import { declareTopology, EXCHANGE } from '../../services/shared/messaging/topology.ts'

export type RegistrationCreated = EventPayloads['registration.created.v1']

export const QUEUE = 'notification.registration-created'
const TYPE = 'registration.created.v1'

/** An event about a registration that no other test has; the address is its own too. */
export function anEvent(fields: Partial<RegistrationCreated> = {}): RegistrationCreated {
  const { payload } = anEventOfAny()
  const userEmail = `user-${payload.registrationId}@example.org`
  return { ...payload, occurredAt: new Date().toISOString(), userEmail, ...fields }
}

export type Publisher = Awaited<ReturnType<typeof openPublisher>>

/** Another service, as far as the broker sees it. */
export async function openPublisher(rabbitmqUrl: string) {
  const { channel, close, waitingIn } = await brokerClient(rabbitmqUrl)
  await declareTopology(channel)
  return {
    channel,
    close,
    /** Publishes, waits until the broker has it, and gives it back. */
    async publish(event: RegistrationCreated, headers: Record<string, string> = {}) {
      await this.raw(JSON.stringify(event), { messageId: event.eventId, headers })
      return event
    },
    async raw(content: string, given: Options.Publish = {}) {
      const options = { persistent: true, messageId: randomUUID(), type: TYPE, ...given }
      channel.publish(EXCHANGE, TYPE, Buffer.from(content), options)
      await channel.waitForConfirms()
    },
    /** Messages that wait in a queue, ready to be taken. */
    waitingIn: (queue: string = QUEUE) => waitingIn(queue),
  }
}
