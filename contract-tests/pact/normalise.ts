import { format } from 'oxfmt'
import type { Pact } from './pact.ts'

/** The same text for the same pact, wherever and in whatever order it was written: no versions of tools, no chance. */
export async function normalised({ consumer, provider, interactions = [] }: Pact): Promise<string> {
  const sorted = [...interactions].sort((a, b) => (a.description < b.description ? -1 : 1))
  const pact = {
    consumer,
    provider,
    interactions: sorted,
    metadata: { pactSpecification: { version: '4.0' } },
  }
  return (await format('pact.json', JSON.stringify(pact, inOrder), { printWidth: 110 })).code
}

/** Keys in the order of the alphabet: the core writes some of them in an order that changes from run to run. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
