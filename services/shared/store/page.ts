import type { Model, QueryFilter } from 'mongoose'
import type { Page } from '../domain/page.ts'

/**
 * One page of the matching records, and one record more when more follow.
 *
 * @param key the number that orders the records and that the cursor refers to
 * @param direction -1 for the newest first
 */
export function findPage<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { afterId, offset, limit }: Page,
  key = '_id',
  direction: 1 | -1 = 1,
) {
  const comparison = direction === 1 ? '$gt' : '$lt'
  return (
    model
      .find(afterId > 0 ? { ...filter, [key]: { [comparison]: afterId } } : filter)
      .sort({ [key]: direction })
      .skip(offset)
      .limit(limit + 1)
      // One round trip: the first batch of a cursor has 101 records by default.
      .batchSize(limit + 1)
  )
}
