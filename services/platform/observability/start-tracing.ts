import type { Environment } from '../config.ts'
import type { Tracing } from './tracing.ts'

/**
 * Records spans and sends them to a collector. The SDK of OpenTelemetry is loaded only if there is an address
 * for it.
 */
export async function startTracing(service: string, environment: Environment): Promise<Tracing | undefined> {
  const isDisabled = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true'
  if (!environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || isDisabled) return undefined
  const sdk = await import('./opentelemetry.ts')
  return sdk.startTracing(service, environment)
}
