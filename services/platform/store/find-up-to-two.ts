/**
 * Values in one query. A command may have 16 MB, and many callers' names of 255 characters are joined into
 * one search.
 */
const MAX_VALUES = 1_000

/**
 * Finds about two records for each value, however many records share it. Two are enough to see that a value
 * is ambiguous. When the limit is reached, values with many records may have crowded out others: those of
 * which there are not two yet are searched again, each half alone. A record may be found twice.
 *
 * @param find returns at most `limit` of the records that have one of these values
 * @param valueOf which of the values a record has
 */
export async function findUpToTwo<Value, T>(
  values: readonly Value[],
  find: (values: readonly Value[], limit: number) => Promise<T[]>,
  valueOf: (record: T) => Value,
): Promise<T[]> {
  if (values.length === 0) return []
  const isOneQuery = values.length <= MAX_VALUES
  const limit = 2 * values.length
  const found = isOneQuery ? await find(values, limit) : []
  if (isOneQuery && (values.length === 1 || found.length < limit)) return found
  const byValue = Map.groupBy(found, valueOf)
  const open = values.filter((value) => (byValue.get(value)?.length ?? 0) < 2)
  const middle = Math.ceil(open.length / 2)
  const first = await findUpToTwo(open.slice(0, middle), find, valueOf)
  const second = await findUpToTwo(open.slice(middle), find, valueOf)
  return [...found, ...first, ...second]
}
