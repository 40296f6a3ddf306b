import { randomUUID } from 'node:crypto'
import { connect, type Options } from 'amqplib'
import { freshVhost } from './servers.ts'
import { Broker } from '../services/platform/messaging/broker.ts'
import type { DomainEvent } from '../services/platform/messaging/event.ts'
import { Publisher } from '../services/platform/messaging/publisher.ts'
import { createMetrics } from '../services/platform/observability/metrics.ts'
import { DependencyState } from '../services/platform/process/dependency.ts'
import { eventually } from './eventually.ts'
import { recordedLog } from './recorded-log.ts'
import { tcpProxy } from './tcp-proxy.ts'

/** A dependency whose state the test sets. */
export function aDependency(name: string, { critical = true, up = true } = {}): DependencyState {
  const state = new DependencyState(name, { critical, metrics: createMetrics('test'), ...recordedLog() })
  state.set(up)
  return state
}

/** The product's own connection to the broker, not yet started: publishers and consumers join before. */
export function aBroker(url: string) {
  const { logger, lines } = recordedLog()
  const metrics = createMetrics('test')
  const state = new DependencyState('rabbitmq', { critical: false, logger, metrics })
  const broker = new Broker({ url, state, logger })
  return { broker, state, logger, lines, metrics, publisher: new Publisher(broker) }
}

export const up = (state: DependencyState): Promise<void> => eventually(() => expect(state.up()).toBe(true))

/** Another client of the same broker, which reads and fills queues. */
export async function brokerClient(url: string) {
  const connection = await connect(url)
  const channel = await connection.createConfirmChannel()
  return {
    channel,
    async send(queue: string, content: string, options: Options.Publish = {}) {
      const messageId = randomUUID()
      channel.sendToQueue(queue, Buffer.from(content), { persistent: true, ...options, messageId })
      await channel.waitForConfirms()
      return messageId
    },
    waitingIn: async (queue: string) => (await channel.checkQueue(queue)).messageCount,
    /** Takes the next message off a queue, as soon as there is one. */
    next: (queue: string) =>
      eventually(async () => {
        const message = await channel.get(queue, { noAck: true })
        if (message === false) throw new Error(`${queue} is empty`)
        return message
      }),
    close: () => connection.close(),
  }
}

/**
 * A part of the broker for one test file: the product's connection on a line that can be cut, and another
 * client of the broker.
 */
export function brokerScene(prepare: (connected: ReturnType<typeof aBroker>) => void = () => undefined) {
  const it = {} as ReturnType<typeof aBroker> & {
    vhost: Awaited<ReturnType<typeof freshVhost>>
    way: Awaited<ReturnType<typeof tcpProxy>>
    other: Awaited<ReturnType<typeof brokerClient>>
  }
  beforeAll(async () => {
    it.vhost = await freshVhost()
    it.way = await tcpProxy(it.vhost.url)
    Object.assign(it, aBroker(it.way.url))
    prepare(it)
    it.broker.start()
    await up(it.state)
    it.other = await brokerClient(it.vhost.url)
  })
  afterAll(async () => {
    await it.broker.stop()
    await it.other.close()
    await it.way.stop()
    await it.vhost.release()
  })
  return it
}

let lastRegistrationId = 0

export function anEvent(): DomainEvent<'registration.created.v1'> {
  const registrationId = ++lastRegistrationId
  return {
    type: 'registration.created.v1',
    trace: {
      requestId: `request-${registrationId}`,
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    },
    payload: {
      eventId: randomUUID(),
      occurredAt: '2024-01-15T14:58:41.123Z',
      registrationId,
      courseId: 210,
      courseName: 'Fire safety',
      userId: 1007,
      userEmail: 'ada@example.org',
      userFirstName: 'Ada',
      userLastName: 'Byron',
      userExternalId: '',
      createdDate: '2024-01-15T14:58:41Z',
      externalId: '',
    },
  }
}
