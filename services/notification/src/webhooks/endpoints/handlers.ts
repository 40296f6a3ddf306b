import { randomUUID } from 'node:crypto'
import type { Handler } from '../../../../platform/contract/operation.ts'
import { defined } from '../../../../platform/domain/defined.ts'
import { etagOf, requireConditions } from '../../../../platform/http/conditional.ts'
import { listResponse } from '../../../../platform/http/list.ts'
import { renderDateTime, type Clock } from '../../../../platform/domain/time.ts'
import { testEvent } from '../deliveries/events.ts'
import type { WebhookDeliveries } from '../deliveries/repository.ts'
import type { WebhookDispatcher } from '../deliveries/webhook-dispatcher.ts'
import type { WebhookSender } from '../deliveries/webhook-sender.ts'
import { WebhookAccountDeleted } from '../../errors.ts'
import { presentEndpoint, presentIssuedEndpoint, presentToOperator } from './presenter.ts'
import type { ExistingAccounts } from './deleted-accounts.ts'
import type { Endpoints } from './repository.ts'
import {
  asDisabled,
  asEnabled,
  readUrl,
  requireNotDisabledByOperator,
  requireRoles,
  withNewSecret,
  withUpdate,
  type UrlRules,
} from './rules.ts'
import type { SecretBox } from './secrets.ts'
import type { EndpointCache } from './endpoint-cache.ts'

/** Shorter than the four seconds within which a test has to respond. */
const TEST_TIMEOUT_MS = 3_500

export interface EndpointDeps {
  readonly endpoints: Endpoints
  readonly deliveries: WebhookDeliveries
  readonly endpointCache: EndpointCache
  readonly sender: WebhookSender
  readonly dispatcher: Pick<WebhookDispatcher, 'wake'>
  /** Starts to remove the deliveries of deleted endpoints: there can be more than a request has time for. */
  readonly removeOrphans: () => void
  readonly secrets: SecretBox
  readonly findExistingAccounts: ExistingAccounts
  readonly urlRules: UrlRules
  readonly clock: Clock
}

export const listWebhookEndpoints =
  (deps: EndpointDeps): Handler<'listWebhookEndpoints'> =>
  (call) => {
    const { endpoints } = deps
    const filter = { accountId: call.account.id, accountCreatedAt: call.account.createdAt }
    return listResponse(call, {
      page: (page) => endpoints.list(filter, page),
      count: () => endpoints.count(filter),
      present: (endpoint) => presentEndpoint(endpoint, deps),
    })
  }

export const createWebhookEndpoint =
  (deps: EndpointDeps): Handler<'createWebhookEndpoint'> =>
  async ({ account, body, pathWithSlash }) => {
    const { endpoints, endpointCache, secrets, urlRules, clock } = deps
    requireRoles(account, body.events)
    const { href: url } = readUrl(body.url, urlRules)
    const secret = secrets.newSecret()
    const endpoint = await endpoints.add(
      {
        accountId: account.id,
        accountCreatedAt: account.createdAt,
        url,
        events: body.events,
        description: body.description ?? '',
      },
      (id) => secrets.seal(secret, id),
      clock.now(),
    )
    endpointCache.forget()
    return {
      status: 201,
      body: presentIssuedEndpoint(endpoint, secret, deps),
      headers: { location: `${pathWithSlash}${endpoint.id}/` },
    }
  }

export const getWebhookEndpoint =
  (deps: EndpointDeps): Handler<'getWebhookEndpoint'> =>
  async ({ account, path }) => {
    const endpoint = await deps.endpoints.get(path.id, account)
    return { status: 200, body: presentEndpoint(endpoint, deps) }
  }

export const updateWebhookEndpoint =
  (deps: EndpointDeps): Handler<'updateWebhookEndpoint'> =>
  async ({ account, body, path, header }) => {
    const { endpoints, deliveries, dispatcher, endpointCache, urlRules, clock } = deps
    if (body.events) requireRoles(account, body.events)
    const url = body.url === undefined ? undefined : readUrl(body.url, urlRules).href
    await endpoints.get(path.id, account)
    const { endpoint } = await endpoints.change(path.id, account, (current) => {
      requireConditions(header, () => etagOf(presentEndpoint(current, deps)))
      return withUpdate(current, { ...body, url }, clock.now())
    })
    endpointCache.forget()
    if (endpoint.disabled) await deliveries.failPending(endpoint.id)
    else {
      // A pause may have ended.
      await deliveries.lanes.wake(endpoint.id, clock.now())
      dispatcher.wake(endpoint.id)
    }
    return { status: 200, body: presentEndpoint(endpoint, deps) }
  }

