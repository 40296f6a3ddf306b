import type { Operator } from '../contract/operation.ts'
import type { Logger } from '../observability/logger.ts'

/**
 * Logs a change by an operator: the name and the fingerprint of its token, the operation and its target. The
 * line is written whatever LOG_LEVEL says.
 */
export function audit(
  { operator, log }: { operator: Operator | undefined; log: Logger },
  operation: string,
  target: Readonly<Record<string, unknown>>,
): void {
  const auditLog = log.child({ event: 'audit' }, { level: 'info' })
  auditLog.info(
    { operator: operator?.name, token: operator?.fingerprint, operation, target },
    'operator change',
  )
  // Written at once: a crash must not lose it.
  auditLog.flush()
}
