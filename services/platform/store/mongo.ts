import mongoose, { type Connection, type mongo } from 'mongoose'
import type { Logger } from '../observability/logger.ts'
import type { DependencyState } from '../process/dependency.ts'
import { Unavailable } from '../errors.ts'
import type { Part } from '../process/part.ts'
import { PeriodicTask } from '../work/periodic-task.ts'
import { withDeadline } from '../process/deadline.ts'
import { boundCollections, STORE_DEADLINE_MS } from './bounded-collection.ts'
import { RejectedLogins, retry } from '../work/retry.ts'
import { DatabaseClock } from './database-clock.ts'
import { isRejectedLogin, translateErrors } from './unavailable.ts'

/** Success is reported only when a write is on disk on a majority of the servers. */
const WRITE_CONCERN = { w: 'majority', journal: true } as const
/**
 * So is that nothing is left to be done: a failover takes back what one server alone has, and with it the
 * response to whoever repeats a request, or acknowledges a message, because the record is there already.
 */
const READ_CONCERN = { level: 'majority' } as const
/** How long an operation waits for an available server. */
const SERVER_SELECTION_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 2_000
/** After this time without a reply the server counts as unavailable. */
const SOCKET_TIMEOUT_MS = 10_000
/**
 * Requests beyond this wait in the process, where they can time out. In the database they would still run
 * after their callers have left.
 */
const MAX_POOL_SIZE = 20
/** How long an operation waits for a connection of the pool. */
const WAIT_QUEUE_TIMEOUT_MS = 3_000
const HEARTBEAT_MS = 2_000
const RETRY_DELAY_MS = 1_000
const MEASURE_CLOCK_MS = 30_000
const CLOSE_DEADLINE_MS = 5_000

interface MongoOptions {
  readonly url: string
  readonly state: DependencyState
  readonly logger: Logger
  /**
   * Builds and verifies indexes and seeds counters. The service is not ready before. Must be safe to repeat.
   */
  readonly prepare: () => Promise<void>
  /** How long an operation may take, whatever the driver does; {@link STORE_DEADLINE_MS} by default. */
  readonly operationDeadlineMs?: number | undefined
}

/** The database of a service. Models are declared on `connection` before it is opened. */
export class MongoDatabase implements Part {
  readonly name = 'mongodb'
  readonly connection: Connection
  readonly clock: DatabaseClock
  readonly #options: MongoOptions
  readonly #deadlineMs: number
  readonly #stopping = new AbortController()
  readonly #measuring: PeriodicTask
  readonly #asking: PeriodicTask
  #opening: Promise<void> = Promise.resolve()
  #isOpening = false
  #isClockSet = false

