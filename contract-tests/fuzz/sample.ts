import fc from 'fast-check'

/** So many of them, the same ones for the same seed, in their order. */
export function sampled<T>(all: readonly T[], count: number, seed: number): T[] {
  const [chosen = []] = fc.sample(
    fc.shuffledSubarray([...all], {
      minLength: Math.min(count, all.length),
      maxLength: Math.min(count, all.length),
    }),
    { numRuns: 1, seed },
  )
  const kept = new Set(chosen)
  return all.filter((one) => kept.has(one))
}
