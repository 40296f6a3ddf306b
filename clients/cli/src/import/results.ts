import { open, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { csvLine } from '../files/csv-line.ts'
import { counted, jsonText } from '../output.ts'
import type { RowResult } from './row.ts'

type Shown = RowResult<string>

/** Receives the result of each row: one JSON object per line, or a line of a table in a file named .csv. */
export interface Results {
  /** @returns size of the file afterwards */
  write(results: readonly Shown[]): Promise<number>
  /** Shows the first failures, and how many more there are. */
  report(): void
  close(): Promise<void>
}

/** How many failures are shown at the end; the file has all of them, and what was not done. */
const MAX_SHOWN = 10

/** The option `--results`, or its default. A dry run leaves the results of what was done as they are. */
export const resultsPathOf = ({
  file,
  results,
  dryRun,
}: {
  readonly file: string
  readonly results: string | undefined
  readonly dryRun: boolean
}): string => results ?? `${file}${dryRun ? '.dry-run' : ''}.results.ndjson`

/** What a person wants to know of a row. */
const COLUMNS = ['file', 'line', 'who', 'outcome', 'id', 'courseId', 'code', 'detail'] as const
/** By it, Excel knows that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** @param keep bytes of the file to keep: the results of batches that were finished before */
export async function openResults(
  { output, terminal }: Context,
  path: string,
  keep: number,
): Promise<Results> {
  const file = path === '-' ? undefined : await openTruncated(resolve(terminal.folder, path), keep)
  const failures: Shown[] = []
  let failed = 0
  let size = keep
  const isTable = path.toLowerCase().endsWith('.csv')
  const lineOf = (result: Shown) =>
    isTable ? csvLine(COLUMNS.map((column) => result[column])) : jsonText(result)
  const explained = (error: unknown) => {
    output.warn('Standard output was closed, so the command has stopped. Run it again to do the rest.')
    throw error
  }
  return {
    async write(results) {
      for (const result of results.filter(({ ok, code }) => !ok && code !== 'not-done'))
        if (++failed <= MAX_SHOWN) failures.push(result)
      const header = isTable && size === 0 ? `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}\n` : ''
      const text = header + results.map((result) => `${lineOf(result)}\n`).join('')
      if (file === undefined) await output.text(text).catch(explained)
      else size += (await file.write(text, size)).bytesWritten
      return size
    },
    report() {
      for (const failure of failures) output.error(failureText(failure))
      if (failed > MAX_SHOWN) output.error(`… and ${failed - MAX_SHOWN} more.`)
    },
    close: async () => file?.close(),
  }
}

/** What a person is told in the end: `outcomes` counts rows and records by their outcome, in its words. */
export function summaryOf({
  rows,
  outcomes,
  failed,
  ms,
  dryRun,
}: {
  readonly rows: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly failed: number
  readonly ms: number
  readonly dryRun: boolean
}): string {
  const seconds = (ms / 1000).toFixed(1)
  const found = Object.entries({ ...outcomes, failed }).filter(([name, n]) => n > 0 || name === 'failed')
  const what = found.map(([words, count]) => `${count} ${words}`).join(', ')
  return dryRun
    ? `${counted(rows, 'row')} checked in ${seconds} s. This would be the result: ${what}. ` +
        'Nothing was changed.'
    : `${counted(rows, 'row')} in ${seconds} s: ${what}.`
}

/** Opens a file for writing after its first `keep` bytes, and removes the rest. */
async function openTruncated(path: string, keep: number): Promise<FileHandle> {
  const file = await open(path, keep > 0 ? 'r+' : 'w')
  try {
    // A device, such as /dev/null, can't be truncated.
    if ((await file.stat()).isFile()) await file.truncate(keep)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

function failureText({ file, line, id, userId, who, courseId, detail = '', code }: Shown): string {
  const of = file === undefined ? '' : `${file}, `
  const record = `${userId === undefined ? 'user' : 'registration'} ${id ?? '?'}`
  const place = line === undefined ? record : `${of}line ${line}`
  const person = who === undefined ? '' : `, ${who}`
  const course = courseId === undefined ? '' : `, course ${courseId}`
  return `${place}${person}${course}: ${detail}${code === undefined ? '' : ` (${code})`}`
}
