/**
 * `npm run backing -- stop|start NAME`: stops one backing server of the running system and starts it again.
 */
import { printError, CommandError } from './support/command-error.ts'
import { BACKING_NAMES } from './backing/index.ts'
import { sendCommand } from './control.ts'

const NAMES = BACKING_NAMES.join('|')
const USAGE = `npm run backing -- stop|start ${NAMES}
  Stops one backing server of the running system (npm start), or starts it again on the same address with
  its data. The rest keeps running.

npm run backing -- status
  Lists the backing servers, whether each is running, and what provides it.
`
const VALID = new RegExp(`^(status|(stop|start) (${NAMES}))$`)

try {
  const args = process.argv.slice(2)
  const [command = '', name = ''] = args
  if (command === '--help' || command === '-h') process.stdout.write(USAGE)
  else if (!VALID.test(args.join(' '))) throw new CommandError(USAGE, 2)
  else process.stdout.write(`${await sendCommand(command, name)}\n`)
} catch (error) {
  process.exitCode = printError(error)
}
