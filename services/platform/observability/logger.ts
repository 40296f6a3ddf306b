import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/**
 * Writes one JSON line per event, with everything that looks like a credential redacted. Lines go to standard
 * output synchronously, so no line is lost when the process ends.
 */
export function createLogger(
  service: string,
  level: string,
  destination: DestinationStream = pino.destination({ dest: process.stdout.fd, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['*.authorization', '*.secret', '*["x-api-secret"]', 'secret', 'authorization'],
        censor: '[redacted]',
      },
    },
    destination,
  )
}
