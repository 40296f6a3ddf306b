/** Bounds how long one command takes, so that it does not run into the time-out of the database. */
export const CHUNK_SIZE = 250

/**
 * Runs `work` on one part of the values after the other, at most `size` at a time.
 * @returns all results, in order
 */
export async function inChunks<V, T>(
  values: readonly V[],
  work: (chunk: readonly V[]) => Promise<readonly T[]>,
  size = CHUNK_SIZE,
): Promise<T[]> {
  const results: T[] = []
  for (let start = 0; start < values.length; start += size)
    results.push(...(await work(values.slice(start, start + size))))
  return results
}
