import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Metrics } from '../metrics.ts'

const WINDOW_SECONDS = 60

/** What is left to a caller after a request was counted. */
export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Until the window ends; ≥ 1. */
  readonly resetSeconds: number
}

/** Counts requests per caller and minute (decision R20): one Redis round trip, none once a caller is over its limit. */
export interface RateLimiter {
  /**
   * A request that costs more than a whole window takes the whole window, for otherwise it could never pass.
   *
   * @param limit requests a minute
   * @param cost how many this one counts for
   * @param counted how many of them were counted before, when its cost was not yet known
   */
  consume(key: string, limit: number, cost: number, counted?: number): Promise<Allowance>
}

/**
 * Fixed windows in Redis, shared by all replicas. While Redis is away each process counts alone, with its share of the
 * limit, so the sum stays what it was.
 *
 * @param name keeps the counters of different services and callers apart
 */
export function redisRateLimiter(options: {
  client: Redis
  name: string
  replicas: number
  metrics: Metrics
}): RateLimiter {
  const limiters = new Map<number, RateLimiterRedis>()
  return { consume }

  async function consume(key: string, limit: number, cost: number, counted = 0): Promise<Allowance> {
    const points = Math.min(cost, limit) - counted
    try {
      return allowance(true, limit, await limiterOf(limit).consume(key, points, { counted }))
    } catch (refusal) {
      // The library rejects with its result, which is not an Error; a real error can't be lived with here.
      if (refusal instanceof RateLimiterRes) return allowance(false, limit, refusal)
      throw refusal
    }
  }

  /** Accounts share few limits, and operators set them: the table stays small. */
  function limiterOf(limit: number): RateLimiterRedis {
    const known = limiters.get(limit)
    if (known) return known
    const insurance = new LocalLimiter(limit, options)
    const limiter = new RateLimiterRedis({
      storeClient: options.client,
      keyPrefix: `rollcall:limit:${options.name}`,
      points: limit,
      duration: WINDOW_SECONDS,
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: limit + 1,
      insuranceLimiter: insurance,
    })
    limiters.set(limit, limiter)
    return limiter
  }
}

/** Counts in this process while Redis is away, and says so in a metric. */
class LocalLimiter extends RateLimiterMemory {
  readonly #metrics: Metrics

  constructor(limit: number, options: { name: string; replicas: number; metrics: Metrics }) {
    super({
      keyPrefix: `local:${options.name}`,
      points: Math.max(1, Math.floor(limit / options.replicas)),
      duration: WINDOW_SECONDS,
    })
    this.#metrics = options.metrics
  }

  override consume(key: string, points: number, options: { counted: number }): Promise<RateLimiterRes> {
    this.#metrics.localLimits.inc()
    return super.consume(key, Math.min(points, this.points - options.counted), options)
  }
}

function allowance(allowed: boolean, limit: number, result: RateLimiterRes): Allowance {
  const resetSeconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000))
  // The library no longer counts for a caller that it has blocked, and says 0.
  const remaining = allowed ? Math.max(0, limit - result.consumedPoints) : 0
  return { allowed, limit, remaining, resetSeconds }
}

/** `RateLimit-Policy` and `RateLimit` as the IETF draft "RateLimit header fields for HTTP" writes them. */
export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${allowance.limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"default";r=${allowance.remaining};t=${allowance.resetSeconds}`,
  }
}
