import { MongoClient, type Document } from 'mongodb'
import { DEAD_LETTER_EXCHANGE } from '../../../services/platform/messaging/topology.ts'
import { stopParts, startParts } from '../../../services/platform/process/part.ts'
import type { ServiceName } from '../../../services/platform/contract/operation.ts'
import { Consumer } from '../../../services/platform/messaging/consumer.ts'
import type { ComposedService } from '../../../services/platform/foundation.ts'
import { DEFAULT_MAIL_SETTINGS } from '../../../services/notification/src/emails/mail-writer.ts'
import { composeNotification } from '../../../services/notification/src/service.ts'
import { composeRegistration } from '../../../services/registration/src/service.ts'
import { composeUser } from '../../../services/user/src/service.ts'
import { brokerClient } from '../../../testing/broker.ts'
import { bearer, uncheckedClient } from '../../../testing/client.ts'
import { freshDatabaseUrl, isolatedConfig, OPERATOR_TOKEN } from '../../../testing/isolated.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { startMailServer } from '../../../testing/notification/mail-server.ts'
import { QUEUE, type RegistrationCreated } from '../../../testing/notification/messages.ts'
import { testClock } from '../../../testing/notification/scene.ts'
import { at, ready } from '../../../testing/portal.ts'
import { startReceiver } from '../../../testing/receiver.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'
import { BROKER, changeOf, Life, noteChange, restoreWrites, TIME, watchWrites } from './lives.ts'

const STOP_MS = 2_000
const SERVICES: readonly ServiceName[] = ['user', 'notification', 'registration']

/** A service as a process. */
interface Process {
  readonly life: Life
  readonly service: ComposedService
}

export interface Told {
  readonly emails: number
  readonly webhooks: number
}

export type Portal = Awaited<ReturnType<typeof startPortal>>

/**
 * The system, whose processes can end at any write: one process of each service, and a second one of the user
 * service, through which others act meanwhile. A process that has ended is followed by a new one.
 */
