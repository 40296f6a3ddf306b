import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError, withoutLineBreaks, type Environment } from '../config.ts'
import { createLogger, type Logger } from '../observability/logger.ts'
import type { Tracing } from '../observability/tracing.ts'
import { startTracing } from '../observability/start-tracing.ts'
import { startParts, stopParts, type Service } from './part.ts'

/** EX_CONFIG of sysexits.h: a restart with the same configuration fails again. */
const EXIT_CONFIG = 78
const EXIT_FAILED = 1
/**
 * After the drain delay. Kubernetes kills the process later (see the chart), so the reason is still logged.
 */
const MAX_STOP_MS = 25_000

/** For the last spans, when the collector is slow or unavailable. */
const MAX_FLUSH_MS = 2_000

interface RunConfig {
  logLevel: string
  drainDelayMs: number
}

/**
 * Runs a service process: reads the configuration, composes and starts the service, and waits for SIGTERM or
 * SIGINT. Then it reports "not ready", waits until routers have noticed, stops the parts in reverse order,
 * and exits.
 */
export async function run<C extends RunConfig>(
  name: string,
  given: Environment,
  readConfig: (environment: Environment) => C,
  compose: (config: C, logger: Logger) => Service | Promise<Service>,
): Promise<void> {
  const { environment, changed } = withoutLineBreaks(given)
  let config: C
  try {
    config = readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${name}: ${error.message}\n`)
    process.exit(EXIT_CONFIG)
  }

  const logger = createLogger(name, config.logLevel)
  if (changed.length > 0)
    logger.warn({ variables: changed }, 'a line break at the end of these variables was ignored')
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception')
    process.exit(EXIT_FAILED)
  })

  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    // For good: without a listener a second signal would end the process in the middle of its stop.
    process.on('SIGTERM', resolve)
    process.on('SIGINT', resolve)
  })
  let service: Service
  let tracing: Tracing | undefined
  try {
    tracing = await startTracing(name, environment)
    service = await compose(config, logger)
    await startParts(service.parts)
  } catch (error) {
    logger.fatal({ reason: (error as Error).message }, 'could not start')
    process.exit(EXIT_FAILED)
  }
  logger.info('started')

  const signal = await stopped
  logger.info({ signal }, 'stopping')
  setTimeout(() => {
    logger.fatal({ afterMs: MAX_STOP_MS }, 'could not stop in time')
    process.exit(EXIT_FAILED)
  }, config.drainDelayMs + MAX_STOP_MS).unref()

  service.announceStop()
  for (const part of service.parts) part.drain?.()
  await delay(config.drainDelayMs)
  const failures = await stopParts(service.parts)
  await Promise.race([tracing?.stop().catch(() => undefined), delay(MAX_FLUSH_MS)])
  for (const { part, error } of failures) logger.error({ part, err: error }, 'could not stop a part')
  logger.info('stopped')
  process.exit(failures.length > 0 ? EXIT_FAILED : 0)
}
