import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { behindNat64 } from '../../../../platform/domain/embedded-ipv4.ts'
import { withDeadline } from '../../../../platform/process/deadline.ts'
import type { Logger } from '../../../../platform/observability/logger.ts'
import { noneIfNotFound, portsByAddress, type BackingServer, type ServerDns } from './backing-servers.ts'
import { WebhookFailure } from './rules.ts'

type Address = ReturnType<typeof ipaddr.parse>
type Network = ReturnType<typeof ipaddr.parseCIDR>
/** The ports of the backing servers, by address. */
type BlockedPorts = ReadonlyMap<string, readonly number[]>

/**
 * Finds the addresses of a name.
 * @returns none when there is no such name
 * @throws WebhookFailure when the DNS does not say
 */
export type Resolve = (name: string) => Promise<readonly string[]>

/** The names of networks that Express knows too (`TRUSTED_PROXIES`). */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Besides what ipaddr.js knows as special: the metadata server of Azure, which is a public address;
 * benchmarking, and IETF protocol assignments and documentation of IPv6.
 */
const OTHER_SPECIAL = ['168.63.129.16/32', '198.18.0.0/15', '2001::/23', '3fff::/20'].map((network) =>
  ipaddr.parseCIDR(network),
)
/** Global unicast. Everything else of IPv6 is special: mapped IPv4, local, multicast. */
const IPV6_PUBLIC = ipaddr.parseCIDR('2000::/3')

/** RFC 6761: this name is the machine itself, and not looked up in DNS. */
const LOCALHOST = /^(.+\.)?localhost\.?$/i
const LOOPBACK = '127.0.0.1'

const DNS_TIMEOUT_MS = 2_000
const DNS_TRIES = 2
/** The addresses of the backing servers rarely change. */
const BACKING_MAX_AGE_MS = 60_000
/** Shorter than an attempt, so that the addresses found before are used in time. */
const SEARCH_DEADLINE_MS = 10_000
/** After a search for them that failed. */
const SEARCH_AGAIN_MS = 5_000

export interface AddressGuardOptions {
  /** Addresses, networks such as 10.0.0.0/8, or names of networks such as loopback. */
  readonly allowedNetworks: readonly string[]
  readonly backingServers: readonly BackingServer[]
  /** Finds the backing servers; `node:dns` by default. */
  readonly serverDns?: ServerDns
  /** Finds the receivers of webhooks. */
  readonly resolve: Resolve
  readonly logger: Pick<Logger, 'warn'>
  readonly searchDeadlineMs?: number
}

/**
 * Decides to which addresses webhooks are sent: public ones, and those that the operator allows. The servers
 * of Rollcall itself are never allowed.
 */
export class AddressGuard {
  readonly #allowed: readonly Network[]
  readonly #options: AddressGuardOptions
  #search: { expiresAt: number; readonly ports: Promise<BlockedPorts> } | undefined
  /** As of the last search that succeeded. */
  #blocked: BlockedPorts | undefined

  constructor(options: AddressGuardOptions) {
    this.#options = options
    this.#allowed = options.allowedNetworks
      .flatMap((network) => NAMED_NETWORKS[network] ?? [network])
      .map(readNetwork)
  }

  /**
   * The addresses to connect to: those of the name that are allowed.
   * @param hostname a name or an address, IPv6 in brackets or not
   * @throws WebhookFailure
   */
  async addressesOf(hostname: string, port: number): Promise<string[]> {
    const host = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) === 0 ? await this.#options.resolve(host) : [host]
    if (addresses.length === 0) throw new WebhookFailure('name-not-found', `there is no address of ${host}`)
    const blocked = await this.#blockedPorts()
    const allowed = addresses.filter((address) => this.#isAllowed(address, port, blocked))
    if (allowed.length > 0) return allowed
    throw new WebhookFailure('address-not-allowed', `${host} is ${addresses.join()}, which is not allowed`)
  }

  /**
   * Whether webhooks may be sent to this host, as far as the URL alone tells: an address, or this machine.
   * Any other name is allowed here, because its addresses can change.
   */
  isAllowedHost(hostname: string): boolean {
    const host = hostname.replace(/^\[|\]$/g, '')
    const address = isIP(host) === 0 ? (LOCALHOST.test(host) ? LOOPBACK : undefined) : host
    return address === undefined || this.#isInAllowedNetwork(behindNat64(address))
  }

  #isInAllowedNetwork(address: Address): boolean {
    return isPublic(address) || this.#allowed.some((network) => isIn(address, network))
  }

  #isAllowed(text: string, port: number, blocked: BlockedPorts): boolean {
    const address = behindNat64(text)
    // Elsewhere the whole server is theirs. On this machine other programs listen too; a server that listens
    // on all its addresses is found at each of them, whatever the one in the configuration is.
    if (isOfThisMachine(address)) {
      if ([...blocked.values()].flat().includes(port)) return false
    } else if (blocked.has(address.toNormalizedString())) return false
    return this.#isInAllowedNetwork(address)
  }

  /**
   * While the DNS can't be asked, the addresses that were found before stay blocked.
   * @throws WebhookFailure if there are none
   */
  async #blockedPorts(): Promise<BlockedPorts> {
    const now = performance.now()
    if (!this.#search || now > this.#search.expiresAt)
      this.#search = { expiresAt: now + BACKING_MAX_AGE_MS, ports: this.#findPorts() }
    const search = this.#search
    try {
      this.#blocked = await search.ports
    } catch (error) {
      search.expiresAt = Math.min(search.expiresAt, performance.now() + SEARCH_AGAIN_MS)
      if (!this.#blocked)
        throw new WebhookFailure(
          'dns-unavailable',
          `the backing servers were not found: ${(error as Error).message}`,
        )
    }
    return this.#blocked
  }

  #findPorts(): Promise<BlockedPorts> {
    const { backingServers, serverDns, logger, searchDeadlineMs = SEARCH_DEADLINE_MS } = this.#options
    const ports = withDeadline(searchDeadlineMs, 'finding the backing servers', () =>
      portsByAddress(backingServers, serverDns),
    )
    ports.catch((error: unknown) =>
      logger.warn(
        { err: error },
        'the DNS does not return the addresses of the servers in the configuration, ' +
          'which no webhook may reach; if it never has, webhooks fail and are retried',
      ),
    )
    return ports
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

function isOfThisMachine(address: Address): boolean {
  if (address.range() === 'loopback') return true
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return own.some((each) => ipaddr.parse(each.address).toNormalizedString() === address.toNormalizedString())
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || OTHER_SPECIAL.some((network) => isIn(address, network))) return false
  return address.kind() === 'ipv4' || isIn(address, IPV6_PUBLIC)
}

/**
 * Asks the DNS, and not the hosts file. In contrast to `dns.lookup` this needs no thread, of which there are
 * four: slow name servers of one account would stop all others.
 */
export function resolveByDns(): Resolve {
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  return async (name) => {
    if (LOCALHOST.test(name)) return [LOOPBACK]
    const found = await Promise.allSettled(
      [resolver.resolve4(name), resolver.resolve6(name)].map((asked) => asked.catch(noneIfNotFound)),
    )
    const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const failed = found.find((result) => result.status === 'rejected')
    if (addresses.length > 0 || !failed) return addresses
    throw new WebhookFailure('dns-unavailable', `the DNS did not say where ${name} is: ${failed.reason}`)
  }
}
