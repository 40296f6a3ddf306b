/** A process of its own for a group of mutants: starts the system that they make, and fuzzes what each concerns. */
import { startSystem, type System } from '../../../clients/tests/kit/system.ts'
import type { OpenApiDocument } from '../../../scripts/generate/document.ts'
// The contract that this process runs with: of the mutants, where they have one.
import inForce from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import { casesOf } from '../../fuzz/cases.ts'
import { messageCases, readFault } from '../../fuzz/messages.ts'
import { defaultFaults } from '../../fuzz/defaults.ts'
import { fuzzing } from '../../fuzz/run.ts'
import { readContract, type WholeContract } from '../contract.ts'
import type { ContractMutant } from '../mutant.ts'
import { answering, describe } from './child.ts'
import { relevant } from './relevant.ts'

const inForceDocument = inForce as unknown as OpenApiDocument

export interface FuzzJob {
  readonly mutants: readonly ContractMutant[]
  readonly seed: number
}

/** What went wrong, by the id of the mutant. */
export type FuzzResult = Readonly<Record<string, string>>

answering<FuzzJob, FuzzResult>(async ({ mutants, seed }) => {
  const contract = await readContract()
  const [ofMessages, ofHttp] = [
    mutants.filter(isOfMessages),
    mutants.filter((mutant) => !isOfMessages(mutant)),
  ]
  return {
    ...readFaults(contract.events, ofMessages, seed),
    ...(ofHttp.length > 0 ? await callFaults(contract.document, ofHttp, seed) : {}),
  }
})

const isOfMessages = ({ edits }: ContractMutant): boolean => edits[0]?.path[0] === 'events'

async function callFaults(
  document: OpenApiDocument,
  mutants: readonly ContractMutant[],
  seed: number,
): Promise<FuzzResult> {
  const system = await startSystem()
  const send = await fuzzing(document, system)
  const concerned = new Set(mutants.flatMap(({ concerns }) => concerns))
  const faults: Record<string, string> = await withoutDefaults(mutants, system)
  // Where the services follow the contract, cases of the contract without the mutant notice. Where they have a rule of
  // their own they stay as they are, and it is the contract with the mutant that no longer tells the truth.
  for (const cases of [casesOf(document, seed, concerned), casesOf(inForceDocument, seed, concerned)])
    for (const mutant of mutants.filter(({ id }) => !(id in faults))) {
      for (const one of relevant(mutant, cases)) {
        const fault = await send(one).catch((error: unknown) => `no answer: ${describe(error)}`)
        if (fault === undefined) continue
        faults[mutant.id] = `${one.name}: ${fault}`
        break
      }
    }
  await system.stop()
  return faults
}

/** Defaults are those of the contract with the mutant in it: the services have their own. */
async function withoutDefaults(mutants: readonly ContractMutant[], system: System): Promise<FuzzResult> {
  const ofDefaults = mutants.filter(({ edits }) => edits.some(({ path }) => path.at(-1) === 'default'))
  if (ofDefaults.length === 0) return {}
  const faults = await defaultFaults(inForceDocument, system)
  return Object.fromEntries(
    ofDefaults.flatMap(({ id, concerns }) => {
      const fault = faults.find((one) => concerns.some((operation) => one.startsWith(`${operation} `)))
      return fault === undefined ? [] : [[id, fault]]
    }),
  )
}

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
