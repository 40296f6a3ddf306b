/** A process of its own for a group of mutants: starts the system that they make, and fuzzes what each concerns. */
import { startSystem } from '../../../clients/tests/kit/system.ts'
import { casesOf } from '../../fuzz/cases.ts'
import { messageCases, readFault } from '../../fuzz/messages.ts'
import { fuzzing } from '../../fuzz/run.ts'
import { readContract, type WholeContract } from '../contract.ts'
import type { ContractMutant } from '../mutant.ts'
import { answering, describe } from './child.ts'
import { relevant } from './relevant.ts'

export interface FuzzJob {
  readonly mutants: readonly ContractMutant[]
  readonly seed: number
}

/** What went wrong, by the id of the mutant. */
export type FuzzResult = Readonly<Record<string, string>>

answering<FuzzJob, FuzzResult>(async ({ mutants, seed }) => {
  const { document, events } = await readContract()
  const ofMessages = mutants.filter(({ edits }) => edits[0]?.path[0] === 'events')
  if (ofMessages.length > 0) return readFaults(events, ofMessages, seed)
  const system = await startSystem()
  const send = await fuzzing(document, system)
  const cases = casesOf(document, seed)
  const faults: Record<string, string> = {}
  for (const mutant of mutants) {
    for (const one of relevant(mutant, cases)) {
      const fault = await send(one).catch((error: unknown) => `no answer: ${describe(error)}`)
      if (fault === undefined) continue
      faults[mutant.id] = `${one.name}: ${fault}`
      break
    }
  }
  await system.stop()
  return faults
})

/** A message is read without any system: the consumer asks the schema alone. */
function readFaults(
  events: WholeContract['events'],
  mutants: readonly ContractMutant[],
  seed: number,
): FuzzResult {
  return Object.fromEntries(
    mutants.flatMap(({ id, concerns }) => {
      const mine = messageCases(events, seed).filter(({ type }) => concerns.includes(type))
      const [fault] = mine.flatMap((one) => readFault(one) ?? [])
      return fault === undefined ? [] : [[id, fault]]
    }),
  )
}
