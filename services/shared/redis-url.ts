import { parseServerUrl } from './server-url.ts'

export const REDIS_SCHEMES = ['redis', 'rediss'].flatMap((scheme) => [
  scheme,
  `${scheme}+sentinel`,
  `${scheme}+cluster`,
])

/** What a URL of Redis names: one address, the Sentinels of a primary, or nodes of a Cluster. */
export interface RedisUrl {
  readonly kind: 'single' | 'sentinel' | 'cluster'
  readonly tls: boolean
  /** Empty when the URL has none. */
  readonly username: string
  readonly password: string
  /** With or without a port. */
  readonly hosts: readonly string[]
  /** The name by which Sentinels know the primary; else empty. */
  readonly primary: string
  readonly database: number
  readonly query: URLSearchParams
}

const PRIMARY_AND_DATABASE = /^\/([^/?]+)(?:\/(\d+))?\/?(?:\?|$)/
const NO_DATABASE = /^\/?(\?|$)/

/** @throws Error that says what the URL should look like; it contains nothing of the URL */
export function parseRedisUrl(url: string): RedisUrl {
  const parsed = parseServerUrl(url)
  if (parsed === undefined) throw new Error('must be a well-formed URL')
  const { scheme, credentials, hosts, rest } = parsed
  const kind = (scheme.split('+')[1] ?? 'single') as RedisUrl['kind']
  if (kind === 'single' && hosts.length > 1)
    throw new Error('must start with redis+sentinel:// or redis+cluster:// to name several hosts')
  const [, primary, database = '0'] = PRIMARY_AND_DATABASE.exec(rest) ?? []
  if (kind === 'sentinel' && primary === undefined)
    throw new Error(
      'must name the primary that the Sentinels watch, as in redis+sentinel://host1:26379,host2:26379/mymaster',
    )
  if (kind === 'cluster' && !NO_DATABASE.test(rest))
    throw new Error('must not name a database: a Redis Cluster has only one')
  const [username = '', ...password] = credentials.split(':').map(decodeURIComponent)
  return {
    kind,
    tls: scheme.startsWith('rediss'),
    username,
    password: password.join(':'),
    hosts,
    primary: decodeURIComponent(primary ?? ''),
    database: Number(database),
    query: new URLSearchParams(rest.split('?')[1]),
  }
}
