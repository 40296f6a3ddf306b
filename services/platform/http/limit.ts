import type { ServerResponse } from 'node:http'
import type { Cluster, Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { ContractOperation } from '../contract/contract.ts'
import { TooManyRequests } from '../errors.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Caller, CallerLimit } from './caller.ts'

const MINUTE_SECONDS = 60

/** What remains of a limit after something was spent. */
interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Until the window ends; > 0. */
  readonly resetMs: number
}

/** Counts requests per caller and window of time, with one Redis round trip each. */
export interface RateLimiter {
  /**
   * Spends `cost` from what remains. A rejected request spends nothing, so it can't use up what smaller
   * requests could. A cost above the whole limit counts as the whole limit; otherwise such a request could
   * never pass.
   * @param limit requests in a window, which is a minute by default
   * @param alreadySpent what an earlier step has spent for the same request
   */
  spend(key: string, limit: number, cost: number, alreadySpent?: number): Promise<Allowance>
  /** Gives back what an earlier step has spent, when a later step rejects the request. */
  refund(key: string, limit: number, cost: number): Promise<void>
}

/** The Redis that holds the counters of all replicas. */
interface CounterStore {
  readonly client: Redis | Cluster
  /**
   * Runs a command on one key.
   * @throws Error at once when Redis is unavailable, or after a moment without a reply
   */
  run<T>(key: string, command: () => Promise<T>): Promise<T>
}

/**
 * Replaces the script of rate-limiter-flexible, which also counts rejected requests. KEYS: the counter. ARGV:
 * the cost, negative for a refund; seconds; the limit. Returns what would be consumed, and the milliseconds
 * left.
 */
const SPEND_SCRIPT = `
local cost, limit = tonumber(ARGV[1]), tonumber(ARGV[3])
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = tonumber(redis.call('get', KEYS[1])) + cost
if consumed >= 0 and (cost < 0 or consumed <= limit) then redis.call('incrby', KEYS[1], cost) end
return {consumed, redis.call('pttl', KEYS[1])}`

/**
 * Fixed windows in Redis, shared by all replicas. While Redis is unavailable each process counts alone and
 * enforces its share of the limit, so all of them together stay within it.
 *
 * @param name keeps the counters of different services apart
 */
export function redisRateLimiter(options: {
  redis: CounterStore
  name: string
  replicas: number
  metrics: Metrics
  /** The length of a window. */
  seconds?: number | undefined
}): RateLimiter {
  const { redis, name, replicas, metrics, seconds: duration = MINUTE_SECONDS } = options
  // Each call uses one key, so a Redis Cluster needs no hash tag.
  const keyPrefix = `rollcall:limit:${name}`
  const shared = limiters(
    (limit) =>
      new RateLimiterRedis({
        storeClient: redis.client,
        keyPrefix,
        points: limit,
        duration,
        rejectIfRedisNotReady: true,
        customIncrTtlLuaScript: SPEND_SCRIPT,
      }),
  )
  const local = limiters((share) => new RateLimiterMemory({ keyPrefix: name, points: share, duration }))
  return { spend, refund }

  async function spend(key: string, limit: number, cost: number, alreadySpent = 0): Promise<Allowance> {
    try {
      const points = Math.min(cost, limit - alreadySpent)
      return await redis.run(`${keyPrefix}:${key}`, () =>
        asAllowance(limit, points, shared(limit).consume(key, points)),
      )
    } catch {
      // Redis is unavailable: the only error that the limiter passes on.
      metrics.localLimits.inc()
      const share = shareOf(limit)
      return await spendLocally(key, share, Math.min(cost, share - alreadySpent))
    }
  }

  /** The limiter in memory counts rejected requests too, so their cost is refunded. */
  async function spendLocally(key: string, share: number, cost: number): Promise<Allowance> {
    const limiter = local(share)
    const allowance = await asAllowance(share, cost, limiter.consume(key, cost))
    if (!allowance.allowed) await limiter.reward(key, cost)
    return allowance
  }

  async function refund(key: string, limit: number, cost: number): Promise<void> {
    await redis
      .run(`${keyPrefix}:${key}`, () => shared(limit).reward(key, cost))
      .catch(() => local(shareOf(limit)).reward(key, cost))
  }

  function shareOf(limit: number): number {
    return Math.max(1, Math.floor(limit / replicas))
  }
}

