import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** Lines wait for others so long, and then share a write; what waits is written at the exit. */
const LONGEST_WAIT_MS = 100
const WRITE_BYTES = 4_096

/** One JSON line per event on standard output, with everything that looks like a credential redacted. */
export function createLogger(
  service: string,
  level: string,
  destination: DestinationStream = pino.destination({
    minLength: WRITE_BYTES,
    periodicFlush: LONGEST_WAIT_MS,
  }),
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
