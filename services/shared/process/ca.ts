import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

let ordinary: string[] | undefined

/**
 * Makes every TLS connection of this process trust the certificates of a file besides the default ones: to
 * MongoDB, Redis, RabbitMQ, the SMTP server and the other services.
 *
 * @param caFile PEM; "" for the defaults only
 */
export function trustPrivateCa(caFile: string): void {
  if (caFile === '' && ordinary === undefined) return
  ordinary ??= getCACertificates('default')
  setDefaultCACertificates(caFile === '' ? ordinary : [...ordinary, readFileSync(caFile, 'utf8')])
}
