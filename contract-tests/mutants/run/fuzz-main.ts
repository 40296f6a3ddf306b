/** A process of its own for a group of mutants: starts the system that they make, and fuzzes what each concerns. */
import { startSystem } from '../../../clients/tests/kit/system.ts'
import { serversAlreadyUp } from '../../../scripts/test/start-servers.ts'
import { SERVERS_VARIABLE } from '../../../scripts/test/servers.ts'
import { casesOf } from '../../fuzz/cases.ts'
import { fuzzing } from '../../fuzz/run.ts'
import { readContract } from '../contract.ts'
import type { ContractMutant } from '../mutant.ts'
import { relevant } from './relevant.ts'

export interface FuzzJob {
  readonly mutants: readonly ContractMutant[]
  readonly seed: number
}

/** What went wrong, by the id of the mutant; `start` when nothing could be asked. */
export type FuzzResult = { readonly start: string } | { readonly faults: Readonly<Record<string, string>> }

process.env[SERVERS_VARIABLE] ??= JSON.stringify(serversAlreadyUp())

process.once('message', (job: FuzzJob) => {
  void fuzz(job).then((result) => process.send?.(result, () => process.exit()))
})

async function fuzz({ mutants, seed }: FuzzJob): Promise<FuzzResult> {
  const { document } = await readContract()
  try {
    const system = await startSystem()
    const send = await fuzzing(document, system)
    const cases = casesOf(document, seed)
    const faults: Record<string, string> = {}
    for (const mutant of mutants) {
      for (const one of relevant(mutant, cases)) {
        const fault = await send(one).catch((error: unknown) => `no answer: ${String(error)}`)
        if (fault === undefined) continue
        faults[mutant.id] = `${one.name}: ${fault}`
        break
      }
    }
    await system.stop()
    return { faults }
  } catch (error) {
    return { start: String(error) }
  }
}
