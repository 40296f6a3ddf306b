import type {
  RegistrationEventData,
  UserEventData,
  WebhookEventType,
} from '../generated/public/models/index.ts'

/** A model of the client as it is in JSON: date-times are texts (RFC 3339). */
type AsSent<T> = T extends Date ? string : T extends object ? { readonly [K in keyof T]: AsSent<T[K]> } : T

interface EventOf<Type extends string, Data> {
  readonly type: Type
  /** When the event happened, as an RFC 3339 date-time. */
  readonly timestamp: string
  /** The record, after the event. Ignore an event if your copy has the same or a higher `version`. */
  readonly data: AsSent<Data>
}

/** An event as Rollcall sends it. `data` is a registration, a user, or of a test the endpoint. */
export type RollcallEvent =
  | EventOf<Extract<WebhookEventType, `registration.${string}`>, RegistrationEventData>
  | EventOf<Extract<WebhookEventType, `user.${string}`>, UserEventData>
  | EventOf<'webhook.test', { endpointId: number }>

/** The request is not verified: respond with 400 and do nothing. The message says why. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

export interface WebhookRequest {
  /** The body exactly as it arrived: a parsed and serialized body has another signature. */
  readonly body: string | Uint8Array
  /** The headers of the request: those of Node, Express or fetch. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The secret of the endpoint (`whsec_…`), or both while you change to another one. */
  readonly secret: string | readonly string[]
  /** How old an event may be; by default five minutes. */
  readonly toleranceSeconds?: number
}

const DEFAULT_TOLERANCE_SECONDS = 300

/**
 * Verifies a request to a webhook endpoint (Standard Webhooks 1.0): its signature, and that it is not an old
 * one sent again.
 *
 * @returns the event, and its id, which is the same in every attempt
 * @throws WebhookVerificationError
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = DEFAULT_TOLERANCE_SECONDS,
}: WebhookRequest): Promise<{ readonly id: string; readonly event: RollcallEvent }> {
  if (!isRaw(body))
    throw new WebhookVerificationError(
      'pass the raw body, as text or bytes. In Express, use express.raw() before any express.json()',
    )
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (id === '' || timestamp === '' || signatures === '')
    throw new WebhookVerificationError('the headers of Standard Webhooks are missing')
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp))
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookVerificationError('the event is too old, or the clock of this machine is wrong')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const sent = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => bytesOf(one.slice('v1,'.length)))
  for (const bytes of [secret].flat().map(keyOf)) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ])
    // Once for all signatures: anyone can send as many as a header has room for.
    const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
    if (sent.some((signature) => areEqual(signature, expected)))
      return { id, event: JSON.parse(text) as RollcallEvent }
  }
  throw new WebhookVerificationError('no signature matches the secret')
}

/** Whatever the type says: a web framework may have parsed the body, or left it out. */
const isRaw = (body: unknown): boolean =>
  typeof body === 'string' || ArrayBuffer.isView(body) || body instanceof ArrayBuffer

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = bytesOf(secret.replace(/^whsec_/, ''))
  // Anyone can sign with an empty key, such as that of a variable that is not set.
  if (key.length === 0) throw new WebhookVerificationError('the secret is empty or not Base64')
  return key
}

/** Compares in constant time. */
const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length &&
  one.reduce((difference, byte, i) => difference | (byte ^ (other[i] ?? 0)), 0) === 0

/** No bytes for text that is not Base64: nothing matches them. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
