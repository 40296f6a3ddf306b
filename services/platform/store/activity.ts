import { randomUUID } from 'node:crypto'
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
/** Longer than the counts of a minute are shown. A batch that is sent later changes nothing that is shown. */
const BATCH_TTL_SECONDS = 2 * 60 * 60
/** The most accounts that {@link Activity.rejections} has. */
const MAX_SHOWN = 20
/** The accounts whose rejections a process counts between two flushes. */
const MAX_ACCOUNTS = 10_000

interface PerMinute {
  /** The oldest first. */
  readonly counts: readonly number[]
  /** Whether all replicas were counted in all of these minutes. */
  readonly complete: boolean
  /**
   * From when on all replicas were counted, because Redis has lost the counts before. Undefined while Redis
   * is unavailable: then only this process is counted.
   */
  readonly countedSince: Date | undefined
}

/** What is added up in Redis at once, under an id: when there was no reply, it is sent again. */
interface Batch {
  readonly id: string
  readonly minutes: ReadonlyMap<number, number>
  /** By account, of the day that `keyOfRejections` names. */
  readonly rejections: ReadonlyMap<number, number>
  readonly keyOfRejections: string
}

/** Adds a batch up once, however often it is sent. Remembers since when batches are added up. */
const ADD_ONCE = `
  redis.call('SET', KEYS[2], ARGV[1], 'NX')
  redis.call('EXPIRE', KEYS[2], ARGV[2])
  if redis.call('SET', KEYS[1], '', 'NX', 'EX', ARGV[3]) then
    for _, command in ipairs(cjson.decode(ARGV[4])) do redis.call(unpack(command)) end
  end
`

/**
 * Counts for operators what all replicas of a service do: something in each minute, and the requests of
 * each account that its limit rejects. Counts in memory, and adds them up in Redis now and then, so that no
 * request waits for it. What Redis does not confirm is sent again, and counted once.
 */
export class Activity implements Part {
  readonly name = 'activity'
  readonly #redis: RedisServer
  readonly #prefix: string
  readonly #clock: Clock
  readonly #logger: Logger
  /** Counts that Redis does not have yet. */
  readonly #minutes = new Map<number, number>()
  /** By account. */
  readonly #rejections = new Map<number, number>()
  #sending: Batch | undefined
  /** Whether Redis knows that this process counts. */
  #hasBegun = false
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

  add(count = 1): void {
    const minute = this.#minute()
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + count)
    // While Redis is unavailable, only what is shown is kept.
    for (const old of this.#minutes.keys()) if (old <= minute - MINUTES) this.#minutes.delete(old)
  }

  /** A request of this account was rejected because of its limit. */
  countRejected(accountId: number): void {
    const counted = this.#rejections.get(accountId)
    if (counted !== undefined || this.#rejections.size < MAX_ACCOUNTS)
      this.#rejections.set(accountId, (counted ?? 0) + 1)
  }

  /** Adds the counts of this process to those in Redis. */
  async flush(): Promise<void> {
    const hasCounts = this.#minutes.size + this.#rejections.size > 0
    // The first one is sent without counts, too: what was counted since then is complete.
    if (!this.#hasBegun || this.#sending || hasCounts) await this.#addUp()
  }

  async #addUp(): Promise<void> {
    this.#sending ??= this.#takeBatch()
    const batch = this.#sending
    try {
      await this.#redis.run(this.#prefix, () => this.#send(batch))
      this.#hasBegun = true
      if (this.#sending === batch) this.#sending = undefined
    } catch (error) {
      this.#logger.debug({ err: error }, 'could not add up the activity')
    }
  }

  #takeBatch(): Batch {
    const batch = {
      id: randomUUID(),
      minutes: new Map(this.#minutes),
      rejections: new Map(this.#rejections),
      keyOfRejections: this.#keyOfRejections(0),
    }
    this.#minutes.clear()
    this.#rejections.clear()
    return batch
  }

  #send({ id, minutes, rejections, keyOfRejections }: Batch): Promise<unknown> {
    const keys = new Set([...minutes.keys()].map((minute) => this.#keyOfMinutes(minute)))
    if (rejections.size > 0) keys.add(keyOfRejections)
    const commands = [
      ...[...minutes].map(([minute, count]) => ['HINCRBY', this.#keyOfMinutes(minute), minute, count]),
      ...[...rejections].map(([accountId, count]) => ['ZINCRBY', keyOfRejections, count, accountId]),
      ...[...keys].map((key) => ['EXPIRE', key, TTL_SECONDS]),
    ].map((command) => command.map(String))
    const all = [`${this.#prefix}:batch:${id}`, this.#keyOfSince, ...keys]
    const times = [this.#clock.now().getTime(), TTL_SECONDS, BATCH_TTL_SECONDS]
    return this.#redis.client.eval(ADD_ONCE, all.length, ...all, ...times, JSON.stringify(commands))
  }

  /** What was counted in each of the last minutes, the present one included. */
  async perMinute(): Promise<PerMinute> {
    // Also when there is nothing to add: then the time from which on all replicas are counted is known.
    await this.#addUp()
    const now = this.#minute()
    const minutes = Array.from({ length: MINUTES }, (_, i) => now - MINUTES + 1 + i)
    const own = (minute: number) =>
      (this.#minutes.get(minute) ?? 0) + (this.#sending?.minutes.get(minute) ?? 0)
    const read = await this.#read(async () => {
      const keys = [...new Set(minutes.map((minute) => this.#keyOfMinutes(minute)))]
      const { client } = this.#redis
      const [since, ...hours] = await Promise.all([
        client.get(this.#keyOfSince),
        ...keys.map((key) => client.hgetall(key)),
      ])
      return { since: new Date(Number(since)), shared: Object.assign({}, ...hours) as Record<string, string> }
    })
    const [first = 0] = minutes
    return {
      counts: minutes.map((minute) => Number(read?.shared[minute] ?? 0) + own(minute)),
      complete: read !== undefined && read.since.getTime() <= first * MINUTE_MS,
      countedSince: read?.since,
    }
  }

  /** The accounts with the most rejections since the beginning of yesterday. */
  async rejections(): Promise<{ accountId: number; rejected: number }[]> {
    await this.flush()
    const counts = new Map(this.#rejections)
    const add = (accountId: number, count: number) =>
      counts.set(accountId, (counts.get(accountId) ?? 0) + count)
    const keys = [this.#keyOfRejections(0), this.#keyOfRejections(1)]
    // Taken today or, a moment ago, yesterday.
    if (this.#sending && keys.includes(this.#sending.keyOfRejections))
      for (const [accountId, count] of this.#sending.rejections) add(accountId, count)
    const days = await this.#read(() =>
      Promise.all(keys.map((key) => this.#redis.client.zrevrange(key, 0, MAX_SHOWN - 1, 'WITHSCORES'))),
    )
    for (const day of days ?? [])
      for (let i = 0; i < day.length; i += 2) add(Number(day[i]), Number(day[i + 1]))
    return [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_SHOWN)
      .map(([accountId, rejected]) => ({ accountId, rejected }))
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

  get #keyOfSince(): string {
    return `${this.#prefix}:since`
  }

  /** One key for each hour. */
  #keyOfMinutes(minute: number): string {
    return `${this.#prefix}:minutes:${Math.floor(minute / 60)}`
  }

  #keyOfRejections(daysAgo: number): string {
    return `${this.#prefix}:rejected:${Math.floor(this.#clock.now().getTime() / DAY_MS) - daysAgo}`
  }
}
