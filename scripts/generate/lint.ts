/** `npm run lint:contract`: the completed contract against redocly.yaml, our own rules and its examples; the events too. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/files.ts'
import { bundleContract } from './complete.ts'
import { readEventSchemas } from './events.ts'
import { faultsOfExamples, faultsOfPayloads } from './lint-examples.ts'
import { lintForm } from './lint-form.ts'
import { faultsOfOperations } from './lint-operations.ts'
import { eventsSource } from './paths.ts'
import { exitWith, runTool } from './tools.ts'

await lint().catch(exitWith)

async function lint(): Promise<void> {
  const contract = await bundleContract()
  await lintForm(contract)
  const asyncapi = join(eventsSource, 'asyncapi.yaml')
  await runTool('redocly', ['lint', '--config', join(eventsSource, 'redocly.yaml'), asyncapi])
  const faults = [
    ...faultsOfOperations(contract),
    ...faultsOfExamples(contract),
    ...faultsOfPayloads(await readFile(join(ROOT, asyncapi), 'utf8'), await readEventSchemas()),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  console.log('The contract is in order.')
}
