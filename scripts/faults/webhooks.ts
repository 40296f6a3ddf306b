import { setTimeout as delay } from 'node:timers/promises'
import type { RegistrationRecord } from '../../services/registration/src/registrations/record.ts'
import { uncheckedClient, type Client } from '../../testing/client.ts'
import { ADMINISTRATOR, ATTENDANCE, expectBody, SOUTH } from '../../testing/portal.ts'
import { until } from '../../local/support/wait.ts'
import { operators } from '../../testing/system/operators.ts'
import { respondWith, type Receiver, type Responder } from '../../testing/system/receiver.ts'
import type { Fault, Faults, System } from '../../testing/system/system.ts'

const REGISTRATIONS = ['created', 'approved', 'completed', 'withdrawn'].map((one) => `registration.${one}`)
const USERS = ['created', 'updated', 'deleted'].map((one) => `user.${one}`)
const RETRY_MS = 30_000

export type Webhooks = Awaited<ReturnType<typeof subscribe>>

/**
 * Two endpoints that may see everything, of which one has the faults, and one whose account may see no
 * registration.
 */
export async function subscribe({ users, notifications, receivers }: System) {
  const forUsers = operators(users[0]!)
  const { url } = notifications[0]!
  const subscriber = async (receiver: Receiver, events: readonly string[], groups?: readonly number[]) => {
    const grants = groups?.map((groupId) => ({ role: ATTENDANCE, groupId }))
    const api = uncheckedClient(
      url,
      await forUsers.anAccount([ATTENDANCE, ADMINISTRATOR], grants === undefined ? {} : { grants }),
    )
    const endpoint = await until(
      async () => expectBody(await api.post('/webhook-endpoints/', { url: receiver.url, events }), 201),
      { timeoutMs: RETRY_MS },
    )
    receiver.useSecret(endpoint.secret)
    return { api, id: endpoint.id as number }
  }
  const { steady, faulty, elsewhere } = receivers
  return [
    await subscriber(steady, [...REGISTRATIONS, ...USERS]),
    await subscriber(faulty, [...REGISTRATIONS, ...USERS]),
    // All courses are in the north.
    await subscriber(elsewhere, REGISTRATIONS, [SOUTH]),
  ]
}

/** What a team does after its receiver was repaired: what waits for its next attempt is sent at once. */
export async function replayUndelivered(webhooks: Webhooks): Promise<void> {
  for (const { api, id } of webhooks) await replay(api, id)
}

async function replay(api: Client, id: number): Promise<void> {
  const span = { after: '2020-01-01T00:00:00Z', before: '2999-01-01T00:00:00Z' }
  await until(async () => expectBody(await api.post(`/webhook-endpoints/${id}/replay/`, span), 202), {
    timeoutMs: RETRY_MS,
  })
}

/**
 * Compares what arrived with what is stored.
 * @param since when all endpoints were there, by the clock of the database
 */
export async function compareWebhooks({ database, receivers }: System, since: Date) {
  await using registration = await database('registration')
  await using user = await database('user')
  const records = (await registration.db().collection('registrations').find().toArray()) as object[]
  const users = await user
    .db()
    .collection<{ _id: number; version: number; updatedAt: Date }>('users')
    // Endpoints are not told about erasures.
    .find({ updatedAt: { $gt: since }, loginName: { $not: /^erased-/ } })
    .toArray()
  const moves = (records as RegistrationRecord[]).flatMap(({ _id, history }) =>
    history.map(({ to }, i) => {
      const type = i === 0 ? 'created' : to.toLowerCase()
      return `registration.${type} ${_id} ${i + 1}`
    }),
  )
  const { steady, faulty, elsewhere } = receivers
  const all = [steady, faulty]
  const missing = all.flatMap(({ arrived }) => [
    ...moves.filter((event) => !arrived.has(event)),
    // Changes that follow each other within a moment are one event, with the last state.
    ...users
      .filter(({ _id, version }) => !USERS.some((type) => arrived.has(`${type} ${_id} ${version}`)))
      .map(({ _id, version }) => `user ${_id} ${version}`),
  ])
  const others = all.flatMap(({ arrived }) =>
    [...arrived.keys()].filter((event) => event.startsWith('registration.') && !moves.includes(event)),
  )
  return {
    expected: all.length * (moves.length + users.length),
    missing,
    outOfScope: [...elsewhere.arrived.keys(), ...others],
    /**
     * Repeats under another id. After a lost queue a registration is announced under a new one, on purpose.
     */
    renamed: all.flatMap(({ arrived }) =>
      [...arrived]
        .filter(
          ([event, ids]) => ids.size > 1 && event.startsWith('registration.') && !event.includes('created'),
        )
        .map(([event]) => event),
    ),
    forged: [...all, elsewhere].flatMap(({ forged }) => forged),
  }
}

/** Where the events are that have not arrived: a line for each endpoint, lane and kind of delivery. */
export async function whereWebhooksWait({ database }: System): Promise<string[]> {
  await using notification = await database('notification')
  const all = (name: string) => notification.db().collection(name)
  const kinds = await all('webhookDeliveries')
    .aggregate([
      { $match: { status: { $ne: 'delivered' } } },
      {
        $group: {
          _id: { endpoint: '$endpointId', status: '$status', error: '$lastError', attempts: '$attempts' },
          deliveries: { $sum: 1 },
          dueFrom: { $min: '$dueAt' },
          dueUntil: { $max: '$dueAt' },
        },
      },
    ])
    .toArray()
  const endpoints = await all('webhookEndpoints')
    .find({}, { projection: { enabled: 1, disabled: 1, pausedUntil: 1, failingSince: 1 } })
    .toArray()
  return [
    ...endpoints.map((one) => `endpoint ${JSON.stringify(one)}`),
    ...(await all('webhookLanes').find().toArray()).map((one) => `lane ${JSON.stringify(one)}`),
    ...kinds.map((one) => `deliveries ${JSON.stringify(one)}`),
  ]
}

const behaving =
  (responder: Responder, longestMs = 4_000): Fault =>
  async ({ receivers: { faulty } }, random) => {
    faulty.onRequest(responder)
    await delay(random.between(500, longestMs))
    faulty.onRequest(respondWith(204))
  }

/** A receiver that fails, is slow, resets connections or is down. */
export const webhookFaults: Faults = {
  'webhooks: 500': behaving(respondWith(500)),
  'webhooks: 429': behaving((response) => void response.writeHead(429, { 'retry-after': '1' }).end()),
  'webhooks: slow': behaving((response) => void setTimeout(() => response.writeHead(204).end(), 2_000)),
  'webhooks: no response': behaving(() => undefined),
  'webhooks: reset': behaving((response) => void response.socket?.resetAndDestroy()),
  async 'webhooks: down'({ receivers: { faulty } }, random) {
    await faulty.isDownFor(random.between(500, 4_000))
  },
}
