import type { Model, QueryFilter } from 'mongoose'
import type { Page } from '../domain/page.ts'

/**
 * One page of the records that match, and one record more when more follow. In one answer: left to itself, MongoDB gives
 * 101 records and waits to be asked for the rest.
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
  const rest = afterId > 0 ? { ...filter, [key]: { [direction === 1 ? '$gt' : '$lt']: afterId } } : filter
  return model
    .find(rest)
    .sort({ [key]: direction })
    .skip(offset)
    .limit(limit + 1)
    .batchSize(limit + 1)
}
