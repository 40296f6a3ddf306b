import { promises as dns } from 'node:dns'
import { behindNat64 } from '../../../../platform/domain/embedded-ipv4.ts'
import { parseServerUrl } from '../../../../platform/domain/server-url.ts'

/** A server that Rollcall uses, or the name whose SRV records list several. No webhook may reach them. */
export type BackingServer =
  | { readonly kind: 'host'; readonly host: string; readonly port: number }
  | { readonly kind: 'srv'; readonly name: string }

/** The functions of `node:dns` that find the servers. */
export type ServerDns = Pick<typeof dns, 'lookup' | 'resolveSrv'>

/** The servers in a URL of the configuration, which can name several; none in an empty one. */
export function serversIn(url: string): BackingServer[] {
  if (url === '') return []
  const { scheme, hosts } = parseServerUrl(url)
  return hosts.map(({ host, port }) =>
    scheme === 'mongodb+srv' ? { kind: 'srv', name: `_mongodb._tcp.${host}` } : { kind: 'host', host, port },
  )
}

/**
 * The ports of these servers, by address. A name that is not found has no address, for webhooks either.
 * @throws Error when the DNS can't be asked
 */
export async function portsByAddress(
  servers: readonly BackingServer[],
  { lookup, resolveSrv }: ServerDns = dns,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const hosts = await Promise.all(
    servers.map(async (server) => {
      if (server.kind === 'host') return [server]
      const records = await resolveSrv(server.name).catch(noneIfNotFound)
      return records.map(({ name, port }) => ({ host: name, port }))
    }),
  )
  const found = await Promise.all(
    hosts.flat().map(async ({ host, port }) => {
      const addresses = await lookup(host, { all: true }).catch(noneIfNotFound)
      return addresses.map(({ address }) => ({ address: behindNat64(address).toNormalizedString(), port }))
    }),
  )
  const byAddress = Map.groupBy(found.flat(), ({ address }) => address)
  return new Map([...byAddress].map(([address, each]) => [address, each.map(({ port }) => port)]))
}

const NOT_FOUND = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/** For a failed look-up. @throws the error when the DNS did not say that there is no such name */
export function noneIfNotFound(error: NodeJS.ErrnoException): [] {
  if (NOT_FOUND.includes(error.code ?? '')) return []
  throw error
}
