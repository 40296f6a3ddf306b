/**
 * Finds records by values, about two for each value however many share it: two are enough to see that a value
 * is ambiguous. When the limit is reached, values with many records may have crowded out others, so each half
 * is looked up by itself.
 *
 * @param find the records that have one of these values, at most `limit` of them
 */
export async function upToTwoEach<V, T>(
  values: readonly V[],
  find: (some: readonly V[], limit: number) => Promise<T[]>,
): Promise<T[]> {
  if (values.length === 0) return []
  const limit = 2 * values.length
  const found = await find(values, limit)
  if (values.length === 1 || found.length < limit) return found
  const middle = Math.ceil(values.length / 2)
  return [
    ...(await upToTwoEach(values.slice(0, middle), find)),
    ...(await upToTwoEach(values.slice(middle), find)),
  ]
}
