/** `npm run backing -- stop|start NAME`: takes one backing server of the running system away and brings it back. */
import { BACKING_NAMES } from './backing/index.ts'
import { explain, Refusal } from '../support/refusal.ts'
import { command } from './control.ts'

const HELP = `npm run backing -- stop|start ${BACKING_NAMES.join('|')}
  Takes one backing server away from the running system (npm start), or brings it back on the same address with its
  data. Everything else goes on.

npm run backing -- status
  Says which backing servers run, and what provides each.
`

const COMMANDS = ['stop', 'start']

try {
  const [what, name = '', ...more] = process.argv.slice(2)
  const understood =
    (what === 'status' && name === '') ||
    (COMMANDS.includes(what ?? '') &&
      (BACKING_NAMES as readonly string[]).includes(name) &&
      more.length === 0)
  if (what === '--help' || what === '-h') process.stdout.write(HELP)
  else if (understood) process.stdout.write(`${await command(what ?? '', name)}\n`)
  else throw new Refusal(HELP, 2)
} catch (fault) {
  process.exitCode = explain(fault)
}
