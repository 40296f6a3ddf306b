import type { Argv } from 'yargs'
import type { Action, GlobalOptions } from '../context.ts'
import { fieldsOf, type Kind } from '../import/fields.ts'
import { removalLimit } from '../sync/removal-limit.ts'
import { syncRegistrations, type RegistrationSyncOptions } from '../sync/registrations/sync.ts'
import { LEAVER_CHOICES, syncUsers, type UserSyncOptions } from '../sync/users/sync.ts'
import { inputOptions } from './import.ts'
import { flagOption, numberOption, textOption, wholeNumbers } from './options.ts'

const syncOptions = <T>(yargs: Argv<T>) =>
  inputOptions(yargs)
    .option('dry-run', flagOption('show what would be done, check every row, change nothing'))
    .option('yes', { ...flagOption('do not ask; needed without a terminal'), alias: 'y' })
    .option('allow-shrink', flagOption('accept a file with less than half the rows of the last run'))
    .option('state', textOption('file with the size of the last run [default: FILE.rollcall-sync]'))

const limitOption = (name: string, what: string) => ({
  ...textOption(`reject more ${what} than this, such as 40 or 5% [default: the larger of 10 and 5%]`),
  coerce: removalLimit(name),
})

/** The arguments of `yargs.command` for `registrations sync`. */
export const registrationsSyncCommand = (action: Action) =>
  [
    'sync <file>',
    'Make registrations equal to a file: register who is missing, withdraw who is no longer in it',
    (y: Argv<GlobalOptions>) =>
      syncOptions(y)
        .option('course', {
          ...textOption('ids of the courses, with commas between them; rows need not name a course'),
          coerce: wholeNumbers('course'),
          default: [] as never,
          defaultDescription: 'the courses that the rows name',
        })
        .option('group', numberOption('group', 'only people of this group and its subgroups'))
        .option('again', flagOption('also register people again who have completed the course'))
        .option('max-withdrawals', limitOption('max-withdrawals', 'withdrawals'))
        .example('$0 registrations sync people.csv --course 101 --dry-run', 'show the plan, change nothing')
        .example(
          '$0 registrations sync people.csv --course 101 --yes',
          'without a question, such as every night',
        )
        .epilogue(columnsHelp('registrations')) as unknown as Argv<RegistrationSyncOptions>,
    action((context, args: RegistrationSyncOptions) => syncRegistrations(context, args)),
  ] as const

/** The arguments of `yargs.command` for `users sync`. */
export const usersSyncCommand = (action: Action) =>
  [
    'sync <file>',
    'Make the users of a group equal to a file, as the service account of the API key',
    (y: Argv<GlobalOptions>) =>
      syncOptions(y)
        .option('group', {
          ...numberOption('group', 'the group that the file describes'),
          demandOption: true,
        })
        .option('leavers', {
          choices: LEAVER_CHOICES,
          default: 'keep' as const,
          describe: 'what happens to users who are not in the file',
        })
        .option('reactivate', flagOption('clear passed expiration dates of people in the file'))
        .option('max-leavers', limitOption('max-leavers', 'leavers'))
        .example('$0 users sync people.csv --group 12 --dry-run', 'show the plan, change nothing')
        .example('$0 users sync people.csv --group 12 --yes', 'without a question, such as every night')
        .epilogue(columnsHelp('users', 'groupIds')) as unknown as Argv<UserSyncOptions>,
    action((context, args: UserSyncOptions) => syncUsers(context, args)),
  ] as const

function columnsHelp(kind: Kind, without?: string): string {
  const names = fieldsOf(kind)
    .filter(({ name, readOnly }) => !readOnly && name !== without)
    .map(({ name }) => name)
  return `The file is read as by an import. Columns: ${names.join(', ')}.`
}
