import type { IncomingHttpHeaders } from 'node:http'
import type { Returned } from '../providers/provider.ts'

/**
 * A pact can't know the key of an account that a state is going to make. Whatever credential its request carries is
 * replaced by that of the account; a request without one stays without. Before a state that makes an account nothing is
 * replaced, so that a pact can expect a wrong credential to be refused.
 */
export function withCredentialOf(
  { keyId, secret, bearer }: Returned,
  headers: IncomingHttpHeaders,
): IncomingHttpHeaders {
  if (keyId === undefined) return headers
  const own = { 'x-api-key': keyId, 'x-api-secret': secret, authorization: `Bearer ${String(bearer)}` }
  const replaced = Object.entries(own).filter(([name]) => name in headers)
  return { ...headers, ...(Object.fromEntries(replaced) as IncomingHttpHeaders) }
}
