import { randomUUID } from 'node:crypto'
import type { Options } from 'amqplib'
import type { EventPayloads } from '../../services/platform/contract/generated/events.ts'
import { anEvent as anEventOfAny, brokerClient } from '../broker.ts'
import type { Directory } from './directory.ts'
import { declareTopology } from '../../services/platform/messaging/topology.ts'

export type RegistrationCreated = EventPayloads['registration.created.v1']

export const QUEUE = 'notification.registration-created'
const TYPE = 'registration.created.v1'

/** An event about a registration, a user and an address that no other test uses. */
export function anEvent(fields: Partial<RegistrationCreated> = {}): RegistrationCreated {
  const { payload } = anEventOfAny()
  const { registrationId } = payload
  const userEmail = `user-${registrationId}@example.org`
  return { ...payload, occurredAt: new Date().toISOString(), userId: registrationId, userEmail, ...fields }
}

export type Publisher = Awaited<ReturnType<typeof openPublisher>>

/** Puts messages into the queue for e-mails, as they are when another service publishes them. */
export async function openPublisher(rabbitmqUrl: string, directory?: Pick<Directory, 'add'>) {
  const { channel, close, waitingIn } = await brokerClient(rabbitmqUrl)
  await declareTopology(channel)
  return {
    channel,
    close,
    /** Publishes an event of which the other services know, waits for the confirm, and returns the event. */
    async publish(event: RegistrationCreated, headers: Record<string, string> = {}) {
      directory?.add(event)
      await this.raw(JSON.stringify(event), { messageId: event.eventId, headers })
      return event
    },
    async raw(content: string, fields: Options.Publish = {}) {
      const options = { persistent: true, messageId: randomUUID(), type: TYPE, ...fields }
      // Not through the exchange, which gives the queue for webhooks a copy.
      channel.sendToQueue(QUEUE, Buffer.from(content), options)
      await channel.waitForConfirms()
    },
    /** The number of messages that are ready in a queue. */
    waitingIn: (queue: string = QUEUE) => waitingIn(queue),
  }
}
