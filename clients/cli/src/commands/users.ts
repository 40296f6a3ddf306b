import type { UserMergeResult } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { fieldsOf, valueOf } from '../import/fields.ts'
import { sendAsIs } from '../import/targets/batch.ts'
import { printList } from './list.ts'
import {
  dateTimeOption,
  defined,
  flagOption,
  idArgument,
  listOptions,
  numberOption,
  readWholeNumber,
  textOption,
} from './options.ts'
import { withPersonalData } from './personal-data.ts'
import { usersSyncCommand } from './sync.ts'

const COLUMNS = ['id', 'loginName', 'externalId', 'email', 'firstName', 'lastName', 'updatedDate'] as const

/** The fields that a row of an import has are options of `users merge`. */
const FIELDS = fieldsOf('users').filter(({ readOnly }) => !readOnly)
const optionOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const FOUND_COLUMNS = [
  'id',
  'loginName',
  'externalId',
  'email',
  'firstName',
  'lastName',
  'groupIds',
  'deleted',
] as const

const userIdArgument = idArgument('id', 'id of the user')

/** A user by id or, with --external-id, by external id. */
const userArgument = <T>(yargs: Argv<T>) =>
  yargs
    .positional('user', {
      type: 'string',
      demandOption: true,
      describe: 'id of the user, or its external id with --external-id',
    })
    .option('external-id', flagOption('`<user>` is an external id'))

const byOf = ({ user, externalId }: { user: string; externalId: boolean }) =>
  externalId ? { externalId: user } : readWholeNumber('user', user)

export const users: Noun = {
  name: 'users',
  describe: 'User accounts',
  verbs: (yargs, action) =>
    withPersonalData(yargs, action)
      .command(
        'list',
        'List the users that the service account of the API key can see',
        (y) =>
          listOptions(y)
            .option('group', numberOption('group', 'in this group or its subgroups'))
            .option('updated-after', dateTimeOption('updated-after', 'updated after this date-time'))
            .option('include-deleted', flagOption('also deleted users'))
            .example('$0 users list --group 12', 'users in group 12 and its subgroups'),
        action((context, args) => {
          const { users } = context.publicApi()
          const filters = defined({
            groupId: args.group,
            updatedAfter: args.updatedAfter,
            includeDeleted: args.includeDeleted,
          })
          return printList(context, args, (page) => users.listUsersRaw({ ...filters, ...page }), COLUMNS)
        }),
      )
      .command(
        'find',
        'Find users in all groups and in none; uses the operator token',
        (y) =>
          listOptions(y)
            .option('email', textOption('with this e-mail address, case-insensitive'))
            .option('external-id', textOption('with exactly this external id'))
            .option('login', textOption('with this login name, case-insensitive'))
            .option('name', textOption('with these words in the first or last name'))
            .option('include-deleted', flagOption('also deleted users'))
            .example('$0 users find --email ada@example.org', 'users with this address')
            .example(
              '$0 users find --name "ada byr"',
              'Ada Byron and others with these words in their names',
            ),
        action((context, args) => {
          const { user } = context.operatorApi()
          const filters = defined({
            email: args.email,
            externalId: args.externalId,
            loginName: args.login,
            name: args.name,
            includeDeleted: args.includeDeleted,
          })
          return printList(
            context,
            args,
            (page) => user.listAllUsersRaw({ ...filters, ...page }),
            FOUND_COLUMNS,
          )
        }),
      )
      .command(
        'show <id>',
        'Show a user of any group; uses the operator token',
        (y) => userIdArgument(y).example('$0 users show 1007', 'user 1007, with its groups'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().user.getAnyUser({ id })),
        ),
      )
      .command(
        'get <user>',
        'Show a user that the service account of the API key can see',
        (y) =>
          userArgument(y).example('$0 users get hr-20931 --external-id', 'the user with this external id'),
        action(async ({ publicApi, output }, args) => output.record(await publicApi().getUser(byOf(args)))),
      )
      .command(
        'delete <user>',
        'Delete a user permanently. Lists omit the registrations of deleted users',
        (y) => userArgument(y).example('$0 users delete 1007', 'delete user 1007'),
        action(async ({ publicApi, output }, args) => {
          await publicApi().deleteUser(byOf(args))
          output.info(`User ${args.user} is deleted.`)
        }),
      )
      .command(...usersSyncCommand(action))
      .command(
        'merge',
        'Create or update a user, found by external id, else by login name. What is not given is unchanged',
        (y) =>
          y
            .options(
              Object.fromEntries(
                FIELDS.map(({ name, describe }) => [
                  optionOf(name),
                  { type: 'string', requiresArg: true, group: 'Fields:', describe } as const,
                ]),
              ),
            )
            .example(
              '$0 users merge --login-name ada --email ada@example.org --first-name Ada --last-name Byron --group-ids 12',
              'create Ada Byron, or update her account',
            ),
        action(async ({ operatorApi, output }, args) => {
          const fields = givenFields(args)
          if (Object.keys(fields).length === 0) throw new UsageError('Give at least one field.')
          const [result] = await operatorApi().user.mergeUserBatch({ UserMerge: [{}] }, sendAsIs([fields]))
          await output.record(mergedUser(result))
        }),
      ),
}

function givenFields(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const given = args[field.name] as string | string[] | undefined
      if (given === undefined) return []
      // A repeated option.
      if (Array.isArray(given) && field.type !== 'ids')
        throw new UsageError(`Give --${optionOf(field.name)} only once.`)
      return [[field.name, valueOf(field, [given].flat().join(' '))]]
    }),
  )
}

function mergedUser(result: UserMergeResult | undefined): object {
  if (result?.user !== undefined) return result.user
  throw new Error(`The user was rejected: ${result?.detail ?? 'without a reason'} (${result?.code ?? '-'})`)
}
