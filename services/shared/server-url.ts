/** A URL that may name several hosts of one server, which the class URL does not accept. */
export interface ServerUrl {
  readonly scheme: string
  /** As written, percent-encoded. Empty when the URL has none. */
  readonly credentials: string
  /** As written: `host`, `host:port` or `[address]:port`. */
  readonly hosts: readonly string[]
  /** What follows the hosts, from the first `/` or `?`. */
  readonly rest: string
}

const HOST = String.raw`(?:\[[\da-f:.]+\]|[^\s@/?:,\[\]]+)(?::\d{1,5})?`
const PORT = /:(\d+)$/
const MAX_PORT = 65_535
const SERVER_URL = new RegExp(
  String.raw`^([a-z][a-z0-9+.-]*)://(?:([^\s@/]*)@)?(${HOST}(?:,${HOST})*)([/?]\S*)?$`,
  'i',
)

/** @returns undefined when the URL is malformed */
export function parseServerUrl(url: string): ServerUrl | undefined {
  const [, scheme, credentials = '', hosts, rest = ''] = SERVER_URL.exec(url) ?? []
  if (scheme === undefined || hosts === undefined) return undefined
  if (hosts.split(',').some((host) => Number(PORT.exec(host)?.[1] ?? 0) > MAX_PORT)) return undefined
  return { scheme: scheme.toLowerCase(), credentials, hosts: hosts.split(','), rest }
}

/** The parts of a host as {@link ServerUrl.hosts} has it. An IPv6 address is returned without its brackets. */
export function splitHost(text: string, defaultPort: number): { host: string; port: number } {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  return { host: host.replaceAll(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) }
}

/** One URL for each host. */
export function urlPerHost(url: string): readonly string[] {
  const { scheme, credentials, hosts, rest } = parseServerUrl(url) ?? {}
  const before = credentials ? `${credentials}@` : ''
  return (hosts ?? []).map((host) => `${scheme}://${before}${host}${rest}`)
}
