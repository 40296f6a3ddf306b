import ipaddr from 'ipaddr.js'

/**
 * The key under which requests of a client address are counted. An IPv6 subscriber gets a network of 2⁶⁴ addresses, so
 * that network counts as one address; an IPv4 address written as IPv6 counts as that IPv4 address.
 */
export function clientAddressKey(ip = ''): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
