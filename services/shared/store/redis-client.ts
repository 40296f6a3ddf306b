import { Cluster, Redis } from 'ioredis'
import { parseServerUrl, type ServerUrl } from '../server-url.ts'

export type RedisClient = Redis | Cluster

export const REDIS_SCHEMES = ['redis', 'rediss'].flatMap((scheme) => [
  scheme,
  `${scheme}+sentinel`,
  `${scheme}+cluster`,
])
const SENTINEL_PORT = 26_379
const CLUSTER_PORT = 6_379
/** A Sentinel without a reply for this time is left for the next one. */
const SENTINEL_REPLY_MS = 500
/** A node of a Cluster without a reply for this time is left for the next one when the client asks for the slots. */
const SLOTS_REPLY_MS = 1_000
/** A command follows a slot that has moved. More redirections mean that the Cluster is changing. */
const MAX_REDIRECTIONS = 3
const DATABASE_OF_SENTINEL_URL = /^\/([^/?]+)(?:\/(\d+))?\/?(?:\?|$)/

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
 * - `redis+sentinel://user:password@host1:26379,host2:26379/primary/0`: the primary that the Sentinels name. Credentials are
 *   those of Redis; the Sentinels' own are the parameters `sentinelUsername` and `sentinelPassword`.
 * - `redis+cluster://user:password@host1:6379,host2:6379`: a Cluster
 *
 * No command is queued while Redis is unavailable, and none is sent again after a reconnect.
 * @throws Error that says what a faulty URL should look like; it contains nothing of the URL
 */
export function redisClient(url: string, options: ClientOptions): RedisClient {
  const { parsed, kind } = parse(url)
  if (kind === 'single') return new Redis(url, { ...commonOptions(options), enableOfflineQueue: false })
  const shared = sharedOptions(parsed, options)
  return kind === 'sentinel' ? sentinelClient(parsed, shared) : clusterClient(parsed, shared, options)
}

export const isCluster = (client: RedisClient): client is Cluster => client.isCluster

/** @throws Error that says what the URL should look like */
export function requireRedisUrl(url: string): void {
  parse(url)
}

function parse(url: string) {
  const parsed = parseServerUrl(url)
  if (parsed === undefined) throw new Error('must be a well-formed URL')
  const kind = /\+(sentinel|cluster)$/.exec(parsed.scheme)?.[1] ?? 'single'
  if (kind === 'single' && parsed.hosts.length > 1)
    throw new Error('must start with redis+sentinel:// or redis+cluster:// to name several hosts')
  if (kind === 'sentinel' && !DATABASE_OF_SENTINEL_URL.test(parsed.rest))
    throw new Error(
      'must name the primary that the Sentinels watch, as in redis+sentinel://host1:26379,host2:26379/mymaster',
    )
  if (kind === 'cluster' && !/^\/?(\?|$)/.test(parsed.rest))
    throw new Error('must not name a database: a Redis Cluster has only one')
  return { parsed, kind: kind as 'single' | 'sentinel' | 'cluster' }
}

const commonOptions = ({ connectTimeout, retryStrategy, socketTimeout }: ClientOptions) => ({
  lazyConnect: true,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 1,
  connectTimeout,
  retryStrategy,
  ...(socketTimeout === undefined ? {} : { socketTimeout }),
})

const sharedOptions = (url: ServerUrl, options: ClientOptions) => ({
  ...commonOptions(options),
  ...credentialsOf(url),
  ...(url.scheme.startsWith('rediss') ? { tls: {} } : {}),
})
type SharedOptions = ReturnType<typeof sharedOptions>

function sentinelClient({ hosts, rest, scheme }: ServerUrl, shared: SharedOptions): Redis {
  const [, name = '', database = '0'] = DATABASE_OF_SENTINEL_URL.exec(rest) ?? []
  const query = new URLSearchParams(rest.split('?')[1])
  const [username, password] = [query.get('sentinelUsername'), query.get('sentinelPassword')]
  return new Redis({
    ...shared,
    enableOfflineQueue: false,
    sentinels: hosts.map((host) => address(host, SENTINEL_PORT)),
    name: decodeURIComponent(name),
    db: Number(database),
    ...(scheme.startsWith('rediss') ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    ...(username === null ? {} : { sentinelUsername: username }),
    ...(password === null ? {} : { sentinelPassword: password }),
    sentinelCommandTimeout: SENTINEL_REPLY_MS,
  })
}

function clusterClient({ hosts }: ServerUrl, shared: SharedOptions, options: ClientOptions): Cluster {
  const { retryStrategy: _ofTheCluster, ...ofNodes } = shared
  return new Cluster(
    hosts.map((host) => address(host, CLUSTER_PORT)),
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

function credentialsOf({ credentials }: ServerUrl): { username?: string; password?: string } {
  if (credentials === '') return {}
  const [username = '', ...password] = credentials.split(':').map(decodeURIComponent)
  return { ...(username === '' ? {} : { username }), password: password.join(':') }
}

function address(text: string, defaultPort: number) {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  return { host: host.replaceAll(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) }
}
