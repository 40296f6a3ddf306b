import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** One JSON line per event on standard output, with everything that looks like a credential redacted. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
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
    ...(destination ? [destination] : []),
  )
}
