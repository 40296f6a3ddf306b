import { REGISTRATION_FIELDS, syncRegistrations } from '../sync/registrations/sync.ts'
import { readLimit } from '../sync/limit.ts'
import { LEAVER_CHOICES } from '../sync/users/user-sync.ts'
import { RENUMBER_FIELDS, renumberUsers } from '../sync/users/renumber.ts'
import { syncUsers, USER_FIELDS } from '../sync/users/sync.ts'
import {
  beforeNow,
  choiceOption,
  flagOption,
  idsArgument,
  numberOption,
  numbersOption,
  textOption,
  yesOption,
} from './arguments.ts'
import { columnNames, idListOption, INPUT, resultsOption } from './import.ts'
import { command } from './table.ts'

const OPTIONS = {
  ...INPUT,
  'dry-run': flagOption('show what would be done, check every row, change nothing'),
  yes: yesOption('do not ask; needed without a terminal'),
  results: textOption(
    'file for the result of each row, a table if it is named .csv, - for standard output ' +
      '[default: beside FILE, named after the sync]',
  ),
  'allow-shrink': flagOption(
    'accept a file with less than half the rows of the last run, or without its numbers',
  ),
  state: textOption('file with the size of the last run [default: FILE.rollcall-sync, beside each file]'),
} as const

const FILES = {
  ...idsArgument('CSV or NDJSON files, which together are one list'),
  demandOption: true,
} as const

const FEW = '5%, or 10 where that is at most half'
const limitOption = (what: string, byDefault = FEW) => ({
  ...textOption(`reject more ${what} than this, such as 40 or 5% [default: ${byDefault}]`),
  read: readLimit,
})

export const syncRegistrationsCommand = command({
  describe: 'Make registrations equal to a file: register who is missing, withdraw who is no longer in it',
  arguments: {
    ...OPTIONS,
    file: FILES,
    course: {
      ...numbersOption('ids of the courses, with commas between them; rows need not name a course'),
      default: [],
      defaultDescription: 'the courses that the rows name',
    },
    group: numberOption('only people of this group and its subgroups'),
    'all-groups': flagOption('instead of --group: the file names everybody who takes the courses'),
    source: textOption('withdraw only people whom this system keeps, such as hr-north'),
    again: flagOption('also register everybody again who has finished the course'),
    'again-after': {
      ...textOption('register people again who finished the course longer ago than this, such as 365d'),
      read: beforeNow,
    },
    'max-withdrawals': limitOption('withdrawals'),
  },
  examples: {
    'sync people.csv --course 101 --group 12 --dry-run': 'show the plan, change nothing',
    'sync people.csv --course 101 --group 12 --source hr --yes': 'without a question, such as every night',
    'sync people.csv --course 101 --group 12 --again-after 365d --yes': 'the course is due again each year',
  },
  epilogue: `The file is read as by an import. Columns: ${columnNames(REGISTRATION_FIELDS)}.`,
  run: syncRegistrations,
})

export const syncUsersCommand = command({
  describe: 'Make the users of a group equal to a file, as the service account of the API key',
  arguments: {
    ...OPTIONS,
    file: FILES,
    group: numberOption('the group that the file describes'),
    'all-groups': flagOption('instead of --group: the file names everybody whom the service account can see'),
    source: textOption('the system that keeps the people, such as hr-north; needed by --leavers'),
    'take-over': idListOption('ids of rows whose people are taken over from another source'),
    'allow-other-person': idListOption('ids of rows that may make an account that of somebody else'),
    leavers: {
      ...choiceOption(
        LEAVER_CHOICES,
        'what happens to users who are not in the file; delete is for ever, and includes active people and ' +
          'those who move to a group whose sync comes later',
      ),
      default: 'keep',
    },
    reactivate: flagOption('clear passed expiration dates of people in the file whose rows give no date'),
    'max-leavers': limitOption('leavers'),
    'max-identity-changes': limitOption(
      'people with another login name, e-mail address (such as of a new domain) or name',
      '20%, or 10',
    ),
  },
  examples: {
    'sync people.csv --group 12 --dry-run': 'show the plan, change nothing',
    'sync people.csv --group 12 --source hr --leavers expire --yes':
      'without a question, such as every night',
  },
  epilogue: `The file is read as by an import. Columns: ${columnNames(USER_FIELDS)}.`,
  run: syncUsers,
})

export const renumberUsersCommand = command({
  describe:
    'Give people the external ids of a list of old and new ones, as the service account of the API key',
  arguments: {
    ...INPUT,
    source: textOption('the system whose numbers these are, such as hr-north; needed if it keeps the people'),
    results: resultsOption('.renumber'),
    'dry-run': OPTIONS['dry-run'],
    yes: OPTIONS.yes,
  },
  examples: {
    'renumber numbers.csv --source hr --dry-run': 'show the plan, change nothing',
    'renumber numbers.csv --source hr --yes': 'renumber without a question',
  },
  epilogue: `Columns: ${columnNames(RENUMBER_FIELDS)}. Each row is checked before anyone is changed.`,
  run: (context, { file, ...options }) => renumberUsers(context, { ...options, file: [file] }),
})
