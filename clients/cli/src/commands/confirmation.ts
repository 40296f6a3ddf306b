import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { onOneLine } from '../output.ts'
import { yesOption } from './arguments.ts'

/** Of commands that remove, or send to more records than the command line names. */
export const CONFIRMATION = { yes: yesOption('do not ask; needed without a terminal') } as const

/**
 * Asks for confirmation, unless `yes` is given. Says so when the answer is no.
 * @throws UsageError without a terminal, also if only its output is in a file: a person can't be asked
 */
export async function isConfirmed(
  { terminal, output }: Context,
  { yes, question }: { readonly yes: boolean; readonly question: string },
): Promise<boolean> {
  if (yes) return true
  if (!terminal.isInteractive) throw new UsageError(`Without a terminal, this needs --yes: ${question}`)
  // It may name a record, whose text must not control the terminal.
  const answer = await terminal.confirm(onOneLine(question))
  if (!answer) output.info('Nothing was changed.')
  return answer
}
