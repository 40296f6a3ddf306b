import { LRUCache } from 'lru-cache'
import pLimit, { type Limit } from 'p-limit'
import { Unavailable, TooManyRequests } from '../errors.ts'
import { withDeadline } from '../process/deadline.ts'
import type { RateLimiter } from './limit.ts'

const MAX_FAILURES_PER_MINUTE_AND_ADDRESS = 60
const MAX_RUNNING_CHECKS = 50
const MAX_RUNNING_CHECKS_PER_ADDRESS = 10
/** Running and queued checks together. */
const MAX_CHECKS = 1_000
const MAX_CHECKS_PER_ADDRESS = 100
const MAX_REMEMBERED_ADDRESSES = 10_000

/**
 * Protects credentials against guessing. Counts failed authentications per client address, and bounds how
 * many credential checks run at the same time.
 */
export class BruteForceGuard {
  readonly #limiter: Pick<RateLimiter, 'spend'>
  readonly #maxCheckMs: number
  /** Addresses with too many failures, as far as this process knows. */
  readonly #blocked = new LRUCache<string, true>({ max: MAX_REMEMBERED_ADDRESSES })
  readonly #allChecks = pLimit(MAX_RUNNING_CHECKS)
  /** The checks of each address, by address and concurrency. */
  readonly #queues = new Map<string, Limit>()
  #checkCount = 0

  /** @param maxCheckMs how long a caller waits for its check, the time in the queue included */
  constructor(limiter: Pick<RateLimiter, 'spend'>, maxCheckMs: number) {
    this.#limiter = limiter
    this.#maxCheckMs = maxCheckMs
  }

  /** Counts a failed authentication. @throws TooManyRequests over the limit */
  async recordFailure(address: string): Promise<void> {
    const blockedMs = this.#blocked.getRemainingTTL(address)
    if (blockedMs > 0) throw new TooManyRequests(Math.ceil(blockedMs / 1_000))
    const key = `failed:${address}`
    const { allowed, resetMs } = await this.#limiter.spend(key, MAX_FAILURES_PER_MINUTE_AND_ADDRESS, 1)
    if (allowed) return
    this.#blocked.set(address, true, { ttl: Math.ceil(resetMs) })
    throw new TooManyRequests(Math.ceil(resetMs / 1_000))
  }

  /**
   * Runs a credential check, queued behind other checks of the same address. An address with too many
   * failures has one running check at a time: it is slowed down, and a valid credential still passes. One
   * that was valid lately does not come here.
   * @throws TooManyRequests when the address has too many checks; Unavailable when the service has, or on a
   * timeout
   */
  async runCheck<T>(address: string, check: () => Promise<T>): Promise<T> {
    if (this.#checkCount >= MAX_CHECKS)
      throw new Unavailable('credential checks', `${this.#checkCount} checks are running or queued`)
    const concurrency = this.#blocked.has(address) ? 1 : MAX_RUNNING_CHECKS_PER_ADDRESS
    const key = `${address} ${concurrency}`
    const queue = this.#queues.get(key) ?? pLimit(concurrency)
    if (queue.activeCount + queue.pendingCount >= MAX_CHECKS_PER_ADDRESS) throw new TooManyRequests(1)
    this.#queues.set(key, queue)
    this.#checkCount++

    let timedOut = false
    const runUnlessTimedOut = () => {
      if (timedOut) throw new Unavailable('credential checks', 'timed out in the queue')
      return check()
    }
    const result = queue(() => this.#allChecks(runUnlessTimedOut)).finally(() => {
      this.#checkCount--
      if (queue.activeCount + queue.pendingCount === 0) this.#queues.delete(key)
    })
    return withDeadline(this.#maxCheckMs, 'the check of a credential', () => result).finally(() => {
      timedOut = true
    })
  }
}
