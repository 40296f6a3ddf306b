import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** Lines wait for others so long, and then share a write; what waits is written at the exit. */
const MAX_WAIT_MS = 100
const WRITE_BYTES = 4_096

/** One JSON line per event on standard output, with everything that looks like a credential redacted. */
export function createLogger(
  service: string,
  level: string,
  destination: DestinationStream = sharedWrites(),
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

/**
 * Standard output. Not by pino's `periodicFlush`, which writes ten times a second where nothing waits: a quarter of what an
 * idle process uses.
 */
function sharedWrites(): DestinationStream {
  const output = pino.destination({ minLength: WRITE_BYTES })
  const write = output.write.bind(output)
  let waiting = false
  const flush = () => {
    waiting = false
    output.flush(() => undefined)
  }
  output.write = (line) => {
    if (!waiting) setTimeout(flush, MAX_WAIT_MS).unref()
    waiting = true
    return write(line)
  }
  return output
}
