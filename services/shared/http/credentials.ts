import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { InvalidToken } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import type { Account } from './account.ts'

/** A key and its secret, as a caller sends them (decision A1). */
export interface Credential {
  readonly keyId: string
  readonly secret: string
}

/** Asks whoever owns the keys. `undefined`: not valid. @throws DependencyUnavailable when nobody can say. */
export type VerifyCredential = (credential: Credential) => Promise<Account | undefined>

/** Longest time a revoked key or a changed grant goes unnoticed (decision A2b). */
const CREDENTIAL_MS = 15_000
const MOST_CACHED = 10_000
const LONGEST_CREDENTIAL = 512

/**
 * Reads a credential in either of its two forms.
 * @throws InvalidToken when there is none, or it can't be one
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

/** The token of `Authorization: Bearer <token>` (RFC 6750 §2.1), the scheme in any case. */
export function readBearer(headers: IncomingHttpHeaders): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

function checked(credential: Credential): Credential {
  const { keyId, secret } = credential
  if (!keyId || !secret || keyId.length + secret.length > LONGEST_CREDENTIAL) throw new InvalidToken()
  return credential
}

/**
 * Remembers verified credentials for at most {@link CREDENTIAL_MS}, counted from the moment the question was sent:
 * never extended, never used past its time, only positive answers, one question at a time for each credential. What is
 * kept is a hash of the whole credential, not the secret.
 */
export class CredentialCache {
  readonly #verify: VerifyCredential
  readonly #metrics: Metrics
  readonly #known = new LRUCache<string, Account>({ max: MOST_CACHED })
  readonly #asking = new Map<string, Promise<Account | undefined>>()

  constructor(verify: VerifyCredential, metrics: Metrics) {
    this.#verify = verify
    this.#metrics = metrics
  }

  /** @throws InvalidToken, DependencyUnavailable */
  async account(credential: Credential): Promise<Account> {
    // A line feed can stand in neither of them, so what is hashed is one credential only.
    const key = createHash('sha256').update(`${credential.keyId}\n${credential.secret}`).digest('base64')
    const known = this.#known.get(key)
    this.#metrics.credentialChecks.inc({ source: known ? 'cache' : 'verified' })
    const account = known ?? (await (this.#asking.get(key) ?? this.#ask(key, credential)))
    if (!account) throw new InvalidToken()
    return account
  }

  #ask(key: string, credential: Credential): Promise<Account | undefined> {
    const sentAt = performance.now()
    const asked = this.#verify(credential)
      .then((account) => {
        const ttl = Math.floor(sentAt + CREDENTIAL_MS - performance.now())
        if (account && ttl > 0) this.#known.set(key, account, { ttl })
        return account
      })
      .finally(() => this.#asking.delete(key))
    this.#asking.set(key, asked)
    return asked
  }
}
