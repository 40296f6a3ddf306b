import { open, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import type { Output } from '../output.ts'
import type { RowResult } from './row.ts'

/** Receives the result of each row, one JSON object per line. */
export interface Results<Result extends object = RowResult> {
  /** @returns size of the file afterwards */
  write(results: readonly Result[]): Promise<number>
  close(): Promise<void>
}

const toStandardOutput = <Result extends object>(output: Output): Results<Result> => ({
  async write(results) {
    if (results.length > 0) await output.line(linesOf(results))
    return 0
  },
  close: () => Promise.resolve(),
})

async function toFile<Result extends object>(path: string, keep: number): Promise<Results<Result>> {
  const file: FileHandle = await open(path, keep > 0 ? 'r+' : 'w')
  await file.truncate(keep)
  let size = keep
  return {
    async write(results) {
      const text = results.length > 0 ? `${linesOf(results)}\n` : ''
      size += (await file.write(text, size)).bytesWritten
      return size
    },
    close: () => file.close(),
  }
}

/** The option `--results`, or its default. */
export const resultsPathOf = ({ file, results }: { file: string; results: string | undefined }) =>
  results ?? `${file}.results.ndjson`

/** @param keep bytes of the file to keep: the results of batches that were finished before */
export async function openResults<Result extends object = RowResult>(
  { output, terminal }: Context,
  path: string,
  keep: number,
): Promise<Results<Result>> {
  return path === '-' ? toStandardOutput(output) : toFile(resolve(terminal.folder, path), keep)
}

const linesOf = (results: readonly object[]) => results.map((result) => JSON.stringify(result)).join('\n')

/** How many failures are shown at the end; the results have all of them. */
const MAX_SHOWN = 10

/** A result as {@link reportFailures} shows it. */
type Shown = Pick<RowResult, 'ok' | 'code' | 'detail'> & { readonly line?: number; readonly id?: number }

/** Shows the first failures, and how many more there are. */
export function reportFailures(output: Output, failures: readonly Shown[], total = failures.length): void {
  for (const { line, id, detail = '', code } of failures.slice(0, MAX_SHOWN)) {
    const place = line === undefined ? `record ${id ?? '?'}` : `line ${line}`
    output.error(`${place}: ${detail}${code === undefined ? '' : ` (${code})`}`)
  }
  if (total > MAX_SHOWN) output.error(`… and ${total - MAX_SHOWN} more.`)
}

/** Keeps the first failures, to show them after the progress bar. */
export function remembering(results: Results): Results & { report(output: Output): void } {
  const first: RowResult[] = []
  let failed = 0
  return {
    write(written) {
      for (const result of written) {
        if (result.ok) continue
        failed++
        if (first.length < MAX_SHOWN) first.push(result)
      }
      return results.write(written)
    },
    close: () => results.close(),
    report: (output) => reportFailures(output, first, failed),
  }
}
