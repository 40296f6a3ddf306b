import {
  isSameAccount,
  requireScope,
  type Account,
  type AccountIdentity,
} from '../../../../platform/domain/account.ts'
import { inBody, InvalidRequest } from '../../../../platform/errors.ts'
import { WebhookDisabledByOperator, WebhookEndpointDisabled } from '../../errors.ts'

/** What an endpoint can subscribe to. */
export type WebhookEventType =
  | 'registration.created'
  | 'registration.approved'
  | 'registration.completed'
  | 'registration.withdrawn'
  | 'user.created'
  | 'user.updated'
  | 'user.deleted'
  | 'user.erased'

export type Role = keyof Account['scopes']

const REGISTRATION_ROLES: readonly Role[] = ['courseAttendanceManager', 'batchRegistrationManager']
const USER_ROLES: readonly Role[] = ['userAdministrator']

/** The roles of which an account needs one to receive events of this type. */
export const rolesFor = (type: WebhookEventType): readonly Role[] =>
  type.startsWith('registration.') ? REGISTRATION_ROLES : USER_ROLES

/** @throws RoleMissing when the account may not subscribe to one of these types */
export function requireRoles(account: Account, types: readonly WebhookEventType[]): void {
  for (const type of types) requireScope(account, rolesFor(type))
}

/**
 * Twice that of a busy account with a receiver for each system. More would let one account fill the queue.
 */
export const MAX_ENDPOINTS = 20

export type DisabledReason = 'caller' | 'operator' | 'gone' | 'failing' | 'account-deleted'

/** A secret as it is stored: encrypted. `expiresAt` is null for the newest one. */
export interface StoredSecret {
  readonly sealed: string
  readonly expiresAt: Date | null
}

/** What belongs to a service account. */
export interface Owned {
  readonly accountId: number
  /** When the account was created: its id can be used again, and then it is another account. */
  readonly accountCreatedAt: Date
}

export const ownerOf = ({ accountId, accountCreatedAt }: Owned): AccountIdentity => ({
  id: accountId,
  createdAt: accountCreatedAt,
})

export const belongsTo = (owned: Owned, account: AccountIdentity): boolean =>
  isSameAccount(ownerOf(owned), account)

export interface Endpoint extends Owned {
  readonly id: number
  readonly url: string
  readonly events: readonly WebhookEventType[]
  readonly description: string
  readonly disabled: { readonly reason: DisabledReason; readonly at: Date } | null
  /** The newest first. */
  readonly secrets: readonly StoredSecret[]
  /** Since when every attempt has failed; null after a success. */
  readonly failingSince: Date | null
  /** Nothing is sent before: the receiver asked for it (`Retry-After`). Null if it did not. */
  readonly pausedUntil: Date | null
  /** The URL that has responded with 2xx last; "" for none. */
  readonly provenUrl: string
  /** Until then, a receiver that has never responded with 2xx gets no other attempt; null for no attempt. */
  readonly nextTrialAt: Date | null
  readonly createdAt: Date
}

/** Whether the receiver wants what it gets: another URL has to show that again. */
export const isProven = ({ url, provenUrl }: Pick<Endpoint, 'url' | 'provenUrl'>): boolean =>
  url === provenUrl

export type NewEndpoint = Pick<Endpoint, keyof Owned | 'url' | 'events' | 'description'>

interface EndpointUpdate {
  readonly url?: string | undefined
  readonly events?: readonly WebhookEventType[] | undefined
  readonly description?: string | undefined
  readonly enabled?: boolean | undefined
}

/** The endpoint with these changes of its account. @throws WebhookDisabledByOperator */
export function withUpdate(endpoint: Endpoint, update: EndpointUpdate, now: Date): Endpoint {
  const changed = {
    ...endpoint,
    url: update.url ?? endpoint.url,
    events: update.events ?? endpoint.events,
    description: update.description ?? endpoint.description,
    // Another receiver has neither failed nor asked for a pause.
    ...(update.url === undefined || update.url === endpoint.url
      ? {}
      : { failingSince: null, pausedUntil: null }),
  }
  if (update.enabled === undefined) return changed
  if (needsOperator(endpoint)) {
    if (update.enabled) throw new WebhookDisabledByOperator()
    return changed
  }
  return update.enabled ? asEnabled(changed) : asDisabled(changed, 'caller', now)
}

export const asEnabled = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  disabled: null,
  failingSince: endpoint.disabled ? null : endpoint.failingSince,
  pausedUntil: null,
})

/** A reason replaces those below it: an operator's decision, and the end of the account above all. */
const RANK: Readonly<Record<DisabledReason, number>> = {
  caller: 0,
  gone: 0,
  failing: 0,
  operator: 1,
  'account-deleted': 2,
}

