import type { ReasonsOf, ReasonsStatus } from '@rollcall/client/operator'
import { defined } from '../defined.ts'
import { textOption, type Arguments } from './arguments.ts'
import type { Command, CommandBase } from './table.ts'

/** Chooses a group of failures. */
export const reasonOption = textOption('only those with this reason, as `reasons` shows it')

/** For a question. */
export const withReason = (reason: string | undefined) =>
  reason === undefined ? '' : ` with the reason ${JSON.stringify(reason)}`

interface ReasonsCommand extends CommandBase<Arguments> {
  readonly of: ReasonsOf
  /** What the records are grouped by besides. */
  readonly by?: 'queue' | 'endpointId'
}

/** A command that counts failures by reason, the most frequent first. */
export const reasons = ({ of, by, ...base }: ReasonsCommand): Command => ({
  ...base,
  async run({ api, output }, { status }: { readonly status?: ReasonsStatus }) {
    const { groups, complete } = await api.notification.listReasons({ of, ...defined({ status }) })
    await output.list(groups, ['count', ...(by ? [by] : []), 'reason', 'oldestAt', 'newestAt', 'exampleId'])
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
