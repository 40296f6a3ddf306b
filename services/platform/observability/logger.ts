import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import { namingCaFile } from './naming-ca-file.ts'

export type { Logger } from 'pino'

/**
 * Writes one JSON line per event, with everything that looks like a credential redacted, and of an error only
 * what describes it. Lines go to standard output synchronously, so no line is lost when the process ends.
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
      serializers: { err: describe },
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['*.authorization', '*.secret', '*["x-api-secret"]', 'secret', 'authorization'],
        censor: '[redacted]',
      },
    },
    destination,
  )
}

/** Errors of a database have the documents that were to be written, and the key that two of them share. */
function describe(error: unknown): unknown {
  const described = stdSerializers.err(error as Error)
  // Something that is no error.
  if (described === error) return error
  const { type, message, stack, code } = described as typeof described & { code?: unknown }
  const corrected = (text: string) => namingCaFile(text.replaceAll(/dup key: \{.*\}/g, 'dup key: {…}'))
  // An error of several addresses has no message of its own.
  const { errors = [] } = error as { errors?: unknown }
  const others = Array.isArray(errors) ? errors.map(({ message: one }: Error) => one) : []
  return {
    type,
    message: corrected([message, ...others].filter(Boolean).join('; ')),
    ...(code !== undefined && { code }),
    stack: corrected(stack),
  }
}