export const deleteWebhookEndpoint =
  (deps: EndpointDeps): Handler<'deleteWebhookEndpoint'> =>
  async ({ account, path, header }) => {
    const { endpoints, endpointCache, removeOrphans } = deps
    await endpoints.remove(path.id, account, (current) =>
      requireConditions(header, () => etagOf(presentEndpoint(current, deps))),
    )
    endpointCache.forget()
    removeOrphans()
    return { status: 204, body: undefined }
  }

export const rotateWebhookSecret =
  ({ endpoints, endpointCache, dispatcher, secrets, clock }: EndpointDeps): Handler<'rotateWebhookSecret'> =>
  async ({ account, path }) => {
    const secret = secrets.newSecret()
    const { endpoint } = await endpoints.change(path.id, account, (current) =>
      withNewSecret(current, secrets.seal(secret, path.id), clock.now()),
    )
    endpointCache.forget()
    dispatcher.wake(path.id) // events may wait for a secret that can sign
    const validUntil = endpoint.secrets[1]?.expiresAt ?? clock.now()
    return { status: 200, body: { secret, previousSecretValidUntil: renderDateTime(validUntil) } }
  }

export const testWebhookEndpoint =
  ({ endpoints, sender, dispatcher, clock }: EndpointDeps): Handler<'testWebhookEndpoint'> =>
  async ({ account, path }) => {
    const endpoint = await endpoints.get(path.id, account)
    requireNotDisabledByOperator(endpoint)
    const event = testEvent(randomUUID(), endpoint.id, clock.now())
    const result = await sender.sendTest(endpoint, event, TEST_TIMEOUT_MS)
    // What waits for its first success may be sent.
    if (result.kind === 'delivered') dispatcher.wake(endpoint.id)
    return {
      status: 200,
      body: {
        delivered: result.kind === 'delivered',
        responseStatus: result.status,
        durationMs: result.durationMs,
        error: result.kind === 'delivered' ? null : result.error,
      },
    }
  }

export const listAllWebhookEndpoints =
  (deps: EndpointDeps): Handler<'listAllWebhookEndpoints'> =>
  (call) => {
    const { endpoints } = deps
    const { accountId, enabled } = call.query
    const filter = defined({ accountId, enabled })
    return listResponse(call, {
      page: (page) => endpoints.list(filter, page),
      count: () => endpoints.count(filter),
      present: (endpoint) => presentToOperator(endpoint, deps),
    })
  }

export const getAnyWebhookEndpoint =
  (deps: EndpointDeps): Handler<'getAnyWebhookEndpoint'> =>
  async ({ path }) => {
    const endpoint = await deps.endpoints.get(path.id)
    return { status: 200, body: presentToOperator(endpoint, deps) }
  }

export const disableWebhookEndpoint =
  (deps: EndpointDeps): Handler<'disableWebhookEndpoint'> =>
  async (call) => {
    const { endpoints, deliveries, endpointCache, clock } = deps
    const { id } = call.path
    const { endpoint, isChanged } = await endpoints.change(
      id,
      undefined,
      (current) => asDisabled(current, 'operator', clock.now()),
      true,
    )
    const target = { webhookEndpoint: id, account: endpoint.accountId }
    const audited = isChanged ? call.audit(target) : 'unchanged'
    endpointCache.forget()
    await deliveries.failPending(id)
    return { status: 200, body: presentToOperator(endpoint, deps), audited }
  }

export const enableWebhookEndpoint =
  (deps: EndpointDeps): Handler<'enableWebhookEndpoint'> =>
  async (call) => {
    const { endpoints, endpointCache, findExistingAccounts } = deps
    const { id } = call.path
    const { accountId } = await endpoints.get(id)
    const accountCreatedAt = (await findExistingAccounts([accountId])).get(accountId)
    if (!accountCreatedAt) throw new WebhookAccountDeleted()
    // After a restore, an account that was created again under its id gets the endpoints of the lost one.
    const { endpoint, isChanged } = await endpoints.change(
      id,
      undefined,
      (current) => (current.disabled ? { ...asEnabled(current), accountCreatedAt } : current),
      true,
    )
    const target = { webhookEndpoint: id, account: endpoint.accountId }
    const audited = isChanged ? call.audit(target) : 'unchanged'
    endpointCache.forget()
    return { status: 200, body: presentToOperator(endpoint, deps), audited }
  }
