import { filtered } from '../../../scripts/generate/filter.ts'
import { faultsOfExamples } from '../../../scripts/generate/lint-examples.ts'
import { disagreements } from '../../agreement/agreement.ts'
import { breaches } from '../../answers/conformance.ts'
import { unpromised } from '../../answers/promises.ts'
import type { WholeContract } from '../contract.ts'
import { applied, type ContractMutant } from '../mutant.ts'
import type { Evidence } from './evidence.ts'
import type { Catch } from './verdict.ts'

/**
 * What needs no running system: a pact that relies on what the contract no longer says, an example that it no longer
 * takes, an answer of the system as it is that it no longer declares.
 */
export function caughtByLooking(
  contract: WholeContract,
  known: Evidence,
  mutant: ContractMutant,
  everyWay = false,
): Catch[] {
  const whole = applied(contract, mutant)
  const { responses = {} } = whole.document.components
  const mutated = mutant.concerns.some((one) => one in responses) ? whole : narrowed(whole, mutant.concerns)
  const of = <T>(all: ReadonlyMap<string, readonly T[]>) =>
    mutant.concerns.flatMap((about) => all.get(about) ?? [])
  const exchanges = of(known.exchanges)
  const ways = [
    () => first('pact', of(known.expectations), ({ pact }) => disagreements(mutated, pact)),
    () => first('examples', [mutated.document], faultsOfExamples),
    () =>
      first('answers', exchanges, (exchange) =>
        breaches(mutated, known.headers, exchange).map((fault) => `${exchange.operationId}: ${fault}`),
      ),
    () => {
      // Of these few operations alone more may be there always than of all.
      const before = unpromised(contract, exchanges)
      return first('answers', [exchanges], (all) =>
        unpromised(mutated, all).filter((fault) => !before.includes(fault)),
      )
    },
  ]
  const catches: Catch[] = []
  for (const way of ways) if (everyWay || catches.length === 0) catches.push(...way())
  return catches
}

/** Those operations alone, so that compiling them takes milliseconds. */
function narrowed({ document, events }: WholeContract, concerns: readonly string[]): WholeContract {
  return { document: filtered(document, ({ operationId }) => concerns.includes(operationId)), events }
}

function first<T>(by: Catch['by'], all: readonly T[], faultsOf: (one: T) => readonly string[]): Catch[] {
  for (const one of all) {
    const [fault] = faultsOf(one)
    if (fault !== undefined) return [{ by, fault }]
  }
  return []
}
