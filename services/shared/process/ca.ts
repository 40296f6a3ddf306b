import { readFileSync } from 'node:fs'

/** The private CA certificates for outgoing TLS, as node:tls takes them; empty when none are configured. */
export function trust(caFile: string): { ca?: Buffer } {
  return caFile ? { ca: readFileSync(caFile) } : {}
}
