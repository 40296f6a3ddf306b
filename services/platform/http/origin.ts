import type { Request } from 'express'

/**
 * The scheme, host and port at which the caller reaches the service, such as `https://learning.example.org`.
 * The host is the one that the caller named. A proxy that ends TLS tells the scheme; it is believed whether
 * the proxy is trusted or not, because a caller that makes it up misleads only itself.
 */
export function originOf(request: Pick<Request, 'headers' | 'protocol' | 'host'>): string {
  const [, told] = /^(https?)\b/i.exec(String(request.headers['x-forwarded-proto'] ?? '')) ?? []
  return `${told?.toLowerCase() ?? request.protocol}://${request.host}`
}
