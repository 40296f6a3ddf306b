/**
 * Spans of distributed traces. Nothing is recorded until a tracer is set, which `process/opentelemetry.ts` does if an
 * address for traces is configured.
 */

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer'

/** Names and numbers of the semantic conventions of OpenTelemetry; never a name, an address or an identifier of a person. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanStart {
  readonly name: string
  readonly kind: SpanKind
  /** The `traceparent` of the span that caused this one. */
  readonly parent: string | undefined
  readonly attributes: SpanAttributes
}

export interface SpanEnd {
  /** Replaces the name, when a better one is known only in the end. */
  readonly name?: string
  readonly attributes?: SpanAttributes
  /** Why the work failed: the name of an error or a status. */
  readonly error?: string | undefined
}

export interface Span {
  /** What work that this span causes gets as its parent. */
  readonly traceparent: string
  end(result?: SpanEnd): void
}

export interface Tracer {
  start(span: SpanStart): Span
}

/** Spans that are being sent to a collector. */
export interface Tracing {
  /** Sends the spans that have ended. */
  flush(): Promise<void>
  /** Sends them, and ends the recording. */
  stop(): Promise<void>
}

let current: Tracer | undefined

/** Records spans from now on; `undefined` ends that. */
export function useTracer(tracer: Tracer | undefined): void {
  current = tracer
}

/** Starts a span; undefined when nothing is recorded. */
export const startSpan = (span: SpanStart): Span | undefined => current?.start(span)

/** Does some work within a span, which fails when the work throws. */
export async function inSpan<T>(
  span: SpanStart,
  work: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  const started = startSpan(span)
  if (!started) return await work(span.parent)
  try {
    const result = await work(started.traceparent)
    started.end()
    return result
  } catch (error) {
    started.end({ error: error instanceof Error ? error.constructor.name : 'error' })
    throw error
  }
}
