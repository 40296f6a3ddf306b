import type { Logger } from '../logger.ts'
import { fingerprint, readBearer } from './authenticate.ts'

/**
 * Logs one line for every change by an operator, whatever LOG_LEVEL says: the token's fingerprint, the operation and
 * its target.
 */
export function audit(
  { header, log }: { header: (name: string) => string | undefined; log: Logger },
  operation: string,
  target: Readonly<Record<string, unknown>>,
): void {
  const operator = fingerprint(readBearer({ authorization: header('authorization') }) ?? '')
  const lines = log.child({ event: 'audit' }, { level: 'info' })
  lines.info({ operator, operation, target }, 'operator change')
  // It waits for no other line.
  lines.flush()
}
