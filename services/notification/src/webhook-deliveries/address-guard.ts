import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { ErrorClass } from './rules.ts'

type Address = ReturnType<typeof ipaddr.parse>
type Network = ReturnType<typeof ipaddr.parseCIDR>

/** An attempt failed before or without a response. */
export class SendError extends Error {
  readonly kind: ErrorClass

  constructor(kind: ErrorClass, reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Finds the addresses of a name. @returns none when there is no such name */
export type Resolve = (name: string) => Promise<readonly string[]>

/** A server that no webhook may reach. */
export interface BackingServer {
  readonly host: string
  readonly port: number
}

/** The names of networks that Express knows too (`TRUSTED_PROXIES`). */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Besides what ipaddr.js knows as special: benchmarking, and IETF protocol assignments and documentation of IPv6. */
const OTHER_SPECIAL = ['198.18.0.0/15', '2001::/23', '3fff::/20'].map((network) => ipaddr.parseCIDR(network))
/** Global unicast. Everything else of IPv6 is special: mapped and translated IPv4, local, multicast. */
const IPV6_PUBLIC = ipaddr.parseCIDR('2000::/3')

const DNS_TIMEOUT_MS = 2_000
const DNS_TRIES = 2
/** The addresses of the backing servers rarely change. */
const BACKING_MAX_AGE_MS = 60_000

/**
 * Decides to which addresses webhooks are sent: public ones, and those that the operator allows. The servers of Rollcall
 * itself are never allowed.
 */
export class AddressGuard {
  readonly #allowed: readonly Network[]
  readonly #backing: readonly BackingServer[]
  readonly #resolve: Resolve
  #blocked:
    | { readonly at: number; readonly ports: Promise<ReadonlyMap<string, readonly number[]>> }
    | undefined

  constructor(options: {
    allowedNetworks: readonly string[]
    backingServers: readonly BackingServer[]
    resolve: Resolve
  }) {
    this.#allowed = options.allowedNetworks
      .flatMap((network) => NAMED_NETWORKS[network] ?? [network])
      .map(readNetwork)
    this.#backing = options.backingServers
    this.#resolve = options.resolve
  }

  /**
   * The addresses to connect to. One that is not allowed rejects them all: a name that leads to both is an attempt to get
   * around the rule.
   * @param hostname a name or an address, IPv6 in brackets or not
   * @throws SendError
   */
  async addressesOf(hostname: string, port: number): Promise<string[]> {
    const host = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) === 0 ? await this.#resolve(host) : [host]
    if (addresses.length === 0) throw new SendError('name-not-found', `there is no address of ${host}`)
    const blocked = await this.#blockedPorts()
    for (const address of addresses)
      if (!this.#isAllowed(address, port, blocked))
        throw new SendError('address-not-allowed', `${host} is ${address}, which is not allowed`)
    return [...addresses]
  }

  #isAllowed(text: string, port: number, blocked: ReadonlyMap<string, readonly number[]>): boolean {
    const address = ipaddr.parse(text)
    const backingPorts = blocked.get(address.toNormalizedString())
    // On this machine other programs may listen; elsewhere the whole server is theirs.
    if (backingPorts && (backingPorts.includes(port) || address.range() !== 'loopback')) return false
    return isPublic(address) || this.#allowed.some((network) => isIn(address, network))
  }

  /** The ports of the backing servers, by address. A name that is not found leads nowhere, for webhooks too. */
  async #blockedPorts(): Promise<ReadonlyMap<string, readonly number[]>> {
    const now = performance.now()
    if (!this.#blocked || now - this.#blocked.at > BACKING_MAX_AGE_MS)
      this.#blocked = { at: now, ports: this.#findBackingServers() }
    return await this.#blocked.ports
  }

  async #findBackingServers(): Promise<ReadonlyMap<string, readonly number[]>> {
    const found = await Promise.all(
      this.#backing.map(async ({ host, port }) => {
        const addresses = await dns.lookup(host, { all: true }).catch(() => [])
        return addresses.map(({ address }) => ({ address: ipaddr.parse(address).toNormalizedString(), port }))
      }),
    )
    const byAddress = Map.groupBy(found.flat(), ({ address }) => address)
    return new Map([...byAddress].map(([address, servers]) => [address, servers.map(({ port }) => port)]))
  }
}

function readNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

const isIn = (address: Address, [network, bits]: Network): boolean =>
  // ipaddr.js throws for two kinds of addresses.
  address.kind() === network.kind() &&
  (address.match as (network: Address, bits: number) => boolean).call(address, network, bits)

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || OTHER_SPECIAL.some((network) => isIn(address, network))) return false
  return address.kind() === 'ipv4' || isIn(address, IPV6_PUBLIC)
}

/**
 * Asks the DNS, and not the hosts file. In contrast to `dns.lookup` this needs no thread, of which there are four: slow
 * name servers of one account would stop all others.
 */
export function resolveByDns(): Resolve {
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  return async (name) => {
    // RFC 6761: this name is the machine itself, and no question for the DNS.
    if (/^(.+\.)?localhost\.?$/i.test(name)) return ['127.0.0.1']
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  }
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'mongodb:': 27_017,
  'redis:': 6_379,
  'rediss:': 6_379,
  'amqp:': 5_672,
  'amqps:': 5_671,
  'smtp:': 25,
  'smtps:': 465,
  'http:': 80,
  'https:': 443,
}

/** The servers in a URL of the configuration; a MongoDB URL can name several. */
export function serversIn(url: string): BackingServer[] {
  const [, scheme = '', authority = ''] = /^([a-z+]+:)\/\/(?:[^@/]*@)?([^/?]*)/i.exec(url) ?? []
  return authority.split(',').flatMap((one) => {
    const [, host = '', port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(one) ?? []
    const defaultPort = DEFAULT_PORTS[scheme.toLowerCase()] ?? 0
    return host === '' ? [] : [{ host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) }]
  })
}
