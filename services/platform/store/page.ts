import type { Model, QueryFilter } from 'mongoose'
import type { FoundPage, Page } from '../domain/page.ts'

/** How many records of a page are in memory at a time. */
export const BATCH_SIZE = 100

/** A direction of a list. */
export const NEWEST_FIRST = -1

/** What a list contains, and in which order. */
export interface List<R> {
  readonly filter: QueryFilter<R>
  /** The field with the number that orders the records and that the cursor refers to. */
  readonly key?: '_id' | (keyof R & string)
  readonly direction?: 1 | typeof NEWEST_FIRST
  /** The fields that are read; all of them by default. */
  readonly fields?: Readonly<Record<string, 0 | 1>>
}

/**
 * One page of the matching records. A page that is larger than a batch is read in two steps: the keys, which
 * tell whether more records follow, then the records in batches.
 *
 * @param toValue maps a record to the value that the page contains
 */
export async function findPage<R, T>(
  model: Model<R>,
  list: List<R>,
  page: Page,
  toValue: (record: R) => T,
): Promise<FoundPage<T>> {
  if (page.limit > BATCH_SIZE) {
    const keys = await findKeys(model, list, page)
    return { keys, records: readBatches(model, list, keys.slice(0, page.limit), toValue) }
  }
  const found = await queryPage(model, list, page).lean<R[]>()
  return { keys: found.map(keyOf(list)), records: found.slice(0, page.limit).map(toValue) }
}

/** The keys of one page, and one more when more records follow. */
export async function findKeys<R>(model: Model<R>, list: List<R>, page: Page): Promise<number[]> {
  const { key = '_id' } = list
  const records = await queryPage(model, { ...list, fields: { _id: 0, [key]: 1 } }, page).lean<R[]>()
  return records.map(keyOf(list))
}

/** The records of one page, and one more when more follow. */
export function queryPage<R>(
  model: Model<R>,
  { filter, key = '_id', direction = 1, fields = {} }: List<R>,
  { afterId, offset, limit }: Page,
) {
  const comparison = direction === 1 ? '$gt' : '$lt'
  return (
    model
      .find(afterId > 0 ? { ...filter, [key]: { [comparison]: afterId } } : filter)
      .select(fields)
      .sort({ [key]: direction })
      .skip(offset)
      .limit(limit + 1)
      // One round trip: the first batch of a cursor has 101 records by default.
      .batchSize(limit + 1)
  )
}

/** Applies the filter again, because a slow caller reads for longer than a record may stay visible. */
export async function* readBatches<R, T>(
  model: Model<R>,
  { filter, key = '_id', direction = 1, fields = {} }: List<R>,
  keys: readonly number[],
  toValue: (record: R) => T,
): AsyncGenerator<T[]> {
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    const batch = keys.slice(start, start + BATCH_SIZE)
    const found = model
      .find({ ...filter, [key]: { $in: batch } })
      .select(fields)
      .sort({ [key]: direction })
      .batchSize(BATCH_SIZE)
    yield (await found.lean<R[]>()).map(toValue)
  }
}

const keyOf =
  <R>({ key = '_id' }: List<R>) =>
  (record: R): number =>
    (record as Readonly<Record<string, unknown>>)[key] as number
