import type { ContractOperation } from '../contract/contract.ts'
import type { Audit, Audited, Operator } from '../contract/operation.ts'
import { DomainError } from '../errors.ts'
import type { Logger } from '../observability/logger.ts'

interface Context {
  readonly operation: Pick<ContractOperation, 'operationId'>
  readonly operator: Operator | undefined
  /** Whether the operation changes, sends or exports something. */
  readonly mayChange: boolean
  readonly path: Readonly<Record<string, unknown>>
  readonly log: () => Logger
}

/**
 * Does the work of a request by an operator, and gives it what writes the audit line: the name and the
 * fingerprint of the token, the operation and its target, whatever LOG_LEVEL says. Work that fails before
 * that, without having been rejected, may have changed something, and the line says so.
 */
export async function withAudit<T>(context: Context, work: (audit: Audit) => Promise<T>): Promise<T> {
  const { operation, operator, mayChange, path, log } = context
  let isWritten = false
  const write = (fields: object) => {
    isWritten = true
    const { name, fingerprint: token } = operator ?? {}
    const auditLog = log().child({ event: 'audit' }, { level: 'info' })
    auditLog.info({ operator: name, token, operation: operation.operationId, ...fields }, 'operator change')
    // Written at once: a crash must not lose it.
    auditLog.flush()
    return {} as Audited
  }
  try {
    return await work((target) => write({ target }))
  } catch (error) {
    const isRejected = error instanceof DomainError
    if (mayChange && !isRejected && !isWritten) write({ target: path, outcome: 'unknown' })
    throw error
  }
}
