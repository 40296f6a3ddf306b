import type { Context } from '../context.ts'
import { everyRecord, type ListPage } from '../paging.ts'
import type { ListOptions } from './options.ts'

/**
 * Prints the first records of a list, and whether more follow.
 *
 * @param toShown what is printed of a record
 */
export async function printList<T extends object>(
  { output }: Context,
  { limit, all }: ListOptions,
  list: ListPage<T>,
  columns: readonly (keyof T & string)[],
  toShown: (record: T) => object = (record) => record,
): Promise<void> {
  await output.list(firstRecords(), columns)

  async function* firstRecords(): AsyncGenerator<object> {
    let count = 0
    // One more record than is shown tells whether more follow.
    for await (const record of everyRecord(list, all ? undefined : limit + 1)) {
      if (!all && count === limit)
        return output.info(`Only the first ${limit} are shown. Use --limit or --all to see more.`)
      yield toShown(record)
      count++
    }
  }
}
