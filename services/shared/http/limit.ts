import type { ServerResponse } from 'node:http'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { ContractOperation } from '../contract/contract.ts'
import type { OperationId } from '../contract/operation.ts'
import { TooManyRequests } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import type { Caller } from './authenticate.ts'

const WINDOW_SECONDS = 60

/** What remains of a caller's limit after a request was counted. */
export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Until the window ends; ≥ 1. */
  readonly resetSeconds: number
}

/** Counts requests per caller and minute (decision R20), with one Redis round trip each. */
export interface RateLimiter {
  /**
   * Takes `cost` from what remains. A refused request takes nothing, so it can't use up what smaller requests
   * could. A cost above the whole limit counts as the whole limit; otherwise such a request could never pass.
   * @param limit requests a minute
   * @param counted the part of the limit that an earlier step took for this request
   */
  take(key: string, limit: number, cost: number, counted?: number): Promise<Allowance>
  /** Returns what an earlier step took, when a later step refuses the request. */
  giveBack(key: string, limit: number, cost: number): Promise<void>
}

/**
 * The library's script, changed so that refused requests are not counted: it gets the limit as well. KEYS:
 * counter; ARGV: cost, seconds, limit. Returns what would be consumed, and the milliseconds left.
 */
const TAKE = `
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
  client: Redis
  name: string
  replicas: number
  metrics: Metrics
}): RateLimiter {
  const { client, name, replicas, metrics } = options
  const shared = limiters(
    (limit) =>
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `rollcall:limit:${name}`,
        points: limit,
        duration: WINDOW_SECONDS,
        rejectIfRedisNotReady: true,
        customIncrTtlLuaScript: TAKE,
      }),
  )
  const local = limiters(
    (share) => new RateLimiterMemory({ keyPrefix: name, points: share, duration: WINDOW_SECONDS }),
  )
  return { take, giveBack }

  async function take(key: string, limit: number, cost: number, counted = 0): Promise<Allowance> {
    try {
      const points = Math.min(cost, limit - counted)
      return await asAllowance(limit, points, shared(limit).consume(key, points))
    } catch {
      metrics.localLimits.inc()
      const share = shareOf(limit)
      return await takeLocally(key, share, Math.min(cost, share - counted))
    }
  }

  /** The limiter in memory counts refused requests too, so a refused cost is given back. */
  async function takeLocally(key: string, share: number, cost: number): Promise<Allowance> {
    const limiter = local(share)
    const allowance = await asAllowance(share, cost, limiter.consume(key, cost))
    if (!allowance.allowed) await limiter.reward(key, cost)
    return allowance
  }

  async function giveBack(key: string, limit: number, cost: number): Promise<void> {
    await shared(limit)
      .reward(key, cost)
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
  const told = await consumed.catch((refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return refusal
    throw refusal
  })
  const allowed = told.consumedPoints <= limit
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - told.consumedPoints + (allowed ? 0 : cost)),
    resetSeconds: Math.max(1, Math.ceil(told.msBeforeNext / 1000)),
  }
}

/** A batch with the header `Idempotency-Key`. */
export interface KeyedBatch {
  readonly account: number
  readonly operation: OperationId
  readonly key: string
  readonly body: unknown
}

type Limited = Pick<ContractOperation, 'operationId' | 'x-rate-limit'>

export const isCountedByItem = (operation: Limited): boolean =>
  operation['x-rate-limit'] === 'account-per-item'

/** Requests a minute and client address for what needs no credential. */
const OPEN_REQUESTS_PER_MINUTE = 60

/**
 * The steps that count requests (decision R20).
 * @param isAnswered whether the answer of this batch is stored: its replay costs one request
 */
export function limits(limiter: RateLimiter, isAnswered?: (batch: KeyedBatch) => Promise<boolean>) {
  return { request, items }

  /** Counts one request and sends what remains. @throws TooManyRequests */
  async function request(
    response: ServerResponse,
    operation: Limited,
    caller: Caller | undefined,
    address: () => string,
  ) {
    if (operation['x-rate-limit'] === 'address')
      await count(
        response,
        { limitKey: `address:${address()}`, requestsPerMinute: OPEN_REQUESTS_PER_MINUTE },
        1,
      )
    else if (caller && operation['x-rate-limit'] !== 'none') await count(response, caller, 1)
  }

  /**
   * A batch costs its number of items, of which one was counted before its body was read. @throws TooManyRequests
   */
  async function items(
    response: ServerResponse,
    operation: Limited,
    caller: Caller | undefined,
    body: unknown,
    key: string | undefined,
  ): Promise<void> {
    if (!caller?.account || !Array.isArray(body)) return
    if (body.length < 2 || caller.requestsPerMinute < 2) return
    const batch = { account: caller.account.id, operation: operation.operationId, body }
    if (key !== undefined && (await isAnswered?.({ ...batch, key }))) return
    try {
      await count(response, caller, body.length - 1, 1)
    } catch (refusal) {
      await limiter.giveBack(caller.limitKey, caller.requestsPerMinute, 1)
      throw refusal
    }
  }

  async function count(
    response: ServerResponse,
    { limitKey, requestsPerMinute }: Pick<Caller, 'limitKey' | 'requestsPerMinute'>,
    cost: number,
    counted = 0,
  ) {
    const { allowed, limit, remaining, resetSeconds } = await limiter.take(
      limitKey,
      requestsPerMinute,
      cost,
      counted,
    )
    // The format of the IETF draft "RateLimit header fields for HTTP".
    response.setHeader('ratelimit-policy', `"default";q=${limit};w=${WINDOW_SECONDS}`)
    // A refused request also gets back what an earlier step counted.
    const left = allowed ? remaining : remaining + counted
    response.setHeader('ratelimit', `"default";r=${left};t=${resetSeconds}`)
    if (!allowed) throw new TooManyRequests(resetSeconds)
  }
}
