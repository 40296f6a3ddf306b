/** `npm run backing -- stop|start NAME`: takes one backing server of the running system away and brings it back. */
import { explain, Refusal } from '../support/refusal.ts'
import { BACKING_NAMES } from './backing/index.ts'
import { command } from './control.ts'

const NAMES = BACKING_NAMES.join('|')
const HELP = `npm run backing -- stop|start ${NAMES}
  Takes one backing server away from the running system (npm start), or brings it back on the same address with its
  data. Everything else goes on.

npm run backing -- status
  Says which backing servers run, and what provides each.
`
const UNDERSTOOD = new RegExp(`^(status|(stop|start) (${NAMES}))$`)

try {
  const [what = '', name = ''] = process.argv.slice(2)
  if (what === '--help' || what === '-h') process.stdout.write(HELP)
  else if (!UNDERSTOOD.test(process.argv.slice(2).join(' '))) throw new Refusal(HELP, 2)
  else process.stdout.write(`${await command(what, name)}\n`)
} catch (fault) {
  process.exitCode = explain(fault)
}
