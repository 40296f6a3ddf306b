import type { Environment } from '../config.ts'
import type { Tracing } from './tracing.ts'

/**
 * Records spans and sends them to a collector, or prints their events. The SDK of OpenTelemetry is loaded
 * only if one of both is wanted.
 */
export async function startTracing(service: string, environment: Environment): Promise<Tracing | undefined> {
  const isDisabled = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true'
  const isWanted =
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || environment['OTEL_TRACES_EXPORTER'] === 'console'
  if (!isWanted || isDisabled) return undefined
  const sdk = await import('./opentelemetry.ts')
  return sdk.startTracing(service, environment)
}
