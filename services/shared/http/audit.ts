import type { Logger } from '../logger.ts'
import { fingerprint } from './authenticate.ts'
import { readBearer } from './credential.ts'

/**
 * Logs a change by an operator: the fingerprint of its token, the operation and its target. The line is written whatever
 * LOG_LEVEL says.
 */
export function audit(
  { header, log }: { header: (name: string) => string | undefined; log: Logger },
  operation: string,
  target: Readonly<Record<string, unknown>>,
): void {
  const token = readBearer({ authorization: header('authorization') }) ?? ''
  const auditLog = log.child({ event: 'audit' }, { level: 'info' })
  auditLog.info({ operator: fingerprint(token), operation, target }, 'operator change')
  // Written at once: a crash must not lose it.
  auditLog.flush()
}
