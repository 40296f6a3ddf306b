import { each, type UserMergeResult } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { fieldsOf, valueOf } from '../import/fields.ts'
import { sendAsIs } from '../import/targets/batch.ts'
import { showList } from './list.ts'
import { amount, given, moment, pageSize, wholeNumber } from './options.ts'

const COLUMNS = ['id', 'loginName', 'externalId', 'email', 'firstName', 'lastName', 'updatedDate'] as const

/** Flags of `users merge`: the fields that a row of an import has. */
const fields = fieldsOf('users').filter(({ readOnly }) => !readOnly)
const flagOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `<user>`, by id or, with --external-id, by the external id. */
const target = <T>(yargs: Argv<T>) =>
  yargs
    .positional('user', { type: 'string', demandOption: true, describe: 'id of the user' })
    .option('external-id', { type: 'boolean', default: false, describe: 'the id is its external id' })

const byOf = ({ user, externalId }: { user: string; externalId: boolean }) =>
  externalId ? { externalId: user } : wholeNumber('user')(user)

export const users: Noun = {
  name: 'users',
  describe: 'User accounts',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list',
        'List the users that the API key reaches',
        (y) =>
          amount(y)
            .option('group', {
              type: 'string',
              requiresArg: true,
              describe: 'in this group or its subgroups',
              coerce: wholeNumber('group'),
            })
            .option('updated-after', {
              type: 'string',
              requiresArg: true,
              describe: 'changed after this date-time',
              coerce: moment('updated-after'),
            })
            .option('include-deleted', { type: 'boolean', describe: 'deleted ones too' })
            .example('$0 users list --group 12', 'who is in group 12 and below it'),
        act((context, args) => {
          const portal = context.portal()
          const filters = given({
            groupId: args.group,
            updatedAfter: args.updatedAfter,
            includeDeleted: args.includeDeleted,
          })
          const records = each((page) =>
            portal.users.listUsersRaw({ ...filters, limit: pageSize(args), ...page }),
          )
          return showList(context, args, records, COLUMNS)
        }),
      )
      .command(
        'get <user>',
        'Show a user',
        (y) => target(y).example('$0 users get hr-20931 --external-id', 'by the external id'),
        act(async ({ portal, output }, args) => output.record(await portal().getUser(byOf(args)))),
      )
      .command(
        'delete <user>',
        'Mark a user as deleted, for good; its registrations vanish with it',
        (y) => target(y).example('$0 users delete 1007', 'delete user 1007'),
        act(async ({ portal, output }, args) => {
          await portal().deleteUser(byOf(args))
          output.say(`User ${args.user} is deleted.`)
        }),
      )
      .command(
        'merge',
        'Create or merge a user, found by external id, else by login name',
        (y) =>
          y
            .options(
              Object.fromEntries(
                fields.map(({ name, describe }) => [
                  flagOf(name),
                  { type: 'string', requiresArg: true, group: 'Fields:', describe } as const,
                ]),
              ),
            )
            .example(
              '$0 users merge --login-name ada --email ada@example.org --first-name Ada --last-name Byron --group-ids 12',
              'what is left out is unchanged',
            ),
        act(async ({ operator, output }, args) => {
          const user = Object.fromEntries(
            fields.flatMap((field) => {
              const text = (args as Record<string, unknown>)[field.name]
              return typeof text === 'string' ? [[field.name, valueOf(field, text)]] : []
            }),
          )
          if (Object.keys(user).length === 0) throw new UsageError('Give at least one field.')
          const [result] = await operator().user.mergeUserBatch({ UserMerge: [{}] }, sendAsIs([user]))
          await output.record(mergedOf(result))
        }),
      ),
}

function mergedOf(result: UserMergeResult | undefined): object {
  if (result?.user !== undefined) return result.user
  throw new Error(`The user was refused: ${result?.detail ?? 'without a reason'} (${result?.code ?? '-'})`)
}
