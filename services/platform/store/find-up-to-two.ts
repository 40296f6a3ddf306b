/**
 * Values in one query. A command may have 16 MB, and many callers' names of 255 characters are joined into
 * one search.
 */
const MAX_VALUES = 1_000

/**
 * Finds about two records for each value, however many records share it. Two are enough to see that a value
 * is ambiguous. When the limit is reached, values with many records may have crowded out others, so each half
 * is searched alone.
 *
 * @param find returns at most `limit` of the records that have one of these values
 */
export async function findUpToTwo<Value, T>(
  values: readonly Value[],
  find: (values: readonly Value[], limit: number) => Promise<T[]>,
): Promise<T[]> {
  if (values.length === 0) return []
  const limit = 2 * values.length
  if (values.length <= MAX_VALUES) {
    const found = await find(values, limit)
    if (values.length === 1 || found.length < limit) return found
  }
  const middle = Math.ceil(values.length / 2)
  const first = await findUpToTwo(values.slice(0, middle), find)
  const second = await findUpToTwo(values.slice(middle), find)
  return [...first, ...second]
}
