import { DependencyUnavailable, Forbidden, InvalidToken, TooManyRequests } from '../errors.ts'
import type { RoleKey } from '../contract/operation.ts'
import { Reach, type Account } from './account.ts'
import { readBearer, readCredential, type CredentialCache } from './credentials.ts'
import type { Exchange } from './exchange.ts'
import { rateLimitHeaders, type RateLimiter } from './rate-limit.ts'
import { fingerprint, tokenMatcher } from './tokens.ts'

/** Failed authentications a minute and client address (decision R20). */
const FAILURES_PER_MINUTE = 60
/** Requests a minute and operator token (decision A7). */
const OPERATOR_REQUESTS_PER_MINUTE = 6_000

export interface AdmissionOptions {
  credentials: CredentialCache | undefined
  operatorTokens: readonly string[]
  serviceTokens: readonly string[]
  limiter: RateLimiter
  requestsPerMinute: number
}

/** Who may come in, and how often: the first three steps of the order of checks (decision A5). */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #isOperator: (token: string | undefined) => boolean
  readonly #isService: (token: string | undefined) => boolean

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#isOperator = tokenMatcher(options.operatorTokens)
    this.#isService = tokenMatcher(options.serviceTokens)
  }

  /** Step 1 for public operations. @throws InvalidToken, DependencyUnavailable */
  async authenticateAccount(exchange: Exchange): Promise<void> {
    if (!this.#options.credentials)
      throw new Error('a service with public operations needs a credential cache')
    exchange.account = await this.#options.credentials.account(readCredential(exchange.request.headers))
  }

  /** Step 1 for operator operations. */
  authenticateOperator({ request }: Exchange): void {
    if (!this.#isOperator(readBearer(request.headers))) throw new InvalidToken()
  }

  /** Step 1 for internal operations. */
  authenticateService({ request }: Exchange): void {
    if (!this.#isService(readBearer(request.headers))) throw new InvalidToken()
  }

  /**
   * After a refusal in step 1: only failures count against the client's address, so guessing is slowed down while a
   * good credential from the same address still passes (decision R20).
   */
  async countRefusal({ request }: Exchange, refusal: unknown): Promise<void> {
    if (!(refusal instanceof InvalidToken)) return
    const allowance = await this.#options.limiter.consume(
      `failed:${request.ip ?? ''}`,
      FAILURES_PER_MINUTE,
      1,
    )
    if (!allowance.allowed) throw new TooManyRequests(allowance.resetSeconds)
  }

  /** Step 2: counts the request for `cost`, `counted` of it already, against the account or the operator token. */
  async limit({ request, response, account, operation }: Exchange, cost = 1, counted = 0): Promise<void> {
    const policy = operation?.['x-rate-limit'] ?? 'none'
    if (policy === 'none') return
    const { limiter, requestsPerMinute } = this.#options
    const allowance =
      policy === 'operator'
        ? await limiter.consume(
            `operator:${fingerprint(readBearer(request.headers) ?? '')}`,
            OPERATOR_REQUESTS_PER_MINUTE,
            cost,
            counted,
          )
        : await limiter.consume(
            `account:${account?.id}`,
            account?.requestsPerMinute ?? requestsPerMinute,
            cost,
            counted,
          )
    for (const [name, value] of Object.entries(rateLimitHeaders(allowance))) response.setHeader(name, value)
    if (!allowance.allowed) throw new TooManyRequests(allowance.resetSeconds)
  }

  /** A batch costs its number of items; one was counted before its body was read. */
  async limitItems(exchange: Exchange, body: unknown): Promise<void> {
    if (exchange.operation?.['x-rate-limit'] !== 'account-per-item') return
    if (Array.isArray(body) && body.length > 1) await this.limit(exchange, body.length, 1)
  }

  /** Step 3: the groups in which the account holds a role that the operation accepts. @throws Forbidden when none */
  reach({ account, operation }: Exchange): Reach {
    const roles = (operation?.['x-roles'] ?? []) as readonly RoleKey[]
    if (!account || roles.length === 0) return NOWHERE
    const reach = reachOf(account, roles)
    if (reach.empty) throw new Forbidden()
    return reach
  }
}

const NOWHERE = new Reach([])

/** The course and the user may each be reached through another grant of an accepted role (decision A3). */
function reachOf(account: Account, roles: readonly RoleKey[]): Reach {
  return new Reach(roles.flatMap((role) => [...account.reach[role].groupIds]))
}

/** Only what is up answers: otherwise 503 at once instead of a wait for a time-out. */
export function requireUp(dependencies: readonly { name: string; up(): boolean }[]): void {
  const away = dependencies.find((dependency) => !dependency.up())
  if (away) throw new DependencyUnavailable(away.name)
}
