import { Redis } from 'ioredis'
import type { DependencyState } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'

/** A rate limiter that is slower than this is worse than one that counts locally. */
const COMMAND_MS = 40
/** The first answers of a new connection, for which no request waits, may be later. */
const HANDSHAKE_MS = 120
const CONNECT_MS = 1_000
const MAX_RETRY_DELAY_MS = 1_000

/**
 * A Redis client that fails at once: no queue while it is unavailable, no resend after a reconnect (that
 * would count a request twice), one try per command. It reconnects in the background without a limit.
 *
 * A connection that is silent for as long as a command may take is closed, so a Redis that hangs is waited for
 * once: what asks whether it is back is the ready check of the next connection, and no request.
 */
export function redis(options: { url: string; state: DependencyState }): Part & { client: Redis } {
  const client = new Redis(options.url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_MS,
    // The first one at once: a short stall of this process looks like a silent Redis.
    retryStrategy: (attempt: number) => Math.min((attempt - 1) * 100, MAX_RETRY_DELAY_MS),
  })
  const patience = (ms: number) => {
    client.options.commandTimeout = ms
    client.options.socketTimeout = ms
  }
  patience(HANDSHAKE_MS)
  client.on('ready', () => {
    patience(COMMAND_MS)
    options.state.set(true)
  })
  client.on('close', () => {
    patience(HANDSHAKE_MS)
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
