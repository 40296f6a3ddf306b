import { open, type FileHandle } from 'node:fs/promises'
import type { Output } from '../output.ts'
import type { RowResult } from './row.ts'

/** Where the result of each row goes, a JSON object a line. */
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

/** @param keep bytes of the file that stay: those of batches that were finished before */
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

/** Failures that are shown in the end; all of them are in the results. */
const SHOWN = 10

/** Remembers the first failures, to show them when the progress bar is gone. */
export function remembering(results: Results): Results & { report(output: Output): void } {
  const first: RowResult[] = []
  let failed = 0
  return {
    write(written) {
      for (const result of written) {
        if (result.ok) continue
        failed++
        if (first.length < SHOWN) first.push(result)
      }
      return results.write(written)
    },
    close: () => results.close(),
    report(output) {
      for (const { line, detail = '', code } of first)
        output.say(`line ${line}: ${detail}${code === undefined ? '' : ` (${code})`}`)
      if (failed > first.length) output.say(`… and ${failed - first.length} more.`)
    },
  }
}
