import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ContractOperation } from '../contract/contract.ts'
import { accountKey } from '../domain/account.ts'
import { readOperatorToken } from '../config.ts'
import { InvalidToken, OperatorTokenReadOnly } from '../errors.ts'
import type { BruteForceGuard } from './brute-force-guard.ts'
import type { Caller } from './caller.ts'
import { readBearer, readCredential } from './credential.ts'
import type { CredentialCache, RunCheck } from './credential-cache.ts'

/**
 * Identifies the caller by its headers.
 * @param address of the client
 * @throws InvalidToken, TooManyRequests, Unavailable
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  runCheck: RunCheck,
  address: string,
) => Caller | Promise<Caller>

/**
 * The first step of a request: identifies the caller. Only failures count against the client's address, so
 * guessing is slowed down while a valid credential from the same address still passes.
 *
 * @returns undefined when the operation requires no credential
 * @throws InvalidToken, TooManyRequests, Unavailable
 */
export async function identifyCaller(
  { authenticate, guard }: { authenticate: Authenticate; guard: BruteForceGuard },
  request: { headers: IncomingHttpHeaders; address: string },
  operation: Pick<ContractOperation, 'security' | 'x-audience'>,
): Promise<Caller | undefined> {
  if (operation.security.length === 0) return undefined
  try {
    const { headers, address } = request
    return await authenticate(headers, (check) => guard.runCheck(address, check), address)
  } catch (error) {
    // Requests between the services are not limited.
    if (error instanceof InvalidToken && operation['x-audience'] !== 'internal')
      await guard.recordFailure(request.address)
    throw error
  }
}

/** For public operations: by the credential of a service account. */
export function byCredential(cache: CredentialCache, defaultRequestsPerMinute: number): Authenticate {
  return async (headers, runCheck, address) => {
    const account = await cache.account(readCredential(headers), runCheck, address)
    return {
      account,
      limitKey: `account:${accountKey(account)}`,
      requestsPerMinute: account.requestsPerMinute ?? defaultRequestsPerMinute,
    }
  }
}

/** For each operator token. */
const OPERATOR_REQUESTS_PER_MINUTE = 6_000

/**
 * For internal operations: by one of the configured tokens. They have `x-rate-limit: none`, so their limit is
 * never spent.
 */
export function byToken(acceptedTokens: readonly string[]): Authenticate {
  const find = tokenFinder(acceptedTokens.map((token) => ({ token })))
  return (headers) => {
    find(headers)
    return { account: undefined, limitKey: 'service', requestsPerMinute: OPERATOR_REQUESTS_PER_MINUTE }
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
      limitKey: `operator:${operator.fingerprint}`,
      requestsPerMinute: OPERATOR_REQUESTS_PER_MINUTE,
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

/** Identifies a token in logs without revealing it. */
export function fingerprint(token: string): string {
  return shortHex(sha256(token))
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function shortHex(hashed: Buffer): string {
  return hashed.toString('hex').slice(0, 12)
}
