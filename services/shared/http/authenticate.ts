import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ContractOperation } from '../contract/contract.ts'
import type { Account } from '../domain/account.ts'
import { InvalidToken } from '../errors.ts'
import type { BruteForceGuard } from './brute-force-guard.ts'
import { readBearer, readCredential } from './credential.ts'
import type { CredentialCache, RunCheck } from './credential-cache.ts'

export interface Caller {
  /** Absent on operator and internal operations. */
  readonly account: Account | undefined
  /** The key under which the rate limiter counts the requests of this caller. */
  readonly limitKey: string
  readonly requestsPerMinute: number
}

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
 * The first step of a request: identifies the caller. Only failures count against the client's address, so guessing is
 * slowed down while a valid credential from the same address still passes.
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
      limitKey: `account:${account.id}`,
      requestsPerMinute: account.requestsPerMinute ?? defaultRequestsPerMinute,
    }
  }
}

/** For each operator token. */
const OPERATOR_REQUESTS_PER_MINUTE = 6_000

/** For operator and internal operations: by one of the configured tokens. */
export function byToken(acceptedTokens: readonly string[]): Authenticate {
  const acceptedHashes = acceptedTokens.map(sha256)
  return (headers) => {
    const hashed = sha256(readBearer(headers) ?? '')
    // Compares with every token in constant time, so that the response time reveals nothing about them.
    const [match] = acceptedHashes.filter((accepted) => timingSafeEqual(accepted, hashed))
    if (!match) throw new InvalidToken()
    return {
      account: undefined,
      limitKey: `operator:${shortHex(match)}`,
      requestsPerMinute: OPERATOR_REQUESTS_PER_MINUTE,
    }
  }
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
