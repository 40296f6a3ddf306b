import yargs, { type Argv } from 'yargs'
import { courses } from './commands/courses.ts'
import { templates } from './commands/templates.ts'
import { deadLetters } from './commands/dead-letters.ts'
import { deliveries } from './commands/deliveries.ts'
import { doctor } from './commands/doctor.ts'
import { groups } from './commands/groups.ts'
import { ids } from './commands/ids.ts'
import { imports } from './commands/import.ts'
import { keys } from './commands/keys.ts'
import { members } from './commands/members.ts'
import { withoutDelivery } from './commands/without-delivery.ts'
import { registrations } from './commands/registrations.ts'
import { serviceAccounts } from './commands/service-accounts.ts'
import { users } from './commands/users.ts'
import { completionScript, SHELLS } from './completion.ts'
import { contextOf, globalOptions, type Act, type Globals, type Noun, type Root } from './context.ts'
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.ts'
import { explain, UsageError } from './errors.ts'
import { HELP_TOPICS, type HelpTopic } from './help.ts'
import { Output } from './output.ts'
import { Settings } from './settings.ts'
import type { Terminal } from './terminal.ts'

const NOUNS: readonly Noun[] = [
  ...[groups, members, users, courses, serviceAccounts, keys],
  ...[registrations, deliveries, templates, deadLetters, withoutDelivery, ids, imports, doctor],
]

const WIDEST_HELP = 110

const TOO_FEW = 'Arguments given: %s, needed: %s. Add --help to see which.'
/** Replaces yargs' "non-option arguments". */
const IN_OUR_WORDS = {
  'Not enough non-option arguments: got %s, need at least %s': { one: TOO_FEW, other: TOO_FEW },
}

/**
 * Runs one command line and returns how it ended; touches nothing of the process but what `terminal` holds.
 *
 * Uses yargs because it brings all of this: nouns with verbs, strict options, suggestions, examples, and
 * completion that asks the command (commander needs a second library for that, oclif a folder layout and a
 * build of its own).
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done
  let output = new Output(terminal, { json: argv.includes('--json'), quiet: false })

  const act: Act = (work) => async (args) => {
    const { json, quiet, ...flags } = args as typeof args & Globals
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
    exitCode = (await work(contextOf(terminal, settings, output), args)) ?? EXIT.done
  }

  try {
    await commandLine(argv, terminal, act).parseAsync()
    return exitCode
  } catch (fault) {
    const explanation = explain(fault)
    output.fail(explanation)
    return explanation.exitCode
  }
}

function commandLine(argv: readonly string[], { stdout, stderr }: Terminal, act: Act): Argv<Globals> {
  // Without arguments, a person is looking for the commands.
  const start = yargs(argv.length === 0 ? ['--help'] : [...argv])
    .scriptName('rollcall')
    .usage('$0 <noun> <verb> [options]')
    // Listed first, so that the options of a command come before the common ones.
    .group(['help', 'version'], 'Options:')
    .options(globalOptions)
    .parserConfiguration({ 'greedy-arrays': false })
    .strict()
    .recommendCommands()
    .demandCommand(1, 'Which command? See rollcall --help.')
    .updateStrings(IN_OUR_WORDS as never) // its types know no plural
    .help('help', 'Show help (addresses and credentials: rollcall help connection)')
    .alias('help', 'h')
    .alias('version', 'V')
    .wrap(Math.min(WIDEST_HELP, stdout.columns ?? stderr.columns ?? WIDEST_HELP))
    .epilogue(EXIT_CODES_HELP)
    .example('$0 doctor', 'is everything in order?')
    .example('$0 groups list', 'after npm start, in its folder: nothing has to be set')
    .example('$0 import users users.csv', '100,000 users at once')
    .exitProcess(false)
    .fail((message, fault) => {
      const failure = fault as Error | undefined
      // Errors of yargs, and errors of a coercion, which it wraps.
      if (failure === undefined || failure.name === 'YError')
        throw new UsageError(withoutCamelCase(failure?.message ?? message))
      throw failure
    }) as unknown as Root
  const nouns = NOUNS.reduce((parser: Root, noun) => withNoun(parser, noun, act), start)
  return nouns
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
      act(({ output }, { topic }) => output.line(HELP_TOPICS[topic]())),
    )
    .command(
      'completion <shell>',
      'Print the completion script of a shell',
      (y) =>
        y
          .positional('shell', { choices: SHELLS, demandOption: true, describe: 'shell' })
          .example('$0 completion bash >> ~/.bashrc', 'for bash')
          .example('$0 completion zsh >> ~/.zshrc', 'for zsh'),
      act(({ output }, { shell }) => output.line(completionScript(shell))),
    )
}

function withNoun(parser: Root, { name, describe, verbs }: Noun, act: Act): Root {
  const isAlone = name === 'doctor'
  return parser.command(name, describe, (y) => {
    const own = verbs(y, act)
    return isAlone ? own : own.demandCommand(1, `Which verb? See rollcall ${name} --help.`)
  })
}

/** yargs names an unknown option in both of its spellings. */
function withoutCamelCase(message: string): string {
  const [, names] = /^Unknown arguments?: (.*)$/.exec(message) ?? []
  if (names === undefined) return message
  const given = names.split(', ')
  const camelCase = (name: string) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const named = given.filter((name) => !given.some((other) => other !== name && camelCase(other) === name))
  return `Unknown argument${named.length === 1 ? '' : 's'}: ${named.join(', ')}`
}
