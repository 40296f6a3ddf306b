/** A process of its own for one mutant: builds the world of the examples with it, and runs those that it concerns. */
import { runExamples } from '../../examples/run.ts'
import { startWorld } from '../../examples/world.ts'
import { applied, type ContractMutant } from '../mutant.ts'
import { readContract } from '../contract.ts'
import { answering } from './child.ts'

/** Operations that are run for a mutant that many see. */
const ENOUGH = 4

export interface ExamplesJob {
  readonly mutant: ContractMutant
}

answering<ExamplesJob, string | undefined>(async ({ mutant }) => {
  const { document } = applied(await readContract(), mutant)
  const world = await startWorld(document)
  const problems = await runExamples(document, world, { only: mutant.concerns.slice(0, ENOUGH) })
  await world.stop()
  const [problem] = problems
  return problem && `${problem.operationId} ${problem.about}: ${problem.fault}`
})
