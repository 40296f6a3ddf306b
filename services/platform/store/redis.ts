import type { Cluster, Redis } from 'ioredis'
import { withDeadline } from '../process/deadline.ts'
import type { Logger } from '../observability/logger.ts'
import type { DependencyState } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import { PeriodicTask } from '../work/periodic-task.ts'
import { RejectedLogins } from '../work/retry.ts'
import { isCluster, redisClient, type RedisClient } from './redis-client.ts'

/** Counting locally is better than a limiter slower than this. */
const REPLY_TIMEOUT_MS = 40
/** For the first commands of a new connection. No request waits for them. */
const HANDSHAKE_TIMEOUT_MS = 120
const CONNECT_TIMEOUT_MS = 1_000
const RETRY_STEP_MS = 100
const MAX_RETRY_DELAY_MS = 1_000
/**
 * How often a connection is verified, so that a Redis that hangs or can't write is noticed without requests.
 */
const VERIFY_MS = 1_000
/** While requests are served, a verification is patient: a stall of this process is no fault of Redis. */
const PATIENCE_MS = 1_000
const PROBE_TTL_MS = 1_000
const PROBE_KEY = 'rollcall:limit:probe'
/** What Redis says of a wrong user name or password, or of none. */
const REJECTION = /^(WRONGPASS|NOAUTH|ERR invalid password)/

interface RedisOptions {
  readonly url: string
  readonly state: DependencyState
  readonly logger: Logger
  readonly replyTimeoutMs?: number | undefined
}

/**
 * The Redis of the rate limits. It is up while it accepts writes: a replica, a server without free memory, or
 * a Sentinel responds to a connection as well, and counts nothing.
 *
 * Commands fail at once while Redis is unavailable. Each is sent once, and never again after a reconnect,
 * which would count a request twice. A connection without a reply for the time of a command is closed, so a
 * Redis that hangs costs one request that time. The client reconnects in the background without a limit.
 */
export class RedisServer implements Part {
  readonly name = 'redis'
  readonly client: RedisClient
  readonly #state: DependencyState
  readonly #replyTimeoutMs: number
  /** The key whose command failed last: in a Cluster, the probe goes to the same node. */
  #failedKey: string | undefined
  readonly #verification: PeriodicTask
  #verifying = false
  readonly #rejectedLogins = new RejectedLogins()
  /** That Redis has rejected the credentials of the connection that is being opened. */
  #rejection: Error | undefined