/**
 * One limiter for each limit. Operators set the limits and many accounts share one, so the table stays small.
 */
function limiters<L>(make: (limit: number) => L): (limit: number) => L {
  const known = new Map<number, L>()
  return (limit) => {
    const limiter = known.get(limit) ?? make(limit)
    known.set(limit, limiter)
    return limiter
  }
}

/** The library rejects with its result, which is not an Error; a real error is rethrown. */
async function asAllowance(
  limit: number,
  cost: number,
  consumed: Promise<RateLimiterRes>,
): Promise<Allowance> {
  const result = await consumed.catch((error: unknown) => {
    if (error instanceof RateLimiterRes) return error
    throw error
  })
  const allowed = result.consumedPoints <= limit
  // `consumedPoints` includes the cost of a rejected request, which is not spent.
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - result.consumedPoints + (allowed ? 0 : cost)),
    resetMs: Math.max(1, result.msBeforeNext),
  }
}

/** openapi/openapi.yaml explains its values. */
type LimitedOperation = Pick<ContractOperation, 'x-rate-limit'>

/** For each client address, on operations without a credential. */
const UNAUTHENTICATED_REQUESTS_PER_MINUTE = 60

/** The step of a request that spends from a limit and tells the caller what remains. */
export class LimitStep {
  readonly #limiter: RateLimiter

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter
  }

  /**
   * Spends one request.
   * @param requestCost for `X-Request-Cost` of a 429: what the whole request costs; undefined while not known
   * @throws TooManyRequests
   */
  async spendRequest(
    response: ServerResponse,
    operation: LimitedOperation,
    { caller, address }: { readonly caller: Caller | undefined; readonly address: string },
    requestCost: () => number | undefined,
  ): Promise<void> {
    const limit =
      operation['x-rate-limit'] === 'address'
        ? { key: `address:${address}`, requestsPerMinute: UNAUTHENTICATED_REQUESTS_PER_MINUTE }
        : caller?.limit
    if (limit && operation['x-rate-limit'] !== 'none')
      await this.#spend(response, limit, 1, { requestCost: caller?.account ? requestCost : () => 1 })
  }

  /** Gives back what {@link spendRequest} or {@link spendItems} has spent for a rejected request. */
  async refund(caller: Caller | undefined, spent = 1): Promise<void> {
    if (caller?.limit) await this.#limiter.refund(caller.limit.key, caller.limit.requestsPerMinute, spent)
  }

  /**
   * Spends what a request costs that does more work than most: a batch its number of items, a page
   * `costOfPage`. {@link spendRequest} has spent one of it. If it is rejected, that one is refunded too.
   * @returns what was spent for the request, that one included
   * @throws TooManyRequests
   */
  async spendItems(response: ServerResponse, caller: Caller | undefined, items: number): Promise<number> {
    const { account, limit } = caller ?? {}
    // With a limit of one request a minute, that one is already spent.
    if (!account || !limit || items < 2 || limit.requestsPerMinute < 2) return 1
    try {
      await this.#spend(response, limit, items - 1, { alreadySpent: 1, requestCost: () => items })
    } catch (error) {
      await this.refund(caller)
      throw error
    }
    return Math.min(items, limit.requestsPerMinute)
  }

  async #spend(
    response: ServerResponse,
    { key, requestsPerMinute }: CallerLimit,
    cost: number,
    { alreadySpent = 0, requestCost }: { alreadySpent?: number; requestCost: () => number | undefined },
  ): Promise<void> {
    const { allowed, limit, remaining, resetMs } = await this.#limiter.spend(
      key,
      requestsPerMinute,
      cost,
      alreadySpent,
    )
    const resetSeconds = Math.ceil(resetMs / 1_000)
    // The format of the IETF draft "RateLimit header fields for HTTP".
    response.setHeader('ratelimit-policy', `"default";q=${limit};w=${MINUTE_SECONDS}`)
    // A rejected batch also gets back what was already spent.
    const left = allowed ? remaining : remaining + alreadySpent
    response.setHeader('ratelimit', `"default";r=${left};t=${resetSeconds}`)
    if (allowed) return
    const wholeCost = requestCost()
    if (wholeCost !== undefined) response.setHeader('x-request-cost', String(Math.min(wholeCost, limit)))
    throw new TooManyRequests(resetSeconds)
  }
}
