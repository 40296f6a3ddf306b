import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operationsOf } from '../../../scripts/generate/document.ts'
import type { WholeContract } from '../contract.ts'
import type { Evidence } from '../kill/evidence.ts'
import { caughtByLooking } from '../kill/looking.ts'
import type { Catch } from '../kill/verdict.ts'
import { applied, type ContractMutant } from '../mutant.ts'
import { inChild, sideBySide } from './children.ts'
import type { FuzzJob, FuzzResult } from './fuzz-main.ts'
import { groups } from './groups.ts'
import { regenerate } from './trees.ts'

export interface Progress {
  /** What was found out about a mutant. */
  readonly caught: (mutant: ContractMutant, by: readonly Catch[]) => void
  readonly say: (line: string) => void
}

/** Cores of the smallest machine that this is run on. */
const WIDTH = 2
/** Contracts that are generated from by one run of the generator. */
const AT_ONCE = 20

/** Tries mutants of the contract, cheapest way first; what one way catches is not tried in the next. */
export async function tryContractMutants(
  contract: WholeContract,
  known: Evidence,
  mutants: readonly ContractMutant[],
  { caught, say }: Progress,
): Promise<ContractMutant[]> {
  const unseen = mutants.filter((mutant) => {
    const catches = caughtByLooking(contract, known, mutant)
    if (catches.length > 0) caught(mutant, catches)
    return catches.length === 0
  })
  say(`${mutants.length - unseen.length} of ${mutants.length} caught by looking; ${unseen.length} to be run`)

  const internal = new Set(
    operationsOf(contract.document)
      .filter(({ operation }) => operation['x-audience'] === 'internal')
      .map(({ operation }) => operation.operationId),
  )
  return await fuzzed(groups(unseen, (operation) => internal.has(operation)))

  async function fuzzed(all: readonly ContractMutant[][]): Promise<ContractMutant[]> {
    const left: ContractMutant[] = []
    let tried = 0
    const chunks = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, i) =>
      all.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
    )
    for (const chunk of chunks) {
      const folder = await mkdtemp(join(tmpdir(), 'mutants-'))
      const jobs = chunk.map((mutants, i) => ({
        mutants,
        folder: join(folder, String(i)),
        contract: applied(contract, { edits: mutants.flatMap(({ edits }) => edits) }),
      }))
      await regenerate(contract, jobs)
      await sideBySide(jobs, WIDTH, async ({ mutants, folder }) => {
        const result = await inChild<FuzzJob, FuzzResult>('fuzz-main.ts', { mutants, seed: 1 }, folder)
        tried += 1
        if (!result || 'start' in result) {
          const fault = result ? `does not start: ${result.start}` : 'does not answer'
          if (mutants.length === 1) caught(mutants[0] as ContractMutant, [{ by: 'service tests', fault }])
          else left.push(...(await fuzzed(mutants.map((mutant) => [mutant]))))
          return
        }
        for (const mutant of mutants) {
          const fault = result.faults[mutant.id]
          if (fault === undefined) left.push(mutant)
          else caught(mutant, [{ by: 'fuzz', fault }])
        }
        say(`${tried} of ${all.length} systems fuzzed, ${left.length} mutants left`)
      })
      await rm(folder, { recursive: true, force: true })
    }
    return left
  }
}