  constructor(options: MongoOptions) {
    this.#options = options
    this.#deadlineMs = options.operationDeadlineMs ?? STORE_DEADLINE_MS
    this.clock = new DatabaseClock(this.#deadlineMs)
    this.connection = mongoose.createConnection()
    // Operations fail at once while the server is unavailable, instead of piling up in memory. `set()`
    // ignores these options on a connection that was never opened.
    Object.assign(this.connection.config, { bufferCommands: false, autoIndex: false, autoCreate: false })
    boundCollections(this.connection, {
      deadlineMs: this.#deadlineMs,
      onExpired: (reason) => options.logger.warn({ reason: reason.message }, 'MongoDB operation given up'),
      // The connection is open a moment before. With the clock of this machine the leases of another process
      // may seem to have ended.
      requireUsable: () => {
        if (!this.#isClockSet) throw new Unavailable('mongodb', 'its time is not known yet')
      },
    })
    this.connection.plugin(translateErrors)
    this.connection.on('error', () => undefined)
    this.#measuring = new PeriodicTask({
      name: 'clock of the database',
      everyMs: MEASURE_CLOCK_MS,
      run: async () => {
        await this.clock.measure(this.connection)
      },
      needs: [options.state],
      logger: options.logger,
    })
    this.#asking = new PeriodicTask({
      name: 'heartbeat of the load balancer',
      everyMs: HEARTBEAT_MS,
      run: () => this.#ask(),
      logger: options.logger,
    })
  }

  start(): void {
    this.#opening = this.#open()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#opening
    await this.#asking.stop()
    await this.#measuring.stop()
    await this.#close()
  }

  #close(): Promise<void> {
    return withDeadline(CLOSE_DEADLINE_MS, 'closing the connections to MongoDB', () =>
      this.connection.close(),
    )
  }

  /** @param rejected why a server that was connected rejects the password, which is not sent again at once */
  async #open(rejected?: Error): Promise<void> {
    const { state, logger } = this.#options
    const rejectedLogins = new RejectedLogins()
    this.#isOpening = true
    // It fails only when the service stops.
    await retry(() => this.#connect(), {
      failed: rejected,
      delayMs: (_, error) => {
        if (isRejectedLogin(error)) return rejectedLogins.delayMs(error, (reason) => state.set(false, reason))
        rejectedLogins.reset()
        return RETRY_DELAY_MS
      },
      signal: this.#stopping.signal,
      onFailure: async (error) => {
        logger.debug({ err: error }, 'MongoDB is not ready')
        if (!isRejectedLogin(error)) state.set(false, error)
        await this.#close().catch(() => undefined)
      },
    }).catch(() => undefined)
    this.#isOpening = false
  }

  /**
   * The driver would send a rejected password with each operation. Without a connection operations fail at
   * once, until the next attempt of {@link #open}.
   */
  #reopen(rejected: Error): void {
    if (!this.#isOpening && !this.#stopping.signal.aborted) this.#opening = this.#open(rejected)
  }

  async #connect(): Promise<void> {
    const { url, logger, prepare } = this.#options
    const opening = this.connection.openUri(url, {
      writeConcern: WRITE_CONCERN,
      readConcern: READ_CONCERN,
      serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      socketTimeoutMS: SOCKET_TIMEOUT_MS,
      heartbeatFrequencyMS: HEARTBEAT_MS,
      maxPoolSize: MAX_POOL_SIZE,
      waitQueueTimeoutMS: WAIT_QUEUE_TIMEOUT_MS,
    })
    await withDeadline(this.#deadlineMs, 'connecting to MongoDB', () => opening)
    const isTimeKnown = await this.clock.measure(this.connection)
    this.#isClockSet = true
    if (!isTimeKnown) logger.warn('the database does not tell its time; the clock of this machine is used')
    await prepare()
    this.#measuring.start()
    this.#follow(this.connection.getClient())
  }

  /**
   * Keeps the state equal to what the driver finds out about its servers. mongoose reports that for a single
   * server and a replica set, but not for a sharded cluster.
   */
  #follow(client: mongo.MongoClient): void {
    const { state } = this.#options
    client.on('topologyDescriptionChanged', ({ newDescription: { servers } }) => {
      const isUp = [...servers.values()].some((server) => server.isWritable)
      if (isUp) this.#measuring.wake()
      const errors = [...servers.values()].flatMap(({ error }) => error ?? [])
      state.set(isUp, errors[0] ?? 'disconnected')
      const rejected = errors.find(isRejectedLogin)
      if (!isUp && rejected !== undefined) this.#reopen(rejected)
    })
    client.on('serverHeartbeatFailed', ({ failure }) => {
      if (!state.up()) state.set(false, failure)
    })
    state.set(this.connection.readyState === mongoose.ConnectionStates.connected)
    // The driver does not watch the servers behind a load balancer.
    if (client.options.loadBalanced) this.#asking.start()
  }

  async #ask(): Promise<void> {
    if (this.#isOpening) return
    const { state } = this.#options
    const database = this.connection.getClient().db()
    await withDeadline(SERVER_SELECTION_TIMEOUT_MS, 'asking MongoDB', () =>
      database.command({ ping: 1 }),
    ).then(
      () => state.set(true),
      (error: unknown) => {
        state.set(false, error)
        if (isRejectedLogin(error)) this.#reopen(error)
      },
    )
  }
}
