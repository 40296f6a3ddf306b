import { randomUUID } from 'node:crypto'

/** Connects the log lines of several services: the id of the HTTP request and its W3C trace context. */
export interface Trace {
  readonly requestId: string
  readonly traceparent: string
}

const REQUEST_ID = /^[\w.:-]{1,128}$/
/** W3C Trace Context, version 00: trace id, parent id, flags. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The parts of a `traceparent`; undefined when it is malformed. */
export function parseTraceparent(text: string | undefined) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? '') ?? []
  return traceId === undefined || spanId === undefined || flags === undefined
    ? undefined
    : { traceId, spanId, flags }
}

/** The id of the trace that a `traceparent` belongs to; null when it is malformed. */
export const traceIdOf = (traceparent: unknown): string | null =>
  (typeof traceparent === 'string' && parseTraceparent(traceparent)?.traceId) || null

/** Whether the trace is recorded, as far as a `traceparent` says. */
export const isSampled = (traceparent: string): boolean =>
  (Number.parseInt(parseTraceparent(traceparent)?.flags ?? '0', 16) & 1) === 1

/**
 * Continues the caller's request id and trace, or starts new ones. The span id is always new.
 * @param recorded the `traceparent` of the span that is recorded for the request, if one is
 */
export function beginTrace(
  requestId: string | undefined,
  traceparent: string | undefined,
  recorded?: string,
): Trace {
  return {
    requestId: requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : randomUUID(),
    traceparent: recorded ?? nextTraceparent(traceparent),
  }
}

/** The trace of work that no request has started. */
export const newTrace = (): Trace => beginTrace(undefined, undefined)

function nextTraceparent(traceparent: string | undefined): string {
  const parent = parseTraceparent(traceparent)
  const traceId = parent?.traceId ?? randomHex()
  const spanId = randomHex().slice(16)
  return `00-${traceId}-${spanId}-${parent?.flags ?? '00'}`
}

/** 32 digits. `randomBytes` would take 16 us a request, ten percent of a read; `randomUUID` takes 2. */
const randomHex = (): string => randomUUID().replaceAll('-', '')

/** The fields of log lines: those of OpenTelemetry for the trace, so that tools find the lines of a trace. */
export function logFields({ requestId, traceparent }: Partial<Trace>) {
  const { traceId, spanId } = parseTraceparent(traceparent) ?? {}
  return { requestId, trace_id: traceId, span_id: spanId }
}

/** The headers that carry a trace to another service. */
export const traceHeaders = (trace: Trace) => ({
  'x-request-id': trace.requestId,
  traceparent: trace.traceparent,
})
