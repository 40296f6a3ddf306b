import { httpOf, interactionsOf, type Pact } from '../pact/pact.ts'
import type { Contract } from './contract.ts'
import { operationOf, operationsIn } from './operations.ts'

/** An operation and one status that it answers, as `getUser 404`. */
export type Pair = string

/** The distinct pairs that pacts rely on. */
export function pairsOf(contract: Contract, pacts: readonly Pact[]): Set<Pair> {
  return new Set(
    pacts.flatMap(interactionsOf).flatMap((interaction) => {
      const http = httpOf(interaction)
      const found = http && operationOf(contract, http.request)
      return found ? [`${found.operation.operationId} ${http.response.status}`] : []
    }),
  )
}

/** The pairs that the contract declares for operations of one audience. */
export function declaredPairs({ document }: Contract, audience: string): Pair[] {
  return operationsIn(document)
    .filter((operation) => (operation as { 'x-audience'?: string })['x-audience'] === audience)
    .flatMap(({ operationId, responses }) =>
      Object.keys(responses)
        .filter((status) => status !== 'default')
        .map((status) => `${operationId} ${status}`),
    )
}
