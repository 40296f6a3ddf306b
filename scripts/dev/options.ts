import { parseArgs } from 'node:util'
import { messageOf, Refusal } from '../support/refusal.ts'

export interface Options {
  readonly help: boolean
  readonly reset: boolean
  /** Services start again when their code changes, and take debuggers. */
  readonly watch: boolean
  /** The public address; the operators' is the next port, the mailbox page the one after it. */
  readonly port: number
}

export const HELP = `npm start [-- --reset]
  Runs the whole system on this machine, loopback only, and prints where it answers. Ctrl-C stops it.
  What it needs and does not find it provides; data is kept under .local/ until the next --reset.

  --reset   forget all data first: users, courses, registrations, mails, keys
  --watch   as in npm run dev: a service starts again when its code changes, and takes a debugger
  --help    print this

  PORT=8080         the public address; operators answer on PORT+1, the mailbox page on PORT+2
  MONGODB_URL, REDIS_URL, RABBITMQ_URL, SMTP_URL
                    use a server of yours instead of one that is provided
  CA_FILE           certificates of a private authority that signed those servers' own

  While it runs: npm run backing -- stop|start mongodb|redis|rabbitmq|smtp
`

const DEFAULT_PORT = 8080
const HIGHEST_PORT = 65_533

/** @throws Refusal with exit code 2 for anything that is not understood */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        reset: { type: 'boolean' },
        watch: { type: 'boolean' },
      },
    })
    const { help = false, reset = false, watch = false } = values
    return { help, reset, watch, port: readPort(env['PORT']) }
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    throw new Refusal(`${messageOf(fault)}\n\n${HELP}`, 2)
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= HIGHEST_PORT) return port
  throw new Refusal(`PORT is "${text}"; it has to be a whole number from 1 to ${HIGHEST_PORT}.`, 2)
}
