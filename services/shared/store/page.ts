import type { Model, QueryFilter } from 'mongoose'
import type { Page } from '../domain/page.ts'

/**
 * One page of the records that match, and one record more when there are more.
 * @param key the number that orders them and that the page counts from
 */
export function findPage<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { afterId, offset, limit }: Page,
  key = '_id',
) {
  const rest = afterId > 0 ? { ...filter, [key]: { $gt: afterId } } : filter
  return model
    .find(rest)
    .sort({ [key]: 1 })
    .skip(offset)
    .limit(limit + 1)
}
