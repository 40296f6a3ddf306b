import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Schemas } from '../contract/schema.ts'
import { bytesOfScopes, perRole, Scope, type Account } from '../domain/account.ts'
import { InvalidToken } from '../errors.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { BruteForceGuard } from './brute-force-guard.ts'
import { isWellFormed, type Credential } from './credential.ts'
import { verifyCredential } from './generated/calls.ts'
import type { InternalService } from './internal-service.ts'

/**
 * Verifies a credential.
 * @param address of the client that sent it, which is recorded with the key
 * @returns undefined when it is not valid
 * @throws Unavailable
 */
export type VerifyCredential = (credential: Credential, address?: string) => Promise<Account | undefined>

/** A credential that was valid in this time is checked apart from what guessing sends. */
const KNOWN_MS = 10 * 60_000
const MAX_KNOWN = 10_000
/** A revoked key or a changed grant takes effect within this time. */
const MAX_AGE_MS = 15_000
const MAX_CACHED_BYTES = 40_000_000
/** The memory of an account without its scopes, generously. */
const BYTES_AN_ACCOUNT = 4_000

/**
 * Caches the accounts of valid credentials. An entry expires {@link MAX_AGE_MS} after its verification was
 * sent; it is never extended, and never used after that, even while the user service is unavailable.
 * Concurrent callers with the same credential share one verification. A credential that was valid lately is
 * verified at once: requests with wrong secrets, which may come from the same address, don't delay it.
 */
export class CredentialCache {
  readonly #verify: VerifyCredential
  readonly #guard: Pick<BruteForceGuard, 'runCheck'>
  readonly #metrics: Metrics
  /** By a hash of the whole credential, so that no secret is held. */
  readonly #accounts = new LRUCache<string, Account>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ scopes }) => BYTES_AN_ACCOUNT + bytesOfScopes(scopes),
  })
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS })
  readonly #pending = new Map<string, Promise<Account | undefined>>()

  constructor(options: {
    verify: VerifyCredential
    guard: Pick<BruteForceGuard, 'runCheck'>
    metrics: Metrics
  }) {
    this.#verify = options.verify
    this.#guard = options.guard
    this.#metrics = options.metrics
  }

  /**
   * @param address of the client
   * @param stillValidMs an entry that expires earlier is verified again
   * @throws InvalidToken, TooManyRequests, Unavailable
   */
  async account(credential: Credential, address: string, stillValidMs = 0): Promise<Account> {
    // Neither part can contain a line feed, so different credentials never give the same text.
    const key = hash('sha256', `${credential.keyId}\n${credential.secret}`, 'base64')
    const expiresSoon = stillValidMs > 0 && this.#accounts.getRemainingTTL(key) < stillValidMs
    const cached = expiresSoon ? undefined : this.#accounts.get(key)
    // The checksum in the secret reveals most wrong secrets without a request to the user service.
    if (!cached && !isWellFormed(credential.secret)) throw new InvalidToken()
    this.#metrics.credentialChecks.inc({ source: cached ? 'cache' : 'verified' })
    const verify = () => this.#verifyGuarded(key, credential, address)
    const account = cached ?? (await this.#verifyOnce(key, verify))
    if (!account) throw new InvalidToken()
    return account
  }

  #verifyOnce(key: string, verify: () => Promise<Account | undefined>): Promise<Account | undefined> {
    const pending = this.#pending.get(key)
    if (pending) return pending
    const verification = verify().finally(() => this.#pending.delete(key))
    this.#pending.set(key, verification)
    return verification
  }

  #verifyGuarded(key: string, credential: Credential, address: string): Promise<Account | undefined> {
    const verify = () => this.#verifyAndCache(key, credential, address)
    return this.#known.has(key) ? verify() : this.#guard.runCheck(address, verify)
  }

  async #verifyAndCache(key: string, credential: Credential, address: string): Promise<Account | undefined> {
    const sentAt = performance.now()
    const account = await this.#verify(credential, address)
    if (account) this.#known.set(key, true)
    else this.#known.delete(key)
    const ttl = Math.floor(sentAt + MAX_AGE_MS - performance.now())
    if (account && ttl > 0) this.#accounts.set(key, account, { ttl })
    return account
  }
}

/**
 * Verifies the credentials of service accounts by the user service, which owns them. Several requests may
 * share a verification, so it belongs to the trace of none.
 */
export const remoteVerifier =
  (userService: InternalService<'user'>): VerifyCredential =>
  async (body, address) => {
    const { valid, account } = await verifyCredential(userService, {
      headers: { 'X-Caller-Address': address },
      body,
    })
    if (!valid) return undefined
    if (!account) throw userService.unavailable('a valid credential lacks its account')
    return toAccount(account)
  }

function toAccount(account: Schemas['VerifiedAccount']): Account {
  return {
    id: account.accountId,
    createdAt: new Date(account.createdAt),
    name: account.name,
    homeGroupId: account.homeGroupId,
    requestsPerMinute: account.requestsPerMinute,
    scopes: perRole((role) => new Scope(account.scopes[role])),
    ...(account.keyExpiresAt && { keyExpiresAt: new Date(account.keyExpiresAt) }),
  }
}
