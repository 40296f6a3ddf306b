import type { Argv } from 'yargs'
import type { Action, GlobalOptions, Noun } from '../context.ts'
import { fieldsOf, KINDS, type Kind } from '../import/fields.ts'
import { importFile, type ImportOptions } from '../import/import-file.ts'
import { hasGroups } from '../import/survey.ts'
import { flagOption, numberOption, textOption } from './options.ts'

const HINTS: Record<Kind, string> = {
  users: 'found by externalId, else by loginName; created when there is none',
  groups: 'created or replaced by id; in the file, parents come before their subgroups',
  courses: 'created or replaced by id',
  registrations: 'each row as `registrations create --strict` takes it',
}

/** How a file of rows is read, and where the results go. */
export const inputOptions = <T>(yargs: Argv<T>) =>
  yargs
    .positional('file', { type: 'string', demandOption: true, describe: 'CSV or NDJSON file' })
    .option('format', {
      choices: ['csv', 'ndjson'] as const,
      describe: 'format of the file [default: by its extension]',
    })
    .option(
      'encoding',
      textOption('encoding of the file, such as windows-1252 [default: UTF-8, or by its byte-order mark]'),
    )
    .option('map', {
      ...textOption(
        "column to read as a field, such as 'Work Email=email'; 'Shoe size=' ignores the column; repeatable",
      ),
      array: true,
      default: [] as string[],
    })
    .option(
      'results',
      textOption('file for the result of each row, - for standard output [default: FILE.results.ndjson]'),
    )

const options = <T>(yargs: Argv<T>) =>
  inputOptions(yargs)
    .option('dry-run', flagOption('check every row and change nothing; writes the results file too'))
    .option('restart', flagOption('start at the first row, even if an earlier run was interrupted'))
    .option('parallel', {
      ...numberOption('parallel', 'number of batches to send in parallel (users and registrations)'),
      default: '2',
    })

/** For records that are visible through their groups only. */
const groupOptions = <T>(yargs: Argv<T>, kind: Kind) =>
  yargs
    .option(
      'group',
      numberOption(
        'group',
        kind === 'courses'
          ? 'group of courses whose rows name none; replaces the groups that they have'
          : `group of new ${kind} whose rows name none`,
      ),
    )
    .option('yes', { ...flagOption('do not ask for confirmation when rows name no group'), alias: 'y' })

export const imports: Noun = {
  name: 'import',
  describe: 'Import groups, courses or users from a file',
  verbs: (yargs, action) =>
    KINDS.filter((kind) => kind !== 'registrations').reduce(
      (verbs: Argv<GlobalOptions>, kind) =>
        verbs.command(...importCommand({ kind, noun: 'import', verb: kind }, action)),
      yargs,
    ),
}

type ImportArguments = Omit<ImportOptions, 'kind'>

/** The arguments of `yargs.command` for the import of this kind, as a verb of a noun. */
export const importCommand = (
  { kind, noun, verb }: { kind: Kind; noun: string; verb: string },
  action: Action,
) =>
  [
    `${verb} <file>`,
    `Import ${kind}: ${HINTS[kind]}`,
    (y: Argv<GlobalOptions>) =>
      (hasGroups(kind) ? groupOptions(options(y), kind) : options(y))
        .example(`$0 ${noun} ${verb} ${kind}.csv --dry-run`, 'check the file, change nothing')
        .example(`$0 ${noun} ${verb} ${kind}.csv`, 'import the file, or continue an interrupted import')
        .epilogue(columnsHelp(kind)) as unknown as Argv<ImportArguments>,
    action((context, args: ImportArguments) => importFile(context, { ...args, kind })),
  ] as const

const REPLACED = 'An empty cell gives the field its default, also in a record that exists.'
const EMPTY_CELL: Readonly<Record<Kind, string>> = {
  groups: REPLACED,
  courses: REPLACED,
  users: 'An empty cell leaves its field unchanged.',
  registrations: 'An empty cell leaves the field out.',
}

const columnsHelp = (kind: Kind) =>
  [
    'The first line of a CSV file names the columns; commas, semicolons, tabs or | separate them.',
    `Ids of a list are separated by spaces. ${EMPTY_CELL[kind]}`,
    `Columns: ${columns(kind)}.`,
  ].join('\n')

const columns = (kind: Kind) =>
  fieldsOf(kind)
    // Without the fields that are accepted and ignored.
    .filter(({ readOnly }) => !readOnly)
    .map(({ name }) => name)
    .join(', ')
