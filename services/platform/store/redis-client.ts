import { Cluster, Redis } from 'ioredis'
import { parseRedisUrl, type RedisUrl } from '../domain/server-url.ts'

export type RedisClient = Redis | Cluster

/** A Sentinel without a reply for this time is left for the next one. */
const SENTINEL_REPLY_MS = 500
/**
 * A node of a Cluster without a reply for this time is left for the next one when the client asks for the
 * slots.
 */
const SLOTS_REPLY_MS = 1_000
/** A command follows a slot that has moved. More redirections mean that the Cluster is changing. */
const MAX_REDIRECTIONS = 3

interface ClientOptions {
  readonly connectTimeout: number
  /** The delay before an attempt to reconnect, or null to give up. */
  readonly retryStrategy: (attempt: number) => number | null
  readonly socketTimeout?: number
}

/**
 * A Redis client that is not connected yet, for one of these URLs. `rediss` means TLS for all connections.
 *
 * - `redis://user:password@host:6379/0`: one address
 * - `redis+sentinel://user:password@host1:26379,host2:26379/primary/0`: the primary that the Sentinels name.
 *   Credentials are those of Redis; the Sentinels' own are the parameters `sentinelUsername` and
 *   `sentinelPassword`.
 * - `redis+cluster://user:password@host1:6379,host2:6379`: a Cluster
 *
 * No command is queued while Redis is unavailable, and none is sent again after a reconnect.
 * @throws Error that says what a faulty URL should look like; it contains nothing of the URL
 */
export function redisClient(url: string, options: ClientOptions): RedisClient {
  const parsed = parseRedisUrl(url)
  if (parsed.kind === 'single')
    return new Redis(url, { ...commonOptions(options), enableOfflineQueue: false })
  const shared = sharedOptions(parsed, options)
  return parsed.kind === 'sentinel' ? sentinelClient(parsed, shared) : clusterClient(parsed, shared, options)
}

export const isCluster = (client: RedisClient): client is Cluster => client.isCluster

const commonOptions = ({ connectTimeout, retryStrategy, socketTimeout }: ClientOptions) => ({
  lazyConnect: true,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 1,
  connectTimeout,
  retryStrategy,
  ...(socketTimeout === undefined ? {} : { socketTimeout }),
})

const sharedOptions = ({ username, password, tls }: RedisUrl, options: ClientOptions) => ({
  ...commonOptions(options),
  ...(username === '' ? {} : { username }),
  ...(password === '' ? {} : { password }),
  ...(tls ? { tls: {} } : {}),
})
type SharedOptions = ReturnType<typeof sharedOptions>

function sentinelClient(url: RedisUrl, shared: SharedOptions): Redis {
  const { hosts, primary, database, query, tls } = url
  const [username, password] = [query.get('sentinelUsername'), query.get('sentinelPassword')]
  return new Redis({
    ...shared,
    enableOfflineQueue: false,
    sentinels: hosts.map(({ host, port }) => ({ host, port })),
    name: primary,
    db: database,
    ...(tls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    ...(username === null ? {} : { sentinelUsername: username }),
    ...(password === null ? {} : { sentinelPassword: password }),
    sentinelCommandTimeout: SENTINEL_REPLY_MS,
  })
}

function clusterClient({ hosts }: RedisUrl, shared: SharedOptions, options: ClientOptions): Cluster {
  const { retryStrategy: _ofTheCluster, ...ofNodes } = shared
  return new Cluster(
    hosts.map(({ host, port }) => ({ host, port })),
    {
      lazyConnect: true,
      clusterRetryStrategy: options.retryStrategy,
      redisOptions: ofNodes,
      slotsRefreshTimeout: SLOTS_REPLY_MS,
      maxRedirections: MAX_REDIRECTIONS,
      // The limiter counts locally instead of waiting.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      // Connects to names as they are, because certificates contain names.
      dnsLookup: (host, callback) => callback(null, host),
    },
  )
}
