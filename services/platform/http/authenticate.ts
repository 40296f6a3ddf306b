import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { ContractOperation } from '../contract/contract.ts'
import { readOperatorToken } from '../config.ts'
import { accountKey, type Account } from '../domain/account.ts'
import { renderDateTime, type Clock } from '../domain/time.ts'
import { InvalidToken, OperatorTokenReadOnly } from '../errors.ts'
import type { BruteForceGuard } from './brute-force-guard.ts'
import type { Caller } from './caller.ts'
import { readBearer, readCredential } from './credential.ts'
import type { CredentialCache } from './credential-cache.ts'

/**
 * Identifies the caller by its headers.
 * @param address of the client
 * @param stillValidMs a cached credential counts only if it counts for so long from now on
 * @throws InvalidToken, TooManyRequests, Unavailable
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  address: string,
  stillValidMs?: number,
) => Caller | Promise<Caller>

/**
 * Identifies the caller, before a request is spent or read. Only failures count against the client's address,
 * so guessing is slowed down while a valid credential from the same address still passes.
 *
 * @returns undefined when the operation requires no credential
 * @throws InvalidToken, TooManyRequests, Unavailable
 */
export async function identifyCaller(
  { authenticate, guard }: { authenticate: Authenticate; guard: Pick<BruteForceGuard, 'recordFailure'> },
  request: { headers: IncomingHttpHeaders; address: string },
  operation: Pick<ContractOperation, 'security' | 'x-audience'>,
): Promise<Caller | undefined> {
  if (operation.security.length === 0) return undefined
  try {
    return await authenticate(request.headers, request.address)
  } catch (error) {
    // Requests between the services are not limited.
    if (error instanceof InvalidToken && operation['x-audience'] !== 'internal')
      await guard.recordFailure(request.address)
    throw error
  }
}

/** For public operations: by the credential of a service account. */
export function byCredential(cache: CredentialCache, defaultRequestsPerMinute: number): Authenticate {
  return async (headers, address, stillValidMs) => {
    const account = await cache.account(readCredential(headers), address, stillValidMs)
    return {
      account,
      limit: {
        key: `account:${accountKey(account)}`,
        requestsPerMinute: account.requestsPerMinute ?? defaultRequestsPerMinute,
      },
    }
  }
}

/** For each operator token. */
const OPERATOR_REQUESTS_PER_MINUTE = 6_000

/** For internal operations: by one of the configured tokens. They have `x-rate-limit: none`. */
export function byToken(acceptedTokens: readonly string[]): Authenticate {
  const find = tokenFinder(acceptedTokens.map((token) => ({ token })))
  return (headers) => {
    find(headers)
    return { account: undefined }
  }
}

/**
 * For operator operations: by one of the configured tokens.
 * @param tokens as configured, with or without a name (`ada:token`)
 */
export function byOperatorToken(tokens: {
  readonly full: readonly string[]
  readonly readOnly: readonly string[]
}): Authenticate {
  const accepted = (entries: readonly string[], mayChange: boolean) =>
    entries.map((entry) => {
      const { name, token } = readOperatorToken(entry)
      const operator = { name: name || fingerprint(token), fingerprint: fingerprint(token), mayChange }
      return { token, operator }
    })
  const find = tokenFinder([...accepted(tokens.full, true), ...accepted(tokens.readOnly, false)])
  return (headers) => {
    const { operator } = find(headers)
    return {
      account: undefined,
      operator,
      limit: {
        key: `operator:${operator.fingerprint}`,
        requestsPerMinute: OPERATOR_REQUESTS_PER_MINUTE,
      },
    }
  }
}

/** Finds the accepted token that a request shows. @throws InvalidToken */
function tokenFinder<T extends { readonly token: string }>(accepted: readonly T[]) {
  const hashes = accepted.map(({ token }) => sha256(token))
  return (headers: IncomingHttpHeaders): T => {
    const hashed = sha256(readBearer(headers) ?? '')
    // Compares with every token in constant time, so that the response time reveals nothing about them.
    const [match] = accepted.filter((_, i) => timingSafeEqual(hashes[i] as Buffer, hashed))
    if (!match) throw new InvalidToken()
    return match
  }
}

/** @throws OperatorTokenReadOnly when the operation needs more than the token allows */
export function requireOperatorAccess(
  operation: Pick<ContractOperation, 'x-audience' | 'x-operator-access'>,
  caller: Caller | undefined,
): void {
  if (operation['x-audience'] !== 'operator' || operation['x-operator-access'] === 'read') return
  if (caller?.operator?.mayChange !== true) throw new OperatorTokenReadOnly()
}

/** Long enough for a caller to ask for another key and to change to it. */
const ANNOUNCED_BEFORE_MS = 14 * 24 * 60 * 60 * 1000

/** Adds a header with the expiry of the caller's key, if it expires soon. */
export function announceExpiry(response: ServerResponse, account: Account | undefined, clock: Clock): void {
  const expiresAt = account?.keyExpiresAt
  if (!expiresAt || expiresAt.getTime() - clock.now().getTime() > ANNOUNCED_BEFORE_MS) return
  response.setHeader('x-key-expires', renderDateTime(expiresAt))
}

/** Identifies a token in logs without revealing it. */
export function fingerprint(token: string): string {
  return hash('sha256', token).slice(0, 12)
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
