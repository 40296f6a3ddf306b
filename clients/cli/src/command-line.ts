import packageJson from '../package.json' with { type: 'json' }
import yargs, { type ArgumentsCamelCase, type Argv, type Options, type PositionalOptions } from 'yargs'
import type { Argument } from './commands/arguments.ts'
import { completion } from './commands/completion.ts'
import { deadLetters } from './commands/dead-letters.ts'
import { deliveries } from './commands/deliveries.ts'
import { doctor } from './commands/doctor.ts'
import { erasures } from './commands/erasures.ts'
import { groups } from './commands/groups.ts'
import { help } from './commands/help.ts'
import { ids } from './commands/ids.ts'
import { imports } from './commands/import.ts'
import { keys } from './commands/keys.ts'
import { registrations } from './commands/registrations.ts'
import { sources } from './commands/sources.ts'
import { status } from './commands/status.ts'
import type { Command, Noun } from './commands/table.ts'
import { templates } from './commands/templates.ts'
import { users } from './commands/users.ts'
import { webhooks } from './commands/webhooks.ts'
import { withoutDelivery } from './commands/without-delivery.ts'
import { createContext, globalOptions, type GlobalOptions } from './context.ts'
import { describeError, OutputClosed, UsageError } from './errors.ts'
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.ts'
import { withOperations } from './operations/commands.ts'
import { Output } from './output.ts'
import { Settings } from './settings.ts'
import type { Terminal } from './terminal.ts'

/** In the order of the help. What is written by hand; the commands of operations are added. */
const NOUNS = withOperations({
  groups,
  members: { describe: 'Direct members of a group', commands: {} },
  users,
  sources,
  merges: { describe: 'Merges of two accounts of one person', commands: {} },
  erasures,
  courses: { describe: 'Courses that users are registered for', commands: {} },
  'service-accounts': { describe: 'Accounts that call the public API, and their roles', commands: {} },
  keys,
  registrations,
  deliveries,
  webhooks,
  templates,
  'dead-letters': deadLetters,
  'without-delivery': withoutDelivery,
  ids,
})

/** All commands by noun, or by usage. */
export const COMMANDS: Readonly<Record<string, Noun | Command>> = {
  ...NOUNS,
  import: imports,
  status,
  doctor,
  'help <topic>': help,
  'completion <shell>': completion,
}

const MAX_HELP_COLUMNS = 110

const NAMES = new Set(Object.keys(COMMANDS).map((usage) => usage.split(' ', 1)[0]))

const TOO_FEW_ARGUMENTS = 'Arguments given: %s, needed: %s. Add --help to see which.'
/** For messages of yargs that name no next step. */
const MESSAGES = {
  'Arguments %s and %s are mutually exclusive': '--%s and --%s exclude each other. Leave one of them out.',
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

  const run: Run = async (command, args) => {
    output = new Output(terminal, args)
    const settings = new Settings(args, terminal.env, terminal.folder)
    exitCode = (await command.run(createContext(terminal, settings, output), args as never)) ?? EXIT.done
  }

  try {
    await parser(argv, terminal, run).parseAsync()
    return exitCode
  } catch (error) {
    const failure = describeError(error)
    if (!(error instanceof OutputClosed)) output.failure(failure)
    return failure.exitCode
  }
}

/** Runs a command with the arguments that yargs has read. */
type Run = (command: Command, args: ArgumentsCamelCase<GlobalOptions>) => Promise<void>

function parser(argv: readonly string[], { stdout, stderr }: Terminal, run: Run): Argv<GlobalOptions> {
  // Without arguments, or with a noun alone, a person is looking for the commands.
  const [first, ...others] = argv
  const isBare = first === undefined || (others.length === 0 && isNoun(COMMANDS[first]))
  // With a request for help, yargs would show that of the whole tool and succeed.
  const isUnknown = first !== undefined && !first.startsWith('-') && !NAMES.has(first)
  const base = yargs(
    isBare ? [...argv, '--help'] : argv.filter((one) => !isUnknown || !['--help', '-h'].includes(one)),
  )
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
    .version(packageJson.version)
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
        throw new UsageError(explained(failure?.message ?? message, argv))
      throw failure
    }) as unknown as Argv<GlobalOptions>
  for (const [usage, one] of Object.entries(COMMANDS))
    if (isNoun(one)) addNoun(base, usage, one, run)
    else addCommand(base, usage, one, run)
  leaveUnseenHelpOut(base)
  return base
}

/** What yargs 18 has, and its types have not. */
interface Internals {
  getInternalMethods(): { getUsageInstance(): { cacheHelpMessage(): void } }
}

/** yargs lays out the help of each command that it runs, for failures: 20 ms, and `fail` shows none. */
function leaveUnseenHelpOut(parser: Argv<GlobalOptions>): void {
  const internals = (parser as unknown as Internals).getInternalMethods()
  internals.getUsageInstance().cacheHelpMessage = () => undefined
}

const isNoun = (one: Noun | Command | undefined): one is Noun => one !== undefined && 'commands' in one

function addNoun(parser: Argv<GlobalOptions>, name: string, { describe, commands }: Noun, run: Run): void {
  parser.command(name, describe, (ofNoun) => {
    for (const [usage, command] of Object.entries(commands)) addCommand(ofNoun, usage, command, run, name)
    return ofNoun.demandCommand(1, `Which verb? See \`rollcall ${name} --help\`.`)
  })
}

function addCommand(
  parser: Argv<GlobalOptions>,
  usage: string,
  command: Command,
  run: Run,
  noun?: string,
): void {
  const { describe, arguments: all, examples, epilogue = '' } = command
  parser.command(
    usage,
    describe,
    (ofCommand) => {
      for (const [name, argument] of Object.entries(all ?? {})) {
        const option = optionOf(name, argument)
        if (new RegExp(`[<[]${name}[.>\\]]`).test(usage))
          ofCommand.positional(name, option as PositionalOptions)
        else ofCommand.option(name, option)
      }
      for (const [line, meaning] of Object.entries(examples))
        ofCommand.example(['$0', noun, line].filter(Boolean).join(' '), meaning)
      return ofCommand.epilogue(epilogue)
    },
    (args) => run(command, args),
  )
}

/** The option as yargs takes it. yargs reads an optional argument that is not given, too. */
function optionOf(name: string, { read, mayBeEmpty = false, ...option }: Argument): Options {
  return {
    ...option,
    coerce(given: unknown) {
      if (given === undefined) return undefined
      if (!mayBeEmpty && [given].flat().includes(''))
        throw new UsageError(`${name} is empty. Give it a value, or leave it out.`)
      return read === undefined ? given : read(given as never, name)
    },
  }
}

/**
 * A message of yargs about unknown arguments, of which it names an option in both of its spellings, says what
 * to do if one is probably another value of the option before it.
 */
function explained(message: string, argv: readonly string[]): string {
  const [, names] = /^Unknown arguments?: (.*)$/.exec(message) ?? []
  if (names === undefined) return message
  const all = names.split(', ')
  const camelCase = (name: string) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const given = all.filter((name) => !all.some((other) => other !== name && camelCase(other) === name))
  const unknown = `Unknown argument${given.length === 1 ? '' : 's'}: ${given.join(', ')}`
  const position = argv.indexOf(given[0] ?? '')
  const [option, value] = argv.slice(0, Math.max(0, position)).slice(-2)
  return option?.startsWith('--') && value?.startsWith('-') === false
    ? `${unknown}. Is it a value of ${option}? Repeat the option for each value, and quote one with spaces.`
    : unknown
}
