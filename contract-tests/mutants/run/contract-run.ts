import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operationsOf } from '../../../scripts/generate/document.ts'
import type { Exchange } from '../../answers/exchange.ts'
import type { WholeContract } from '../contract.ts'
import type { Catch } from '../kill/verdict.ts'
import { applied, type ContractMutant } from '../mutant.ts'
import { inChild, sideBySide, WIDTH } from './children.ts'
import type { ExamplesJob } from './examples-main.ts'
import type { LookingJob, LookingResult } from './looking-main.ts'
import type { FuzzJob, FuzzResult } from './fuzz-main.ts'
import { groups } from './groups.ts'
import type { TreesJob } from './trees-main.ts'

export interface Run {
  /** What the system as it is was asked and answered. */
  readonly exchanges: readonly Exchange[]
  /** What was found out about a mutant. */
  readonly caught: (mutant: ContractMutant, by: readonly Catch[]) => void
  readonly say: (line: string) => void
  /** Whether clients are generated, too, which takes Java. */
  readonly clients: boolean
  /** Whether to look on once one way has caught a mutant. */
  readonly everyWay: boolean
}

/** Contracts that one run of the generator takes. */
const AT_ONCE = 20
const SEED = 1
/** Thousands of mutants, some milliseconds each, on a machine that has other things to do. */
const LONGEST_LOOK_MS = 1_800_000

/** Tries mutants of the contract, the cheapest way first; what one way catches is not tried in the next. */
export async function tryContractMutants(
  contract: WholeContract,
  mutants: readonly ContractMutant[],
  { exchanges, caught, say, clients, everyWay }: Run,
): Promise<void> {
  const unseen = (await Promise.all(parts(mutants, WIDTH).map(lookedAt))).flat()
  say(`${mutants.length - unseen.length} of ${mutants.length} were caught without running anything.`)
  const internal = new Set(
    operationsOf(contract.document)
      .filter(({ operation }) => operation['x-audience'] === 'internal')
      .map(({ operation }) => operation.operationId),
  )
  const left: ContractMutant[] = []
  await inSystems(
    'fuzzed',
    groups(unseen, (operation) => internal.has(operation)),
    fuzz,
  )
  await inSystems(
    'run with the examples',
    left.map((mutant) => [mutant]),
    runExamples,
  )

  /** Those that nobody catches by looking. */
  async function lookedAt(part: readonly ContractMutant[]): Promise<ContractMutant[]> {
    const job = { mutants: part, exchanges, everyWay }
    const outcome = await inChild<LookingJob, LookingResult>('looking-main.ts', job, {
      longestMs: LONGEST_LOOK_MS,
    })
    if ('error' in outcome) throw new Error(outcome.error)
    return part.filter((mutant, i) => {
      const catches = outcome.result[i] ?? []
      if (catches.length > 0) caught(mutant, catches)
      return catches.length === 0
    })
  }

  /** Generates from each group's contract, and tries it. */
  async function inSystems(
    what: string,
    all: readonly (readonly ContractMutant[])[],
    work: (group: readonly ContractMutant[], tree: string) => Promise<void>,
  ): Promise<void> {
    const started = performance.now()
    let done = 0
    for (let i = 0; i < all.length; i += AT_ONCE) {
      const folder = await mkdtemp(join(tmpdir(), 'mutants-'))
      const jobs = all.slice(i, i + AT_ONCE).map((group, n) => ({
        group,
        folder: join(folder, String(n)),
        contract: applied(contract, { edits: group.flatMap(({ edits }) => edits) }),
      }))
      const generated = await inChild<TreesJob, boolean>('trees-main.ts', { trees: jobs, clients })
      if ('error' in generated) throw new Error(generated.error)
      await sideBySide(jobs, WIDTH, async (job) => {
        await work(job.group, job.folder)
        done += 1
      })
      await rm(folder, { recursive: true, force: true })
      const minutes = ((performance.now() - started) / done / 60_000) * (all.length - done)
      say(`${done} of ${all.length} systems ${what}; ${Math.ceil(minutes)} min to go`)
    }
  }

  async function fuzz(group: readonly ContractMutant[], tree: string): Promise<void> {
    const outcome = await inChild<FuzzJob, FuzzResult>(
      'fuzz-main.ts',
      { mutants: group, seed: SEED },
      { tree },
    )
    const [first, ...others] = group
    if ('error' in outcome) {
      // Nothing starts, and with several in one system it is not known whose fault that is.
      if (first && others.length === 0) caught(first, [{ by: 'service tests', fault: outcome.error }])
      else
        await inSystems(
          'fuzzed one by one',
          group.map((mutant) => [mutant]),
          fuzz,
        )
      return
    }
    for (const mutant of group) {
      const fault = outcome.result[mutant.id]
      if (fault === undefined) left.push(mutant)
      else caught(mutant, [{ by: 'fuzz', fault }])
    }
  }

  async function runExamples([mutant]: readonly ContractMutant[], tree: string): Promise<void> {
    if (!mutant || mutant.edits[0]?.path[0] === 'events') return
    const outcome = await inChild<ExamplesJob, string | undefined>('examples-main.ts', { mutant }, { tree })
    const fault = 'error' in outcome ? outcome.error : outcome.result
    if (fault !== undefined) caught(mutant, [{ by: 'examples', fault }])
  }
}

/** As many parts, of about the same weight. */
function parts<T>(all: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, part) => all.filter((_, i) => i % count === part))
}
