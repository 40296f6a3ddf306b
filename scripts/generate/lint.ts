/** `npm run lint:contract`: the contract against OpenAPI, our own rules, its examples, its code lists; the events too. */
import { bundleContract } from './bundle.ts'
import { faultsOfCodes } from './lint-codes.ts'
import { faultsOfEvents } from './lint-events.ts'
import { faultsOfExamples } from './lint-examples.ts'
import { faultsOfOperations } from './lint-operations.ts'
import { contractSource } from './paths.ts'
import { exitWith, runTool } from './tools.ts'

await lint().catch(exitWith)

async function lint(): Promise<void> {
  await runTool('redocly', ['lint', contractSource])
  const contract = await bundleContract()
  const faults = [
    ...faultsOfOperations(contract),
    ...faultsOfExamples(contract),
    ...faultsOfCodes(contract),
    ...(await faultsOfEvents()),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  console.log('The contract is in order.')
}
