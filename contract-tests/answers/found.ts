import type { Contract } from '../agreement/contract.ts'
import { operationOf, type Found } from '../agreement/operations.ts'
import type { Exchange } from './exchange.ts'

/**
 * The operation that an exchange is of. A path or a method that there is not has an answer, too: the contract names it
 * among its responses.
 */
export function foundFor(contract: Contract, { operationId, request, answer }: Exchange): Found | undefined {
  const found = operationOf(contract, request)
  if (found) return found
  const { responses = {} } = contract.document.components as { responses?: Record<string, unknown> }
  const response = responses[operationId]
  if (response === undefined) return undefined
  return { operation: { operationId, responses: { [answer.status]: response } }, parameters: [], path: {} }
}
