import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ACCEPTED = join(import.meta.dirname, 'accepted.txt')

/** oasdiff: nothing breaks, something does; everything else is a failure of its own. */
const NOTHING = 0
const BREAKS = 1

/**
 * What in `revision` breaks a client of `base`, one line each, by oasdiff (`tool` is its path).
 *
 * @throws Error when a document can't be read: a comparison that saw nothing must not pass for one that found nothing
 */
export function breakingChanges(tool: string, base: string, revision: string): string[] {
  for (const file of [base, revision]) requireOperations(file)
  const form = ['--fail-on', 'WARN', '--format', 'singleline', '--color', 'never']
  const ignore = ['--err-ignore', ACCEPTED, '--warn-ignore', ACCEPTED]
  const args = ['breaking', base, revision, ...form, ...ignore]
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' })
  if (status === NOTHING) return []
  if (status !== BREAKS) throw new Error(`oasdiff failed (${status}): ${stderr.trim()}`)
  return stdout
    .split('\n')
    .filter((line) => /^(error|warning)\b/.test(line))
    .map((line) => line.trim())
}

/** For oasdiff a document without any path is one that breaks nothing. */
function requireOperations(file: string): void {
  const { paths = {} } = JSON.parse(readFileSync(file, 'utf8')) as { paths?: object }
  if (Object.keys(paths).length === 0) throw new Error(`${file} has no operations: it is no contract`)
}
