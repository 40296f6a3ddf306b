import { open, type FileHandle } from 'node:fs/promises'
import type { Output } from '../output.ts'
import type { RowResult } from './row.ts'

/** Receives the result of each row, one JSON object per line. */
export interface Results {
  /** @returns size of the file afterwards */
  write(results: readonly RowResult[]): Promise<number>
  close(): Promise<void>
}

export const toStandardOutput = (output: Output): Results => ({
  async write(results) {
    if (results.length > 0) await output.line(linesOf(results))
    return 0
  },
  close: () => Promise.resolve(),
})

/** @param keep bytes of the file to keep: the results of batches that were finished before */
export async function toFile(path: string, keep: number): Promise<Results> {
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

const linesOf = (results: readonly RowResult[]) => results.map((result) => JSON.stringify(result)).join('\n')

/** How many failures are shown at the end; the results have all of them. */
const MAX_SHOWN = 10

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
    report(output) {
      for (const { line, detail = '', code } of first)
        output.error(`line ${line}: ${detail}${code === undefined ? '' : ` (${code})`}`)
      if (failed > first.length) output.error(`… and ${failed - first.length} more.`)
    },
  }
}
