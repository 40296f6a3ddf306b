import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type SpanContext,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { Environment } from '../config.ts'
import { parseTraceparent } from './trace.ts'
import { useTracer, type SpanKind, type Tracer, type Tracing } from './tracing.ts'
import { recordStoreSpans } from './store-spans.ts'

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
}

/**
 * Records spans and sends them to a collector, as the standard variables of OpenTelemetry say:
 * OTEL_EXPORTER_OTLP_* are read by the exporter, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG and
 * OTEL_SERVICE_NAME here.
 *
 * @param service its name, unless OTEL_SERVICE_NAME has another one
 * @throws Error for an unknown sampler
 */
export function startTracing(service: string, environment: Environment): Tracing {
  const name = environment['OTEL_SERVICE_NAME'] || `rollcall-${service}`
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': name })),
    sampler: samplerOf(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  useTracer(tracerOf(provider))
  const stopStoreSpans = recordStoreSpans()
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      stopStoreSpans()
      useTracer(undefined)
      await provider.shutdown()
    },
  }
}

function tracerOf(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('rollcall')
  return {
    start({ name, kind, parent, attributes }, links) {
      const options = { kind: KINDS[kind], attributes, links: links.flatMap(linkTo) }
      const span = tracer.startSpan(name, options, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      let isEnded = false
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        isRecorded: span.isRecording(),
        get isEnded() {
          return isEnded
        },
        end(result = {}) {
          isEnded = true
          if (result.name !== undefined) span.updateName(result.name)
          if (result.attributes) span.setAttributes(result.attributes)
          if (result.error !== undefined) {
            span.setAttribute('error.type', result.error)
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
    },
  }
}

function contextOf(traceparent: string | undefined): Context {
  const parent = spanContextOf(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

const linkTo = (traceparent: string): Link[] => {
  const context = spanContextOf(traceparent)
  return context ? [{ context }] : []
}

function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const parsed = parseTraceparent(traceparent)
  return (
    parsed && {
      traceId: parsed.traceId,
      spanId: parsed.spanId,
      traceFlags: Number.parseInt(parsed.flags, 16),
      isRemote: true,
    }
  )
}

/** The samplers that OpenTelemetry names; by default everything, unless the caller has decided. */
function samplerOf(environment: Environment): Sampler {
  const name = environment['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on'
  const ratio = () => {
    const text = environment['OTEL_TRACES_SAMPLER_ARG'] || '1'
    const part = Number(text)
    if (!(part >= 0 && part <= 1))
      throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not ${JSON.stringify(text)}`)
    return new TraceIdRatioBasedSampler(part)
  }
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return ratio()
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: ratio() })
    default:
      throw new Error(
        'OTEL_TRACES_SAMPLER must be always_on, always_off, traceidratio, ' +
          `or one of them after parentbased_, not ${JSON.stringify(name)}`,
      )
  }
}
