import { parseArgs } from 'node:util'
import { messageOf, Refusal } from '../support/refusal.ts'

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

const HIGHEST_PORT = 65_533

/** `port` is the public address; the operators' is the next one, the mailbox page the one after it. */
export type Options = ReturnType<typeof readOptions>

/** @throws Refusal with exit code 2 for anything that is not understood */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv) {
  const port = Number(env['PORT'] || 8080)
  if (!Number.isInteger(port) || port < 1 || port > HIGHEST_PORT)
    throw new Refusal(`PORT is "${env['PORT']}"; it has to be a whole number from 1 to ${HIGHEST_PORT}.`, 2)
  const switches = {
    help: { type: 'boolean', short: 'h', default: false },
    reset: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
  } as const
  try {
    return { ...parseArgs({ args: [...args], options: switches }).values, port }
  } catch (fault) {
    throw new Refusal(`${messageOf(fault)}\n\n${HELP}`, 2)
  }
}
