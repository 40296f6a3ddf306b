import { testLogger } from './leak-check.ts'

/** The real logger; its lines are kept. */
export function recordedLog(service = 'test') {
  const lines: Record<string, unknown>[] = []
  const logger = testLogger(service, (line) => void lines.push(JSON.parse(line) as Record<string, unknown>))
  return { logger, lines }
}
