import type { Channel, ChannelModel } from 'amqplib'

/** The names of everything on the broker. The contract of the messages is in openapi/events. */
export const EVENTS_EXCHANGE = 'rollcall.events'
export const DEAD_LETTER_EXCHANGE = 'rollcall.dead-letter'
export const DEAD_LETTER_QUEUE = 'notification.dead-letters'

/** The event types of each queue; queues are named `<service>.<event>`, or `<service>.webhook-<event>`. */
export const QUEUES = {
  'notification.registration-created': ['registration.created.v1'],
  // Apart from the first queue, so that webhooks never delay an e-mail.
  'notification.webhook-registration-created': ['registration.created.v1'],
  'notification.webhook-registration-changed': ['registration.changed.v1'],
  'notification.user-changed': ['user.changed.v1'],
  'notification.webhook-user-erased': ['user.erased.v1'],
  'registration.user-changed': ['user.changed.v1'],
} as const

export type QueueName = keyof typeof QUEUES
export type EventTypeOf<Q extends QueueName> = (typeof QUEUES)[Q][number]

/** The delay before each retry: after the first failure, the second, and every later one. */
export const MESSAGE_RETRY_DELAYS_MS = [1_000, 5_000, 30_000] as const

/** The broker dead-letters a message whose consumer crashes this often. */
const DELIVERY_LIMIT = 20

/**
 * Of dead letters, which have nowhere else to go: more than any number of crashes. RabbitMQ 4 also knows -1
 * for "no limit"; RabbitMQ 3 accepts it and drops a message at its first redelivery.
 */
const UNLIMITED_DELIVERIES = 2 ** 31 - 1

const QUORUM = { 'x-queue-type': 'quorum' }
/** Loses no message while the broker dead-letters it. Needs RabbitMQ ≥ 3.10 and reject-publish. */
const SAFE_DEAD_LETTERING = { 'x-dead-letter-strategy': 'at-least-once', 'x-overflow': 'reject-publish' }

export const retryQueue = (queue: string, delayMs: number) => `${queue}.retry-${delayMs / 1000}s`

/**
 * Declares exchanges, queues and bindings. Safe to repeat. Every connection does so, so the queue of an event
 * exists whichever service starts first.
 */
export async function declareTopology(channel: Channel): Promise<void> {
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true })
  await channel.assertExchange(DEAD_LETTER_EXCHANGE, 'fanout', { durable: true })
  await channel.assertQueue(DEAD_LETTER_QUEUE, {
    durable: true,
    arguments: { ...QUORUM, 'x-delivery-limit': UNLIMITED_DELIVERIES },
  })
  await declareRetryQueues(channel, DEAD_LETTER_QUEUE)
  for (const queue of Object.keys(QUEUES)) {
    await channel.assertQueue(queue, {
      durable: true,
      arguments: {
        ...QUORUM,
        ...SAFE_DEAD_LETTERING,
        'x-dead-letter-exchange': DEAD_LETTER_EXCHANGE,
        'x-delivery-limit': DELIVERY_LIMIT,
      },
    })
    await declareRetryQueues(channel, queue)
  }
  await declareBindings(channel)
}

/** Needs the queues. In a cluster this waits for every node, a frozen one too. */
export async function declareBindings(channel: Channel): Promise<void> {
  for (const [queue, types] of Object.entries(QUEUES))
    for (const type of types) await channel.bindQueue(queue, EVENTS_EXCHANGE, type)
  await channel.bindQueue(DEAD_LETTER_QUEUE, DEAD_LETTER_EXCHANGE, '')
}

/**
 * Whether there is a queue of this name. Declares nothing, so a cluster with a frozen node responds.
 * @throws Error when the queue exists and does not respond
 */
async function queueExists(connection: ChannelModel, queue: string): Promise<boolean> {
  const channel = await connection.createChannel()
  channel.on('error', () => undefined) // the broker closes the channel when there is no such queue
  try {
    await channel.checkQueue(queue)
  } catch (error) {
    // A queue whose leader is lost is also "not found", with another text. Declaring it again would wait for
    // that leader.
    if (error instanceof Error && error.message.includes('no queue')) return false
    throw error
  }
  await channel.close()
  return true
}

/**
 * Whether every queue exists. Asks for all at once: each queue whose leader is frozen takes a while to
 * respond.
 */
export async function queuesExist(connection: ChannelModel): Promise<boolean> {
  const names = [...Object.keys(QUEUES), DEAD_LETTER_QUEUE].flatMap((queue) => [
    queue,
    ...MESSAGE_RETRY_DELAYS_MS.map((delayMs) => retryQueue(queue, delayMs)),
  ])
  const exist = await Promise.all(names.map((name) => queueExists(connection, name)))
  return exist.every(Boolean)
}

/** What waits in a queue. */
export interface QueueDepth {
  readonly ready: number
  /** Messages that wait for their next attempt. */
  readonly delayed: number
  readonly consumers: number
}

/** @throws Error when there is no such queue, or it does not respond */
export async function queueDepth(connection: ChannelModel, queue: string): Promise<QueueDepth> {
  const channel = await connection.createChannel()
  channel.on('error', () => undefined) // the broker closes the channel when there is no such queue
  const { messageCount: ready, consumerCount: consumers } = await channel.checkQueue(queue)
  let delayed = 0
  for (const delayMs of MESSAGE_RETRY_DELAYS_MS)
    delayed += (await channel.checkQueue(retryQueue(queue, delayMs))).messageCount
  await channel.close()
  return { ready, delayed, consumers }
}

/** Messages wait in these until their TTL expires. Then the broker returns them to their queue. */
async function declareRetryQueues(channel: Channel, queue: string): Promise<void> {
  for (const delayMs of MESSAGE_RETRY_DELAYS_MS)
    await channel.assertQueue(retryQueue(queue, delayMs), {
      durable: true,
      arguments: {
        ...QUORUM,
        ...SAFE_DEAD_LETTERING,
        'x-message-ttl': delayMs,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': queue,
      },
    })
}
