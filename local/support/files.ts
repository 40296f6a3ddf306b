import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plainPath } from './plain-path.ts'

/** The root folder of this checkout. */
export const ROOT = join(import.meta.dirname, '../..')

/** The folder for all files that are written at run time, as servers can take it. */
export const LOCAL = plainPath(join(ROOT, '.local'))

/** Readable by the owner only, because these files contain credentials or addresses. */
const PRIVATE = 0o600

/**
 * Replaces a file in one step, so that a reader sees the old text or the new one and never half of either.
 */
export function writePrivately(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, text, { mode: PRIVATE, flush: true })
  renameSync(draft, path)
}

/** Reads a JSON file ; undefined if it is missing or damaged. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** The last lines of a log file, for a message that says why a process ended. */
export function tailOf(path: string, lines = 8): string {
  if (!existsSync(path)) return ''
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
}
