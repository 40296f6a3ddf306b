import { context, type Attributes } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
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
  type SpanProcessor,
} from '@opentelemetry/sdk-trace'
import type { Environment } from '../config.ts'
import { useTracer, type Tracing } from './tracing.ts'
import { recordStoreSpans } from './store-spans.ts'

/**
 * Records spans and sends them to a collector, as the standard variables of OpenTelemetry say:
 * OTEL_EXPORTER_OTLP_* are read by the exporter, OTEL_TRACES_EXPORTER, OTEL_TRACES_SAMPLER,
 * OTEL_TRACES_SAMPLER_ARG and OTEL_SERVICE_NAME here. The exporter `console` prints the events of spans.
 *
 * @param service its name, unless OTEL_SERVICE_NAME has another one
 * @throws Error for an unknown sampler
 */
export function startTracing(service: string, environment: Environment): Tracing {
  const name = environment['OTEL_SERVICE_NAME'] || `rollcall-${service}`
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': name })),
    sampler: samplerOf(environment),
    spanProcessors: [
      environment['OTEL_TRACES_EXPORTER'] === 'console'
        ? printingEvents(service)
        : new BatchSpanProcessor({ exporter: new OTLPTraceExporter() }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  useTracer(provider.getTracer('rollcall'))
  const stopStoreSpans = recordStoreSpans()
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      stopStoreSpans()
      useTracer(undefined)
      context.disable()
      await provider.shutdown()
    },
  }
}

/**
 * Prints each event of a span at once: a span ends later, or never in a process that is killed. Times are
 * those of a clock that all processes of a machine share.
 */
function printingEvents(service: string): SpanProcessor {
  const { pid } = process
  return {
    onStart(span) {
      const addEvent = span.addEvent.bind(span)
      span.addEvent = (name: string, attributes?: Attributes) => {
        const microseconds = Number(process.hrtime.bigint() / 1_000n)
        process.stdout.write(`${JSON.stringify({ service, pid, microseconds, name, attributes })}\n`)
        return addEvent(name, attributes)
      }
    },
    onEnd: () => undefined,
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
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
