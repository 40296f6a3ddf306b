import yargs, { type Argv } from 'yargs'
import { courses } from './commands/courses.ts'
import { deadLetters } from './commands/dead-letters.ts'
import { deliveries } from './commands/deliveries.ts'
import { doctor } from './commands/doctor.ts'
import { erasures } from './commands/erasures.ts'
import { groups } from './commands/groups.ts'
import { ids } from './commands/ids.ts'
import { imports } from './commands/import.ts'
import { keys } from './commands/keys.ts'
import { members } from './commands/members.ts'
import { registrations } from './commands/registrations.ts'
import { serviceAccounts } from './commands/service-accounts.ts'
import { templates } from './commands/templates.ts'
import { status } from './commands/status.ts'
import { users } from './commands/users.ts'
import { webhooks } from './commands/webhooks.ts'
import { withoutDelivery } from './commands/without-delivery.ts'
import { completionScript, SHELLS } from './completion.ts'
import { createContext, globalOptions, type Action, type GlobalOptions, type Noun } from './context.ts'
import { describeError, UsageError } from './errors.ts'
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.ts'
import { HELP_TOPICS, type HelpTopic } from './help.ts'
import { Output } from './output.ts'
import { Settings } from './settings.ts'
import type { Terminal } from './terminal.ts'

/** In the order of the help. */
const NOUNS: readonly Noun[] = [
  groups,
  members,
  users,
  erasures,
  courses,
  serviceAccounts,
  keys,
  registrations,
  deliveries,
  webhooks,
  templates,
  deadLetters,
  withoutDelivery,
  ids,
  imports,
  status,
  doctor,
]

const MAX_HELP_COLUMNS = 110

const TOO_FEW_ARGUMENTS = 'Arguments given: %s, needed: %s. Add --help to see which.'
/** For the message of yargs about "non-option arguments". */
const MESSAGES = {
  'Not enough non-option arguments: got %s, need at least %s': {
    one: TOO_FEW_ARGUMENTS,
    other: TOO_FEW_ARGUMENTS,
  },
}

/**
 * Runs one command line and returns how it ended. Of the process it uses only what `terminal` holds.
 *
 * yargs has nouns with verbs, strict options, suggestions, examples, and completion by the command itself.
 */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done
  let output = new Output(terminal, { json: argv.includes('--json'), quiet: false })

  const action: Action = (work) => async (args) => {
    const { json, quiet, ...flags } = args as typeof args & GlobalOptions
    output = new Output(terminal, { json, quiet })
    const settings = new Settings(
      {
        url: flags.url,
        adminUrl: flags['admin-url'],
        operatorToken: flags['operator-token'],
        apiKey: flags['api-key'],
        apiSecret: flags['api-secret'],
      },
      terminal.env,
      terminal.folder,
    )
    exitCode = (await work(createContext(terminal, settings, output), args)) ?? EXIT.done
  }

  try {
    await parser(argv, terminal, action).parseAsync()
    return exitCode
  } catch (error) {
    const failure = describeError(error)
    output.failure(failure)
    return failure.exitCode
  }
}

function parser(argv: readonly string[], { stdout, stderr }: Terminal, action: Action): Argv<GlobalOptions> {
  // Without arguments, or with a noun alone, a person is looking for the commands.
  const isBare =
    argv.length === 0 ||
    (argv.length === 1 && NOUNS.some(({ name, hasNoVerbs }) => name === argv[0] && !hasNoVerbs))
  const base = yargs(isBare ? [...argv, '--help'] : [...argv])
    .scriptName('rollcall')
    .usage('$0 <noun> <verb> [options]')
    // Listed first, so that the options of a command come before the common ones.
    .group(['help', 'version'], 'Options:')
    .options(globalOptions)
    .parserConfiguration({ 'greedy-arrays': false })
    .strict()
    .recommendCommands()
    .demandCommand(1, 'Which command? See `rollcall --help`.')
    .updateStrings(MESSAGES as never) // its types have no plural
    .help('help', 'Show help (addresses and credentials: rollcall help connection)')
    .alias('help', 'h')
    .alias('version', 'V')
    .wrap(Math.min(MAX_HELP_COLUMNS, stdout.columns ?? stderr.columns ?? MAX_HELP_COLUMNS))
    .epilogue(EXIT_CODES_HELP)
    .example('$0 doctor', 'check the installation')
    .example('$0 groups list', 'list groups; needs no settings in the folder of a running `npm start`')
    .example('$0 import users users.csv', 'create and update users from a file')
    .exitProcess(false)
    .fail((message, error) => {
      const failure = error as Error | undefined
      // Errors of yargs, and errors of a coercion, which it wraps.
      if (failure === undefined || failure.name === 'YError')
        throw new UsageError(withoutCamelCase(failure?.message ?? message))
      throw failure
    }) as unknown as Argv<GlobalOptions>
  return NOUNS.reduce((withOthers, noun) => withNoun(withOthers, noun, action), base)
    .command(
      'help <topic>',
      'Show how commands find addresses and credentials',
      (y) =>
        y
          .positional('topic', {
            choices: Object.keys(HELP_TOPICS) as HelpTopic[],
            demandOption: true,
            describe: 'topic',
          })
          .example('$0 help connection', 'flags, environment variables and the run file'),
      action(({ output }, { topic }) => output.line(HELP_TOPICS[topic]())),
    )
    .command(
      'completion <shell>',
      'Print the completion script of a shell',
      (y) =>
        y
          .positional('shell', { choices: SHELLS, demandOption: true, describe: 'shell' })
          .example('$0 completion bash >> ~/.bashrc', 'for bash')
          .example('$0 completion zsh >> ~/.zshrc', 'for zsh'),
      action(({ output }, { shell }) => output.line(completionScript(shell))),
    )
}

function withNoun(
  yargs: Argv<GlobalOptions>,
  { name, describe, hasNoVerbs, verbs }: Noun,
  action: Action,
): Argv<GlobalOptions> {
  return yargs.command(name, describe, (y) => {
    const own = verbs(y, action)
    return hasNoVerbs ? own : own.demandCommand(1, `Which verb? See \`rollcall ${name} --help\`.`)
  })
}

/** yargs names an unknown option in both of its spellings. */
function withoutCamelCase(message: string): string {
  const [, names] = /^Unknown arguments?: (.*)$/.exec(message) ?? []
  if (names === undefined) return message
  const all = names.split(', ')
  const camelCase = (name: string) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const given = all.filter((name) => !all.some((other) => other !== name && camelCase(other) === name))
  return `Unknown argument${given.length === 1 ? '' : 's'}: ${given.join(', ')}`
}
