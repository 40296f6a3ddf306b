import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * Makes every TLS connection of this process trust the certificates of a file besides the default ones: to
 * MongoDB, Redis, RabbitMQ, the SMTP server and the other services.
 *
 * @param caFile a path of PEM certificates; "" changes nothing
 */
export function trustPrivateCa(caFile: string): void {
  if (caFile === '') return
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(caFile, 'utf8')])
}
