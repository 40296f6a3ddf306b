import type { Clock } from '../domain/time.ts'
import type { Logger } from '../observability/logger.ts'
import type { Part } from '../process/part.ts'
import { PeriodicTask } from '../work/periodic-task.ts'
import type { RedisServer } from './redis.ts'

/**
 * Operators look at minutes, so a count may be this late. One round trip each time, and none while nothing
 * happens.
 */
const FLUSH_MS = 5_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How far back {@link Activity.perMinute} goes. */
export const MINUTES = 60
/** Longer than anything is shown. */
const TTL_SECONDS = 3 * 24 * 60 * 60
/** The most accounts with rejections that are shown. */
const MAX_ACCOUNTS = 20
/** The accounts with rejections that a process counts between two flushes. */
const MAX_COUNTED_ACCOUNTS = 10_000

export interface PerMinute {
  /** The oldest first. */
  readonly counts: readonly number[]
  /** False while Redis is unavailable: then only this process is counted. */
  readonly complete: boolean
}

/**
 * Counts for operators what all replicas of a service do: something in each minute, and the requests of each
 * account that its limit rejects. Counts in memory, and adds them up in Redis now and then, so that no
 * request waits for it. What Redis does not accept is kept in memory.
 */
export class Activity implements Part {
  readonly name = 'activity'
  readonly #redis: RedisServer
  readonly #prefix: string
  readonly #clock: Clock
  readonly #logger: Logger
  /** Counts by minute and by account that Redis does not have yet. */
  readonly #minutes = new Map<number, number>()
  readonly #rejected = new Map<number, number>()
  readonly #flushing: PeriodicTask

  constructor(options: { redis: RedisServer; service: string; clock: Clock; logger: Logger }) {
    this.#redis = options.redis
    // In a Cluster, braces keep the keys of a service on one node.
    this.#prefix = `rollcall:{activity:${options.service}}`
    this.#clock = options.clock
    this.#logger = options.logger
    this.#flushing = new PeriodicTask({
      name: this.name,
      everyMs: FLUSH_MS,
      run: () => this.flush(),
      logger: options.logger,
    })
  }

  start(): void {
    this.#flushing.start()
  }

  async stop(): Promise<void> {
    await this.#flushing.stop()
    await this.flush()
  }

  count(by = 1): void {
    const minute = this.#minute()
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + by)
    // While Redis is unavailable, only what is shown is kept.
    for (const old of this.#minutes.keys()) if (old <= minute - MINUTES) this.#minutes.delete(old)
  }

  countRejected(accountId: number): void {
    if (this.#rejected.size >= MAX_COUNTED_ACCOUNTS && !this.#rejected.has(accountId)) return
    this.#rejected.set(accountId, (this.#rejected.get(accountId) ?? 0) + 1)
  }

  /** Adds the counts of this process to those in Redis. */
  async flush(): Promise<void> {
    if (this.#minutes.size === 0 && this.#rejected.size === 0) return
    const minutes = [...this.#minutes]
    const rejected = [...this.#rejected]
    this.#minutes.clear()
    this.#rejected.clear()
    try {
      await this.#redis.run(this.#prefix, async () => {
        const pipeline = this.#redis.client.pipeline()
        for (const [minute, count] of minutes)
          pipeline.hincrby(this.#keyOfMinutes(minute), String(minute), count)
        for (const [account, count] of rejected)
          pipeline.zincrby(this.#keyOfRejected(0), count, String(account))
        for (const key of new Set(minutes.map(([minute]) => this.#keyOfMinutes(minute))))
          pipeline.expire(key, TTL_SECONDS)
        if (rejected.length > 0) pipeline.expire(this.#keyOfRejected(0), TTL_SECONDS)
        await pipeline.exec()
      })
    } catch (error) {
      this.#logger.debug({ err: error }, 'could not add up the activity')
      for (const [minute, count] of minutes)
        this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + count)
      for (const [account, count] of rejected)
        this.#rejected.set(account, (this.#rejected.get(account) ?? 0) + count)
    }
  }

  /** What was counted in each of the last minutes, the present one included. */
  async perMinute(): Promise<PerMinute> {
    const now = this.#minute()
    const minutes = Array.from({ length: MINUTES }, (_, i) => now - MINUTES + 1 + i)
    const own = new Map(this.#minutes)
    const shared = await this.#read(async () => {
      const keys = [...new Set(minutes.map((minute) => this.#keyOfMinutes(minute)))]
      return Object.assign(
        {},
        ...(await Promise.all(keys.map((key) => this.#redis.client.hgetall(key)))),
      ) as Record<string, string>
    })
    return {
      counts: minutes.map((minute) => Number(shared?.[minute] ?? 0) + (own.get(minute) ?? 0)),
      complete: shared !== undefined,
    }
  }

  /** The accounts with the most rejections since the beginning of yesterday. */
  async rejections(): Promise<{ accountId: number; rejected: number }[]> {
    const counts = new Map(this.#rejected)
    const days = await this.#read(() =>
      Promise.all(
        [0, 1].map((ago) =>
          this.#redis.client.zrevrange(this.#keyOfRejected(ago), 0, MAX_ACCOUNTS - 1, 'WITHSCORES'),
        ),
      ),
    )
    for (const day of days ?? [])
      for (let i = 0; i < day.length; i += 2) {
        const accountId = Number(day[i])
        counts.set(accountId, (counts.get(accountId) ?? 0) + Number(day[i + 1]))
      }
    return [...counts]
      .map(([accountId, rejected]) => ({ accountId, rejected }))
      .toSorted((a, b) => b.rejected - a.rejected)
      .slice(0, MAX_ACCOUNTS)
  }

  /** Undefined while Redis is unavailable. */
  async #read<T>(command: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#redis.run(this.#prefix, command)
    } catch {
      return undefined
    }
  }

  #minute(): number {
    return Math.floor(this.#clock.now().getTime() / MINUTE_MS)
  }

  /** One key for each hour. */
  #keyOfMinutes(minute: number): string {
    return `${this.#prefix}:minutes:${Math.floor(minute / 60)}`
  }

  #keyOfRejected(daysAgo: number): string {
    return `${this.#prefix}:rejected:${Math.floor(this.#clock.now().getTime() / DAY_MS) - daysAgo}`
  }
}
