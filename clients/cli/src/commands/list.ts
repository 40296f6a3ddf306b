import type { Context } from '../context.ts'
import { some, type Amount } from './options.ts'

/** Shows a list, and says when more records follow. */
export async function showList<T extends object>(
  { output }: Context,
  amount: Amount,
  records: AsyncIterable<T>,
  columns: readonly (keyof T & string)[],
  shown: (record: T) => object = (record) => record,
): Promise<void> {
  const more = (): void => {
    output.say(`These are the first ${amount.limit}: --limit shows more of them, --all shows all.`)
  }
  await output.list(mapped(some(records, amount, more), shown), columns)
}

async function* mapped<T>(records: AsyncIterable<T>, to: (record: T) => object): AsyncIterable<object> {
  for await (const record of records) yield to(record)
}
