import type { Context } from '../context.ts'
import { some, type Amount } from './options.ts'

/** Shows a list, and says when it goes on. */
export async function showList<T extends object>(
  { output }: Context,
  amount: Amount,
  records: AsyncIterable<T>,
  columns: readonly (keyof T & string)[],
): Promise<void> {
  const more = (): void => {
    output.say(`There are more: --limit shows others than the first ${amount.limit}, --all shows all.`)
  }
  await output.list(some(records, amount, more), columns)
}
