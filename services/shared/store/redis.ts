import { Redis } from 'ioredis'
import type { DependencyState } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'

/** Counting locally is better than a limiter slower than this. */
const COMMAND_TIMEOUT_MS = 40
/** For the first commands of a new connection. No request waits for them. */
const HANDSHAKE_TIMEOUT_MS = 120
const CONNECT_TIMEOUT_MS = 1_000
const RETRY_STEP_MS = 100
const MAX_RETRY_DELAY_MS = 1_000

/**
 * A Redis client whose commands fail at once while Redis is unavailable: no queue, one attempt for each command, and no
 * resend after a reconnect, which would count a request twice. It reconnects in the background without a limit.
 *
 * A connection without a reply for the time of a command is closed, so a Redis that hangs costs one request that time. The
 * next connection serves requests only after its ready check.
 */
export function redis(options: { url: string; state: DependencyState }): Part & { client: Redis } {
  const client = new Redis(options.url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // The first attempt follows at once: a short stall of this process looks like a silent Redis.
    retryStrategy: (attempt: number) => Math.min((attempt - 1) * RETRY_STEP_MS, MAX_RETRY_DELAY_MS),
  })
  const setReplyTimeout = (ms: number) => {
    client.options.commandTimeout = ms
    client.options.socketTimeout = ms
  }
  setReplyTimeout(HANDSHAKE_TIMEOUT_MS)
  client.on('ready', () => {
    setReplyTimeout(COMMAND_TIMEOUT_MS)
    options.state.set(true)
  })
  client.on('close', () => {
    setReplyTimeout(HANDSHAKE_TIMEOUT_MS)
    options.state.set(false, 'connection closed')
  })
  client.on('error', (error: Error) => options.state.set(false, error))
  return {
    name: 'redis',
    client,
    start: () => void client.connect().catch(() => undefined),
    stop: () => client.disconnect(),
  }
}
