import type { Handlers } from '../../platform/contract/operation.ts'
import type { Publisher } from '../../platform/messaging/publisher.ts'
import type { Dependency } from '../../platform/process/dependency.ts'
import { serviceStatus, type StatusSource } from '../../platform/http/status.ts'
import type { Clock } from '../../platform/domain/time.ts'
import { getDeadLetter, listDeadLetters, replayDeadLetter } from './dead-letters/handlers.ts'
import { dismissDeadLetters, replayDeadLetters } from './dead-letters/operate-on-many.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import {
  findRegistrationsWithoutDelivery,
  getDelivery,
  getReceipt,
  listDeliveries,
  resendDelivery,
} from './emails/handlers.ts'
import { retryDeliveries } from './emails/retry-deliveries.ts'
import type { EmailDeliveries } from './emails/repository.ts'
import type { EmailDispatcher } from './emails/email-dispatcher.ts'
import type { MailSettings } from './emails/mail-writer.ts'
import type { SmtpMailer } from './emails/smtp-mailer.ts'
import { eraseNotifications } from './erase.ts'
import type { Eraser } from '../../platform/erasure/eraser.ts'
import type { Tombstones } from '../../platform/erasure/repository.ts'
import { exportNotifications } from './export.ts'
import { countDeliveries, mergeDeliveries } from './merge.ts'
import { listReasons } from './list-reasons.ts'
import {
  listWebhookDeliveries,
  replayWebhookEvents,
  retryWebhookDelivery,
  type WebhookDeliveryDeps,
} from './webhooks/deliveries/handlers.ts'
import type { WebhookDeliveries } from './webhooks/deliveries/repository.ts'
import { listAllWebhookDeliveries, retryWebhookDeliveries } from './webhooks/deliveries/operator-handlers.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  getAnyWebhookEndpoint,
  getWebhookEndpoint,
  listAllWebhookEndpoints,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  type EndpointDeps,
} from './webhooks/endpoints/handlers.ts'
import { connectToMailServer } from './emails/connect.ts'
import { previewTemplate } from './emails/preview.ts'

interface Deps {
  deliveries: EmailDeliveries
  deadLetters: DeadLetters
  tombstones: Tombstones
  dispatcher: EmailDispatcher
  publisher: Publisher
  mailSettings: MailSettings
  mailer: SmtpMailer
  smtp: Dependency
  clock: Clock
  webhooks: EndpointDeps & WebhookDeliveryDeps
  status: StatusSource
}

export const publicHandlers = ({ webhooks }: Pick<Deps, 'webhooks'>): Handlers<'notification', 'public'> => ({
  listWebhookEndpoints: listWebhookEndpoints(webhooks),
  createWebhookEndpoint: createWebhookEndpoint(webhooks),
  getWebhookEndpoint: getWebhookEndpoint(webhooks),
  updateWebhookEndpoint: updateWebhookEndpoint(webhooks),
  deleteWebhookEndpoint: deleteWebhookEndpoint(webhooks),
  rotateWebhookSecret: rotateWebhookSecret(webhooks),
  testWebhookEndpoint: testWebhookEndpoint(webhooks),
  listWebhookDeliveries: listWebhookDeliveries(webhooks),
  retryWebhookDelivery: retryWebhookDelivery(webhooks),
  replayWebhookEvents: replayWebhookEvents(webhooks),
})

export const operatorHandlers = (deps: Deps): Handlers<'notification', 'operator'> => ({
  listDeliveries: listDeliveries(deps),
  getDelivery: getDelivery(deps),
  resendDelivery: resendDelivery(deps),
  retryDeliveries: retryDeliveries(deps),
  listReasons: listReasons({
    ...deps,
    webhookDeliveries: deps.webhooks.deliveries,
    endpoints: deps.webhooks.endpoints,
  }),
  listDeadLetters: listDeadLetters(deps),
  replayDeadLetters: replayDeadLetters(deps),
  dismissDeadLetters: dismissDeadLetters(deps),
  getDeadLetter: getDeadLetter(deps),
  replayDeadLetter: replayDeadLetter(deps),
  connectToMailServer: connectToMailServer(deps),
  previewTemplate: previewTemplate(deps),
  listAllWebhookEndpoints: listAllWebhookEndpoints(deps.webhooks),
  getAnyWebhookEndpoint: getAnyWebhookEndpoint(deps.webhooks),
  disableWebhookEndpoint: disableWebhookEndpoint(deps.webhooks),
  enableWebhookEndpoint: enableWebhookEndpoint(deps.webhooks),
  listAllWebhookDeliveries: listAllWebhookDeliveries(deps.webhooks),
  retryWebhookDeliveries: retryWebhookDeliveries(deps.webhooks),
  getNotificationStatus: serviceStatus(deps.status),
})

export const internalHandlers = (
  deps: Pick<Deps, 'deliveries' | 'deadLetters' | 'clock'> & {
    webhookDeliveries: WebhookDeliveries
    eraser: Eraser
    stepSize: number
  },
): Handlers<'notification', 'internal'> => ({
  getReceipt: getReceipt(deps),
  findRegistrationsWithoutDelivery: findRegistrationsWithoutDelivery(deps),
  exportNotifications: exportNotifications(deps),
  eraseNotifications: eraseNotifications(deps),
  mergeDeliveries: mergeDeliveries(deps),
  countDeliveries: countDeliveries(deps),
})
