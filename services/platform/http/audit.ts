import type { Audit, Audited, Preferences } from '../contract/operation.ts'
import { DomainError } from '../errors.ts'
import type { Exchange } from './exchange.ts'

/**
 * Does the work of a request by an operator, and gives it what writes the audit line: the name and the
 * fingerprint of the token, the operation and its target, whatever LOG_LEVEL says. Work that fails before
 * that, without having been rejected, may have changed something, and the line says so.
 */
export async function withAudit<T>(
  exchange: Pick<Exchange, 'operation' | 'caller' | 'request' | 'log'>,
  { validateOnly }: Pick<Preferences, 'validateOnly'>,
  work: (audit: Audit) => Promise<T>,
): Promise<T> {
  const { operation, caller, request } = exchange
  let isWritten = false
  const write = (fields: object) => {
    isWritten = true
    const { name, fingerprint: token } = caller?.operator ?? {}
    const auditLog = exchange.log.child({ event: 'audit' }, { level: 'info' })
    auditLog.info({ operator: name, token, operation: operation?.operationId, ...fields }, 'operator change')
    // Written at once: a crash must not lose it.
    auditLog.flush()
    return {} as Audited
  }
  try {
    return await work((target) => write({ target }))
  } catch (error) {
    const mayChange = operation?.['x-operator-access'] === 'full' && !validateOnly
    if (mayChange && !isWritten && !(error instanceof DomainError))
      write({ target: request.params, outcome: 'unknown' })
    throw error
  }
}
