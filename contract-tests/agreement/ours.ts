import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from './contract.ts'

const GENERATED = join(import.meta.dirname, '../../services/shared/contract/generated')
const read = (name: string): unknown => JSON.parse(readFileSync(join(GENERATED, name), 'utf8'))

/** The contract of this project, as it is generated. */
export const ourContract = (): Contract => ({
  document: read('openapi.json') as Contract['document'],
  events: read('events.json') as Contract['events'],
})
