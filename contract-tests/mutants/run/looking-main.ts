/** A process of its own for what needs no running system: holds mutants against what is known of the contract. */
import type { Exchange } from '../../answers/exchange.ts'
import { readContract } from '../contract.ts'
import { evidence } from '../kill/evidence.ts'
import { caughtByLooking } from '../kill/looking.ts'
import type { Catch } from '../kill/verdict.ts'
import type { ContractMutant } from '../mutant.ts'
import { answering } from './child.ts'

export interface LookingJob {
  readonly mutants: readonly ContractMutant[]
  readonly exchanges: readonly Exchange[]
  /** Not only the first way that catches one. */
  readonly everyWay: boolean
}

/** What caught each, in their order. */
export type LookingResult = readonly (readonly Catch[])[]

answering<LookingJob, LookingResult>(async ({ mutants, exchanges, everyWay }) => {
  const contract = await readContract()
  const known = evidence(contract, exchanges)
  return mutants.map((mutant) => caughtByLooking(contract, known, mutant, everyWay))
})
