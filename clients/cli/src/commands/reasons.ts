import type { Context } from '../context.ts'
import { textOption } from './options.ts'

/** Chooses a group of failures. */
export const reasonOption = textOption('only those with this reason, as `reasons` shows it')

/** Prints failures by reason, the most frequent first. */
export async function printReasons<T extends object>(
  { output }: Context,
  { groups, complete }: { readonly groups: readonly T[]; readonly complete: boolean },
  columns: readonly (keyof T & string)[],
): Promise<void> {
  await output.list(groups, columns)
  if (!complete) output.info('Only 10,000 are counted; there are more.')
}

/**
 * Repeats a request for a group until nothing remains, and prints how many records it has handled.
 *
 * @param field of the response, with that number
 */
export async function printHandled<Field extends string>(
  { output }: Context,
  field: Field,
  request: () => Promise<{ readonly [field in Field]: number } & { readonly remaining: boolean }>,
): Promise<void> {
  let total = 0
  for (;;) {
    const { [field]: handled, remaining } = await request()
    total += handled
    if (!remaining || handled === 0) return output.record({ [field]: total })
  }
}
