import mongoose from 'mongoose'
import { perRole } from '../../services/platform/domain/account.ts'
import { createMetrics } from '../../services/platform/observability/metrics.ts'
import { Counters } from '../../services/platform/store/counters.ts'
import { createWebhookMetrics } from '../../services/notification/src/metrics.ts'
import {
  AddressGuard,
  resolveByDns,
} from '../../services/notification/src/webhooks/deliveries/address-guard.ts'
import {
  webhookDispatcher,
  type WebhookDispatcher,
} from '../../services/notification/src/webhooks/deliveries/webhook-dispatcher.ts'
import { WebhookHttpClient } from '../../services/notification/src/webhooks/deliveries/http-client.ts'
import { webhookHandlers } from '../../services/notification/src/webhooks/deliveries/on-events.ts'
import { WebhookDeliveries } from '../../services/notification/src/webhooks/deliveries/repository.ts'
import type {
  LeasedWebhookDelivery,
  WebhookEvent,
} from '../../services/notification/src/webhooks/deliveries/rules.ts'
import { WebhookSender } from '../../services/notification/src/webhooks/deliveries/webhook-sender.ts'
import { Visibility } from '../../services/notification/src/webhooks/deliveries/visibility.ts'
import { Endpoints } from '../../services/notification/src/webhooks/endpoints/repository.ts'
import type { WebhookEventType } from '../../services/notification/src/webhooks/endpoints/rules.ts'
import { SecretBox } from '../../services/notification/src/webhooks/endpoints/secrets.ts'
import { EndpointCache } from '../../services/notification/src/webhooks/endpoints/endpoint-cache.ts'
import { aDependency } from '../broker.ts'
import { freshDatabaseUrl } from '../isolated.ts'
import { testLogger } from '../leak-check.ts'
import { startReceiver } from '../receiver.ts'

export const NOW = new Date()
const OLD_MS = 60_000
const EVENT: Omit<WebhookEvent, 'eventId'> = {
  type: 'user.created',
  recordId: 7,
  userId: 7,
  payload: '{}',
  occurredAt: NOW,
  showsErasedUser: false,
  traceparent: '',
}
export const anEvent = (eventId: string): WebhookEvent => ({ ...EVENT, eventId })

const secrets = new SecretBox([Buffer.alloc(32, 1)])
export const anAccount = (id: number) => ({ id, createdAt: NOW })
const ofEach = <V>(ids: readonly number[], value: V) => Promise.resolve(new Map(ids.map((id) => [id, value])))

interface Options {
  readonly beforeUpdate?: () => Promise<void> | undefined
  readonly beforeUpdateMany?: () => Promise<void>
  /** Before a counter is raised. */
  readonly beforeCount?: () => void
  readonly endpoints?: (real: Endpoints) => Endpoints
  readonly trialEveryMs?: number
  /** The groups in the scope of each account. Events are in group 1. */
  readonly scope?: readonly number[]
}

/** The webhooks of several processes that share a database. Accounts may see all events. */
export function webhookProcesses() {
  const databaseUrl = freshDatabaseUrl()
  const dispatchers: Pick<WebhookDispatcher, 'stop'>[] = []
  const stops: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    // Before the connections that they need to record results.
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
    await Promise.all(stops.map((stop) => stop()))
  })

  /**
   * What one process has: its own connection and its own copies of the endpoints, which are up to a minute
   * old. Its dispatcher sends what it is told of, and does not sweep until it is started.
   */
  async function aProcess({
    beforeUpdate,
    beforeUpdateMany,
    beforeCount,
    endpoints: wrapped = (real) => real,
    trialEveryMs = 1,
    scope = [1],
  }: Options = {}) {
    const connection = await mongoose.createConnection(databaseUrl).asPromise()
    stops.push(() => connection.close())
    if (beforeUpdate) connection.plugin((schema) => void schema.pre('updateOne', beforeUpdate))
    if (beforeUpdateMany) connection.plugin((schema) => void schema.pre('updateMany', beforeUpdateMany))
    if (beforeCount) connection.plugin((schema) => void schema.pre('findOneAndUpdate', beforeCount))
    const clock = { now: () => new Date() }
    const counters = new Counters(connection)
    const stored = new Endpoints(connection, counters)
    const endpoints = wrapped(stored)
    const deliveries = new WebhookDeliveries(connection, { ids: counters.ids('webhookDeliveries'), clock })
    await stored.prepare()
    await counters.prepare('webhookDeliveries', await deliveries.prepare())
    const guard = new AddressGuard({
      allowedNetworks: ['loopback'],
      backingServers: [],
      logger: testLogger(),
      resolve: resolveByDns(),
    })
    const client = new WebhookHttpClient({ addressGuard: guard, proxyUrl: '' })
    stops.push(() => client.close())
    const endpointCache = new EndpointCache(endpoints, OLD_MS)
    const scopes = perRole(() => scope)
    const visibility = new Visibility({
      checkVisibility: (ids) =>
        Promise.resolve(ids.map((id) => ({ account: anAccount(id), hasValidKey: true, scopes }))),
      findUserGroups: (ids) => ofEach(ids, [1]),
      findCourseGroups: (ids) => ofEach(ids, [1]),
    })
    const eraseAgainIfErased = () => Promise.resolve(false)
    const metrics = createWebhookMetrics(createMetrics('notification').registry)
    const sender = new WebhookSender({
      deliveries,
      endpoints,
      endpointCache,
      visibility,
      eraseAgainIfErased,
      client,
      secrets,
      clock,
      logger: testLogger(),
      metrics,
      stopDeadline: new AbortController().signal,
      trialEveryMs,
    })
    const dispatcher = webhookDispatcher({
      deliveries,
      sender,
      mongodb: aDependency('mongodb'),
      logger: testLogger(),
      replicas: 1,
    })
    dispatchers.push(dispatcher)
    const handlers = webhookHandlers({
      deliveries,
      dispatcher,
      endpointCache,
      visibility,
      findUsersForEvents: () => Promise.resolve(new Map()),
      eraseAgainIfErased,
      clock,
    })
    const attempt = async (endpointId: number, eventId: string) => {
      const plan = { kind: 'leased' } as const
      const [delivery] = await deliveries.addAll([{ endpointId, event: anEvent(eventId), plan }], NOW)
      if (delivery) await record(delivery)
    }
    const record = async (delivery: LeasedWebhookDelivery) =>
      sender.record(delivery, await sender.send(delivery))
    return {
      connection,
      endpoints,
      deliveries,
      endpointCache,
      metrics,
      sender,
      dispatcher,
      handlers,
      attempt,
      record,
    }
  }

  async function anEndpoint(
    { endpoints }: { endpoints: Endpoints },
    accountId: number,
    events: readonly WebhookEventType[] = ['user.created'],
  ) {
    const receiver = await startReceiver()
    stops.push(() => receiver.stop())
    const wanted = { accountId, accountCreatedAt: NOW, url: receiver.url, events, description: '' }
    const { id } = await endpoints.add(wanted, (own) => secrets.seal(secrets.newSecret(), own), NOW)
    const failingSince = async () => (await endpoints.find(id))?.failingSince
    return { id, receiver, failingSince }
  }

  return { aProcess, anEndpoint }
}
