import { fieldsOf, KINDS, type Field, type Kind } from '../import/fields.ts'
import { importFile, type ImportOptions } from '../import/import-file.ts'
import { hasGroups } from '../import/survey.ts'
import { canonical } from '../import/texts.ts'
import { choiceOption, flagOption, numberOption, textArgument, textOption, yesOption } from './arguments.ts'
import { command, type Command, type Noun } from './table.ts'

const HINTS: Record<Kind, string> = {
  users: 'found by externalId, else by loginName; created when there is none',
  groups: 'created or replaced by id; in the file, parents come before their subgroups',
  courses: 'created or replaced by id',
  registrations: 'each row as `registrations create --strict` takes it',
  history: 'registrations from another platform, with their dates; no e-mail is sent about them',
}

/** @param name what the file is for, where its results have a name of their own */
export const resultsOption = (name = '') =>
  textOption(
    'file for the result of each row, a table if it is named .csv, - for standard output ' +
      `[default: FILE${name}.results.ndjson, of a dry run FILE${name}.dry-run.results.ndjson]`,
  )

/** How a file of rows is read, and where the results go. */
export const INPUT = {
  // yargs reads `-` as an empty text; what is said of it then is better.
  file: { ...textArgument('CSV or NDJSON file'), mayBeEmpty: true },
  format: choiceOption(['csv', 'ndjson'], 'format of the file [default: by its extension]'),
  encoding: textOption(
    'encoding of the file, such as windows-1252 [default: UTF-8, or by its byte-order mark]',
  ),
  map: {
    ...textOption(
      "column to read as a field, such as 'Work Email=email'; 'Shoe size=' ignores the column; repeatable",
    ),
    array: true,
    default: [] as string[],
  },
  'only-mapped': flagOption('ignore all columns that no --map names'),
  'skip-lines': {
    ...numberOption('number of lines before the names of the columns, such as a title'),
    default: '0',
  },
  'skip-lines-after-header': {
    ...numberOption('number of lines between the names of the columns and the first row'),
    default: '0',
  },
  'date-format': textOption(
    'form of the dates, such as dd.MM.yyyy or MM/dd/yyyy, in UTC; 0000-00-00 and 9999-12-31 are no date ' +
      '[default: RFC 3339]',
  ),
  results: resultsOption(),
} as const

/** Identifiers of rows: repeated, or with commas between them. */
export const idListOption = (describe: string) =>
  ({
    ...textOption(describe),
    default: [],
    read: (texts: string | readonly string[]) =>
      [texts].flat().flatMap((text) => String(text).split(',').map(canonical)),
  }) as const

const OPTIONS = {
  ...INPUT,
  'dry-run': flagOption('check every row and change nothing; writes the results file too'),
  restart: flagOption('start at the first row, even if an earlier run was interrupted'),
  parallel: {
    ...numberOption('number of batches to send in parallel (users and registrations)'),
    default: '2',
  },
} as const

const SOURCE = {
  source: textOption('the system that keeps the users from now on, such as hr-north'),
  'take-over': idListOption('ids of rows whose users are taken over from another source'),
  'allow-other-person': idListOption('ids of rows that may make an account that of somebody else'),
} as const

/** For records that are visible through their groups only. */
const groupOptions = (kind: Kind) => ({
  group: numberOption(
    kind === 'courses'
      ? 'group of courses whose rows name none; replaces the groups that they have'
      : `group of new ${kind} whose rows name none`,
  ),
  yes: yesOption('do not ask for confirmation when rows name no group'),
})

const HISTORY_OPTIONS = {
  course: numberOption('course of rows that name none'),
  'open-registration': choiceOption(
    ['complete', 'beside'],
    'training that is Completed or Withdrawn, of people who have an open registration for the course: give ' +
      'that one this status and these dates, or store the row beside it [default: an error of the row]',
  ),
  'allow-earlier': flagOption(
    'with --open-registration complete: also registrations that are over 180 days younger than the training',
  ),
} as const

type ImportArguments = Omit<ImportOptions, 'kind'>

/** The import of this kind, as a verb of a noun. */
export const importCommand = (kind: Kind, verb: string): Command =>
  command({
    describe: `Import ${kind}: ${HINTS[kind]}`,
    arguments: {
      ...OPTIONS,
      ...(hasGroups(kind) ? groupOptions(kind) : {}),
      ...(kind === 'history' ? HISTORY_OPTIONS : {}),
      ...(kind === 'users' ? SOURCE : {}),
    },
    examples: {
      [`${verb} ${kind}.csv --dry-run`]: 'check the file, change nothing',
      [`${verb} ${kind}.csv`]: 'import the file, or continue an interrupted import',
    },
    epilogue: [
      'The first line of a CSV file names the columns; commas, semicolons, tabs or | separate them.',
      `Ids of a list are separated by spaces. ${EMPTY_CELL[kind]}`,
      `Columns: ${columnNames(fieldsOf(kind))}.`,
    ].join('\n'),
    run: (context, args) => importFile(context, { ...(args as ImportArguments), kind }),
  })

const REPLACED = 'An empty cell gives the field its default, also in a record that exists.'
const EMPTY_CELL: Readonly<Record<Kind, string>> = {
  groups: REPLACED,
  courses: REPLACED,
  users: 'An empty cell leaves its field unchanged.',
  registrations: 'An empty cell leaves the field out.',
  history: 'An empty cell leaves the field out.',
}

/** Without the fields that are accepted and ignored. */
export const columnNames = (fields: readonly Field[]) =>
  fields
    .filter(({ readOnly }) => !readOnly)
    .map(({ name }) => name)
    .join(', ')

export const imports: Noun = {
  describe: 'Import groups, courses or users from a file',
  commands: Object.fromEntries(
    KINDS.filter((kind) => kind !== 'registrations' && kind !== 'history').map((kind) => [
      `${kind} <file>`,
      importCommand(kind, kind),
    ]),
  ),
}
