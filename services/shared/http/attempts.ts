import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import pLimit, { type Limit } from 'p-limit'
import { Unavailable, TooManyRequests } from '../errors.ts'
import { withDeadline } from '../time.ts'
import type { RateLimiter } from './limit.ts'

/** Failed authentications a minute and client address (decision R20). */
const FAILURES_PER_MINUTE = 60
/** Verifications in flight, in all and for one address. */
const MAX_CONCURRENT = 50
const MAX_CONCURRENT_PER_ADDRESS = 10
/** Verifications in flight and waiting for their turn; what comes on top is refused. */
const MAX_WAITING = 1_000
const MAX_WAITING_PER_ADDRESS = 100
const MAX_ADDRESSES = 10_000

/** What clients have tried with unknown credentials, by their address (decision R20). */
export type Attempts = ReturnType<typeof attempts>

/** @param longestMs how long a caller waits at most for its turn and its verification together */
export function attempts(limiter: Pick<RateLimiter, 'take'>, longestMs: number) {
  /** The addresses over their limit, as far as this process was told. */
  const over = new LRUCache<string, true>({ max: MAX_ADDRESSES })
  const inAll = pLimit(MAX_CONCURRENT)
  let asked = 0
  /** The addresses with verifications in flight, within their limit and over it. */
  const usual = { atOnce: MAX_CONCURRENT_PER_ADDRESS, queues: new Map<string, Limit>() }
  const slow = { atOnce: 1, queues: new Map<string, Limit>() }
  return { failed, verify }

  /** Counts a failure. @throws TooManyRequests over the limit */
  async function failed(address: string): Promise<void> {
    const toldMs = over.getRemainingTTL(address)
    if (toldMs > 0) throw new TooManyRequests(Math.ceil(toldMs / 1_000))
    const { allowed, resetSeconds } = await limiter.take(`failed:${address}`, FAILURES_PER_MINUTE, 1)
    if (allowed) return
    over.set(address, true, { ttl: resetSeconds * 1_000 })
    throw new TooManyRequests(resetSeconds)
  }

  /**
   * Verifies a credential when it is the turn of its address, so that guesses can't keep the verifier busy. An
   * address over its limit has one verification at a time: it is slowed down, and a good credential still passes.
   * @throws TooManyRequests, Unavailable when too many wait already, or no turn comes in time
   */
  async function verify<T>(address: string, verification: () => Promise<T>): Promise<T> {
    const { atOnce, queues } = over.has(address) ? slow : usual
    const queue = queues.get(address) ?? pLimit(atOnce)
    if (asked >= MAX_WAITING) throw new Unavailable('credential checks', `${asked} wait already`)
    if (queue.activeCount + queue.pendingCount >= MAX_WAITING_PER_ADDRESS) throw new TooManyRequests(1)
    queues.set(address, queue)
    asked++
    let isLate = false
    const verified = queue(() =>
      inAll(() => (isLate ? Promise.reject(new Error('too late')) : verification())),
    )
    const ended = verified.finally(() => {
      asked--
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(address)
    })
    return withDeadline(longestMs, 'credential checks', ended).finally(() => (isLate = true))
  }
}

/**
 * The address that a client is counted by. A network of 2⁶⁴ IPv6 addresses is what one subscriber gets, so it counts
 * as one; an IPv4 address that is written as IPv6 is that IPv4 address.
 */
export function countedAddress(ip = ''): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
