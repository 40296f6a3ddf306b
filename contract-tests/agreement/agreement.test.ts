import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PACTS } from '../pact/folder.ts'
import { readPact } from '../pact/pact.ts'
import { disagreements } from './agreement.ts'
import { ourContract } from './ours.ts'

const contract = ourContract()

it.each(readdirSync(PACTS))('%s relies on nothing that the contract does not say', (name) => {
  expect(disagreements(contract, readPact(join(PACTS, name)))).toEqual([])
})
