import { RollcallError } from '@rollcall/client'
import type { Context } from '../context.ts'
import { OutputClosed } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { counted, NOTHING_FOUND } from '../output.ts'

/** Rejections of one record; other errors end the command. */
const RECORD_STATUSES = new Set([404, 409, 422])

/**
 * For an operation that only says how many records it has handled, and leaves out what it does not find.
 * @throws Error if it has left out some that were named
 */
export function requireEach(
  ids: readonly (string | number)[],
  count: number | undefined,
  what: string,
): void {
  const named = new Set(ids).size
  const handled = count ?? 0
  if (handled < named) throw new Error(`${handled} of ${named} ${what}`)
}

/**
 * Calls an operation for each id and prints the results. A record for which it is rejected is reported, and
 * the others follow.
 */
export async function printForEachId<Id extends string | number, T extends object>(
  { output }: Context,
  ids: Iterable<Id>,
  call: (id: Id) => Promise<T>,
  columns: readonly (keyof T & string)[],
): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done
  let done = 0
  try {
    await output.list(results(), columns, () => (exitCode === EXIT.done ? NOTHING_FOUND : undefined))
  } catch (error) {
    if (error instanceof OutputClosed)
      output.warn(`Standard output was closed, so the command has stopped after ${counted(done, 'record')}.`)
    throw error
  }
  return exitCode

  async function* results(): AsyncGenerator<T> {
    for (const id of ids) {
      done++
      try {
        yield await call(id)
      } catch (error) {
        if (!(error instanceof RollcallError) || !RECORD_STATUSES.has(error.status)) throw error
        output.error(`${id}: ${error.detail} (${error.status} ${error.code})`)
        exitCode = EXIT.failed
      }
    }
  }
}
