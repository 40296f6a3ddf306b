import ipaddr from 'ipaddr.js'

/** RFC 6052: the network under which a NAT64 reaches IPv4 addresses, each as the end of an IPv6 address. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number]

/**
 * The address that an address leads to: of one in the network of NAT64 the IPv4 address in it, so that rules
 * about addresses judge that one.
 * @throws Error for a text that is no address
 */
export function behindNat64(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const address = ipaddr.parse(text)
  if (!(address instanceof ipaddr.IPv6) || !address.match(NAT64)) return address
  return new ipaddr.IPv4(address.toByteArray().slice(-4))
}
