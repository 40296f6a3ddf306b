import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ContractOperation } from '../contract/contract.ts'
import document from '../contract/generated/openapi.json' with { type: 'json' }
import type { Account } from '../domain/account.ts'
import { InvalidToken } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import type { Attempts } from './attempts.ts'
import { isWellFormed } from './secret.ts'

/** A key and its secret, as a caller sends them (decision A1). */
export interface Credential {
  readonly keyId: string
  readonly secret: string
}

/** Verifies a credential; undefined when it is not valid. @throws Unavailable */
export type VerifyCredential = (credential: Credential) => Promise<Account | undefined>

/** Who calls, and what its requests are counted by (decision R20). */
export interface Caller {
  /** Absent on operator and internal operations. */
  readonly account: Account | undefined
  readonly countedBy: string
  readonly requestsPerMinute: number
}

/** Asks for the verification of an unknown credential, when it is the turn of the client's address. */
export type Turn = <T>(verification: () => Promise<T>) => Promise<T>

/** Identifies the caller from the headers of a request. @throws InvalidToken, TooManyRequests, Unavailable */
export type Authenticate = (headers: IncomingHttpHeaders, turn: Turn) => Caller | Promise<Caller>

/**
 * The first step: identifies the caller if the operation requires a credential. Only failures count against
 * the client's address, so guessing is slowed down while a good credential from the same address still passes
 * (decision R20).
 *
 * @returns identifies the caller of a request, undefined when the operation requires no credential; throws
 * InvalidToken, TooManyRequests, Unavailable
 */
export function authenticator(authenticate: Authenticate, attempts: Attempts) {
  return async (
    headers: IncomingHttpHeaders,
    address: () => string,
    { security, 'x-audience': audience }: Pick<ContractOperation, 'security' | 'x-audience'>,
  ): Promise<Caller | undefined> => {
    if (security.length === 0) return undefined
    try {
      return await authenticate(headers, (verification) => attempts.verify(address(), verification))
    } catch (refusal) {
      // Internal operations are outside of every limiter (decision A7).
      if (refusal instanceof InvalidToken && audience !== 'internal') await attempts.failed(address())
      throw refusal
    }
  }
}

/** Requests a minute for each operator token (decision A7). */
const OPERATOR_REQUESTS_PER_MINUTE = 6_000

/** For public operations: by the credential of a service account. */
export function asAccount(cache: CredentialCache, requestsPerMinute: number): Authenticate {
  return async (headers, turn) => {
    const account = await cache.account(readCredential(headers), turn)
    return {
      account,
      countedBy: `account:${account.id}`,
      requestsPerMinute: account.requestsPerMinute ?? requestsPerMinute,
    }
  }
}

/**
 * For operator and internal operations: by one of the configured tokens. Compares the hashes of all of them
 * in constant time, so the time of the answer reveals nothing.
 */
export function byToken(accepted: readonly string[]): Authenticate {
  const operators = accepted.map(digest).map((known) => ({
    known,
    caller: {
      account: undefined,
      countedBy: `operator:${shortened(known)}`,
      requestsPerMinute: OPERATOR_REQUESTS_PER_MINUTE,
    },
  }))
  return (headers) => {
    const given = digest(readBearer(headers) ?? '')
    // Not find(): it would stop at the first.
    const [operator] = operators.filter(({ known }) => timingSafeEqual(known, given))
    if (!operator) throw new InvalidToken()
    return operator.caller
  }
}

/** Identifies a token in logs and counters without revealing it. */
export const fingerprint = (token: string) => shortened(digest(token))

const digest = (text: string) => hash('sha256', text, 'buffer')
const shortened = (digest: Buffer) => digest.toString('hex').slice(0, 12)

/** The bounds of a credential are those of the question to the user service: what passes here can be asked there. */
const { keyId: KEY_ID, secret: SECRET } = document.components.schemas.CredentialCheck.properties

/**
 * Reads a credential in either of its two forms.
 * @throws InvalidToken when it is missing or malformed
 */
export function readCredential(headers: IncomingHttpHeaders): Credential {
  const keyId = headers['x-api-key']
  const secret = headers['x-api-secret']
  if (typeof keyId === 'string' && typeof secret === 'string') return checked({ keyId, secret })
  const bearer = readBearer(headers)
  const dot = bearer?.indexOf('.') ?? -1
  if (bearer === undefined || dot < 0) throw new InvalidToken()
  return checked({ keyId: bearer.slice(0, dot), secret: bearer.slice(dot + 1) })
}

/** The token of `Authorization: Bearer <token>` (RFC 6750 §2.1), with the scheme in any letter case. */
export function readBearer(headers: IncomingHttpHeaders): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

function checked(credential: Credential): Credential {
  if (!isWithin(KEY_ID, credential.keyId) || !isWithin(SECRET, credential.secret)) throw new InvalidToken()
  return credential
}

const isWithin = (bounds: { minLength: number; maxLength: number }, { length }: string): boolean =>
  length >= bounds.minLength && length <= bounds.maxLength

/** Longest time a revoked key or a changed grant goes unnoticed (decision A2b). */
const CREDENTIAL_MS = 15_000
const MAX_CACHED = 10_000

/**
 * Caches verified credentials for at most {@link CREDENTIAL_MS}, counted from the moment the verification was
 * sent. Entries are never extended and never served stale; only valid credentials are cached; concurrent
 * callers share one verification. Keyed by a hash of the whole credential, not by the secret. A secret whose
 * checksum is wrong is refused without asking.
 */
export class CredentialCache {
  readonly #verify: VerifyCredential
  readonly #metrics: Metrics
  readonly #known = new LRUCache<string, Account>({ max: MAX_CACHED })
  readonly #asking = new Map<string, Promise<Account | undefined>>()

  constructor(verify: VerifyCredential, metrics: Metrics) {
    this.#verify = verify
    this.#metrics = metrics
  }

  /** @throws InvalidToken, TooManyRequests, Unavailable */
  async account(credential: Credential, turn: Turn): Promise<Account> {
    // Neither part can contain a line feed, so each hashed text stands for exactly one credential.
    const key = hash('sha256', `${credential.keyId}\n${credential.secret}`, 'base64')
    const known = this.#known.get(key)
    if (!known && !isWellFormed(credential.secret)) throw new InvalidToken()
    this.#metrics.credentialChecks.inc({ source: known ? 'cache' : 'verified' })
    const account = known ?? (await (this.#asking.get(key) ?? this.#ask(key, credential, turn)))
    if (!account) throw new InvalidToken()
    return account
  }

  #ask(key: string, credential: Credential, turn: Turn): Promise<Account | undefined> {
    const asked = turn(async () => {
      const sentAt = performance.now()
      const account = await this.#verify(credential)
      const ttl = Math.floor(sentAt + CREDENTIAL_MS - performance.now())
      if (account && ttl > 0) this.#known.set(key, account, { ttl })
      return account
    }).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asked)
    return asked
  }
}