export const asDisabled = (endpoint: Endpoint, reason: DisabledReason, now: Date): Endpoint =>
  endpoint.disabled && RANK[reason] <= RANK[endpoint.disabled.reason]
    ? endpoint
    : { ...endpoint, disabled: { reason, at: now } }

/** What an attempt that failed says about its receiver. */
export interface EndpointFailure {
  readonly url: string
  readonly status: number | null
  readonly retryAfterMs: number
}

/**
 * The endpoint after an attempt that failed: paused if the receiver asked for it, and disabled if it is gone
 * or has failed too long.
 */
export function withFailure(endpoint: Endpoint, failure: EndpointFailure, now: Date): Endpoint {
  const { url, status, retryAfterMs } = failure
  // The endpoint may have got another receiver during the attempt.
  if (endpoint.disabled || endpoint.url !== url) return endpoint
  if (status === GONE) return asDisabled(endpoint, 'gone', now)
  const failingSince = endpoint.failingSince ?? now
  if (hasFailedTooLong(failingSince, now)) return asDisabled(endpoint, 'failing', now)
  if (endpoint.failingSince && retryAfterMs === 0) return endpoint
  const pausedUntil = retryAfterMs > 0 ? new Date(now.getTime() + retryAfterMs) : endpoint.pausedUntil
  return { ...endpoint, failingSince, pausedUntil }
}

export const withoutPause = (endpoint: Endpoint): Endpoint => ({ ...endpoint, pausedUntil: null })

export const isPaused = ({ pausedUntil }: Pick<Endpoint, 'pausedUntil'>, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now

/** Whether only an operator can enable the endpoint. */
const needsOperator = ({ disabled }: Endpoint): boolean =>
  disabled?.reason === 'operator' || disabled?.reason === 'account-deleted'

/** @throws WebhookDisabledByOperator */
export function requireNotDisabledByOperator(endpoint: Endpoint): void {
  if (needsOperator(endpoint)) throw new WebhookDisabledByOperator()
}

/** @throws WebhookEndpointDisabled */
export function requireEnabled({ disabled }: Endpoint): void {
  if (disabled) throw new WebhookEndpointDisabled()
}

/** The status with which a receiver ends its deliveries. */
const GONE = 410

/** How long the old secret signs too, after a rotation. */
const ROTATION_MS = 24 * 60 * 60 * 1000

/** The endpoint with a new secret. The one before it stays valid for a day, older ones end. */
export function withNewSecret(endpoint: Endpoint, sealed: string, now: Date): Endpoint {
  const [current] = endpoint.secrets
  const expiresAt = new Date(now.getTime() + ROTATION_MS)
  return {
    ...endpoint,
    secrets: [{ sealed, expiresAt: null }, ...(current ? [{ sealed: current.sealed, expiresAt }] : [])],
  }
}

/** The secrets that sign now, the newest first. */
export const validSecrets = ({ secrets }: Endpoint, now: Date): StoredSecret[] =>
  secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)

/** An endpoint with nothing but failures for this long is disabled. */
const MAX_FAILING_MS = 5 * 24 * 60 * 60 * 1000

const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= MAX_FAILING_MS

const HTTPS_PORT = 443
const HTTP_PORT = 80
const MIN_UNPRIVILEGED_PORT = 1024

/** The port that a URL leads to. */
const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? HTTPS_PORT : HTTP_PORT) : Number(port)

/** What the installation allows as the URL of a receiver. */
export interface UrlRules {
  readonly allowHttp: boolean
  /** Whether webhooks may go there; true for a name, whose addresses are checked when something is sent. */
  readonly isAllowedHost: (hostname: string) => boolean
}

/** The URL of a receiver. @throws InvalidRequest */
export function readUrl(text: string, { allowHttp, isAllowedHost }: UrlRules): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.hostname === '') throw invalidUrl('must be a well-formed URL.')
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw invalidUrl(`must start with ${allowHttp ? 'http:// or https://' : 'https://'}.`)
  if (url.username !== '' || url.password !== '')
    throw invalidUrl('must not contain a user name or a password. Verify the signature instead.')
  if (text.includes('#')) throw invalidUrl('must not contain a fragment (#).')
  const port = portOf(url)
  if (port !== HTTPS_PORT && port < MIN_UNPRIVILEGED_PORT && !(allowHttp && port === HTTP_PORT))
    throw invalidUrl(`must have the port ${allowHttp ? '80, 443' : '443'} or a port from 1024 on.`)
  if (!isAllowedHost(url.hostname))
    throw invalidUrl('must lead to a public address, or to one that the operator allows.')
  return url
}

const invalidUrl = (rule: string) => new InvalidRequest(`url ${rule}`, inBody('url'))
