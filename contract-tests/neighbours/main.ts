/**
 * `npm run check -- neighbours [name…]`: Rollcall beside the software that stands around it, all of it
 * (but what is large) or what is named. `npm test` has one of each kind.
 */
import { spawnSync } from 'node:child_process'
import { CommandError, printError } from '../../local/support/command-error.ts'
import { ROOT } from '../../local/support/files.ts'
import { filesOf, NEIGHBOURS, ON_REQUEST } from './names.ts'

const names = process.argv.slice(2)
const unknown = names.find((name) => !NEIGHBOURS.includes(name))
if (unknown === undefined) {
  const wanted = names.length > 0 ? names : NEIGHBOURS.filter((name) => !ON_REQUEST.includes(name))
  const env = { ...process.env, NEIGHBOURS: wanted.join(',') }
  // One after the other: each starts a whole system and servers of its own.
  const tests = ['scripts/test/main.ts', '--tests-only', '-i', ...filesOf(wanted)]
  process.exitCode = spawnSync(process.execPath, tests, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1
} else {
  const error = new CommandError(`There is no neighbour "${unknown}": ${NEIGHBOURS.join(', ')}.`)
  process.exitCode = printError(error)
}
