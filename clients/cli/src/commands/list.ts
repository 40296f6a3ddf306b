import type { Context } from '../context.ts'
import type { ListOptions } from './options.ts'

/**
 * Prints the first records of a list, and whether more follow.
 *
 * @param toShown what is printed of a record
 */
export async function printList<T extends object>(
  { output }: Context,
  options: ListOptions,
  records: AsyncIterable<T>,
  columns: readonly (keyof T & string)[],
  toShown: (record: T) => object = (record) => record,
): Promise<void> {
  const onMore = () => {
    output.info(`Only the first ${options.limit} are shown. Use --limit or --all to see more.`)
  }
  await output.list(firstRecords(records, options, toShown, onMore), columns)
}

async function* firstRecords<T>(
  records: AsyncIterable<T>,
  { limit, all }: ListOptions,
  toShown: (record: T) => object,
  onMore: () => void,
): AsyncGenerator<object> {
  let count = 0
  for await (const record of records) {
    if (!all && count === limit) return onMore()
    yield toShown(record)
    count++
  }
}