export async function startPortal() {
  const { config: isolated, remove } = await isolatedConfig()
  const clock = testClock()
  const logger = testLogger('crash')
  const mails = await startMailServer()
  const receiver = await startReceiver()
  const way = () => tcpProxy('http://127.0.0.1:1')
  const ways = { user: await way(), notification: await way(), registration: await way() }
  const config = {
    ...isolated,
    ...DEFAULT_MAIL_SETTINGS,
    requestsPerMinute: 1_000_000,
    mailFrom: { name: 'Rollcall', address: 'no-reply@rollcall.example' },
    smtpUrl: mails.url,
    userServiceUrl: ways.user.url,
    notificationServiceUrl: ways.notification.url,
    registrationServiceUrl: ways.registration.url,
  }
  const databases = Object.fromEntries(SERVICES.map((name) => [name, freshDatabaseUrl()])) as Record<
    ServiceName,
    string
  >
  const mongo = await MongoClient.connect(databases.user)
  const databaseOf = (name: ServiceName) => mongo.db(new URL(databases[name]).pathname.slice(1))
  watchWrites()
  const processes = {} as Record<ServiceName, Process>
  const stopping: Promise<unknown>[] = []
  for (const name of SERVICES) await begin(name)
  const other = await start('user')
  const broker = await brokerClient(config.rabbitmqUrl)
  const collections = {} as Record<ServiceName, string[]>
  for (const name of SERVICES)
    collections[name] = (await databaseOf(name).listCollections().toArray()).map((one) => one.name)

  async function start(name: ServiceName): Promise<Process> {
    const life = new Life(name)
    const own = { ...config, mongodbUrl: databases[name] }
    const overrides = { clock, redisReplyTimeoutMs: 5_000 }
    const service = await life.run(async () => {
      const composed =
        name === 'user'
          ? await composeUser(own, logger, overrides)
          : name === 'notification'
            ? await composeNotification(own, logger, { ...overrides, sweepMs: 200 })
            : await composeRegistration(own, logger, overrides)
      await startParts(composed.parts)
      return composed
    })
    await ready(service.ports.admin.port())
    return { life, service }
  }

  async function begin(name: ServiceName): Promise<void> {
    processes[name] = await start(name)
    ways[name].leadTo(at(processes[name].service.ports.internal.port()))
  }

  const clientOf = (port: 'http' | 'operator', headers: Record<string, string>) => {
    const from = (service: ComposedService) => uncheckedClient(at(service.ports[port].port()), headers)
    return {
      user: () => from(processes.user.service),
      notification: () => from(processes.notification.service),
      registration: () => from(processes.registration.service),
      other: () => from(other.service),
    }
  }
  const mailsOf = (tag: string) =>
    mails.received.filter(({ to: [address] }) => address?.startsWith(`${tag}.`))

  const read = new Map<string, { readonly at: number; readonly records: readonly Document[] }>()
  /** The records of a collection, which are read again if it has changed. */
  async function recordsOf(name: ServiceName, collection: string): Promise<readonly Document[]> {
    const { namespace } = databaseOf(name).collection(collection)
    const known = read.get(namespace)
    const at = changeOf(namespace)
    if (known?.at === at) return known.records
    const records = await databaseOf(name).collection(collection).find().toArray()
    read.set(namespace, { at, records })
    return records
  }
  let emptyAt = -1

  return {
    mails,
    receiver,
    processes,
    operator: clientOf('operator', bearer(OPERATOR_TOKEN)),
    /** The clients of an account. */
    account: (credential: Record<string, string>) => clientOf('http', credential),

    /** Puts a new process in the place of each that has ended. */
    async replaceEnded(): Promise<void> {
      for (const name of SERVICES) {
        const { life, service } = processes[name]
        if (!life.hasEnded) continue
        // Requests go to the new process, so its end need not be awaited here.
        stopping.push(life.run(() => stopParts(service.parts, STOP_MS)))
        await begin(name)
        for (const one of [TIME, BROKER]) noteChange(one)
      }
    },

    advance(ms: number): void {
      clock.advance(ms)
      noteChange(TIME)
    },

    /** One round of all regular work; that of the second process is the same. */
    async runTasks(): Promise<void> {
      await Promise.all(Object.values(processes).map(({ life }) => life.runTasks()))
    },

    /** The e-mails of a scene that came again with other bytes: a relay that knows keys takes both. */
    changedMailsOf: ({ tag }: { readonly tag: string }): string[] =>
      [...Map.groupBy(mailsOf(tag), ({ mail }) => mail.messageId)].flatMap(([id, some]) =>
        new Set(some.map(({ source }) => source)).size > 1 ? [`the e-mail ${id} came again changed`] : [],
      ),

    /** The message about a registration could not be handled: it has no e-mail, but a dead letter. */
    async setAside(event: RegistrationCreated): Promise<void> {
      const { registrationId, eventId: messageId } = event
      await databaseOf('notification').collection('deliveries').deleteMany({ registrationId })
      const headers = { 'x-reason': 'gave up', 'x-queue': QUEUE, 'x-attempt': 10, traceparent: '' }
      const type = 'registration.created.v1'
      const content = Buffer.from(JSON.stringify(event))
      broker.channel.publish(DEAD_LETTER_EXCHANGE, '', content, { messageId, type, headers })
      await broker.channel.waitForConfirms()
      noteChange(BROKER)
    },

    /** How many e-mails and different webhooks the person and the receiver of a scene have got. */
    toldOf({ tag }: { readonly tag: string }): Told {
      const webhooks = receiver.received.filter(({ path }) => path.endsWith(`/${tag}`))
      return {
        emails: mailsOf(tag).length,
        webhooks: new Set(webhooks.map(({ headers }) => headers['webhook-id'])).size,
      }
    },

    /**
     * Whether a message waits in a queue, also for its next attempt, or is being handled, and all processes
     * are there: it may need the one that has ended.
     */
    async messagesWait(): Promise<boolean> {
      const at = changeOf(BROKER)
      if (at === emptyAt || Object.values(processes).some(({ life }) => life.hasEnded)) return false
      const parts = Object.values(processes).flatMap(({ service }) => service.parts)
      const consumers = parts.filter((part) => part instanceof Consumer)
      await Promise.all(consumers.map((consumer) => consumer.measure()))
      const isAny = consumers.some(({ depth, work }) => work.isWaiting() || (depth?.delayed ?? 0) > 0)
      if (!isAny) emptyAt = at
      return isAny
    },

    /** All records of all services. */
    async records(): Promise<{ service: ServiceName; collection: string; record: Document }[]> {
      const found = SERVICES.flatMap((service) =>
        collections[service].map(async (collection) =>
          (await recordsOf(service, collection)).map((record) => ({ service, collection, record })),
        ),
      )
      return (await Promise.all(found)).flat()
    },

    async stop(): Promise<void> {
      for (const { service } of [...Object.values(processes), other]) await stopParts(service.parts, STOP_MS)
      await Promise.all(stopping)
      restoreWrites()
      await broker.close()
      for (const name of SERVICES) await databaseOf(name).dropDatabase()
      await mongo.close()
      await mails.stop()
      await receiver.stop()
      for (const way of Object.values(ways)) await way.stop()
      await remove()
    },
  }
}
