import type { foundation } from '../../../platform/foundation.ts'
import type { Part } from '../../../platform/process/part.ts'
import type { Counters } from '../../../platform/store/counters.ts'
import type { RegistrationServiceClient } from '../clients/registration-service.ts'
import type { UserServiceClient } from '../clients/user-service.ts'
import type { NotificationConfig } from '../config.ts'
import { createWebhookMetrics } from '../metrics.ts'
import { AddressGuard, resolveByDns, type Resolve } from './deliveries/address-guard.ts'
import { serversIn } from './deliveries/backing-servers.ts'
import { webhookDispatcher, webhookWork } from './deliveries/webhook-dispatcher.ts'
import { WebhookHttpClient } from './deliveries/http-client.ts'
import { webhookHandlers } from './deliveries/on-events.ts'
import { removeOrphans } from './deliveries/orphans.ts'
import { WebhookDeliveries } from './deliveries/repository.ts'
import { WebhookSender } from './deliveries/webhook-sender.ts'
import { Visibility } from './deliveries/visibility.ts'
import { disableOfDeletedAccounts } from './endpoints/deleted-accounts.ts'
import { Endpoints } from './endpoints/repository.ts'
import { resealAll } from './endpoints/reseal.ts'
import { SecretBox } from './endpoints/secrets.ts'
import { EndpointCache } from './endpoints/endpoint-cache.ts'

/** How often what killed processes have left is looked for, and endpoints of deleted accounts. */
const ORPHANS_MS = 60_000
/** Messages that are handled at the same time: their deliveries are written in one batch. */
const MAX_MESSAGES_IN_PROGRESS = 100

interface WebhookOptions {
  readonly base: ReturnType<typeof foundation<'notification'>>
  readonly config: NotificationConfig
  readonly counters: Counters
  readonly userService: UserServiceClient
  readonly registrationService: RegistrationServiceClient
  readonly stopDeadline: AbortSignal
  readonly eraseAgainIfErased: (userId: number) => Promise<boolean>
  readonly overrides: WebhookOverrides
}

/** What a test may set. */
export interface WebhookOverrides {
  webhookSweepMs?: number
  webhookVisibilityMaxAgeMs?: number
  webhookTrialEveryMs?: number
  /** The DNS that webhooks ask. */
  resolve?: Resolve
}

/** The parts of the service that send webhooks, composed. */
export function composeWebhooks(options: WebhookOptions) {
  const { base, config, counters, userService, registrationService, stopDeadline, overrides } = options
  const { clock, connection, logger } = base
  const { mongodb } = base.dependencies
  const metrics = createWebhookMetrics(base.metrics.registry)

  const secrets = new SecretBox(config.webhookSecretKeys)
  const endpoints = new Endpoints(connection, counters)
  const deliveries = new WebhookDeliveries(connection, { ids: counters.ids('webhookDeliveries'), clock })
  const endpointCache = new EndpointCache(endpoints)
  const { findExistingAccounts, findUsersForEvents } = userService
  const visibility = new Visibility(
    { ...userService, ...registrationService },
    overrides.webhookVisibilityMaxAgeMs,
  )
  const addressGuard = new AddressGuard({
    allowedNetworks: config.webhookAllowedNetworks,
    backingServers: [
      config.mongodbUrl,
      config.redisUrl,
      config.rabbitmqUrl,
      config.smtpUrl,
      config.userServiceUrl,
      config.registrationServiceUrl,
      config.webhookProxyUrl,
    ].flatMap(serversIn),
    resolve: overrides.resolve ?? resolveByDns(),
    logger,
  })
  const client = new WebhookHttpClient({ addressGuard, proxyUrl: config.webhookProxyUrl })
  const sender = new WebhookSender({
    deliveries,
    endpoints,
    endpointCache,
    visibility,
    eraseAgainIfErased: options.eraseAgainIfErased,
    client,
    secrets,
    clock,
    logger,
    metrics,
    stopDeadline,
    trialEveryMs: overrides.webhookTrialEveryMs,
  })
  const dispatcher = webhookDispatcher({
    deliveries,
    sender,
    mongodb,
    logger,
    replicas: config.replicas,
    sweepMs: overrides.webhookSweepMs,
  })
  const handlers = webhookHandlers({
    deliveries,
    dispatcher,
    endpointCache,
    visibility,
    findUsersForEvents,
    eraseAgainIfErased: options.eraseAgainIfErased,
    clock,
  })
  const consumers = [
    base.eventConsumer(
      'notification.webhook-registration-created',
      MAX_MESSAGES_IN_PROGRESS,
      handlers.onRegistrationCreated,
    ),
    base.eventConsumer(
      'notification.webhook-registration-changed',
      MAX_MESSAGES_IN_PROGRESS,
      handlers.onRegistrationChanged,
    ),
    base.eventConsumer('notification.webhook-user-erased', MAX_MESSAGES_IN_PROGRESS, handlers.onUserErased),
  ]
  const orphans = base.periodically('orphaned webhook deliveries', ORPHANS_MS, (stopping) =>
    removeOrphans({ endpoints, deliveries }, stopping),
  )
  const laneRepair = base.periodically(
    'webhook deliveries that no process looks for',
    ORPHANS_MS,
    (stopping) => deliveries.repairLanes(stopping),
  )
  const deletedAccounts = base.periodically('webhook endpoints of deleted accounts', ORPHANS_MS, () =>
    disableOfDeletedAccounts({ endpoints, deliveries, findExistingAccounts, clock, logger }),
  )
  const connections: Part = { name: 'connections to receivers', stop: () => client.close() }

  return {
    metrics,
    endpoints,
    deliveries,
    sender,
    handlerDeps: {
      endpoints,
      deliveries,
      dispatcher,
      endpointCache,
      visibility,
      sender,
      removeOrphans: () => void orphans.runNow(),
      secrets,
      findExistingAccounts,
      urlRules: {
        allowHttp: config.webhookAllowHttp === 'true',
        isAllowedHost: (hostname: string) => addressGuard.isAllowedHost(hostname),
      },
      clock,
    },
    consumers,
    /** E-mails have the queue too. */
    onUserChanged: handlers.onUserChanged,
    work: webhookWork(dispatcher),
    parts: [connections, orphans, laneRepair, deletedAccounts, dispatcher, ...consumers] as const,
    async prepare(): Promise<void> {
      await endpoints.prepare()
      await resealAll({ endpoints, secrets, logger })
      await counters.prepare('webhookDeliveries', await deliveries.prepare())
    },
  }
}
