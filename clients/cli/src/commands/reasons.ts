import type { Api } from '../context.ts'
import { textOption, type Arguments, type Values } from './arguments.ts'
import { command, type Command, type CommandBase } from './table.ts'

/** Chooses a group of failures. */
export const reasonOption = textOption('only those with this reason, as `reasons` shows it')

/** For a question. */
export const withReason = (reason: string | undefined) =>
  reason === undefined ? '' : ` with the reason ${JSON.stringify(reason)}`

interface ReasonsCommand<A extends Arguments, T extends object> extends CommandBase<A> {
  readonly call: (
    api: Api,
    args: Values<A>,
  ) => Promise<{ readonly groups: readonly T[]; readonly complete: boolean }>
  readonly columns: readonly (keyof T & string)[]
}

/** A command that counts failures by reason, the most frequent first. */
export const reasons = <const A extends Arguments, T extends object>({
  call,
  columns,
  ...base
}: ReasonsCommand<A, T>): Command =>
  command({
    ...base,
    async run({ api, output }, args: Values<A>) {
      const { groups, complete } = await call(api, args)
      await output.list(groups, columns)
      if (!complete) output.warn('Only 10,000 are counted; there are more.')
    },
  })

/**
 * Repeats a request for a group until nothing remains.
 *
 * @param field of the response, with the number of records that it has handled
 * @returns how many records all requests have handled
 */
export async function untilNoneRemains<Field extends string>(
  field: Field,
  request: () => Promise<{ readonly [field in Field]: number } & { readonly remaining: boolean }>,
): Promise<{ [field: string]: number }> {
  let total = 0
  for (;;) {
    const { [field]: handled, remaining } = await request()
    total += handled
    if (!remaining || handled === 0) return { [field]: total }
  }
}
