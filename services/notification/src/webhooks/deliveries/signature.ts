import { createHmac, type KeyObject } from 'node:crypto'

/** The headers of Standard Webhooks 1.0. @param keys of the valid secrets; each one signs */
export function signedHeaders(id: string, body: string, keys: readonly KeyObject[], now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
