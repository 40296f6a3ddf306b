import { networkInterfaces } from 'node:os'

const addresses = Object.values(networkInterfaces()).flatMap((each = []) =>
  each.map(({ address }) => address),
)
const hasIPv4 = addresses.includes('127.0.0.1') || !addresses.includes('::1')
/** The address of this machine that only it reaches. */
export const LOOPBACK = hasIPv4 ? '127.0.0.1' : '::1'
/** The same in a URL. */
export const LOOPBACK_HOST = hasIPv4 ? LOOPBACK : `[${LOOPBACK}]`
