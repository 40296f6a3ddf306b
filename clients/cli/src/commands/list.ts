import type { Context } from '../context.ts'
import { everyRecord, type ListPage } from '../paging.ts'
import type { ListOptions } from './options.ts'

/**
 * Prints the first records of a list, and whether more follow.
 *
 * @param toShown what is printed of a record
 */
export async function printList<T extends object>(
  context: Context,
  options: ListOptions,
  list: ListPage<T>,
  columns: readonly (keyof T & string)[],
  toShown: (record: T) => object = (record) => record,
): Promise<void> {
  await context.output.list(shown(), columns)

  async function* shown(): AsyncGenerator<object> {
    for await (const record of firstRecords(context, options, list)) yield toShown(record)
  }
}

/** The first records of a list. At the end, a message says whether more follow. */
export async function* firstRecords<T>(
  { output }: Context,
  { limit, all }: ListOptions,
  list: ListPage<T>,
): AsyncGenerator<T> {
  let count = 0
  // One more record than is shown tells whether more follow.
  for await (const record of everyRecord(list, all ? undefined : limit + 1)) {
    if (!all && count === limit)
      return output.info(`Only the first ${limit} are shown. Use --limit or --all to see more.`)
    yield record
    count++
  }
}
