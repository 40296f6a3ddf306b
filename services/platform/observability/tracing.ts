/**
 * Spans of distributed traces, by the API of OpenTelemetry. Nothing is recorded until `opentelemetry.ts` sets
 * a tracer, which it does if traces are configured.
 */
import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api'
import { parseTraceparent } from './trace.ts'

export type { Attributes, Span } from '@opentelemetry/api'

interface SpanStart {
  readonly name: string
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  /** The `traceparent` of the span that caused this one, unless that is the current one. */
  readonly parent?: string | undefined
  /**
   * Names and numbers of the semantic conventions of OpenTelemetry; never a name, an address or an identifier
   * of a person.
   */
  readonly attributes: Attributes
}

interface SpanEnd {
  readonly attributes?: Attributes
  /** Why the work failed: the name of an error or a status. */
  readonly error?: string | undefined
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
export type Causes = readonly Span[]

const NO_CAUSES: Causes = []
/** Besides the active span. */
const OTHER_CAUSES = createContextKey('other spans that work is done for')
let tracer: Tracer | undefined

/** Records spans from now on; `undefined` ends that. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next
}

/** Whether spans are recorded, at least some. */
export const isTracing = (): boolean => tracer !== undefined

const isSampled = (span: Span): boolean => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0

/** A span that has ended causes nothing. One of another process, or that is not recorded, does not end. */
const isEnded = (span: Span): boolean =>
  !span.isRecording() && isSampled(span) && span.spanContext().isRemote !== true

/** The spans that the running code works for. */
export function currentCauses(): Causes {
  const active = tracer && trace.getActiveSpan()
  if (!active) return NO_CAUSES
  const others = context.active().getValue(OTHER_CAUSES) as Causes
  return [active, ...others].filter((span) => !isEnded(span))
}

/** The `traceparent` of the span that the running code works for. */
export function currentTraceparent(): string | undefined {
  const [first] = currentCauses()
  return first && traceparentOf(first)
}

/** The header that carries a span to another service. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** Whether spans of the work that is done now are recorded. */
export function isRecording(): boolean {
  const [first] = currentCauses()
  return first !== undefined && isSampled(first)
}

/**
 * Starts a span; undefined when it would not be recorded because nothing is, or because the current span is
 * not.
 */
export function startSpan({ name, kind, attributes, ...given }: SpanStart): Span | undefined {
  if (!tracer) return undefined
  const [cause, ...others] = 'parent' in given ? [spanOf(given.parent)] : currentCauses()
  if (!('parent' in given) && !(cause && isSampled(cause))) return undefined
  const links = others.map((span) => ({ context: span?.spanContext() as SpanContext }))
  const options = { kind: KINDS[kind], attributes, links }
  return tracer.startSpan(name, options, cause ? trace.setSpan(ROOT_CONTEXT, cause) : ROOT_CONTEXT)
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/**
 * Adds an event to the span that the running code works for, or to a span of its own if there is none.
 * @param parent the `traceparent` of what that span is about
 */
export function addEvent(name: string, attributes: Attributes, parent?: string): void {
  const [current] = currentCauses()
  if (current?.isRecording()) return void current.addEvent(name, attributes)
  startSpan({ name, kind: 'internal', parent, attributes: {} })?.addEvent(name, attributes).end()
}

/** Ends a span, if there is one. */
export function endSpan(span: Span | undefined, { attributes, error }: SpanEnd = {}): void {
  if (attributes) span?.setAttributes(attributes)
  if (error !== undefined) span?.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
  span?.end()
}

/** Does some work within a span, and does not end the span. */
export const runWithin = <T>(span: Span | undefined, work: () => T): T =>
  span ? context.with(causedBy([span]), work) : work()

/** Does some work for several callers at once, each of which was doing something for its own causes. */
export function runForAll<T>(callers: readonly Causes[], work: () => T): T {
  if (!tracer) return work()
  const causes = [...new Set(callers.flat())]
  const recorded = causes.filter(isSampled)
  return context.with(causedBy(recorded.length > 0 ? recorded : causes.slice(0, 1)), work)
}

/**
 * Does some work as a part of these traces, whose own spans have ended or were recorded by another process.
 * Spans of the work continue the first recorded trace and link to the other recorded ones.
 */
export const runAsPartOfTraces = <T>(traceparents: readonly string[], work: () => T): T =>
  tracer ? runForAll([traceparents.flatMap((traceparent) => spanOf(traceparent) ?? [])], work) : work()

/** Starts work that outlives its caller, so it belongs to no span of the caller. */
export const runWithoutSpan = <T>(work: () => T): T => (tracer ? context.with(ROOT_CONTEXT, work) : work())

const causedBy = ([first, ...others]: Causes): Context =>
  first ? trace.setSpan(ROOT_CONTEXT.setValue(OTHER_CAUSES, others), first) : ROOT_CONTEXT

/** The span of another process, or one that has ended. */
function spanOf(traceparent: string | undefined): Span | undefined {
  const { traceId, spanId, flags } = parseTraceparent(traceparent) ?? {}
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return trace.wrapSpanContext({
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  })
}

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
    endSpan(span, endOf?.(result))
    return result
  } catch (error) {
    endSpan(span, { error: errorType(error) })
    throw error
  }
}

/** The attribute `error.type`. */
export const errorType = (error: unknown): string =>
  error instanceof Error ? error.constructor.name : 'error'
