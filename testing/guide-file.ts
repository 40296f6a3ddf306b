import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../local/support/files.ts'

/**
 * Reads a file that the guide shows.
 * @param file below docs/operations
 * @param replaced addresses and paths of the file, each with that of the test
 * @throws Error when the file lacks what is replaced
 */
export function guideFile(file: string, replaced: Iterable<readonly [from: string, to: string]>): string {
  let text = readFileSync(join(ROOT, 'docs/operations', file), 'utf8')
  for (const [from, to] of replaced) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}
