import { createLogger } from '../../logger.ts'

/** The real logger; its lines are kept instead of written. */
export function recordedLog(service = 'test') {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger(service, 'debug', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  return { logger, lines }
}
