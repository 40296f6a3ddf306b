import { format } from 'oxfmt'
import type { Pact } from './pact.ts'

/** Writes a pact in a stable form: sorted, and without the versions of tools. */
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

/** Sorts the keys, because the order in which the core writes them varies. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
