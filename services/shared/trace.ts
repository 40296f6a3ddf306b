import { hash, randomUUID } from 'node:crypto'

/** Connects the log lines of several services: the id of the HTTP request and its W3C trace context. */
export interface Trace {
  readonly requestId: string
  readonly traceparent: string
}

const REQUEST_ID = /^[\w.:-]{1,128}$/
/** W3C Trace Context, version 00: trace id, parent id, flags. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/

/** Continues the caller's request id and trace, or starts new ones; the span id is always new. */
export function beginTrace(requestId: string | undefined, traceparent: string | undefined): Trace {
  const parent = TRACEPARENT.exec(traceparent ?? '')
  const traceId = parent?.[1] ?? randomHex()
  const spanId = randomHex().slice(16)
  return {
    requestId: requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : randomUUID(),
    traceparent: `00-${traceId}-${spanId}-${parent?.[2] ?? '00'}`,
  }
}

/** 32 digits, most of them random: Node draws for many UUIDs at once, and for random bytes each time (8 µs a request). */
const randomHex = () => randomUUID().replaceAll('-', '')

/** The headers that carry a trace to another service. */
export const traceHeaders = (trace: Trace) => ({
  'x-request-id': trace.requestId,
  traceparent: trace.traceparent,
})

const EVENT_IDS = Buffer.from('8f1d6c0e5b5a4c3b9f0a6d2e7c41b893', 'hex')

/**
 * A UUID of version 5 (RFC 9562 §5.5) in a namespace of our own: it follows from the record and its state, so an event has
 * the same id however often it is published. Node's one-shot hash takes a third of the time of the package `uuid`.
 */
export function eventIdOf(name: string): string {
  const hex = hash('sha1', Buffer.concat([EVENT_IDS, Buffer.from(name)]))
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0b0011) | 0b1000).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
