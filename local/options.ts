import { parseArgs } from 'node:util'
import { messageOf, CommandError } from './support/command-error.ts'

export const HELP = `npm start [-- --reset]
  Runs the whole system on this machine, loopback only, and prints its addresses. Ctrl-C stops it.
  Servers that it needs and does not find are installed in .local/, where the data is kept until the next
  --reset.

  --reset   remove all data first: users, courses, registrations, e-mails, keys
  --watch   as npm run dev: a service restarts when its code changes, and accepts a debugger
  --traces  print what each request does in the services, MongoDB, Redis, RabbitMQ and SMTP, as a tree
  --help    print this

  PORT=8080         the public address; operators use PORT+1, the mailbox page is on PORT+2
  MONGODB_URL, REDIS_URL, RABBITMQ_URL, SMTP_URL
                    use this server instead of one that is provided
  CA_FILE           certificates of the private authority of those servers

  While it runs: npm run backing -- stop|start mongodb|redis|rabbitmq|smtp
`

const MAX_PORT = 65_533
const SERVER_VARIABLES = ['MONGODB_URL', 'REDIS_URL', 'RABBITMQ_URL', 'SMTP_URL']

/** The variables that name a server, whose data `--reset` does not remove. */
export const namedServers = (env: NodeJS.ProcessEnv) => SERVER_VARIABLES.filter((name) => env[name])

/** `port` is the public address; the operators' is the next one, the mailbox page the one after it. */
export type Options = ReturnType<typeof readOptions>

/** @throws CommandError with exit code 2 for invalid arguments and variables */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv) {
  const port = Number(env['PORT'] || 8080)
  if (!Number.isInteger(port) || port < 1 || port > MAX_PORT)
    throw new CommandError(`PORT is "${env['PORT']}"; it has to be a whole number from 1 to ${MAX_PORT}.`, 2)
  const flags = {
    help: { type: 'boolean', short: 'h', default: false },
    reset: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    traces: { type: 'boolean', default: false },
  } as const
  let values
  try {
    values = parseArgs({ args: [...args], options: flags }).values
  } catch (error) {
    throw new CommandError(`${messageOf(error)}\n\n${HELP}`, 2)
  }
  if (values.traces && env['OTEL_EXPORTER_OTLP_ENDPOINT'])
    throw new CommandError(
      '--traces prints traces, and OTEL_EXPORTER_OTLP_ENDPOINT sends them elsewhere: unset it.',
      2,
    )
  const named = namedServers(env)
  if (values.reset && named.length > 0)
    throw new CommandError(
      '--reset removes data only from servers that npm start has started, ' +
        `and ${named.join(', ')} names another one.\n` +
        'Unset it, or remove the data there yourself: ' +
        'the databases of MongoDB end in _registration, _user and _notification.',
      2,
    )
  return { ...values, port }
}
