/** `npm run lint:contract`: the completed contract against redocly.yaml, our own rules and its examples; the events too. */
import { bundleContract } from './bundle.ts'
import { faultsOfEvents } from './lint-events.ts'
import { faultsOfExamples } from './lint-examples.ts'
import { lintForm } from './lint-form.ts'
import { faultsOfOperations } from './lint-operations.ts'
import { exitWith } from './tools.ts'

await lint().catch(exitWith)

async function lint(): Promise<void> {
  const contract = await bundleContract()
  await lintForm(contract)
  const faults = [...faultsOfOperations(contract), ...faultsOfExamples(contract), ...(await faultsOfEvents())]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  console.log('The contract is in order.')
}
