import type { Model, mongo, QueryFilter } from 'mongoose'
import type { Page } from '../domain/page.ts'

interface Options {
  /** The number that orders the records and that the cursor refers to. */
  readonly key?: string
  /** -1 for the newest first. */
  readonly direction?: 1 | -1
  /** The fields to read; all when it names none. */
  readonly projection?: Readonly<Record<string, number>>
}

/**
 * One page of the records that match, and one record more when more follow. In one answer: left to itself, MongoDB gives
 * 101 records and waits to be asked for the rest. By the driver: mongoose's query adds a fourteenth to what a list costs
 * (docs/performance.md), and the contract has already given the values of a filter their types.
 */
export async function findPage<T, Shown = T>(
  { collection }: Model<T>,
  filter: QueryFilter<T>,
  { afterId, offset, limit }: Page,
  { key = '_id', direction = 1, projection = {} }: Options = {},
): Promise<Shown[]> {
  const rest = afterId > 0 ? { ...filter, [key]: { [direction === 1 ? '$gt' : '$lt']: afterId } } : filter
  const found = collection.find(rest as mongo.Filter<mongo.BSON.Document>, {
    ...{ projection, sort: { [key]: direction }, skip: offset },
    ...{ limit: limit + 1, batchSize: limit + 1 },
  })
  return (await found.toArray()) as Shown[]
}