  constructor({ url, state, logger, replyTimeoutMs = REPLY_TIMEOUT_MS }: RedisOptions) {
    this.#state = state
    this.#replyTimeoutMs = replyTimeoutMs
    this.client = redisClient(url, {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: HANDSHAKE_TIMEOUT_MS,
      // The first attempt follows at once: a short stall of this process looks like a silent Redis.
      retryStrategy: (attempt) =>
        this.#rejectionDelayMs() ?? Math.min((attempt - 1) * RETRY_STEP_MS, MAX_RETRY_DELAY_MS),
    })
    if (isCluster(this.client)) {
      this.client.on('+node', (node: Redis) => this.#limitReplies(node))
      this.client.on('-node', () => this.#nodeLost())
    } else this.#limitReplies(this.client)
    this.client.on('ready', () => void this.#verify(HANDSHAKE_TIMEOUT_MS))
    // The error that comes before says more.
    this.client.on('close', () => state.set(false, state.up() ? 'connection closed' : state.reason()))
    this.client.on('error', (error: Error) => {
      if (REJECTION.test(error.message)) this.#rejection ??= error
      else state.set(false, error)
    })
    this.#verification = new PeriodicTask({
      name: 'verification of Redis',
      everyMs: VERIFY_MS,
      run: () => this.#verifyOrReconnect(),
      logger,
    })
  }

  start(): void {
    this.client.connect().catch(() => undefined)
    this.#verification.start()
  }

  async stop(): Promise<void> {
    const stopped = this.#verification.stop()
    // Ends the command of a verification in progress.
    this.client.disconnect()
    await stopped
  }

  /**
   * Runs a command on one key.
   * @throws Error when Redis is unavailable, does not reply in time, or replies with an error. It is
   *   unavailable from then on, until it has accepted a write.
   */
  async run<T>(key: string, command: () => Promise<T>): Promise<T> {
    if (!this.#state.up()) throw new Error('Redis is unavailable')
    try {
      return await withDeadline(this.#replyTimeoutMs, 'a command to Redis', command)
    } catch (error) {
      if (this.#state.up()) {
        this.#failedKey = key
        this.#state.set(false, explained(error as Error))
        void this.#verifyOrReconnect(this.#replyTimeoutMs)
      }
      throw error
    }
  }

  #rejectionDelayMs(): number | undefined {
    const rejection = this.#rejection
    this.#rejection = undefined
    if (rejection) return this.#rejectedLogins.delayMs(rejection, (reason) => this.#state.set(false, reason))
    this.#rejectedLogins.reset()
    return undefined
  }

  #limitReplies(node: Redis): void {
    node.on('ready', () => (node.options.socketTimeout = this.#replyTimeoutMs))
    node.on('close', () => (node.options.socketTimeout = HANDSHAKE_TIMEOUT_MS))
  }

  /**
   * The client forgets a node that it has lost, so only a new connection tells whether all nodes are there.
   */
  #nodeLost(): void {
    if (!this.#state.up() || this.client.status !== 'ready') return
    this.#state.set(false, 'a node of the Redis Cluster closed its connection')
    this.client.disconnect(true)
  }

  /** A new connection may lead to another server: the address may be a name or that of a balancer. */
  async #verifyOrReconnect(limitMs = this.#state.up() ? PATIENCE_MS : HANDSHAKE_TIMEOUT_MS): Promise<void> {
    const isUsable = await this.#verify(limitMs)
    if (!isUsable && this.client.status === 'ready') this.client.disconnect(true)
  }

  /** Whether Redis accepts a write in this time. */
  async #verify(limitMs: number): Promise<boolean> {
    // Decided already, or at the next connection.
    if (this.#verifying || this.client.status !== 'ready') return true
    this.#verifying = true
    try {
      await this.#probe(limitMs)
      this.#state.set(true)
      return true
    } catch (error) {
      this.#state.set(false, await this.#explain(error as Error))
      return false
    } finally {
      this.#verifying = false
    }
  }

  async #probe(limitMs: number): Promise<void> {
    const { client } = this
    // The part in braces alone decides which node of a Cluster has the key.
    const key = this.#failedKey === undefined ? PROBE_KEY : `${PROBE_KEY}:{${this.#failedKey}}`
    const write = () => client.set(key, '', 'PX', PROBE_TTL_MS)
    if (!isCluster(client))
      return void (await withDeadline(limitMs, 'a write to Redis', () => patiently(client, write)))
    requireAllPrimaries(client)
    const primaries = client.nodes('master')
    await withDeadline(PATIENCE_MS, 'a ping of the Redis Cluster', () =>
      Promise.all(primaries.map((node) => patiently(node, () => node.ping()))),
    )
    if (!this.#state.up()) await withDeadline(limitMs, 'a write to the Redis Cluster', write)
  }

  async #explain(error: Error): Promise<Error> {
    const { client } = this
    if (isCluster(client) || !/unknown command/i.test(error.message)) return explained(error)
    const info = await withDeadline(HANDSHAKE_TIMEOUT_MS, 'INFO', () => client.info('server')).catch(() => '')
    if (!info.includes('redis_mode:sentinel')) return error
    return new Error(
      'REDIS_URL names a Redis Sentinel: write redis+sentinel://host:26379/name-of-the-primary',
    )
  }
}

/** The error, or what is wrong with the URL. */
function explained(error: Error): Error {
  if (!error.message.startsWith('MOVED ')) return error
  return new Error('REDIS_URL names a node of a Redis Cluster: write redis+cluster://host:6379')
}

/**
 * @throws Error when a primary is not connected: the client forgets a node that it has lost, though slots
 * still belong to it
 */
function requireAllPrimaries(client: Cluster): void {
  const connected = new Set(client.nodes('master').map(({ options }) => `${options.host}:${options.port}`))
  const owners = client.slots.flatMap(([owner]) => owner ?? [])
  const missing = owners.find((owner) => !connected.has(owner))
  if (missing !== undefined) throw new Error(`no connection to ${missing}, a primary of the Redis Cluster`)
}

/** Sends a command whose reply may take longer. The client reads its time-out when it writes the command. */
function patiently<T>({ options }: Redis, send: () => Promise<T>): Promise<T> {
  const { socketTimeout } = options
  options.socketTimeout = PATIENCE_MS
  const reply = send()
  options.socketTimeout = socketTimeout
  return reply
}
