import type { Request } from 'express'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'
import { behindNat64 } from '../domain/embedded-ipv4.ts'

/**
 * The value of Express's setting `trust proxy`: which addresses may tell, in `X-Forwarded-For`, whose request
 * they forward.
 * @param networks addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal
 */
export function trustProxies(networks: readonly string[]): (entry: string, hop: number) => boolean {
  const isTrusted = proxyAddr.compile([...networks])
  return (entry, hop) => {
    const address = withoutPort(entry)
    return isTrusted(ipaddr.isValid(address) ? plainAddress(address).toString() : address, hop)
  }
}

/** An IPv4 address that is written as IPv6, or was translated to it, as IPv4. */
const plainAddress = (ip: string) => behindNat64(ipaddr.process(ip).toString())

/**
 * The key under which requests of a client are counted: its address. An IPv6 subscriber gets a network of 2⁶⁴
 * addresses, so that network counts as one address; an IPv4 address written as IPv6, or translated to it,
 * counts as that IPv4 address. When the address that a proxy tells can't be parsed, the proxy itself is
 * counted.
 */
export function clientAddressKey(request: Pick<Request, 'ip' | 'socket'>): string {
  const forwarded = withoutPort(request.ip ?? '')
  const ip = ipaddr.isValid(forwarded) ? forwarded : (request.socket.remoteAddress ?? '')
  return ipaddr.isValid(ip) ? networkOf(plainAddress(ip)) : ip
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Some proxies write `203.0.113.7:4711`, `[2001:db8::1]:443` or `[2001:db8::1]`, also in quotes. */
function withoutPort(entry: string): string {
  const bare = entry.replaceAll('"', '')
  const [, ipv6] = /^\[(.+)\](?::\d+)?$/.exec(bare) ?? []
  const [, ipv4] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare) ?? []
  return ipv6 ?? ipv4 ?? bare
}
