import { bodyOf, type Interaction } from '../pact/pact.ts'
import type { Contract } from './contract.ts'
import { schemasFor } from './schemas.ts'

/** What a message relies on that its schema does not say. */
export function messageFaults(
  contract: Contract,
  { description, metadata, contents }: Interaction,
): string[] {
  const types = Object.keys(contract.events)
  const type = types.find((name) => metadata?.['type'] === name || description.includes(name))
  if (type === undefined)
    return [`neither its metadata nor its description names one of the messages ${types.join(', ')}`]
  const faults = schemasFor(contract).eventFaults(type, bodyOf(contents)) ?? []
  return faults.map((fault) => `${type}: ${fault} in the payload`)
}
