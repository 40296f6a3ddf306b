import { startSystem } from '../clients/system.ts'
import { startMailServer, type Behaviour } from '../notification/mail-server.ts'
import { declareTopology, EVENTS_EXCHANGE } from '../../services/platform/messaging/topology.ts'
import { brokerClient } from '../broker.ts'
import { bearer, client } from '../client.ts'
import { eventually } from '../eventually.ts'
import { SERVICE_TOKEN } from '../isolated.ts'
import { putFirstGroups } from '../portal.ts'
import { startReceiver } from '../receiver.ts'
import type { EventPayloads } from '../../services/platform/contract/generated/events.ts'

/** The behaviour of the mail server that leads to each status of an e-mail. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  queued: 450,
  sending: 'stall',
  sent: 'accept',
  failed: 550,
}
/** The longest wait for a message that was published. */
const MAX_WAIT_MS = 10_000

export type EventType = keyof EventPayloads

/** A message as it was received from its queue. */
export interface ReceivedMessage {
  readonly payload: Readonly<Record<string, unknown>>
  /** AMQP properties and headers, by their names. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/**
 * All services, composed as in production, with their own databases and mail server. The states create their
 * records in it.
 */
export type World = Awaited<ReturnType<typeof startWorld>>

export async function startWorld() {
  const mailServer = await startMailServer()
  const receiver = await startReceiver()
  const system = await startSystem({
    wayTo: (name, url) => Promise.resolve(name === 'smtp' ? mailServer.url : url),
  })
  await putFirstGroups(system.operator)
  const messages = {
    'registration.created.v1': await collectMessages(system.rabbitmqUrl, 'registration.created.v1'),
    'registration.changed.v1': await collectMessages(system.rabbitmqUrl, 'registration.changed.v1'),
    'user.changed.v1': await collectMessages(system.rabbitmqUrl, 'user.changed.v1'),
    'user.erased.v1': await collectMessages(system.rabbitmqUrl, 'user.erased.v1'),
  } satisfies Record<EventType, unknown>
  const { credential } = await system.issueKey()
  const notification = client(system.internalUrl.notification, bearer(SERVICE_TOKEN))

  return {
    ...system,
    /** A client with every role except that for batches. */
    administrator: client(system.url, credential),
    /** A client without a credential. */
    withoutCredential: client(system.url),
    messages,
    /** Where webhooks are accepted. */
    receiverUrl: receiver.url,
    /** Determines the status of e-mails to an address. */
    expectMail(address: string, outcome: unknown) {
      const behaviour = BEHAVIOURS[String(outcome)]
      if (behaviour === undefined)
        throw new Error(`an e-mail is one of ${Object.keys(BEHAVIOURS).join(', ')}`)
      mailServer.behave(behaviour, address)
    },
    /** Waits until the e-mail about a registration has the status. */
    mailIs: (registrationId: number, outcome: unknown): Promise<void> =>
      eventually(async () => {
        const { status, attempts } = (await notification.get(`/internal/receipts/${registrationId}/`)).body
        if (status !== outcome || attempts === 0)
          throw new Error(`the e-mail is ${status} after ${attempts} attempts, not ${String(outcome)}`)
      }),
    /** Accepts the e-mails that are being sent. */
    releaseMails: () => mailServer.acceptStalled(),
    async stop() {
      mailServer.acceptStalled()
      for (const { close } of Object.values(messages)) await close()
      await system.stop()
      await mailServer.stop()
      await receiver.stop()
    },
  }
}

/** Collects the messages of one type, as the provider wrote them. */
async function collectMessages(rabbitmqUrl: string, eventType: EventType) {
  const { channel, close } = await brokerClient(rabbitmqUrl)
  await declareTopology(channel)
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EVENTS_EXCHANGE, eventType)
  const received: ReceivedMessage[] = []
  let selected: ReceivedMessage | undefined
  await channel.consume(
    queue,
    (message) => {
      if (!message) return
      const { messageId, type, contentType, headers } = message.properties
      // Pacts of JavaScript name the content type like a header.
      const metadata = { messageId, type, contentType, 'content-type': contentType, ...headers }
      received.push({ payload: JSON.parse(message.content.toString()), metadata })
    },
    { noAck: true },
  )
  return {
    /** Waits for the message that a state has caused. The interaction gets it by `takeSelected`. */
    select: (wanted: (payload: ReceivedMessage['payload']) => boolean): Promise<void> =>
      eventually(() => {
        selected = received.find(({ payload }) => wanted(payload))
        if (!selected) throw new Error(`no ${eventType} has been received for the record of the state`)
      }, MAX_WAIT_MS),
    /** Returns the selected message once. */
    takeSelected(): ReceivedMessage {
      const message = selected
      selected = undefined
      if (!message) throw new Error('no state before this interaction causes a message')
      return message
    },
    close,
  }
}
