/** A URL that may name several hosts of one server, which the class URL does not accept. */
export interface ServerUrl {
  readonly scheme: string
  /** Decoded. Empty when the URL has none. */
  readonly username: string
  readonly password: string
  readonly hosts: readonly [ServerHost, ...ServerHost[]]
  /** As written, from the first `/` after the hosts. */
  readonly path: string
  readonly query: URLSearchParams
}

interface ServerHost {
  /** A name or an address, IPv6 without brackets. */
  readonly host: string
  /** That of the scheme when the URL has none. */
  readonly port: number
  /** Host and port, as they stand in a URL. */
  readonly authority: string
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  mongodb: 27_017,
  redis: 6_379,
  rediss: 6_379,
  'redis+cluster': 6_379,
  'rediss+cluster': 6_379,
  'redis+sentinel': 26_379,
  'rediss+sentinel': 26_379,
  amqp: 5_672,
  amqps: 5_671,
  smtp: 25,
  smtps: 465,
  http: 80,
  https: 443,
}
const MAX_PORT = 65_535

/** The schemes whose URLs may name several hosts. */
const SEVERAL_HOSTS = /^(mongodb|redis|amqp)/
const CREDENTIALS = String.raw`(?:[^\s@/%]|%[\da-f]{2})+`
const HOST = String.raw`(?:\[[\da-f:.]+\]|[^\s@/?#\\:,<>^|[\]]+)(?::\d{1,5})?`
const SERVER_URL = new RegExp(
  String.raw`^([a-z][a-z0-9+.-]*)://(?:(${CREDENTIALS})@)?(${HOST}(?:,${HOST})*)(/[^\s?]*)?(\?\S*)?$`,
  'i',
)
const HOST_AND_PORT = /^\[?(.*?)\]?(?::(\d+))?$/

/** @throws Error that says what the URL should look like; it contains nothing of the URL */
export function parseServerUrl(url: string): ServerUrl {
  const [, anyCase = '', credentials = '', hostList = '', path = '', query] = SERVER_URL.exec(url) ?? []
  const scheme = anyCase.toLowerCase()
  const hosts = hostList.split(',').map((text) => readHost(text, scheme))
  const mayBeSeveral = SEVERAL_HOSTS.test(scheme)
  if (hostList === '' || (hosts.length > 1 && !mayBeSeveral) || hosts.some(({ port }) => port > MAX_PORT))
    throw new Error(
      'must be a well-formed URL; special characters in a user name or a password are percent-encoded' +
        (mayBeSeveral ? ', and several hosts are written as user:password@host1,host2' : ''),
    )
  const [username = '', ...password] = credentials.split(':').map(decodeURIComponent)
  return {
    scheme,
    username,
    password: password.join(':'),
    hosts: hosts as [ServerHost, ...ServerHost[]],
    path,
    query: new URLSearchParams(query),
  }
}

function readHost(text: string, scheme: string): ServerHost {
  const [, host = '', port] = HOST_AND_PORT.exec(text) ?? []
  const number = Number(port ?? DEFAULT_PORTS[scheme] ?? 0)
  return { host, port: number, authority: `${host.includes(':') ? `[${host}]` : host}:${number}` }
}

/** The same URL with other credentials. */
export const withCredentials = (url: string, username: string, password: string): string =>
  url.replace(
    /:\/\/(?:[^@/?]*@)?/,
    () => `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`,
  )

/** One URL for each host. @param parameters those that the URLs get unless the URL sets them */
export function urlPerHost(url: string, parameters: Readonly<Record<string, string>> = {}): string[] {
  const { scheme, username, password, hosts, path, query } = parseServerUrl(url)
  for (const [name, value] of Object.entries(parameters)) if (!query.has(name)) query.set(name, value)
  return hosts.map(({ authority }) => {
    const perHost = `${scheme}://${authority}${path}${query.size === 0 ? '' : `?${query.toString()}`}`
    return username === '' && password === '' ? perHost : withCredentials(perHost, username, password)
  })
}

export const REDIS_SCHEMES = ['redis', 'rediss'].flatMap((scheme) => [
  scheme,
  `${scheme}+sentinel`,
  `${scheme}+cluster`,
])

/** What a URL of Redis names: one address, the Sentinels of a primary, or nodes of a Cluster. */
export interface RedisUrl extends ServerUrl {
  readonly kind: 'single' | 'sentinel' | 'cluster'
  readonly tls: boolean
  /** The name by which Sentinels know the primary; else empty. */
  readonly primary: string
  readonly database: number
}

const PRIMARY_AND_DATABASE = /^\/([^/]+)(?:\/(\d+))?\/?$/

/** @throws Error that says what the URL should look like; it contains nothing of the URL */
export function parseRedisUrl(url: string): RedisUrl {
  const parsed = parseServerUrl(url)
  const { scheme, hosts, path } = parsed
  const kind = (scheme.split('+')[1] ?? 'single') as RedisUrl['kind']
  if (kind === 'single' && hosts.length > 1)
    throw new Error('must start with redis+sentinel:// or redis+cluster:// to name several hosts')
  const [, primary, database = '0'] = PRIMARY_AND_DATABASE.exec(path) ?? []
  if (kind === 'sentinel' && primary === undefined)
    throw new Error(
      'must name the primary that the Sentinels watch, ' +
        'as in redis+sentinel://host1:26379,host2:26379/mymaster',
    )
  if (kind === 'cluster' && !['', '/'].includes(path))
    throw new Error('must not name a database: a Redis Cluster has only one')
  return {
    ...parsed,
    kind,
    tls: scheme.startsWith('rediss'),
    primary: decodeURIComponent(primary ?? ''),
    database: Number(database),
  }
}
