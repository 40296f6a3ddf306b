/** A page of a list that is ordered by id. */
export interface Page {
  readonly offset: number
  readonly limit: number
  /** Only records with a higher id: the end of the page before. */
  readonly afterId: number
}

/** Records that are read while they are sent, so that few of them are in memory. */
export type Batches<T> = AsyncIterable<readonly T[]>

/** A page as a repository finds it. */
export interface FoundPage<T> {
  /** The number that orders each record, for all records of the page, and one more when more follow. */
  readonly keys: readonly number[]
  /** The records of the page in order. Batches leave out records that no longer match the list. */
  readonly records: readonly T[] | Batches<T>
}

export const EMPTY_PAGE = { keys: [], records: [] }

/**
 * A page of records that are in memory. @param found one record more than the page's limit when more follow
 */
export function pageOf<T>(
  found: readonly T[],
  { limit }: Pick<Page, 'limit'>,
  keyOf: (record: T) => number,
): FoundPage<T> {
  return { keys: found.map(keyOf), records: found.slice(0, limit) }
}
