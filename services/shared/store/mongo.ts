import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type Connection } from 'mongoose'
import type { Logger } from '../logger.ts'
import type { DependencyState } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import type { Clock } from '../time.ts'
import { translateErrors } from './unavailable.ts'
import { databaseClock } from './database-clock.ts'

/** A write is answered only when it is on disk on a majority (design, "The way of one registration", step 1). */
const DURABLE = { w: 'majority', journal: true } as const
/** How long an operation waits for a server before the caller gets its 503. */
const SERVER_SELECTION_MS = 2_000
/** For a server that hangs: give up on the socket. */
const SOCKET_MS = 10_000
/**
 * At once. What waits in this process can be given up, while a busy database goes on working for callers who have left; reads
 * and writes of one turn share a round trip, so a few carry much.
 */
export const CONNECTIONS = 20
/**
 * How long an operation waits for a connection of the pool: a slow server leads to 503s, not to unbounded
 * memory.
 */
const WAIT_QUEUE_MS = 3_000
const HEARTBEAT_MS = 2_000
const RETRY_MS = 1_000
const MEASURE_CLOCK_MS = 30_000

export interface MongoOptions {
  url: string
  state: DependencyState
  logger: Logger
  /** Builds and verifies indexes, seeds counters: the service is not ready before. Safe to repeat. */
  prepare: () => Promise<void>
}

/** An unopened connection for models to be declared on, the part that opens it, and the database's clock. */
export function mongo(options: MongoOptions): Part & { connection: Connection; clock: Clock } {
  const connection = mongoose.createConnection()
  // A query fails at once while the server is unavailable, instead of piling up in memory. `set()` would
  // ignore these options: on a connection that was never opened it does not know them yet.
  Object.assign(connection.config, { bufferCommands: false, autoIndex: false, autoCreate: false })
  connection.plugin(translateErrors)
  connection.on('error', () => undefined)
  const { clock, measure: measureClock } = databaseClock()
  let measuring: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  let settled: Promise<void> = Promise.resolve()
  return { name: 'mongodb', connection, clock, start, stop }

  function start(): void {
    settled = open()
  }

  async function open(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await connection.openUri(options.url, {
          writeConcern: DURABLE,
          serverSelectionTimeoutMS: SERVER_SELECTION_MS,
          socketTimeoutMS: SOCKET_MS,
          heartbeatFrequencyMS: HEARTBEAT_MS,
          connectTimeoutMS: SERVER_SELECTION_MS,
          maxPoolSize: CONNECTIONS,
          waitQueueTimeoutMS: WAIT_QUEUE_MS,
        })
        await measureClock(connection)
        await options.prepare()
        measuring = setInterval(measure, MEASURE_CLOCK_MS)
        connection.on('connected', () => {
          measure()
          options.state.set(true)
        })
        connection.on('disconnected', () => options.state.set(false, 'disconnected'))
        options.state.set(connection.readyState === mongoose.ConnectionStates.connected)
        return
      } catch (error) {
        options.logger.debug({ err: error }, 'MongoDB is not ready')
        options.state.set(false, error)
        await connection.close().catch(() => undefined)
        await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  function measure(): void {
    measureClock(connection).catch((error: unknown) =>
      options.logger.debug({ err: error }, 'clock not measured'),
    )
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await settled
    clearInterval(measuring)
    await connection.close()
  }
}
