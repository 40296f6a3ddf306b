import { startSystem } from '../../testing/clients/system.ts'
import { startMailServer, type Behaviour } from '../../testing/notification/mail-server.ts'
import type { ServiceName } from '../../services/shared/contract/operation.ts'
import { declareTopology, EXCHANGE } from '../../services/shared/messaging/topology.ts'
import { brokerClient } from '../../testing/broker.ts'
import { bearer, client, uncheckedClient } from '../../testing/client.ts'
import { eventually } from '../../testing/eventually.ts'
import { freshDatabaseUrl, SERVICE_TOKEN } from '../../testing/isolated.ts'
import { putFirstGroups } from '../../testing/portal.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import type { Arrived, EventType } from './state.ts'

/** What can become of an e-mail, and what the mail server has to do for it. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  queued: 450,
  sending: 'stall',
  sent: 'accept',
  failed: 550,
}
/** A message that was published and has not come yet: it is waited for no longer. */
const MAX_WAIT_MS = 10_000

/** What the states work on: all services, composed as in production, on stores and a mail server of their own. */
export type World = Awaited<ReturnType<typeof startWorld>>

export async function startWorld() {
  const lines = {
    registration: await linedDatabase(),
    user: await linedDatabase(),
    notification: await linedDatabase(),
  }
  const mailServer = await startMailServer()
  const system = await startSystem({
    databaseUrl: (service) => lines[service].url,
    wayTo: (name, url) => Promise.resolve(name === 'smtp' ? mailServer.url : url),
  })
  await putFirstGroups(system.operator)
  const arrivals = {
    'registration.created.v1': await arrivalsOf(system.rabbitmqUrl, 'registration.created.v1'),
    'user.changed.v1': await arrivalsOf(system.rabbitmqUrl, 'user.changed.v1'),
  } satisfies Record<EventType, unknown>
  const { credential } = await system.aKey()
  const notification = client(system.internalUrl.notification, bearer(SERVICE_TOKEN))

  /** Waits until a service says that it is ready (200), or that it is not (503). */
  const becomes = (service: ServiceName, status: 200 | 503): Promise<void> =>
    eventually(async () => {
      const answer = await uncheckedClient(system.health[service]).get('/readyz')
      if (answer.status !== status) throw new Error(`/readyz answers ${JSON.stringify(answer)}`)
    }, 20_000)

  return {
    ...system,
    /** The view of an account that may do anything but send a batch. */
    administrator: client(system.url, credential),
    /** Anybody's view of all services. */
    anybody: client(system.url),
    arrivals,
    /** A cut is done when the service has noticed it, and mended when the service is ready again. */
    async cutDatabase(service: ServiceName) {
      lines[service].cut()
      await becomes(service, 503)
    },
    async healDatabase(service: ServiceName) {
      lines[service].heal()
      await becomes(service, 200)
    },
    /** Says what is to become of e-mails to an address. */
    expectMail(address: string, outcome: unknown) {
      const behaviour = BEHAVIOURS[String(outcome)]
      if (behaviour === undefined)
        throw new Error(`an e-mail is one of ${Object.keys(BEHAVIOURS).join(', ')}`)
      mailServer.behave(behaviour, address)
    },
    /** Waits until that has become of the e-mail about a registration. */
    mailIs: (registrationId: number, outcome: unknown): Promise<void> =>
      eventually(async () => {
        const { status, attempts } = (await notification.get(`/internal/receipts/${registrationId}/`)).body
        if (status !== outcome || attempts === 0)
          throw new Error(`the e-mail is ${status} after ${attempts} attempts, not ${String(outcome)}`)
      }, 10_000),
    /** Lets those e-mails go that are being sent. */
    releaseMails: () => mailServer.acceptStalled(),
    async stop() {
      mailServer.acceptStalled()
      for (const { close } of Object.values(arrivals)) await close()
      await system.stop()
      await mailServer.stop()
      for (const line of Object.values(lines)) await line.stop()
    },
  }
}

/** A database behind a line that can be cut. */
async function linedDatabase() {
  const line = await tcpProxy(freshDatabaseUrl())
  const url = new URL(line.url)
  // The server calls itself by an address of its own, which would lead around the line.
  url.searchParams.set('directConnection', 'true')
  return { ...line, url: url.href }
}

/** The messages of one type as a consumer of the broker gets them, just as the provider's own serializer wrote them. */
async function arrivalsOf(rabbitmqUrl: string, eventType: EventType) {
  const { channel, close } = await brokerClient(rabbitmqUrl)
  await declareTopology(channel)
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EXCHANGE, eventType)
  const arrived: Arrived[] = []
  let chosen: Arrived | undefined
  await channel.consume(
    queue,
    (message) => {
      if (!message) return
      const { messageId, type, contentType, headers } = message.properties
      const metadata = { messageId, type, contentType, ...headers }
      arrived.push({ payload: JSON.parse(message.content.toString()), metadata })
    },
    { noAck: true },
  )
  return {
    /** Waits for the message that a state has caused, and keeps it for the interaction. */
    choose: (wanted: (payload: Arrived['payload']) => boolean): Promise<void> =>
      eventually(() => {
        chosen = arrived.find(({ payload }) => wanted(payload))
        if (!chosen) throw new Error(`no ${eventType} has arrived that tells of it`)
      }, MAX_WAIT_MS),
    /** The message of this interaction. */
    taken(): Arrived {
      const message = chosen
      chosen = undefined
      if (!message) throw new Error('no state before this interaction causes a message')
      return message
    },
    close,
  }
}
