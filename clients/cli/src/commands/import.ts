import type { Argv } from 'yargs'
import type { Act, Globals, Noun } from '../context.ts'
import { fieldsOf, KINDS, type Kind } from '../import/fields.ts'
import { importFile, type Order } from '../import/import-file.ts'
import { wholeNumber } from './options.ts'

const HINTS: Record<Kind, string> = {
  users: 'found by externalId, else by loginName; created when there is none',
  groups: 'parents before their subgroups',
  courses: 'created or replaced by id',
  registrations: 'each row as `registrations create` takes it',
}

const options = <T>(yargs: Argv<T>) =>
  yargs
    .positional('file', { type: 'string', demandOption: true, describe: 'CSV or NDJSON file' })
    .option('dry-run', { type: 'boolean', default: false, describe: 'say what it would do, write nothing' })
    .option('format', {
      choices: ['csv', 'ndjson'] as const,
      describe: 'by default, what the name of the file says',
    })
    .option('results', {
      type: 'string',
      requiresArg: true,
      describe: 'file for the result of each row, - for standard output [default: FILE.results.ndjson]',
    })
    .option('restart', { type: 'boolean', default: false, describe: 'begin at the first row again' })
    .option('parallel', {
      type: 'string',
      default: '2',
      requiresArg: true,
      describe: 'batches that are sent at once',
      coerce: wholeNumber('parallel'),
    })

export const imports: Noun = {
  name: 'import',
  describe: 'Bring in many groups, courses or users from a file',
  verbs: (yargs, act) =>
    KINDS.filter((kind) => kind !== 'registrations').reduce(
      (verbs: Argv<Globals>, kind) =>
        verbs.command(...importing(kind, `import ${kind}`, `${kind} <file>`, act)),
      yargs,
    ),
}

/** The command that imports rows of this kind, as yargs takes it. */
export const importing = (kind: Kind, words: string, usage: string, act: Act) =>
  [
    usage,
    `Import ${kind}: ${HINTS[kind]}`,
    (y: Argv<Globals>) =>
      options(y)
        .example(`$0 ${words} ${kind}.csv --dry-run`, 'see first what it would do')
        .example(`$0 ${words} ${kind}.csv`, 'the same again goes on where it was interrupted')
        .epilogue(columnsHelp(kind)),
    act((context, { file, dryRun, format, results, restart, parallel }: ImportArguments) =>
      importFile(context, { kind, file, dryRun, format, results, restart, parallel }),
    ),
  ] as const

type ImportArguments = Omit<Order, 'kind'>

const columnsHelp = (kind: Kind) =>
  [
    'Line 1 of a CSV file names the columns, with commas or semicolons between them. An empty cell leaves its',
    `field as it is; ids of a list have spaces between them. Columns: ${columns(kind)}.`,
  ].join('\n')

const columns = (kind: Kind) =>
  fieldsOf(kind)
    .filter(({ readOnly, type }) => !readOnly || type !== 'text')
    .map(({ name }) => name)
    .join(', ')
