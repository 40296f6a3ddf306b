/**
 * Spans of distributed traces. Nothing is recorded until a tracer is set, which
 * `observability/opentelemetry.ts` does if an address for traces is configured.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isSampled } from './trace.ts'

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer'

/**
 * Names and numbers of the semantic conventions of OpenTelemetry; never a name, an address or an identifier
 * of a person.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanStart {
  readonly name: string
  readonly kind: SpanKind
  /** The `traceparent` of the span that caused this one, unless that is the current one. */
  readonly parent?: string | undefined
  readonly attributes: SpanAttributes
}

export interface SpanEnd {
  /** Replaces the name, when a better one is known only in the end. */
  readonly name?: string
  readonly attributes?: SpanAttributes
  /** Why the work failed: the name of an error or a status. */
  readonly error?: string | undefined
}

/** A span that work is done for. */
export interface Cause {
  readonly traceparent: string
  /** Whether the sampler has chosen it. */
  readonly isRecorded: boolean
  readonly isEnded: boolean
}

export interface Span extends Cause {
  end(result?: SpanEnd): void
}

export interface Tracer {
  /** @param links the `traceparent` of other spans that caused this one */
  start(span: SpanStart, links: readonly string[]): Span
}

/** Spans that are being sent to a collector. */
export interface Tracing {
  /** Sends the spans that have ended. */
  flush(): Promise<void>
  /** Sends them, and ends the recording. */
  stop(): Promise<void>
}

/**
 * The spans that work is done for: the first one is the parent of the spans that start meanwhile, which link
 * to the others.
 */
export type Causes = readonly Cause[]

const NO_CAUSES: Causes = []
const storage = new AsyncLocalStorage<Causes>()
let tracer: Tracer | undefined

/** Records spans from now on; `undefined` ends that. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next
}

/** The spans that the running code works for. A span that has ended no longer causes anything. */
export const currentCauses = (): Causes =>
  tracer ? (storage.getStore() ?? NO_CAUSES).filter(({ isEnded }) => !isEnded) : NO_CAUSES

/** The `traceparent` of the span that the running code works for. */
export const currentTraceparent = (): string | undefined => currentCauses()[0]?.traceparent

/** Whether spans of the work that is done now are recorded. */
export const isRecording = (): boolean => currentCauses()[0]?.isRecorded === true

/**
 * Starts a span; undefined when it would not be recorded because nothing is, or because the current span is
 * not.
 */
export function startSpan(span: SpanStart): Span | undefined {
  if (!tracer) return undefined
  if ('parent' in span) return tracer.start(span, [])
  const [parent, ...links] = currentCauses()
  if (!parent?.isRecorded) return undefined
  return tracer.start(
    { ...span, parent: parent.traceparent },
    links.map(({ traceparent }) => traceparent),
  )
}

/** Does some work within a span, and does not end the span. */
export const runWithin = <T>(span: Span | undefined, work: () => T): T =>
  span ? storage.run([span], work) : work()

/** Does some work for several callers at once, each of which was doing something for its own causes. */
export function runForAll<T>(callers: readonly Causes[], work: () => T): T {
  if (!tracer) return work()
  const causes = [...new Set(callers.flat())]
  const recorded = causes.filter(({ isRecorded }) => isRecorded)
  return storage.run(recorded.length > 0 ? recorded : causes.slice(0, 1), work)
}

/**
 * Does some work as a part of these traces, whose own spans have ended or were recorded by another process.
 * Spans of the work continue the first recorded trace and link to the other recorded ones.
 */
export const runAsPartOfTraces = <T>(traceparents: readonly string[], work: () => T): T =>
  tracer ? runForAll([traceparents.map(causeOf)], work) : work()

/** Starts work that outlives its caller, so it belongs to no span of the caller. */
export const runWithoutSpan = <T>(work: () => T): T => (tracer ? storage.run(NO_CAUSES, work) : work())

const causeOf = (traceparent: string): Cause => ({
  traceparent,
  isRecorded: isSampled(traceparent),
  isEnded: false,
})

/**
 * Does some work within a span, which fails when the work throws.
 * @param endOf how the span ends after a result
 */
export async function inSpan<T>(
  start: SpanStart,
  work: () => Promise<T>,
  endOf?: (result: T) => SpanEnd,
): Promise<T> {
  const span = startSpan(start)
  if (!span) return await work()
  try {
    const result = await runWithin(span, work)
    span.end(endOf?.(result))
    return result
  } catch (error) {
    span.end({ error: errorType(error) })
    throw error
  }
}

/** The attribute `error.type`. */
export const errorType = (error: unknown): string =>
  error instanceof Error ? error.constructor.name : 'error'
