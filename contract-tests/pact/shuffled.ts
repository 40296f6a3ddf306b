import fc from 'fast-check'
import type { Pact } from './pact.ts'

/** The same pact with its interactions in another order, one for each seed. */
export function shuffled(pact: Pact, seed: number): Pact {
  const all = [...(pact.interactions ?? [])]
  const [interactions = []] = fc.sample(
    fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
    { numRuns: 1, seed },
  )
  return { ...pact, interactions }
}
